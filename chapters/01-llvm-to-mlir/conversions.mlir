// Conversions between types. Pipeline cpu-loops. None checks its operand: a float that does not
// fit into the integer gives poison (saturation.mlir clamps first).

// Wider with copies of the sign bit, wider with zeros, narrower by dropping the high bits.
func.func @extsi(%a: i8) -> i32 {
  %r = arith.extsi %a : i8 to i32
  return %r : i32
}

func.func @extui(%a: i8) -> i32 {
  %r = arith.extui %a : i8 to i32
  return %r : i32
}

func.func @trunci(%a: i32) -> i8 {
  %r = arith.trunci %a : i32 to i8
  return %r : i8
}

// Between integers and floats; to an integer they round toward zero.
func.func @sitofp(%a: i32) -> f64 {
  %r = arith.sitofp %a : i32 to f64
  return %r : f64
}

func.func @uitofp(%a: i32) -> f64 {
  %r = arith.uitofp %a : i32 to f64
  return %r : f64
}

func.func @fptosi(%a: f64) -> i32 {
  %r = arith.fptosi %a : f64 to i32
  return %r : i32
}

func.func @fptoui(%a: f64) -> i32 {
  %r = arith.fptoui %a : f64 to i32
  return %r : i32
}

// Between floats: wider is exact, narrower rounds to nearest, ties to even.
func.func @extf(%a: f32) -> f64 {
  %r = arith.extf %a : f32 to f64
  return %r : f64
}

func.func @truncf(%a: f64) -> f32 {
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

func.func @round_to_f16(%a: f32) -> f32 {
  %short = arith.truncf %a : f32 to f16
  %r = arith.extf %short : f16 to f32
  return %r : f32
}

func.func @round_to_bf16(%a: f32) -> f32 {
  %short = arith.truncf %a : f32 to bf16
  %r = arith.extf %short : bf16 to f32
  return %r : f32
}

// The same 32 bits under another type.
func.func @bitcast(%a: f32) -> i32 {
  %r = arith.bitcast %a : f32 to i32
  return %r : i32
}

// index has the width of a pointer: 64 bits here.
func.func @index_cast(%a: i32) -> index {
  %r = arith.index_cast %a : i32 to index
  return %r : index
}

func.func @index_castui(%a: i32) -> index {
  %r = arith.index_castui %a : i32 to index
  return %r : index
}
