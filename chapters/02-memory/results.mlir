// Functions that return: scalars, a buffer, a view into a buffer, two buffers. Pipeline: cpu-buffers.
// Look at the C wrapper: a memref result, or several results, come back through a hidden first pointer.

// [region scaled]
func.func @scaled(%x: memref<?xf32>, %factor: f32) -> memref<?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %x, %zero : memref<?xf32>
  %result = memref.alloc(%size) : memref<?xf32>
  scf.for %i = %zero to %size step %one {
    %value = memref.load %x[%i] : memref<?xf32>
    %product = arith.mulf %value, %factor : f32
    memref.store %product, %result[%i] : memref<?xf32>
  }
  return %result : memref<?xf32>
}
// [end scaled]

// Two results that are numbers: the mean, and the mean squared distance from it.
// [region moments]
func.func @mean_variance(%x: memref<?xf32>) -> (f32, f32)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %size = memref.dim %x, %zero : memref<?xf32>
  %integer = arith.index_cast %size : index to i64
  %count = arith.sitofp %integer : i64 to f32
  %sum = scf.for %i = %zero to %size step %one iter_args(%partial = %nothing) -> f32 {
    %value = memref.load %x[%i] : memref<?xf32>
    %next = arith.addf %partial, %value : f32
    scf.yield %next : f32
  }
  %mean = arith.divf %sum, %count : f32
  %squares = scf.for %i = %zero to %size step %one iter_args(%partial = %nothing) -> f32 {
    %value = memref.load %x[%i] : memref<?xf32>
    %distance = arith.subf %value, %mean : f32
    %square = arith.mulf %distance, %distance : f32
    %next = arith.addf %partial, %square : f32
    scf.yield %next : f32
  }
  %variance = arith.divf %squares, %count : f32
  return %mean, %variance : f32, f32
}
// [end moments]

// Two results that are buffers: the same two numbers for each row of a matrix.
// [region rows]
func.func @row_moments(%x: memref<?x?xf32>) -> (memref<?xf32>, memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = memref.dim %x, %zero : memref<?x?xf32>
  %columns = memref.dim %x, %one : memref<?x?xf32>
  %means = memref.alloc(%rows) : memref<?xf32>
  %variances = memref.alloc(%rows) : memref<?xf32>
  // One row at a time goes through @mean_variance, packed, since that is what its type asks for.
  %row = memref.alloc(%columns) : memref<?xf32>
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      %value = memref.load %x[%i, %j] : memref<?x?xf32>
      memref.store %value, %row[%j] : memref<?xf32>
    }
    %mean, %variance = func.call @mean_variance(%row) : (memref<?xf32>) -> (f32, f32)
    memref.store %mean, %means[%i] : memref<?xf32>
    memref.store %variance, %variances[%i] : memref<?xf32>
  }
  memref.dealloc %row : memref<?xf32>
  return %means, %variances : memref<?xf32>, memref<?xf32>
}
// [end rows]

// The result is a view into the middle of a new buffer: every second element of 0, 1, ..., 9, from
// the fourth on. Who reads it must use the descriptor's offset and stride; who frees it, its first pointer.
// [region odds]
func.func @odd_tail() -> memref<3xi64, strided<[2], offset: 5>>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 10 : index
  %buffer = memref.alloc() : memref<10xi64>
  scf.for %i = %zero to %size step %one {
    %value = arith.index_cast %i : index to i64
    memref.store %value, %buffer[%i] : memref<10xi64>
  }
  %view = memref.subview %buffer[5] [3] [2]
      : memref<10xi64> to memref<3xi64, strided<[2], offset: 5>>
  return %view : memref<3xi64, strided<[2], offset: 5>>
}
// [end odds]

// mlir-runner calls functions without arguments: the two moments of 1, 2, 3, 4.
func.func private @moments_of_1_to_4() -> (f32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %four = arith.constant 4 : index
  %values = memref.alloca() : memref<4xf32>
  scf.for %i = %zero to %four step %one {
    %number = arith.addi %i, %one : index
    %integer = arith.index_cast %number : index to i32
    %value = arith.sitofp %integer : i32 to f32
    memref.store %value, %values[%i] : memref<4xf32>
  }
  %any_size = memref.cast %values : memref<4xf32> to memref<?xf32>
  %mean, %variance = call @mean_variance(%any_size) : (memref<?xf32>) -> (f32, f32)
  return %mean, %variance : f32, f32
}

func.func @mean_of_1_to_4() -> f32 {
  %mean, %variance = call @moments_of_1_to_4() : () -> (f32, f32)
  return %mean : f32
}

func.func @variance_of_1_to_4() -> f32 {
  %mean, %variance = call @moments_of_1_to_4() : () -> (f32, f32)
  return %variance : f32
}
