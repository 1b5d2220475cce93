// y := a * x + y on one-dimensional arrays of any size. Lowered by cpu-buffers; look at how a memref
// argument becomes five LLVM arguments. Chapter 2 explains both.
func.func @axpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %y, %zero : memref<?xf32>
  scf.for %i = %zero to %size step %one {
    %x_i = memref.load %x[%i] : memref<?xf32>
    %y_i = memref.load %y[%i] : memref<?xf32>
    %product = arith.mulf %a, %x_i : f32
    %sum = arith.addf %product, %y_i : f32
    memref.store %sum, %y[%i] : memref<?xf32>
  }
  return
}
