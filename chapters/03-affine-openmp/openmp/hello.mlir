// Printing from a kernel: each thread calls C's printf. Pipeline cpu-openmp; the order of the lines is left open.
llvm.mlir.global internal constant @line("thread %d of %d\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @fflush(!llvm.ptr) -> i32
func.func private @omp_get_thread_num() -> i32
func.func private @omp_get_num_threads() -> i32

// [region program]
func.func @main() -> i32 {
  %line = llvm.mlir.addressof @line : !llvm.ptr
  omp.parallel {
    %thread = func.call @omp_get_thread_num() : () -> i32
    %threads = func.call @omp_get_num_threads() : () -> i32
    llvm.call @printf(%line, %thread, %threads) vararg(!llvm.func<i32 (ptr, ...)>)
        : (!llvm.ptr, i32, i32) -> i32
    omp.terminator
  }
  // printf keeps its text in a buffer of C's library; Python prints through another one.
  %every_stream = llvm.mlir.zero : !llvm.ptr
  llvm.call @fflush(%every_stream) : (!llvm.ptr) -> i32
  %success = arith.constant 0 : i32
  return %success : i32
}
// [end program]
