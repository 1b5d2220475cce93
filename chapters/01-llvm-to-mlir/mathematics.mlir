// Functions of the math dialect on f64. Pipeline cpu-loops: most become LLVM intrinsics, of which
// some are one instruction (sqrt, floor) and the others, like erf, end as calls to the C library.
// A function called @cbrt would call itself here instead of the C library: hence the names math_...

// Rounding: down, up, toward zero, to nearest with ties away from zero, with ties to even.
func.func @math_floor(%x: f64) -> f64 {
  %r = math.floor %x : f64
  return %r : f64
}

func.func @math_ceil(%x: f64) -> f64 {
  %r = math.ceil %x : f64
  return %r : f64
}

func.func @math_trunc(%x: f64) -> f64 {
  %r = math.trunc %x : f64
  return %r : f64
}

func.func @math_round(%x: f64) -> f64 {
  %r = math.round %x : f64
  return %r : f64
}

func.func @math_roundeven(%x: f64) -> f64 {
  %r = math.roundeven %x : f64
  return %r : f64
}

// Roots. rsqrt is 1 / sqrt.
func.func @math_sqrt(%x: f64) -> f64 {
  %r = math.sqrt %x : f64
  return %r : f64
}

func.func @math_rsqrt(%x: f64) -> f64 {
  %r = math.rsqrt %x : f64
  return %r : f64
}

func.func @math_cbrt(%x: f64) -> f64 {
  %r = math.cbrt %x : f64
  return %r : f64
}

// Exponentials and logarithms.
func.func @math_exp(%x: f64) -> f64 {
  %r = math.exp %x : f64
  return %r : f64
}

func.func @math_exp2(%x: f64) -> f64 {
  %r = math.exp2 %x : f64
  return %r : f64
}

func.func @math_log(%x: f64) -> f64 {
  %r = math.log %x : f64
  return %r : f64
}

func.func @math_log2(%x: f64) -> f64 {
  %r = math.log2 %x : f64
  return %r : f64
}

func.func @math_log10(%x: f64) -> f64 {
  %r = math.log10 %x : f64
  return %r : f64
}

// Circular and hyperbolic functions.
func.func @math_sin(%x: f64) -> f64 {
  %r = math.sin %x : f64
  return %r : f64
}

func.func @math_cos(%x: f64) -> f64 {
  %r = math.cos %x : f64
  return %r : f64
}

func.func @math_tan(%x: f64) -> f64 {
  %r = math.tan %x : f64
  return %r : f64
}

func.func @math_asin(%x: f64) -> f64 {
  %r = math.asin %x : f64
  return %r : f64
}

func.func @math_acos(%x: f64) -> f64 {
  %r = math.acos %x : f64
  return %r : f64
}

func.func @math_atan(%x: f64) -> f64 {
  %r = math.atan %x : f64
  return %r : f64
}

func.func @math_sinh(%x: f64) -> f64 {
  %r = math.sinh %x : f64
  return %r : f64
}

func.func @math_cosh(%x: f64) -> f64 {
  %r = math.cosh %x : f64
  return %r : f64
}

func.func @math_tanh(%x: f64) -> f64 {
  %r = math.tanh %x : f64
  return %r : f64
}

func.func @math_asinh(%x: f64) -> f64 {
  %r = math.asinh %x : f64
  return %r : f64
}

func.func @math_acosh(%x: f64) -> f64 {
  %r = math.acosh %x : f64
  return %r : f64
}

func.func @math_atanh(%x: f64) -> f64 {
  %r = math.atanh %x : f64
  return %r : f64
}

// The error function and 1 minus it, and the absolute value.
func.func @math_erf(%x: f64) -> f64 {
  %r = math.erf %x : f64
  return %r : f64
}

func.func @math_erfc(%x: f64) -> f64 {
  %r = math.erfc %x : f64
  return %r : f64
}

func.func @math_absf(%x: f64) -> f64 {
  %r = math.absf %x : f64
  return %r : f64
}

// Two operands.
func.func @math_atan2(%x: f64, %y: f64) -> f64 {
  %r = math.atan2 %x, %y : f64
  return %r : f64
}

func.func @math_powf(%x: f64, %y: f64) -> f64 {
  %r = math.powf %x, %y : f64
  return %r : f64
}

func.func @math_copysign(%x: f64, %y: f64) -> f64 {
  %r = math.copysign %x, %y : f64
  return %r : f64
}

// An integer exponent.
func.func @math_fpowi(%x: f64, %n: i32) -> f64 {
  %r = math.fpowi %x, %n : f64, i32
  return %r : f64
}

// x * y + z, rounded once.
func.func @math_fma(%x: f64, %y: f64, %z: f64) -> f64 {
  %r = math.fma %x, %y, %z : f64
  return %r : f64
}

// Both at once.
func.func @math_sincos(%x: f64) -> (f64, f64) attributes {llvm.emit_c_interface} {
  %sin, %cos = math.sincos %x : f64
  return %sin, %cos : f64, f64
}

// What kind of number is it?
func.func @math_isnan(%x: f64) -> i1 {
  %r = math.isnan %x : f64
  return %r : i1
}

func.func @math_isfinite(%x: f64) -> i1 {
  %r = math.isfinite %x : f64
  return %r : i1
}
