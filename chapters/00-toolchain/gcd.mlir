// Euclid's algorithm: a loop that runs until a remainder is zero. Lowered by cpu-loops; look at how
// scf.while becomes blocks and branches. `main` is what mlir-runner and an executable start with.
func.func @gcd(%a: i32, %b: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %divisor, %last = scf.while (%x = %a, %y = %b) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi ne, %y, %zero : i32
    scf.condition(%more) %x, %y : i32, i32
  } do {
  ^bb0(%x: i32, %y: i32):
    %remainder = arith.remsi %x, %y : i32
    scf.yield %y, %remainder : i32, i32
  }
  return %divisor : i32
}

func.func @main() -> i32 {
  %a = arith.constant 48 : i32
  %b = arith.constant 36 : i32
  %divisor = call @gcd(%a, %b) : (i32, i32) -> i32
  return %divisor : i32
}
