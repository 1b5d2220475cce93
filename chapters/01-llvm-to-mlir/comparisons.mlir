// Comparisons give an i1. cmpi needs the sign (s, u). cmpf says what a NaN does: ordered predicates
// (o..) are false when either side is NaN, unordered ones (u..) are true. Pipeline cpu-loops.

func.func @cmpi_eq(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi eq, %a, %b : i32
  return %r : i1
}

func.func @cmpi_ne(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi ne, %a, %b : i32
  return %r : i1
}

func.func @cmpi_slt(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi slt, %a, %b : i32
  return %r : i1
}

func.func @cmpi_sle(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi sle, %a, %b : i32
  return %r : i1
}

func.func @cmpi_sgt(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi sgt, %a, %b : i32
  return %r : i1
}

func.func @cmpi_sge(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi sge, %a, %b : i32
  return %r : i1
}

func.func @cmpi_ult(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi ult, %a, %b : i32
  return %r : i1
}

func.func @cmpi_ule(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi ule, %a, %b : i32
  return %r : i1
}

func.func @cmpi_ugt(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi ugt, %a, %b : i32
  return %r : i1
}

func.func @cmpi_uge(%a: i32, %b: i32) -> i1 {
  %r = arith.cmpi uge, %a, %b : i32
  return %r : i1
}

func.func @cmpf_false(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf false, %a, %b : f64
  return %r : i1
}

func.func @cmpf_oeq(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf oeq, %a, %b : f64
  return %r : i1
}

func.func @cmpf_ogt(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf ogt, %a, %b : f64
  return %r : i1
}

func.func @cmpf_oge(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf oge, %a, %b : f64
  return %r : i1
}

func.func @cmpf_olt(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf olt, %a, %b : f64
  return %r : i1
}

func.func @cmpf_ole(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf ole, %a, %b : f64
  return %r : i1
}

func.func @cmpf_one(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf one, %a, %b : f64
  return %r : i1
}

func.func @cmpf_ord(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf ord, %a, %b : f64
  return %r : i1
}

func.func @cmpf_ueq(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf ueq, %a, %b : f64
  return %r : i1
}

func.func @cmpf_ugt(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf ugt, %a, %b : f64
  return %r : i1
}

func.func @cmpf_uge(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf uge, %a, %b : f64
  return %r : i1
}

func.func @cmpf_ult(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf ult, %a, %b : f64
  return %r : i1
}

func.func @cmpf_ule(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf ule, %a, %b : f64
  return %r : i1
}

func.func @cmpf_une(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf une, %a, %b : f64
  return %r : i1
}

func.func @cmpf_uno(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf uno, %a, %b : f64
  return %r : i1
}

func.func @cmpf_true(%a: f64, %b: f64) -> i1 {
  %r = arith.cmpf true, %a, %b : f64
  return %r : i1
}

// select: one of two values, both of them computed; no branch.
func.func @choose(%condition: i1, %a: f64, %b: f64) -> f64 {
  %r = arith.select %condition, %a, %b : f64
  return %r : f64
}
