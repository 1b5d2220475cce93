// Tensors are values: each operation makes a new one and none changes. Pipeline: cpu-tensors.
// Look at the buffers that bufferization invents, and at the copy that keeps a caller's array as it was.

// from_elements: a tensor of the values given, row by row.
// [region elements]
func.func @rotation(%cosine: f32, %sine: f32) -> tensor<2x2xf32>
    attributes {llvm.emit_c_interface} {
  %minus_sine = arith.negf %sine : f32
  %matrix = tensor.from_elements %cosine, %minus_sine, %sine, %cosine : tensor<2x2xf32>
  return %matrix : tensor<2x2xf32>
}
// [end elements]

// generate: the region computes the element at each index; here 1 on the diagonal and 0 elsewhere.
// [region identity]
func.func @identity(%size: index) -> tensor<?x?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %matrix = tensor.generate %size, %size {
  ^bb0(%row: index, %column: index):
    %diagonal = arith.cmpi eq, %row, %column : index
    %element = arith.select %diagonal, %one, %zero : f32
    tensor.yield %element : f32
  } : tensor<?x?xf32>
  return %matrix : tensor<?x?xf32>
}
// [end identity]

// empty has a shape and no contents. A loop carries the tensor: each turn inserts one element and
// hands on a new value. 100,000 turns, and not one copy.
// [region squares]
func.func @squares(%size: index) -> tensor<?xi64> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %empty = tensor.empty(%size) : tensor<?xi64>
  %filled = scf.for %i = %zero to %size step %one iter_args(%so_far = %empty) -> tensor<?xi64> {
    %integer = arith.index_cast %i : index to i64
    %square = arith.muli %integer, %integer : i64
    %next = tensor.insert %square into %so_far[%i] : tensor<?xi64>
    scf.yield %next : tensor<?xi64>
  }
  return %filled : tensor<?xi64>
}
// [end squares]

// extract and insert: the tensor with its ends exchanged. The argument keeps its value.
// [region swap]
func.func @swap_ends(%x: tensor<6xf32> {bufferization.writable = false}) -> tensor<6xf32>
    attributes {llvm.emit_c_interface} {
  %first = arith.constant 0 : index
  %last = arith.constant 5 : index
  %first_value = tensor.extract %x[%first] : tensor<6xf32>
  %last_value = tensor.extract %x[%last] : tensor<6xf32>
  %half = tensor.insert %last_value into %x[%first] : tensor<6xf32>
  %swapped = tensor.insert %first_value into %half[%last] : tensor<6xf32>
  return %swapped : tensor<6xf32>
}
// [end swap]

// extract_slice and insert_slice are subview's counterparts: the middle column of a 3x3 matrix is
// replaced by its first.
func.func @repeat_first_column(%x: tensor<3x3xf32> {bufferization.writable = false})
    -> tensor<3x3xf32> attributes {llvm.emit_c_interface} {
  %column = tensor.extract_slice %x[0, 0] [3, 1] [1, 1] : tensor<3x3xf32> to tensor<3x1xf32>
  %result = tensor.insert_slice %column into %x[0, 1] [3, 1] [1, 1]
      : tensor<3x1xf32> into tensor<3x3xf32>
  return %result : tensor<3x3xf32>
}
