// The spelling of omp.wsloop before LLVM 19, as many texts have it: bounds on the operation, no omp.loop_nest.
func.func @clear(%x: memref<16xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  %nothing = arith.constant 0.0 : f32
  omp.parallel {
    omp.wsloop for (%i) : index = (%zero) to (%size) step (%one) {
      memref.store %nothing, %x[%i] : memref<16xf32>
      omp.yield
    }
    omp.terminator
  }
  return
}
