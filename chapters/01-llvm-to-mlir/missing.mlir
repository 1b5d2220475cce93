// What LLVM 22 lowers badly or not at all: isinf and isnormal have no way to LLVM, math-expand-ops
// gives clampf another meaning, and expm1 becomes exp(x) - 1, which loses all digits near 0.
// lowerings.mlir has a lowering for each, in PDL. After it, pipeline cpu-loops does the rest.

func.func @math_isinf(%x: f64) -> i1 {
  %r = math.isinf %x : f64
  return %r : i1
}

func.func @math_isnormal(%x: f64) -> i1 {
  %r = math.isnormal %x : f64
  return %r : i1
}

func.func @math_clampf(%x: f64, %low: f64, %high: f64) -> f64 {
  %r = math.clampf %x to [%low, %high] : f64
  return %r : f64
}

// These two are in the C library; lowerings.mlir makes calls to them.
func.func private @expm1(f64) -> f64
func.func private @log1p(f64) -> f64

func.func @math_expm1(%x: f64) -> f64 {
  %r = math.expm1 %x : f64
  return %r : f64
}

func.func @math_log1p(%x: f64) -> f64 {
  %r = math.log1p %x : f64
  return %r : f64
}
