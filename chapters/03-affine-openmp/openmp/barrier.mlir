// omp.barrier: no thread goes on before all have arrived. Each then reads what its neighbour wrote. Pipeline cpu-openmp.
func.func private @omp_get_thread_num() -> i32
func.func private @omp_get_num_threads() -> i32
func.func private @usleep(i32) -> i32

// [region program]
// read[t] = what the thread after t wrote, 10 times its number. Returns the number of threads.
func.func @neighbours(%written: memref<4xi32>, %read: memref<4xi32>) -> i32
    attributes {llvm.emit_c_interface} {
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %ten = arith.constant 10 : i32
  %microseconds = arith.constant 10000 : i32
  %count = memref.alloca() : memref<i32>
  omp.parallel num_threads(%four : i32) {
    %number = func.call @omp_get_thread_num() : () -> i32
    %team = func.call @omp_get_num_threads() : () -> i32
    %last = arith.subi %team, %one : i32
    %late = arith.cmpi eq, %number, %last : i32
    scf.if %late {
      %left = func.call @usleep(%microseconds) : (i32) -> i32
    }
    %slot = arith.index_cast %number : i32 to index
    %value = arith.muli %number, %ten : i32
    memref.store %value, %written[%slot] : memref<4xi32>
    omp.barrier
    %next = arith.addi %number, %one : i32
    %neighbour = arith.remsi %next, %team : i32
    %its_slot = arith.index_cast %neighbour : i32 to index
    %its_value = memref.load %written[%its_slot] : memref<4xi32>
    memref.store %its_value, %read[%slot] : memref<4xi32>
    omp.masked {
      memref.store %team, %count[] : memref<i32>
      omp.terminator
    }
    omp.terminator
  }
  %threads = memref.load %count[] : memref<i32>
  return %threads : i32
}
// [end program]
