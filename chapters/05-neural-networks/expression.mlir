// L = (a b + exp(c)) a and its derivative, by hand: each line of the way back is a slope times an adjoint.
// Pipeline: cpu-loops. Look at %a: it is used twice, and its two contributions are added.

// [region value]
func.func @expression(%a: f64, %b: f64, %c: f64) -> f64 {
  %product = arith.mulf %a, %b : f64
  %growth = math.exp %c : f64
  %sum = arith.addf %product, %growth : f64
  %result = arith.mulf %sum, %a : f64
  return %result : f64
}
// [end value]

// [region gradient]
func.func @gradient(%a: f64, %b: f64, %c: f64) -> (f64, f64, f64, f64)
    attributes {llvm.emit_c_interface} {
  // Forward: as above. All four values stay, because the way back reads them.
  %product = arith.mulf %a, %b : f64
  %growth = math.exp %c : f64
  %sum = arith.addf %product, %growth : f64
  %result = arith.mulf %sum, %a : f64

  // Backward, last operation first. d_x is how fast the result changes with x.
  %d_result = arith.constant 1.0 : f64
  %d_sum = arith.mulf %a, %d_result : f64             // result = sum * a, by sum
  %d_a_of_result = arith.mulf %sum, %d_result : f64   // result = sum * a, by a
  // sum = product + growth: the slope by both is 1, so both adjoints are %d_sum.
  %d_c = arith.mulf %growth, %d_sum : f64             // growth = exp(c): its slope is itself
  %d_a_of_product = arith.mulf %b, %d_sum : f64       // product = a * b, by a
  %d_b = arith.mulf %a, %d_sum : f64                  // product = a * b, by b
  %d_a = arith.addf %d_a_of_result, %d_a_of_product : f64
  return %result, %d_a, %d_b, %d_c : f64, f64, f64, f64
}
// [end gradient]

llvm.mlir.global internal constant @line("%g %g %g %g\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @fflush(!llvm.ptr) -> i32

// Prints L and its three slopes at a = 2, b = -3, c = 0.
func.func @main() -> i32 {
  %a = arith.constant 2.0 : f64
  %b = arith.constant -3.0 : f64
  %c = arith.constant 0.0 : f64
  %L, %d_a, %d_b, %d_c = call @gradient(%a, %b, %c) : (f64, f64, f64) -> (f64, f64, f64, f64)
  %line = llvm.mlir.addressof @line : !llvm.ptr
  llvm.call @printf(%line, %L, %d_a, %d_b, %d_c) vararg(!llvm.func<i32 (ptr, ...)>)
      : (!llvm.ptr, f64, f64, f64, f64) -> i32
  %every_stream = llvm.mlir.zero : !llvm.ptr
  llvm.call @fflush(%every_stream) : (!llvm.ptr) -> i32
  %success = arith.constant 0 : i32
  return %success : i32
}
