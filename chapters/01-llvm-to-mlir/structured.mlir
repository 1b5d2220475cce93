// Structured control flow, dialect scf: operations that hold regions instead of branches.
// Pipeline cpu-loops. What a region yields becomes a result; what a loop carries, an argument.

// scf.if is an expression: each side yields a value. Here: clamp to [0, 255].
// [region if]
func.func @clamp(%x: i32) -> i32 {
  %low = arith.constant 0 : i32
  %high = arith.constant 255 : i32
  %negative = arith.cmpi slt, %x, %low : i32
  %clamped = scf.if %negative -> (i32) {
    scf.yield %low : i32
  } else {
    %large = arith.cmpi sgt, %x, %high : i32
    %inner = scf.if %large -> (i32) {
      scf.yield %high : i32
    } else {
      scf.yield %x : i32
    }
    scf.yield %inner : i32
  }
  return %clamped : i32
}
// [end if]

// scf.for carries two values: the pair (a, b) becomes (b, a + b). Fibonacci numbers, modulo 2^64.
// [region for]
func.func @fibonacci(%n: index) -> i64 {
  %from = arith.constant 0 : index
  %step = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %pair:2 = scf.for %i = %from to %n step %step
      iter_args(%a = %zero, %b = %one) -> (i64, i64) {
    %sum = arith.addi %a, %b : i64
    scf.yield %b, %sum : i64, i64
  }
  return %pair#0 : i64
}
// [end for]

// scf.while: the first region decides, the second one moves on. Greatest common divisor (Euclid).
// [region while]
func.func @gcd(%x: i64, %y: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %gcd:2 = scf.while (%a = %x, %b = %y) : (i64, i64) -> (i64, i64) {
    %more = arith.cmpi ne, %b, %zero : i64
    scf.condition(%more) %a, %b : i64, i64
  } do {
  ^bb0(%a: i64, %b: i64):
    %rest = arith.remui %a, %b : i64
    scf.yield %b, %rest : i64, i64
  }
  return %gcd#0 : i64
}
// [end while]

// scf.index_switch: one region a case. The number of sides of a die of %kind.
// [region index_switch]
func.func @sides(%kind: index) -> i32 {
  %sides = scf.index_switch %kind -> i32
  case 0 {
    %cube = arith.constant 6 : i32
    scf.yield %cube : i32
  }
  case 1 {
    %octahedron = arith.constant 8 : i32
    scf.yield %octahedron : i32
  }
  default {
    %coin = arith.constant 2 : i32
    scf.yield %coin : i32
  }
  return %sides : i32
}
// [end index_switch]
