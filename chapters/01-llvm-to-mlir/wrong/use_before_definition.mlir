// Refused by the verifier: %sum is used one line above its definition.
// In a block, a value exists from the end of the operation that defines it, not before.

func.func @twice(%x: i32) -> i32 {
  %double = arith.addi %sum, %sum : i32
  %sum = arith.addi %x, %x : i32
  return %double : i32
}
