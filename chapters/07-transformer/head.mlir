// One head of causal attention: scores of all tokens with all, later ones hidden, softmax, values.
// Schedule linalg-softmax, then cpu-tensors. Look at the mask: it is a comparison, not a tensor.

// [region program]
#query = affine_map<(i, j, c) -> (i, c)>
#key = affine_map<(i, j, c) -> (j, c)>
#score = affine_map<(i, j, c) -> (i, j)>
#element = affine_map<(i, j) -> (i, j)>

func.func @head(%q: tensor<?x?xf32>, %k: tensor<?x?xf32>, %v: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %never = arith.constant 0xFF800000 : f32  // minus infinity
  %tokens = tensor.dim %q, %c0 : tensor<?x?xf32>
  %size = tensor.dim %q, %c1 : tensor<?x?xf32>
  %size_i64 = arith.index_cast %size : index to i64
  %size_f32 = arith.sitofp %size_i64 : i64 to f32
  %root = math.sqrt %size_f32 : f32
  %like_scores = tensor.empty(%tokens, %tokens) : tensor<?x?xf32>
  %like_q = tensor.empty(%tokens, %size) : tensor<?x?xf32>

  // [region scores]
  %nothing = linalg.fill ins(%zero : f32) outs(%like_scores : tensor<?x?xf32>) -> tensor<?x?xf32>
  %products = linalg.matmul indexing_maps = [#query, #key, #score]
      ins(%q, %k : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%nothing : tensor<?x?xf32>) -> tensor<?x?xf32>
  %scores = linalg.generic {indexing_maps = [#element, #element], iterator_types = ["parallel", "parallel"]}
      ins(%products : tensor<?x?xf32>) outs(%like_scores : tensor<?x?xf32>) {
    ^bb0(%product: f32, %old: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %seen = arith.cmpi sge, %i, %j : index
      %scaled = arith.divf %product, %root : f32
      %score = arith.select %seen, %scaled, %never : f32
      linalg.yield %score : f32
  } -> tensor<?x?xf32>
  // [end scores]
  %weights = linalg.softmax dimension(1) ins(%scores : tensor<?x?xf32>)
      outs(%like_scores : tensor<?x?xf32>) -> tensor<?x?xf32>
  %none = linalg.fill ins(%zero : f32) outs(%like_q : tensor<?x?xf32>) -> tensor<?x?xf32>
  %mixed = linalg.matmul ins(%weights, %v : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%none : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %mixed : tensor<?x?xf32>
}
// [end program]

llvm.mlir.global internal constant @line("%g %g %g %g\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @fflush(!llvm.ptr) -> i32

// Prints what four tokens get where all scores are equal: the mean of all values so far.
func.func @main() -> i32 {
  %equal = arith.constant dense<0.0> : tensor<4x2xf32>
  %values = arith.constant dense<[[12.0, 0.0], [24.0, 0.0], [36.0, 0.0], [48.0, 0.0]]> : tensor<4x2xf32>
  %q = tensor.cast %equal : tensor<4x2xf32> to tensor<?x?xf32>
  %v = tensor.cast %values : tensor<4x2xf32> to tensor<?x?xf32>
  %y = call @head(%q, %q, %v) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y0 = tensor.extract %y[%c0, %c0] : tensor<?x?xf32>
  %y1 = tensor.extract %y[%c1, %c0] : tensor<?x?xf32>
  %y2 = tensor.extract %y[%c2, %c0] : tensor<?x?xf32>
  %y3 = tensor.extract %y[%c3, %c0] : tensor<?x?xf32>
  %d0 = arith.extf %y0 : f32 to f64
  %d1 = arith.extf %y1 : f32 to f64
  %d2 = arith.extf %y2 : f32 to f64
  %d3 = arith.extf %y3 : f32 to f64
  %line = llvm.mlir.addressof @line : !llvm.ptr
  llvm.call @printf(%line, %d0, %d1, %d2, %d3) vararg(!llvm.func<i32 (ptr, ...)>)
      : (!llvm.ptr, f64, f64, f64, f64) -> i32
  %every_stream = llvm.mlir.zero : !llvm.ptr
  llvm.call @fflush(%every_stream) : (!llvm.ptr) -> i32
  %success = arith.constant 0 : i32
  return %success : i32
}
