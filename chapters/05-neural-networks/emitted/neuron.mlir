// The training step of a tanh neuron with two inputs: squared error, SGD with momentum. Written by
// emitted/write.py. Pipeline: cpu-buffers. Look at @add_gradient: it is neuron.mlir, unrolled.

module {
  // [region add_gradient]
  func.func private @add_gradient(%data: memref<3xf64>, %grads: memref<3xf64>, %points: memref<?x2xf64>, %targets: memref<?xf64>, %row: index, %share: f64) -> (f64, f64) {
    %cst = arith.constant 2.000000e+00 : f64
    %cst_0 = arith.constant 1.000000e+00 : f64
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %w0 = memref.load %data[%c0] : memref<3xf64>
    %w1 = memref.load %data[%c1] : memref<3xf64>
    %b = memref.load %data[%c2] : memref<3xf64>
    %dw0 = memref.load %grads[%c0] : memref<3xf64>
    %dw1 = memref.load %grads[%c1] : memref<3xf64>
    %db = memref.load %grads[%c2] : memref<3xf64>
    %target = memref.load %targets[%row] : memref<?xf64>
    %x0 = memref.load %points[%row, %c0] : memref<?x2xf64>
    %x1 = memref.load %points[%row, %c1] : memref<?x2xf64>
    %0 = arith.mulf %w0, %x0 : f64
    %1 = arith.addf %b, %0 : f64
    %2 = arith.mulf %w1, %x1 : f64
    %3 = arith.addf %1, %2 : f64
    %4 = math.tanh %3 : f64
    %5 = arith.mulf %4, %4 : f64
    %6 = arith.subf %cst_0, %5 : f64
    %7 = arith.subf %4, %target : f64
    %8 = arith.mulf %7, %7 : f64
    %9 = arith.mulf %7, %cst : f64
    %10 = arith.mulf %9, %share : f64
    %11 = arith.mulf %6, %10 : f64
    %12 = arith.mulf %x1, %11 : f64
    %13 = arith.mulf %x0, %11 : f64
    %14 = arith.addf %db, %11 : f64
    %15 = arith.addf %dw1, %12 : f64
    %16 = arith.addf %dw0, %13 : f64
    memref.store %16, %grads[%c0] : memref<3xf64>
    memref.store %15, %grads[%c1] : memref<3xf64>
    memref.store %14, %grads[%c2] : memref<3xf64>
    return %8, %4 : f64, f64
  }
  // [end add_gradient]
  // [region move]
  func.func private @move(%data: memref<3xf64>, %grads: memref<3xf64>, %velocities: memref<3xf64>, %rate: f64) {
    %cst = arith.constant 9.000000e-01 : f64
    %c3 = arith.constant 3 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    scf.for %arg4 = %c0 to %c3 step %c1 {
      %0 = memref.load %data[%arg4] : memref<3xf64>
      %1 = memref.load %grads[%arg4] : memref<3xf64>
      %2 = memref.load %velocities[%arg4] : memref<3xf64>
      %3 = arith.mulf %2, %cst : f64
      %4 = arith.addf %3, %1 : f64
      %5 = arith.mulf %rate, %4 : f64
      %6 = arith.subf %0, %5 : f64
      memref.store %6, %data[%arg4] : memref<3xf64>
      memref.store %4, %velocities[%arg4] : memref<3xf64>
    }
    return
  }
  // [end move]
  // [region step]
  func.func private @step(%data: memref<3xf64>, %grads: memref<3xf64>, %velocities: memref<3xf64>, %points: memref<?x2xf64>, %targets: memref<?xf64>, %order: memref<?xindex>, %start: index, %stop: index, %rate: f64) -> (f64, f64) {
    %cst = arith.constant 1.000000e+00 : f64
    %c3 = arith.constant 3 : index
    %cst_0 = arith.constant 0.000000e+00 : f64
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    scf.for %arg9 = %c0 to %c3 step %c1 {
      memref.store %cst_0, %grads[%arg9] : memref<3xf64>
    }
    %0 = arith.subi %stop, %start : index
    %1 = arith.index_cast %0 : index to i64
    %2 = arith.sitofp %1 : i64 to f64
    %3 = arith.divf %cst, %2 : f64
    %4:2 = scf.for %arg9 = %start to %stop step %c1 iter_args(%arg10 = %cst_0, %arg11 = %cst_0) -> (f64, f64) {
      %5 = memref.load %order[%arg9] : memref<?xindex>
      %6:2 = func.call @add_gradient(%data, %grads, %points, %targets, %5, %3) : (memref<3xf64>, memref<3xf64>, memref<?x2xf64>, memref<?xf64>, index, f64) -> (f64, f64)
      %7 = memref.load %targets[%5] : memref<?xf64>
      %8 = arith.mulf %6#1, %7 : f64
      %9 = arith.cmpf ogt, %8, %cst_0 : f64
      %10 = arith.select %9, %cst, %cst_0 : f64
      %11 = arith.addf %arg10, %6#0 : f64
      %12 = arith.addf %arg11, %10 : f64
      scf.yield %11, %12 : f64, f64
    }
    call @move(%data, %grads, %velocities, %rate) : (memref<3xf64>, memref<3xf64>, memref<3xf64>, f64) -> ()
    return %4#0, %4#1 : f64, f64
  }
  // [end step]
  // [region epoch]
  func.func @epoch(%data: memref<3xf64>, %velocities: memref<3xf64>, %points: memref<?x2xf64>, %targets: memref<?xf64>, %order: memref<?xindex>, %batch: index, %rate: f64) -> (f64, f64) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f64
    %c0 = arith.constant 0 : index
    %dim = memref.dim %order, %c0 : memref<?xindex>
    %grads = memref.alloc() : memref<3xf64>
    %0:2 = scf.for %arg7 = %c0 to %dim step %batch iter_args(%arg8 = %cst, %arg9 = %cst) -> (f64, f64) {
      %1 = arith.addi %arg7, %batch : index
      %2 = arith.minsi %1, %dim : index
      %3:2 = func.call @step(%data, %grads, %velocities, %points, %targets, %order, %arg7, %2, %rate) : (memref<3xf64>, memref<3xf64>, memref<3xf64>, memref<?x2xf64>, memref<?xf64>, memref<?xindex>, index, index, f64) -> (f64, f64)
      %4 = arith.addf %arg8, %3#0 : f64
      %5 = arith.addf %arg9, %3#1 : f64
      scf.yield %4, %5 : f64, f64
    }
    memref.dealloc %grads : memref<3xf64>
    return %0#0, %0#1 : f64, f64
  }
  // [end epoch]
  // [region scores]
  func.func @scores(%data: memref<3xf64>, %points: memref<?x2xf64>, %scores: memref<?xf64>) attributes {llvm.emit_c_interface} {
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %w0 = memref.load %data[%c0] : memref<3xf64>
    %w1 = memref.load %data[%c1] : memref<3xf64>
    %b = memref.load %data[%c2] : memref<3xf64>
    %dim = memref.dim %points, %c0 : memref<?x2xf64>
    scf.for %arg3 = %c0 to %dim step %c1 {
      %x0 = memref.load %points[%arg3, %c0] : memref<?x2xf64>
      %x1 = memref.load %points[%arg3, %c1] : memref<?x2xf64>
      %0 = arith.mulf %w0, %x0 : f64
      %1 = arith.addf %b, %0 : f64
      %2 = arith.mulf %w1, %x1 : f64
      %3 = arith.addf %1, %2 : f64
      %4 = math.tanh %3 : f64
      memref.store %4, %scores[%arg3] : memref<?xf64>
    }
    return
  }
  // [end scores]
}
