// Bits of i32: logic, shifts, counting. Pipeline cpu-loops.
// A shift by 32 or more is poison: nothing is promised about the result.

func.func @andi(%a: i32, %b: i32) -> i32 {
  %r = arith.andi %a, %b : i32
  return %r : i32
}

func.func @ori(%a: i32, %b: i32) -> i32 {
  %r = arith.ori %a, %b : i32
  return %r : i32
}

func.func @xori(%a: i32, %b: i32) -> i32 {
  %r = arith.xori %a, %b : i32
  return %r : i32
}

// To the left; to the right with zeros (u); to the right with copies of the sign bit (s).
func.func @shli(%a: i32, %b: i32) -> i32 {
  %r = arith.shli %a, %b : i32
  return %r : i32
}

func.func @shrui(%a: i32, %b: i32) -> i32 {
  %r = arith.shrui %a, %b : i32
  return %r : i32
}

func.func @shrsi(%a: i32, %b: i32) -> i32 {
  %r = arith.shrsi %a, %b : i32
  return %r : i32
}

// How many bits are one; how many zeros stand above the highest one, and below the lowest.
func.func @ctpop(%a: i32) -> i32 {
  %r = math.ctpop %a : i32
  return %r : i32
}

func.func @ctlz(%a: i32) -> i32 {
  %r = math.ctlz %a : i32
  return %r : i32
}

func.func @cttz(%a: i32) -> i32 {
  %r = math.cttz %a : i32
  return %r : i32
}
