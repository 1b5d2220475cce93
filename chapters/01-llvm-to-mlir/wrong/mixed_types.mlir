// Refused by the verifier: arith.addi wants one type for both operands and the result.
// MLIR converts nothing by itself. arith.extsi would make the i32 an i64.

func.func @add(%a: i32, %b: i64) -> i64 {
  %wide = "arith.addi"(%a, %b) : (i32, i64) -> i64
  return %wide : i64
}
