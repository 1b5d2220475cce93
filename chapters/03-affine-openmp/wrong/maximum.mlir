// A maximum as arith.maximumf: convert-scf-to-openmp does not know it as a reduction.
func.func @largest(%x: memref<?xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %lowest = arith.constant 0xFF800000 : f32
  %size = memref.dim %x, %zero : memref<?xf32>
  %largest = scf.parallel (%i) = (%zero) to (%size) step (%one) init (%lowest) -> f32 {
    %value = memref.load %x[%i] : memref<?xf32>
    scf.reduce(%value : f32) {
      ^bb0(%left: f32, %right: f32):
        %larger = arith.maximumf %left, %right : f32
        scf.reduce.return %larger : f32
    }
  }
  return %largest : f32
}
