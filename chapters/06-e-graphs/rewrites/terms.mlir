// Three terms for the rewrite rules of rules.pdll. Each can be had for less, and no fixed order of
// the rules finds all three. Look at what stands before `return`.

// a * 2 / 2 is a: if the product is still a product when the quotient is looked at.
// [region halved]
func.func @halved(%a: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %double = arith.mulf %a, %two : f32
  %half = arith.divf %double, %two : f32
  return %half : f32
}
// [end halved]

// b * (a + a) / (a * 2) is b: if the divisor has become the same sum by then.
// [region quotient]
func.func @quotient(%a: f32, %b: f32) -> f32 {
  %two = arith.constant 2.0 : f32
  %sum = arith.addf %a, %a : f32
  %double = arith.mulf %a, %two : f32
  %product = arith.mulf %b, %sum : f32
  %quotient = arith.divf %product, %double : f32
  return %quotient : f32
}
// [end quotient]

// sin(a + b), written with the factors of the second product in the other order.
// [region angles]
func.func @angles(%a: f32, %b: f32) -> f32 {
  %sin_a = math.sin %a : f32
  %cos_a = math.cos %a : f32
  %sin_b = math.sin %b : f32
  %cos_b = math.cos %b : f32
  %first = arith.mulf %sin_a, %cos_b : f32
  %second = arith.mulf %sin_b, %cos_a : f32
  %sum = arith.addf %first, %second : f32
  return %sum : f32
}
// [end angles]
