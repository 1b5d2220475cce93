// NumPy's broadcasting, written out: which index reads which element, given and at run time.
// Pipeline cpu-tensors. Look at the maps: a dimension that is repeated is missing, or is 0.

// [region static]
// (3, 1) + (1, 4): both sizes of 1 are in the types, so the maps say 0 for them.
func.func @column_plus_row(%column: tensor<3x1xf32>, %row: tensor<1x4xf32>) -> tensor<3x4xf32>
    attributes {llvm.emit_c_interface} {
  %empty = tensor.empty() : tensor<3x4xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, 0)>,
                       affine_map<(i, j) -> (0, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%column, %row : tensor<3x1xf32>, tensor<1x4xf32>) outs(%empty : tensor<3x4xf32>) {
    ^bb0(%x: f32, %y: f32, %out: f32):
      %total = arith.addf %x, %y : f32
      linalg.yield %total : f32
    } -> tensor<3x4xf32>
  return %result : tensor<3x4xf32>
}
// [end static]

// [region bias]
// (?, 4) + (4): the row has one dimension less, and NumPy lines shapes up at the right. That both
// have 4 columns is in the types: no caller can pass a row of another length.
func.func @plus_row(%x: tensor<?x4xf32>, %row: tensor<4xf32>) -> tensor<?x4xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %rows = tensor.dim %x, %zero : tensor<?x4xf32>
  %empty = tensor.empty(%rows) : tensor<?x4xf32>
  %repeated = linalg.broadcast ins(%row : tensor<4xf32>) outs(%empty : tensor<?x4xf32>)
      dimensions = [0]
  %result = linalg.add ins(%x, %repeated : tensor<?x4xf32>, tensor<?x4xf32>)
      outs(%empty : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %result : tensor<?x4xf32>
}
// [end bias]

// [region dynamic]
// (?, ?) + (?, ?): whether a ? is 1 is known at run time only, and no map can ask. The body does.
func.func @plus(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a_rows = tensor.dim %a, %zero : tensor<?x?xf32>
  %a_columns = tensor.dim %a, %one : tensor<?x?xf32>
  %b_rows = tensor.dim %b, %zero : tensor<?x?xf32>
  %b_columns = tensor.dim %b, %one : tensor<?x?xf32>
  %rows = call @common(%a_rows, %b_rows) : (index, index) -> index
  %columns = call @common(%a_columns, %b_columns) : (index, index) -> index
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } outs(%empty : tensor<?x?xf32>) {
    ^bb0(%out: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %a_i = func.call @within(%i, %a_rows) : (index, index) -> index
      %a_j = func.call @within(%j, %a_columns) : (index, index) -> index
      %b_i = func.call @within(%i, %b_rows) : (index, index) -> index
      %b_j = func.call @within(%j, %b_columns) : (index, index) -> index
      %x = tensor.extract %a[%a_i, %a_j] : tensor<?x?xf32>
      %y = tensor.extract %b[%b_i, %b_j] : tensor<?x?xf32>
      %total = arith.addf %x, %y : f32
      linalg.yield %total : f32
    } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}

// The size of the result: the other one where a size is 1. Sizes that do not fit are an error in
// NumPy; this function, which cannot raise, takes the smaller one and reads nothing past it.
func.func private @common(%a: index, %b: index) -> index {
  %one = arith.constant 1 : index
  %a_is_one = arith.cmpi eq, %a, %one : index
  %b_is_one = arith.cmpi eq, %b, %one : index
  %least = arith.minsi %a, %b : index
  %a_or_least = arith.select %b_is_one, %a, %least : index
  %size = arith.select %a_is_one, %b, %a_or_least : index
  return %size : index
}

func.func private @within(%i: index, %size: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %is_one = arith.cmpi eq, %size, %one : index
  %index = arith.select %is_one, %zero, %i : index
  return %index : index
}
// [end dynamic]
