// A map with one result for an operand with two dimensions: refused when the program is read.
func.func @column_sums(%x: tensor<4x6xf32>, %start: tensor<6xf32>) -> tensor<6xf32> {
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]
    } ins(%x : tensor<4x6xf32>) outs(%start : tensor<6xf32>) {
    ^bb0(%in: f32, %partial: f32):
      %next = arith.addf %partial, %in : f32
      linalg.yield %next : f32
    } -> tensor<6xf32>
  return %result : tensor<6xf32>
}
