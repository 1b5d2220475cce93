// Compiles without a word and never ends: the C library's cube root is called cbrt, and so is this
// function. convert-math-to-libm looks for a function @cbrt, finds this one, and calls it.

func.func @cbrt(%x: f64) -> f64 {
  %r = math.cbrt %x : f64
  return %r : f64
}
