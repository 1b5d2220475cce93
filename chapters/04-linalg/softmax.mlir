// linalg.softmax: one operation that is no loop nest of its own, but a recipe for four of them.
// Schedule linalg-softmax, then cpu-tensors.

// [region program]
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %columns = tensor.dim %x, %one : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %result = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end program]
