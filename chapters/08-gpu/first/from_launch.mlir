// The kernels as gpu.launch: the body of a launch stands where it is launched, inside host code.
// gpu-kernel-outlining moves each body into a gpu.module and leaves a gpu.launch_func.
func.func @store42(%out: memref<1xi32>) attributes {llvm.emit_c_interface} {
  %one = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %one, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %one, %sy = %one, %sz = %one) {
    %zero = arith.constant 0 : index
    %value = arith.constant 42 : i32
    memref.store %value, %out[%zero] : memref<1xi32>
    gpu.terminator
  }
  return
}

// [region square]
func.func @square(%x: memref<?xf32>, %y: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %threads = arith.constant 128 : index
  %n = memref.dim %x, %zero : memref<?xf32>
  %blocks = arith.ceildivui %n, %threads : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %blocks, %gy = %one, %gz = %one)
             threads(%tx, %ty, %tz) in (%sx = %threads, %sy = %one, %sz = %one) {
    %start = arith.muli %bx, %sx : index
    %i = arith.addi %start, %tx : index
    %inside = arith.cmpi ult, %i, %n : index
    scf.if %inside {
      %value = memref.load %x[%i] : memref<?xf32>
      %squared = arith.mulf %value, %value : f32
      memref.store %squared, %y[%i] : memref<?xf32>
    }
    gpu.terminator
  }
  return
}
// [end square]
