// exp of a matrix, then a product: correct, but fusion moves exp into the sum, where each element is
// computed once for every column of b. Pipeline cpu-tensors; look for math.exp after the fusion.
func.func @product_of_exponentials(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %m = tensor.dim %a, %zero : tensor<?x?xf32>
  %k = tensor.dim %a, %one : tensor<?x?xf32>
  %n = tensor.dim %b, %one : tensor<?x?xf32>
  %empty_a = tensor.empty(%m, %k) : tensor<?x?xf32>
  %exponentials = linalg.exp ins(%a : tensor<?x?xf32>) outs(%empty_a : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %result = linalg.matmul ins(%exponentials, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%start : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
