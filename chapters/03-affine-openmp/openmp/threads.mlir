// Which thread ran which turn of a loop: the proof that it is parallel. Pipeline cpu-openmp; look for omp.parallel.
// [region program]
func.func private @omp_get_thread_num() -> i32

func.func @owners(%owner: memref<?xi32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %owner, %zero : memref<?xi32>
  scf.parallel (%i) = (%zero) to (%size) step (%one) {
    %thread = func.call @omp_get_thread_num() : () -> i32
    memref.store %thread, %owner[%i] : memref<?xi32>
  }
  return
}
// [end program]
