// No map has i as a result of its own, so nothing says how far the loop over i goes.
func.func @repeated(%row: tensor<6xf32>, %out: tensor<6xf32>) -> tensor<6xf32> {
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]
    } ins(%row : tensor<6xf32>) outs(%out : tensor<6xf32>) {
    ^bb0(%in: f32, %partial: f32):
      %next = arith.addf %partial, %in : f32
      linalg.yield %next : f32
    } -> tensor<6xf32>
  return %result : tensor<6xf32>
}
