// The product of two dimensions is no affine expression.
func.func @triangle_number_times(%i: index, %j: index) -> index {
  %product = affine.apply affine_map<(i, j) -> (i * j)>(%i, %j)
  return %product : index
}
