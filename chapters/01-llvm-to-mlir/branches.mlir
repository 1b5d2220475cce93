// Unstructured control flow, dialect cf: blocks end in a branch, and a branch passes values.
// Pipeline cpu-loops. Every block argument here is a phi node in LLVM IR.

// The largest power of two that is at most %n (for %n >= 1), with a jump back to ^loop.
// [region br]
func.func @power_below(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  cf.br ^loop(%n, %one : i32, i32)
^loop(%rest: i32, %power: i32):
  %big = arith.cmpi sgt, %rest, %one : i32
  cf.cond_br %big, ^halve, ^done
^halve:
  %half = arith.shrui %rest, %one : i32
  %twice = arith.shli %power, %one : i32
  cf.br ^loop(%half, %twice : i32, i32)
^done:
  return %power : i32
}
// [end br]

// The larger of two numbers: both edges lead to the same block and pass different values.
// [region cond_br]
func.func @larger(%a: i32, %b: i32) -> i32 {
  %first = arith.cmpi sgt, %a, %b : i32
  cf.cond_br %first, ^join(%a : i32), ^join(%b : i32)
^join(%larger: i32):
  return %larger : i32
}
// [end cond_br]

// Days of a month of an ordinary year; 0 for a number that is not a month.
// [region switch]
func.func @days(%month: i32) -> i32 {
  %0 = arith.constant 0 : i32
  %28 = arith.constant 28 : i32
  %30 = arith.constant 30 : i32
  %31 = arith.constant 31 : i32
  cf.switch %month : i32, [
    default: ^join(%0 : i32),
    1: ^join(%31 : i32), 2: ^join(%28 : i32), 3: ^join(%31 : i32), 4: ^join(%30 : i32),
    5: ^join(%31 : i32), 6: ^join(%30 : i32), 7: ^join(%31 : i32), 8: ^join(%31 : i32),
    9: ^join(%30 : i32), 10: ^join(%31 : i32), 11: ^join(%30 : i32), 12: ^join(%31 : i32)
  ]
^join(%days: i32):
  return %days : i32
}
// [end switch]
