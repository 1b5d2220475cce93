// affine.parallel with a reduction: lower-affine makes scf.parallel with scf.reduce of it. Pipeline cpu-openmp.
// [region program]
func.func @dot(%x: memref<?xf64>, %y: memref<?xf64>) -> f64 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %size_x = memref.dim %x, %zero : memref<?xf64>
  %size_y = memref.dim %y, %zero : memref<?xf64>
  %sum = affine.parallel (%i) = (0) to (min(%size_x, %size_y)) reduce ("addf") -> f64 {
    %a = affine.load %x[%i] : memref<?xf64>
    %b = affine.load %y[%i] : memref<?xf64>
    %product = arith.mulf %a, %b : f64
    affine.yield %product : f64
  }
  return %sum : f64
}
// [end program]
