// A chain that is fused less than it looks: one of its values has two uses.
// linalg-fuse-elementwise-ops fuses a producer into its only user.

// [region program]
func.func @mean_difference(%x: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %columns = tensor.dim %x, %one : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %empty_row = tensor.empty(%columns) : tensor<?xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty_row : tensor<?xf32>) -> tensor<?xf32>
  %squares = linalg.square ins(%x : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %sums = linalg.reduce { arith.addf } ins(%squares : tensor<?x?xf32>) outs(%start : tensor<?xf32>)
      dimensions = [0]
  %sums_again = linalg.broadcast ins(%sums : tensor<?xf32>) outs(%empty : tensor<?x?xf32>)
      dimensions = [0]
  %result = linalg.sub ins(%squares, %sums_again : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end program]
