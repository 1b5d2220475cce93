// A program in the residue dialect: a * b + a * c modulo 12. (What is 7 * 10 + 7 * 11 on a clock?)
// Checked with --irdl-file=residue.irdl.mlir, rewritten by factor.pdll, lowered by lower.mlir.

func.func @clock(%a: i64, %b: i64, %c: i64) -> i64 {
  %x = "residue.encode"(%a) {modulus = 12} : (i64) -> !residue.int<12>
  %y = "residue.encode"(%b) {modulus = 12} : (i64) -> !residue.int<12>
  %z = "residue.encode"(%c) {modulus = 12} : (i64) -> !residue.int<12>
  %xy = "residue.mul"(%x, %y) {modulus = 12}
      : (!residue.int<12>, !residue.int<12>) -> !residue.int<12>
  %xz = "residue.mul"(%x, %z) {modulus = 12}
      : (!residue.int<12>, !residue.int<12>) -> !residue.int<12>
  %sum = "residue.add"(%xy, %xz) {modulus = 12}
      : (!residue.int<12>, !residue.int<12>) -> !residue.int<12>
  %hour = "residue.decode"(%sum) : (!residue.int<12>) -> i64
  return %hour : i64
}

// For mlir-runner.
func.func @main() -> i64 {
  %a = arith.constant 7 : i64
  %b = arith.constant 10 : i64
  %c = arith.constant 11 : i64
  %hour = call @clock(%a, %b, %c) : (i64, i64, i64) -> i64
  return %hour : i64
}
