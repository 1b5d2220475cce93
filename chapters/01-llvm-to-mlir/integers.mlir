// Integer arithmetic on i32. The type has no sign: the operation says how to read the bits (s, u).
// Pipeline cpu-loops. Look at floordivsi and ceildivsi: LLVM has no such thing, so they are built.

// Two's complement, so one operation serves both signs. Overflow wraps.
func.func @addi(%a: i32, %b: i32) -> i32 {
  %r = arith.addi %a, %b : i32
  return %r : i32
}

func.func @subi(%a: i32, %b: i32) -> i32 {
  %r = arith.subi %a, %b : i32
  return %r : i32
}

func.func @muli(%a: i32, %b: i32) -> i32 {
  %r = arith.muli %a, %b : i32
  return %r : i32
}

// Signed division three ways: toward zero, down, up. %b = 0 and -2^31 / -1 are undefined.
// [region divisions]
func.func @divsi(%a: i32, %b: i32) -> i32 {
  %r = arith.divsi %a, %b : i32
  return %r : i32
}

func.func @floordivsi(%a: i32, %b: i32) -> i32 {
  %r = arith.floordivsi %a, %b : i32
  return %r : i32
}

func.func @ceildivsi(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivsi %a, %b : i32
  return %r : i32
}
// [end divisions]

// The remainder of divsi: it has the sign of %a, as in C (Python's % has the sign of %b).
func.func @remsi(%a: i32, %b: i32) -> i32 {
  %r = arith.remsi %a, %b : i32
  return %r : i32
}

// The same bits read as unsigned numbers.
func.func @divui(%a: i32, %b: i32) -> i32 {
  %r = arith.divui %a, %b : i32
  return %r : i32
}

func.func @ceildivui(%a: i32, %b: i32) -> i32 {
  %r = arith.ceildivui %a, %b : i32
  return %r : i32
}

func.func @remui(%a: i32, %b: i32) -> i32 {
  %r = arith.remui %a, %b : i32
  return %r : i32
}

// Minimum and maximum need to know the sign too.
func.func @minsi(%a: i32, %b: i32) -> i32 {
  %r = arith.minsi %a, %b : i32
  return %r : i32
}

func.func @maxsi(%a: i32, %b: i32) -> i32 {
  %r = arith.maxsi %a, %b : i32
  return %r : i32
}

func.func @minui(%a: i32, %b: i32) -> i32 {
  %r = arith.minui %a, %b : i32
  return %r : i32
}

func.func @maxui(%a: i32, %b: i32) -> i32 {
  %r = arith.maxui %a, %b : i32
  return %r : i32
}

// The whole answer in two results: the sum and its carry, the low and the high half of a product.
func.func @addui_extended(%a: i32, %b: i32) -> (i32, i1) attributes {llvm.emit_c_interface} {
  %sum, %carry = arith.addui_extended %a, %b : i32, i1
  return %sum, %carry : i32, i1
}

func.func @mulsi_extended(%a: i32, %b: i32) -> (i32, i32) attributes {llvm.emit_c_interface} {
  %low, %high = arith.mulsi_extended %a, %b : i32
  return %low, %high : i32, i32
}

func.func @mului_extended(%a: i32, %b: i32) -> (i32, i32) attributes {llvm.emit_c_interface} {
  %low, %high = arith.mului_extended %a, %b : i32
  return %low, %high : i32, i32
}

// math has the absolute value (of -2^31: itself) and integer powers.
func.func @absi(%a: i32) -> i32 {
  %r = math.absi %a : i32
  return %r : i32
}

func.func @ipowi(%a: i32, %b: i32) -> i32 {
  %r = math.ipowi %a, %b : i32
  return %r : i32
}
