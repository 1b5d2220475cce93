// The same addition on views: memrefs whose rows and columns lie any number of elements apart.
// Pipeline: cpu-buffers. Look at where the address of an element comes from: the strides are data now.

// [region type]
// Sizes, strides (in elements) and offset are all read from the descriptor.
!view = memref<?x?xf32, strided<[?, ?], offset: ?>>
// [end type]

// [region add]
func.func @add_views(%a: !view, %b: !view, %out: !view) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows_a = memref.dim %a, %zero : !view
  %rows_b = memref.dim %b, %zero : !view
  %rows_out = memref.dim %out, %zero : !view
  %rows_in = arith.minsi %rows_a, %rows_b : index
  %rows = arith.minsi %rows_in, %rows_out : index
  %columns_a = memref.dim %a, %one : !view
  %columns_b = memref.dim %b, %one : !view
  %columns_out = memref.dim %out, %one : !view
  %columns_in = arith.minsi %columns_a, %columns_b : index
  %columns = arith.minsi %columns_in, %columns_out : index
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      %x = memref.load %a[%i, %j] : !view
      %y = memref.load %b[%i, %j] : !view
      %sum = arith.addf %x, %y : f32
      memref.store %sum, %out[%i, %j] : !view
    }
  }
  return
}
// [end add]

// What the function finds in the descriptor: the offset, and how far apart rows and columns lie.
// [region metadata]
func.func @metadata(%x: !view) -> (index, index, index) attributes {llvm.emit_c_interface} {
  %buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %x
      : !view -> memref<f32>, index, index, index, index, index
  return %offset, %strides#0, %strides#1 : index, index, index
}
// [end metadata]

// Strides in the type are a promise: this column steps by exactly six elements, so the compiler
// folds the six into the address. Only a column of a row-major matrix with six columns fits.
// [region column]
func.func @sum_column(%column: memref<4xf32, strided<[6], offset: ?>>) -> f32
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 4 : index
  %nothing = arith.constant 0.0 : f32
  %total = scf.for %i = %zero to %rows step %one iter_args(%partial = %nothing) -> f32 {
    %x = memref.load %column[%i] : memref<4xf32, strided<[6], offset: ?>>
    %next = arith.addf %partial, %x : f32
    scf.yield %next : f32
  }
  return %total : f32
}
// [end column]
