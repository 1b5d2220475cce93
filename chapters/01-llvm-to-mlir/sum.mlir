// A structured loop: 0 + 1 + ... + 9 = 45. The running total is a value that the loop carries.
// Pipeline cpu-loops. Look at what becomes of scf.for: four blocks, and %total a block argument.

// [region sum]
func.func @sum() -> i32 {
  %first = arith.constant 0 : i32
  %last = arith.constant 10 : i32
  %step = arith.constant 1 : i32
  %zero = arith.constant 0 : i32
  %result = scf.for %i = %first to %last step %step
      iter_args(%total = %zero) -> (i32) : i32 {
    %next = arith.addi %total, %i : i32
    scf.yield %next : i32
  }
  return %result : i32
}
// [end sum]

// mlir-runner calls @main; an i32 is printed with --entry-point-result=i32.
func.func @main() -> i32 {
  %result = call @sum() : () -> i32
  return %result : i32
}
