// exp, tanh, log and erf of one f32 without a branch or a call, so that LLVM vectorises a loop with them.
// The same range reductions and polynomials as in rows.mlir, where they are explained. Each is called
// by the tensor compiler's loops; lower it with cpu-loops.

func.func private @exp_f32(%x: f32) -> f32 {
  %most = arith.constant 89.0 : f32
  %least = arith.constant -104.0 : f32
  %above = arith.cmpf ogt, %x, %most : f32
  %not_above = arith.select %above, %most, %x : f32
  %below = arith.cmpf olt, %not_above, %least : f32
  %inside = arith.select %below, %least, %not_above : f32

  %round = arith.constant 12582912.0 : f32
  %inverse_log2 = arith.constant 1.44269504 : f32
  %shifted = math.fma %inside, %inverse_log2, %round : f32
  %n = arith.subf %shifted, %round : f32
  %minus_log2_high = arith.constant -0.693359375 : f32
  %minus_log2_low = arith.constant 2.12194440e-4 : f32
  %r_high = math.fma %n, %minus_log2_high, %inside : f32
  %r = math.fma %n, %minus_log2_low, %r_high : f32

  %one = arith.constant 1.0 : f32
  %c2 = arith.constant 0.49999994 : f32
  %c3 = arith.constant 0.16666515 : f32
  %c4 = arith.constant 0.041668456 : f32
  %c5 = arith.constant 0.008369419 : f32
  %c6 = arith.constant 0.0013813145 : f32
  %p5 = math.fma %c6, %r, %c5 : f32
  %p4 = math.fma %p5, %r, %c4 : f32
  %p3 = math.fma %p4, %r, %c3 : f32
  %p2 = math.fma %p3, %r, %c2 : f32
  %p1 = math.fma %p2, %r, %one : f32
  %p = math.fma %p1, %r, %one : f32
  // Below the least argument the power is 0 exactly: rounding it to that would take the processor
  // 150 cycles, and a masked softmax has many of these.
  %zero = arith.constant 0.0 : f32
  %kept = arith.select %below, %zero, %p : f32

  // Times 2^n in two steps, so that neither factor is subnormal or infinite. NaN stays NaN.
  %bits = arith.bitcast %shifted : f32 to i32
  %round_bits = arith.bitcast %round : f32 to i32
  %n_int = arith.subi %bits, %round_bits : i32
  %one_int = arith.constant 1 : i32
  %half = arith.shrsi %n_int, %one_int : i32
  %rest = arith.subi %n_int, %half : i32
  %field = arith.constant 23 : i32
  %one_bits = arith.bitcast %one : f32 to i32
  %half_field = arith.shli %half, %field : i32
  %half_bits = arith.addi %one_bits, %half_field : i32
  %half_factor = arith.bitcast %half_bits : i32 to f32
  %rest_field = arith.shli %rest, %field : i32
  %rest_bits = arith.addi %one_bits, %rest_field : i32
  %rest_factor = arith.bitcast %rest_bits : i32 to f32
  %half_scaled = arith.mulf %kept, %half_factor : f32
  %scaled = arith.mulf %half_scaled, %rest_factor : f32
  return %scaled : f32
}

// tanh(x) = 1 - 2 / (exp(2 |x|) + 1) with the sign of x; for |x| < 0.8, where that is inexact, a polynomial.
func.func private @tanh_f32(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %size = math.absf %x : f32

  // exp(2 |x|) as in exp_f32, reduced by log(2) / 2, its coefficients times powers of 2 for that: they
  // stay exact, and so the same bits come out. From 9.02 on tanh rounds to 1, so nothing larger than
  // exp(20) is needed: a normal number, scaled in one step.
  %most = arith.constant 10.0 : f32
  %above = arith.cmpf ogt, %size, %most : f32
  %inside = arith.select %above, %most, %size : f32
  %round = arith.constant 12582912.0 : f32
  %inverse_half_log2 = arith.constant 2.88539008 : f32
  %shifted = math.fma %inside, %inverse_half_log2, %round : f32
  %n = arith.subf %shifted, %round : f32
  %minus_half_log2_high = arith.constant -0.3466796875 : f32
  %minus_half_log2_low = arith.constant 1.06097220e-4 : f32
  %h_high = math.fma %n, %minus_half_log2_high, %inside : f32
  %h = math.fma %n, %minus_half_log2_low, %h_high : f32
  %e2 = arith.constant 1.99999976 : f32
  %e3 = arith.constant 1.3333212 : f32
  %e4 = arith.constant 0.666695296 : f32
  %e5 = arith.constant 0.267821408 : f32
  %e6 = arith.constant 0.088404128 : f32
  %q5 = math.fma %e6, %h, %e5 : f32
  %q4 = math.fma %q5, %h, %e4 : f32
  %q3 = math.fma %q4, %h, %e3 : f32
  %q2 = math.fma %q3, %h, %e2 : f32
  %q1 = math.fma %q2, %h, %two : f32
  %q = math.fma %q1, %h, %one : f32
  %field = arith.constant 23 : i32
  %shifted_bits = arith.bitcast %shifted : f32 to i32
  %n_field = arith.shli %shifted_bits, %field : i32  // the bits of 1.5 * 2^23 are shifted out
  %q_bits = arith.bitcast %q : f32 to i32
  %exp_bits = arith.addi %q_bits, %n_field : i32
  %exp = arith.bitcast %exp_bits : i32 to f32
  %below = arith.addf %exp, %one : f32
  %quotient = arith.divf %two, %below : f32
  %large = arith.subf %one, %quotient : f32

  %square = arith.mulf %size, %size : f32
  %c0 = arith.constant -0.333333 : f32
  %c1 = arith.constant 0.13332221 : f32
  %c2 = arith.constant -0.05385233 : f32
  %c3 = arith.constant 0.021302985 : f32
  %c4 = arith.constant -0.00740955 : f32
  %c5 = arith.constant 0.0015847522 : f32
  %p4 = math.fma %c5, %square, %c4 : f32
  %p3 = math.fma %p4, %square, %c3 : f32
  %p2 = math.fma %p3, %square, %c2 : f32
  %p1 = math.fma %p2, %square, %c1 : f32
  %p0 = math.fma %p1, %square, %c0 : f32
  %cube = arith.mulf %square, %size : f32
  %small = math.fma %cube, %p0, %size : f32

  // Unordered too: NaN takes the way on which it stays NaN.
  %border = arith.constant 0.8 : f32
  %near = arith.cmpf ult, %size, %border : f32
  %positive = arith.select %near, %small, %large : f32
  %result = math.copysign %positive, %x : f32
  return %result : f32
}

// log(x) = e log 2 + log(m) with x = 2^e m and m between sqrt(1/2) and sqrt(2).
func.func private @log_f32(%x: f32) -> f32 {
  // A subnormal number is made normal first.
  %least_normal = arith.constant 1.17549435e-38 : f32
  %up = arith.constant 8388608.0 : f32            // 2^23
  %is_small = arith.cmpf olt, %x, %least_normal : f32
  %raised = arith.mulf %x, %up : f32
  %normal = arith.select %is_small, %raised, %x : f32
  %none = arith.constant 0 : i32
  %minus_23 = arith.constant -23 : i32
  %correction = arith.select %is_small, %minus_23, %none : i32

  // Subtracting the bits of sqrt(1/2) puts e into the exponent's field, for m in the range above.
  %sqrt_half_bits = arith.constant 0x3F3504F3 : i32
  %bits = arith.bitcast %normal : f32 to i32
  %above = arith.subi %bits, %sqrt_half_bits : i32
  %field = arith.constant 23 : i32
  %e_int = arith.shrsi %above, %field : i32
  %e_field = arith.shli %e_int, %field : i32
  %m_bits = arith.subi %bits, %e_field : i32
  %m = arith.bitcast %m_bits : i32 to f32
  %e_all = arith.addi %e_int, %correction : i32
  %e = arith.sitofp %e_all : i32 to f32

  // log(1 + r) = r - r^2 / 2 + r^3 P(r)
  %one = arith.constant 1.0 : f32
  %r = arith.subf %m, %one : f32
  %c0 = arith.constant 3.3333331174e-1 : f32
  %c1 = arith.constant -2.4999993993e-1 : f32
  %c2 = arith.constant 2.0000714765e-1 : f32
  %c3 = arith.constant -1.6668057665e-1 : f32
  %c4 = arith.constant 1.4249322787e-1 : f32
  %c5 = arith.constant -1.2420140846e-1 : f32
  %c6 = arith.constant 1.1676998740e-1 : f32
  %c7 = arith.constant -1.1514610310e-1 : f32
  %c8 = arith.constant 7.0376836292e-2 : f32
  %p7 = math.fma %c8, %r, %c7 : f32
  %p6 = math.fma %p7, %r, %c6 : f32
  %p5 = math.fma %p6, %r, %c5 : f32
  %p4 = math.fma %p5, %r, %c4 : f32
  %p3 = math.fma %p4, %r, %c3 : f32
  %p2 = math.fma %p3, %r, %c2 : f32
  %p1 = math.fma %p2, %r, %c1 : f32
  %p0 = math.fma %p1, %r, %c0 : f32
  %square = arith.mulf %r, %r : f32
  %cube = arith.mulf %square, %r : f32
  %log2_low = arith.constant -2.12194440e-4 : f32
  %e_low = arith.mulf %e, %log2_low : f32
  %tail = math.fma %cube, %p0, %e_low : f32
  %minus_half = arith.constant -0.5 : f32
  %second = math.fma %minus_half, %square, %tail : f32
  %log_m = arith.addf %r, %second : f32
  %log2_high = arith.constant 0.693359375 : f32
  %finite = math.fma %e, %log2_high, %log_m : f32

  // log(0) = -inf, log(inf) = inf, and NaN for NaN and for what is negative.
  %zero = arith.constant 0.0 : f32
  %infinity = arith.constant 0x7F800000 : f32
  %minus_infinity = arith.constant 0xFF800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %is_zero = arith.cmpf oeq, %x, %zero : f32
  %or_zero = arith.select %is_zero, %minus_infinity, %finite : f32
  %is_infinite = arith.cmpf oeq, %x, %infinity : f32
  %or_infinite = arith.select %is_infinite, %infinity, %or_zero : f32
  %not_positive = arith.cmpf ult, %x, %zero : f32
  %result = arith.select %not_positive, %nan, %or_infinite : f32
  return %result : f32
}

// erf(x) = x + x P(x^2) below 1; above, 1 - exp(-x^2) q(v) with v = (t - 3) / (t + 3), t = sqrt(2) |x|.
func.func private @erf_f32(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %size = math.absf %x : f32
  %square = arith.mulf %size, %size : f32

  %pc0 = arith.constant 0.12837916612625122 : f32
  %pc1 = arith.constant -0.3761262595653534 : f32
  %pc2 = arith.constant 0.1128358542919159 : f32
  %pc3 = arith.constant -0.026853810995817184 : f32
  %pc4 = arith.constant 0.00518832728266716 : f32
  %pc5 = arith.constant -0.0008010190795175731 : f32
  %pc6 = arith.constant 7.853851275285706e-05 : f32
  %p5 = math.fma %pc6, %square, %pc5 : f32
  %p4 = math.fma %p5, %square, %pc4 : f32
  %p3 = math.fma %p4, %square, %pc3 : f32
  %p2 = math.fma %p3, %square, %pc2 : f32
  %p1 = math.fma %p2, %square, %pc1 : f32
  %p0 = math.fma %p1, %square, %pc0 : f32
  %small = math.fma %size, %p0, %size : f32

  // Beyond 4 the result rounds to 1.
  %most = arith.constant 4.0 : f32
  %beyond = arith.cmpf ogt, %size, %most : f32
  %inside = arith.select %beyond, %most, %size : f32
  %sqrt2 = arith.constant 1.41421356 : f32
  %three = arith.constant 3.0 : f32
  %t = arith.mulf %inside, %sqrt2 : f32
  %above = arith.subf %t, %three : f32
  %below = arith.addf %t, %three : f32
  %v = arith.divf %above, %below : f32
  %qc0 = arith.constant 0.12151395 : f32
  %qc1 = arith.constant -0.20640261 : f32
  %qc2 = arith.constant 0.12322502 : f32
  %qc3 = arith.constant -0.046213314 : f32
  %qc4 = arith.constant 0.006132183 : f32
  %qc5 = arith.constant 0.0029047027 : f32
  %qc6 = arith.constant -0.0009841829 : f32
  %qc7 = arith.constant -0.00033991135 : f32
  %qc8 = arith.constant 0.00011603757 : f32
  %qc9 = arith.constant 5.415097e-05 : f32
  %q8 = math.fma %qc9, %v, %qc8 : f32
  %q7 = math.fma %q8, %v, %qc7 : f32
  %q6 = math.fma %q7, %v, %qc6 : f32
  %q5 = math.fma %q6, %v, %qc5 : f32
  %q4 = math.fma %q5, %v, %qc4 : f32
  %q3 = math.fma %q4, %v, %qc3 : f32
  %q2 = math.fma %q3, %v, %qc2 : f32
  %q1 = math.fma %q2, %v, %qc1 : f32
  %q0 = math.fma %q1, %v, %qc0 : f32
  %inside_square = arith.mulf %inside, %inside : f32
  %exponent = arith.negf %inside_square : f32
  %exp = func.call @exp_f32(%exponent) : (f32) -> f32
  %minus_two = arith.constant -2.0 : f32
  %both_tails = arith.mulf %exp, %minus_two : f32
  %large = math.fma %both_tails, %q0, %one : f32

  %near = arith.cmpf olt, %size, %one : f32
  %positive = arith.select %near, %small, %large : f32
  %result = math.copysign %positive, %x : f32
  // A comparison with NaN is false, so NaN went the large way, through exp: it is NaN still.
  return %result : f32
}
