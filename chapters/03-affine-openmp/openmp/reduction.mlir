// A reduction: each thread has a result of its own, and at the end they are combined. Pipeline cpu-openmp.
// [region declaration]
omp.declare_reduction @largest : f32 init {
^bb0(%unused: f32):
  %lowest = arith.constant 0xFF800000 : f32 // minus infinity: no number is smaller
  omp.yield(%lowest : f32)
} combiner {
^bb0(%left: f32, %right: f32):
  %larger = arith.maximumf %left, %right : f32
  omp.yield(%larger : f32)
}
// [end declaration]

// [region program]
func.func @maximum(%x: memref<?xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %single = llvm.mlir.constant(1 : i64) : i64
  %lowest = arith.constant 0xFF800000 : f32
  %result = llvm.alloca %single x f32 : (i64) -> !llvm.ptr
  llvm.store %lowest, %result : f32, !llvm.ptr
  %size = memref.dim %x, %zero : memref<?xf32>
  omp.parallel {
    omp.wsloop reduction(@largest %result -> %mine : !llvm.ptr) {
      omp.loop_nest (%i) : index = (%zero) to (%size) step (%one) {
        %value = memref.load %x[%i] : memref<?xf32>
        %so_far = llvm.load %mine : !llvm.ptr -> f32
        %larger = arith.maximumf %so_far, %value : f32
        llvm.store %larger, %mine : f32, !llvm.ptr
        omp.yield
      }
    }
    omp.terminator
  }
  %largest = llvm.load %result : !llvm.ptr -> f32
  return %largest : f32
}
// [end program]
