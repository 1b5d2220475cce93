// Refused by the parser: %next is defined in the loop's region and used outside.
// A value leaves a region only through its terminator, as a result of the operation that holds it.

func.func @last(%n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.for %i = %zero to %n step %one {
    %next = arith.addi %i, %one : index
  }
  return %next : index
}
