// omp.parallel: each thread of a team executes the region once. Pipeline cpu-openmp.
func.func private @omp_get_thread_num() -> i32

// [region program]
// Every thread adds 1 to the slot of its number. The clause num_threads outranks OMP_NUM_THREADS.
func.func @sign_in(%threads: i32, %seen: memref<?xi32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %slots = memref.dim %seen, %zero : memref<?xi32>
  omp.parallel num_threads(%threads : i32) {
    %number = func.call @omp_get_thread_num() : () -> i32
    %slot = arith.index_cast %number : i32 to index
    %has_slot = arith.cmpi slt, %slot, %slots : index
    scf.if %has_slot {
      %times = memref.load %seen[%slot] : memref<?xi32>
      %more = arith.addi %times, %one : i32
      memref.store %more, %seen[%slot] : memref<?xi32>
    }
    omp.terminator
  }
  return
}
// [end program]
