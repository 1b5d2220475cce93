// Floating-point arithmetic on f64: IEEE 754, rounded to nearest, and nothing reordered unless a
// fastmath flag allows it. Pipeline cpu-loops.

func.func @addf(%a: f64, %b: f64) -> f64 {
  %r = arith.addf %a, %b : f64
  return %r : f64
}

func.func @subf(%a: f64, %b: f64) -> f64 {
  %r = arith.subf %a, %b : f64
  return %r : f64
}

func.func @mulf(%a: f64, %b: f64) -> f64 {
  %r = arith.mulf %a, %b : f64
  return %r : f64
}

func.func @divf(%a: f64, %b: f64) -> f64 {
  %r = arith.divf %a, %b : f64
  return %r : f64
}

// The remainder of a division rounded toward zero: C's fmod.
func.func @remf(%a: f64, %b: f64) -> f64 {
  %r = arith.remf %a, %b : f64
  return %r : f64
}

func.func @negf(%a: f64) -> f64 {
  %r = arith.negf %a : f64
  return %r : f64
}

// Two maxima: maximumf passes a NaN on, as np.maximum does; maxnumf drops it, as np.fmax does.
// [region maxima]
func.func @maximumf(%a: f64, %b: f64) -> f64 {
  %r = arith.maximumf %a, %b : f64
  return %r : f64
}

func.func @maxnumf(%a: f64, %b: f64) -> f64 {
  %r = arith.maxnumf %a, %b : f64
  return %r : f64
}
// [end maxima]

func.func @minimumf(%a: f64, %b: f64) -> f64 {
  %r = arith.minimumf %a, %b : f64
  return %r : f64
}

func.func @minnumf(%a: f64, %b: f64) -> f64 {
  %r = arith.minnumf %a, %b : f64
  return %r : f64
}

// The flag says: round once or twice, as you like. Then LLVM may use one fused instruction.
func.func @multiply_add(%a: f64, %b: f64, %c: f64) -> f64 {
  %product = arith.mulf %a, %b fastmath<contract> : f64
  %r = arith.addf %product, %c fastmath<contract> : f64
  return %r : f64
}
