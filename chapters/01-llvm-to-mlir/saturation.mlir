// What plain arithmetic leaves open at its edges, made defined: sums that stop at the limits of i8,
// floats that stop at the limits of i32, shifts that shift everything out. Pipeline cpu-loops.

// In a wider type the sum is exact; then it is clamped and cut back.
// [region wide]
func.func @add_saturated(%a: i8, %b: i8) -> i8 {
  %low = arith.constant -128 : i16
  %high = arith.constant 127 : i16
  %wide_a = arith.extsi %a : i8 to i16
  %wide_b = arith.extsi %b : i8 to i16
  %sum = arith.addi %wide_a, %wide_b : i16
  %at_least = arith.maxsi %sum, %low : i16
  %clamped = arith.minsi %at_least, %high : i16
  %r = arith.trunci %clamped : i16 to i8
  return %r : i8
}
// [end wide]

// The LLVM dialect has the same as an intrinsic; it can stand among the other dialects.
func.func @add_intrinsic(%a: i8, %b: i8) -> i8 {
  %r = llvm.intr.sadd.sat(%a, %b) : (i8, i8) -> i8
  return %r : i8
}

// fptosi of a value that does not fit is poison. The comparisons come first, NaN becomes 0.
// [region float]
func.func @to_i32(%x: f64) -> i32 {
  %low = arith.constant -2147483648.0 : f64
  %high = arith.constant 2147483647.0 : f64
  %zero = arith.constant 0.0 : f64
  %number = arith.cmpf ord, %x, %x : f64
  %not_nan = arith.select %number, %x, %zero : f64
  %at_least = arith.maximumf %not_nan, %low : f64
  %clamped = arith.minimumf %at_least, %high : f64
  %r = arith.fptosi %clamped : f64 to i32
  return %r : i32
}
// [end float]

// A shift by 32 or more is poison. The select picks 0 then; poison that is not picked does no harm.
func.func @shift_left(%x: i32, %by: i32) -> i32 {
  %width = arith.constant 32 : i32
  %zero = arith.constant 0 : i32
  %inside = arith.cmpi ult, %by, %width : i32
  %shifted = arith.shli %x, %by : i32
  %r = arith.select %inside, %shifted, %zero : i32
  return %r : i32
}
