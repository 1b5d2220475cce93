// Refused by the verifier: ^join is reached through ^negate, which defines %minus, and around it.
// A definition must dominate its uses: every path to a use passes it. A block argument helps.

func.func @absolute(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %negative = arith.cmpi slt, %x, %zero : i32
  cf.cond_br %negative, ^negate, ^join
^negate:
  %minus = arith.subi %zero, %x : i32
  cf.br ^join
^join:
  return %minus : i32
}
