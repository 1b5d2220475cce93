// The operations on memrefs: new buffers, and new views of the same buffer.
// Pipeline: cpu-buffers. Look at what is left of each view operation: arithmetic on a descriptor.

// alloc takes the sizes that the type leaves open; store writes. The caller owns the result.
// [region alloc]
func.func @ramp(%size: index) -> memref<?xi64> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %result = memref.alloc(%size) : memref<?xi64>
  scf.for %i = %zero to %size step %one {
    %value = arith.index_cast %i : index to i64
    memref.store %value, %result[%i] : memref<?xi64>
  }
  return %result : memref<?xi64>
}
// [end alloc]

// dim reads a size; for a static size it folds to a constant.
func.func @shape(%x: memref<?x3xf32>) -> (index, index) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = memref.dim %x, %zero : memref<?x3xf32>
  %columns = memref.dim %x, %one : memref<?x3xf32>
  return %rows, %columns : index, index
}

// subview chooses offsets, sizes and strides, as x[:, 1::2] does; copy then moves a strided view.
// [region subview]
func.func @odd_columns(%x: memref<4x6xf32>, %out: memref<4x3xf32>)
    attributes {llvm.emit_c_interface} {
  %odd = memref.subview %x[0, 1] [4, 3] [1, 2]
      : memref<4x6xf32> to memref<4x3xf32, strided<[6, 2], offset: 1>>
  memref.copy %odd, %out : memref<4x3xf32, strided<[6, 2], offset: 1>> to memref<4x3xf32>
  return
}
// [end subview]

// cast changes what the type says and nothing else: here it forgets the size.
// [region cast]
func.func private @sum(%x: memref<?xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %size = memref.dim %x, %zero : memref<?xf32>
  %total = scf.for %i = %zero to %size step %one iter_args(%partial = %nothing) -> f32 {
    %value = memref.load %x[%i] : memref<?xf32>
    %next = arith.addf %partial, %value : f32
    scf.yield %next : f32
  }
  return %total : f32
}

func.func @sum_of_24(%x: memref<24xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %any_size = memref.cast %x : memref<24xf32> to memref<?xf32>
  %total = call @sum(%any_size) : (memref<?xf32>) -> f32
  return %total : f32
}
// [end cast]

// reinterpret_cast states offset, sizes and strides outright, whatever they were. The diagonal of
// an n x n matrix is n elements, n + 1 apart. Nobody checks that they lie inside the buffer.
// [region reinterpret]
func.func @trace(%x: memref<5x5xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %diagonal = memref.reinterpret_cast %x to offset: [0], sizes: [5], strides: [6]
      : memref<5x5xf32> to memref<5xf32, strided<[6]>>
  %packed = memref.alloca() : memref<5xf32>
  memref.copy %diagonal, %packed : memref<5xf32, strided<[6]>> to memref<5xf32>
  %any_size = memref.cast %packed : memref<5xf32> to memref<?xf32>
  %total = call @sum(%any_size) : (memref<?xf32>) -> f32
  return %total : f32
}
// [end reinterpret]
