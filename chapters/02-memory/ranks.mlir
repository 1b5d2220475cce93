// One operation on memrefs of rank 0, 2 and 3 with sizes in the type, and of rank 1 and 2 with sizes
// that are known when the function runs. Pipeline: cpu-buffers.

// Rank 0: one number, and no index to load it with. The result is a new buffer that the caller owns.
// [region rank0]
func.func @doubled(%x: memref<f32>) -> memref<f32> attributes {llvm.emit_c_interface} {
  %value = memref.load %x[] : memref<f32>
  %twice = arith.addf %value, %value : f32
  %result = memref.alloc() : memref<f32>
  memref.store %twice, %result[] : memref<f32>
  return %result : memref<f32>
}
// [end rank0]

// [region rank2]
func.func @add_2d(%a: memref<4x6xf32>, %b: memref<4x6xf32>, %out: memref<4x6xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = arith.constant 4 : index
  %columns = arith.constant 6 : index
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      %x = memref.load %a[%i, %j] : memref<4x6xf32>
      %y = memref.load %b[%i, %j] : memref<4x6xf32>
      %sum = arith.addf %x, %y : f32
      memref.store %sum, %out[%i, %j] : memref<4x6xf32>
    }
  }
  return
}
// [end rank2]

func.func @add_3d(%a: memref<2x3x4xf32>, %b: memref<2x3x4xf32>, %out: memref<2x3x4xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %planes = arith.constant 2 : index
  %rows = arith.constant 3 : index
  %columns = arith.constant 4 : index
  scf.for %i = %zero to %planes step %one {
    scf.for %j = %zero to %rows step %one {
      scf.for %k = %zero to %columns step %one {
        %x = memref.load %a[%i, %j, %k] : memref<2x3x4xf32>
        %y = memref.load %b[%i, %j, %k] : memref<2x3x4xf32>
        %sum = arith.addf %x, %y : f32
        memref.store %sum, %out[%i, %j, %k] : memref<2x3x4xf32>
      }
    }
  }
  return
}

// A `?` leaves the size to run time, and does not say that three sizes are equal. So the loop stays inside
// the smallest of them: no argument that a caller can pass makes it read or write past an end.
// [region dynamic]
func.func @add_dynamic(%a: memref<?xf32>, %b: memref<?xf32>, %out: memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size_a = memref.dim %a, %zero : memref<?xf32>
  %size_b = memref.dim %b, %zero : memref<?xf32>
  %size_out = memref.dim %out, %zero : memref<?xf32>
  %size_in = arith.minsi %size_a, %size_b : index
  %size = arith.minsi %size_in, %size_out : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<?xf32>
    %y = memref.load %b[%i] : memref<?xf32>
    %sum = arith.addf %x, %y : f32
    memref.store %sum, %out[%i] : memref<?xf32>
  }
  return
}
// [end dynamic]

func.func @add_dynamic_2d(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %out: memref<?x?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows_a = memref.dim %a, %zero : memref<?x?xf32>
  %rows_b = memref.dim %b, %zero : memref<?x?xf32>
  %rows_out = memref.dim %out, %zero : memref<?x?xf32>
  %columns_a = memref.dim %a, %one : memref<?x?xf32>
  %columns_b = memref.dim %b, %one : memref<?x?xf32>
  %columns_out = memref.dim %out, %one : memref<?x?xf32>
  %rows_in = arith.minsi %rows_a, %rows_b : index
  %rows = arith.minsi %rows_in, %rows_out : index
  %columns_in = arith.minsi %columns_a, %columns_b : index
  %columns = arith.minsi %columns_in, %columns_out : index
  scf.for %i = %zero to %rows step %one {
    scf.for %j = %zero to %columns step %one {
      %x = memref.load %a[%i, %j] : memref<?x?xf32>
      %y = memref.load %b[%i, %j] : memref<?x?xf32>
      %sum = arith.addf %x, %y : f32
      memref.store %sum, %out[%i, %j] : memref<?x?xf32>
    }
  }
  return
}
