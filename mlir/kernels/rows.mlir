// Softmax, layer norm and GELU over the rows of a matrix of any size, with exp and tanh on vectors.
// No function of libm is called: exp and tanh are a range reduction and a polynomial, within 2 ulp.
// Lower it with cpu-vectors. A row is taken 16 numbers at a time, what is left of it under a mask.

!vector = vector<16xf32>
!ints = vector<16xi32>
!mask = vector<16xi1>

// exp(x) = 2^n exp(r) with n = round(x / log 2) and r = x - n log 2, so that |r| <= log(2) / 2.
// [region exp]
func.func private @vector_exp(%x: !vector) -> !vector {
  // Beyond these the result is infinite or 0 anyway. A comparison with NaN is false: NaN stays.
  %most = arith.constant dense<89.0> : !vector
  %least = arith.constant dense<-104.0> : !vector
  %above = arith.cmpf ogt, %x, %most : !vector
  %not_above = arith.select %above, %most, %x : !mask, !vector
  %below = arith.cmpf olt, %not_above, %least : !vector
  %inside = arith.select %below, %least, %not_above : !mask, !vector

  // Adding 1.5 * 2^23 leaves no bits for a fraction: the sum holds n in its lowest bits.
  %round = arith.constant dense<12582912.0> : !vector
  %inverse_log2 = arith.constant dense<1.44269504> : !vector
  %shifted = vector.fma %inside, %inverse_log2, %round : !vector
  %n = arith.subf %shifted, %round : !vector

  // log 2 in two parts. The first has 9 bits, so n * log2_high is exact, and so is what it leaves.
  %minus_log2_high = arith.constant dense<-0.693359375> : !vector
  %minus_log2_low = arith.constant dense<2.12194440e-4> : !vector
  %r_high = vector.fma %n, %minus_log2_high, %inside : !vector
  %r = vector.fma %n, %minus_log2_low, %r_high : !vector

  // exp(r) = 1 + r + r^2 (c2 + c3 r + c4 r^2 + c5 r^3 + c6 r^4), by Horner's rule.
  %one = arith.constant dense<1.0> : !vector
  %c2 = arith.constant dense<0.49999994> : !vector
  %c3 = arith.constant dense<0.16666515> : !vector
  %c4 = arith.constant dense<0.041668456> : !vector
  %c5 = arith.constant dense<0.0083694188> : !vector
  %c6 = arith.constant dense<0.0013813145> : !vector
  %p5 = vector.fma %c6, %r, %c5 : !vector
  %p4 = vector.fma %p5, %r, %c4 : !vector
  %p3 = vector.fma %p4, %r, %c3 : !vector
  %p2 = vector.fma %p3, %r, %c2 : !vector
  %p1 = vector.fma %p2, %r, %one : !vector
  %p = vector.fma %p1, %r, %one : !vector

  // 2^n is made of two factors, for n may be 128 or -150: an exponent field has room for neither.
  %bits = arith.bitcast %shifted : !vector to !ints
  %round_bits = arith.bitcast %round : !vector to !ints
  %n_int = arith.subi %bits, %round_bits : !ints
  %one_int = arith.constant dense<1> : !ints
  %half = arith.shrsi %n_int, %one_int : !ints
  %rest = arith.subi %n_int, %half : !ints
  %bias = arith.constant dense<127> : !ints
  %mantissa_bits = arith.constant dense<23> : !ints
  %half_biased = arith.addi %half, %bias : !ints
  %rest_biased = arith.addi %rest, %bias : !ints
  %half_field = arith.shli %half_biased, %mantissa_bits : !ints
  %rest_field = arith.shli %rest_biased, %mantissa_bits : !ints
  %half_scale = arith.bitcast %half_field : !ints to !vector
  %rest_scale = arith.bitcast %rest_field : !ints to !vector
  %scaled = arith.mulf %p, %half_scale : !vector
  %result = arith.mulf %scaled, %rest_scale : !vector
  return %result : !vector
}
// [end exp]

// tanh(x) = sign(x) (1 - 2 / (exp(2 |x|) + 1)), which is inexact near 0: there, a polynomial.
// [region tanh]
func.func private @vector_tanh(%x: !vector) -> !vector {
  %one = arith.constant dense<1.0> : !vector
  %two = arith.constant dense<2.0> : !vector
  %size = math.absf %x : !vector

  %double = arith.addf %size, %size : !vector
  %exp = func.call @vector_exp(%double) : (!vector) -> !vector
  %below = arith.addf %exp, %one : !vector
  %quotient = arith.divf %two, %below : !vector
  %large = arith.subf %one, %quotient : !vector

  // For |x| < 0.8: |x| + |x|^3 (c0 + c1 x^2 + ... + c5 x^10).
  %square = arith.mulf %size, %size : !vector
  %c0 = arith.constant dense<-0.33333299> : !vector
  %c1 = arith.constant dense<0.13332221> : !vector
  %c2 = arith.constant dense<-0.053852331> : !vector
  %c3 = arith.constant dense<0.021302991> : !vector
  %c4 = arith.constant dense<-0.0074095578> : !vector
  %c5 = arith.constant dense<0.0015847563> : !vector
  %p4 = vector.fma %c5, %square, %c4 : !vector
  %p3 = vector.fma %p4, %square, %c3 : !vector
  %p2 = vector.fma %p3, %square, %c2 : !vector
  %p1 = vector.fma %p2, %square, %c1 : !vector
  %p0 = vector.fma %p1, %square, %c0 : !vector
  %cube = arith.mulf %square, %size : !vector
  %small = vector.fma %cube, %p0, %size : !vector

  %border = arith.constant dense<0.8> : !vector
  %near = arith.cmpf olt, %size, %border : !vector
  %positive = arith.select %near, %small, %large : !mask, !vector
  %result = math.copysign %positive, %x : !vector
  return %result : !vector
}
// [end tanh]

// [region gelu-tanh]
// x / 2 * (1 + tanh(u)) with u = sqrt(2 / pi) (x + 0.044715 x^3). Since (1 + tanh(u)) / 2 is
// 1 / (1 + exp(-2 u)), it is one exp, one division, and no difference of neighbours for x < 0.
func.func private @vector_gelu_tanh(%x: !vector) -> !vector {
  %one = arith.constant dense<1.0> : !vector
  %linear = arith.constant dense<-1.59576912> : !vector     // -2 sqrt(2 / pi)
  %cubic = arith.constant dense<-0.0713548163> : !vector    // and times 0.044715
  %square = arith.mulf %x, %x : !vector
  %slope = vector.fma %square, %cubic, %linear : !vector
  %minus_2u = arith.mulf %slope, %x : !vector
  %exp = func.call @vector_exp(%minus_2u) : (!vector) -> !vector
  %below = arith.addf %exp, %one : !vector
  %result = arith.divf %x, %below : !vector
  return %result : !vector
}
// [end gelu-tanh]

// [region gelu-erf]
// x / 2 * (1 + erf(x / sqrt 2)), which is x times the share of the normal distribution below x.
// Beyond t = |x| that share is exp(-t^2 / 2) q(t), and q is smooth: a polynomial in (t - 3) / (t + 3).
func.func private @vector_gelu_erf(%x: !vector) -> !vector {
  %zero = arith.constant dense<0.0> : !vector
  %one = arith.constant dense<1.0> : !vector
  %size = math.absf %x : !vector
  %most = arith.constant dense<16.0> : !vector    // exp(-128) is 0 in f32
  %beyond = arith.cmpf ogt, %size, %most : !vector
  %t = arith.select %beyond, %most, %size : !mask, !vector

  %three = arith.constant dense<3.0> : !vector
  %above = arith.subf %t, %three : !vector
  %below = arith.addf %t, %three : !vector
  %v = arith.divf %above, %below : !vector
  %c0 = arith.constant dense<0.12151395> : !vector
  %c1 = arith.constant dense<-0.20640261> : !vector
  %c2 = arith.constant dense<0.12322502> : !vector
  %c3 = arith.constant dense<-0.046213314> : !vector
  %c4 = arith.constant dense<0.0061321831> : !vector
  %c5 = arith.constant dense<0.0029047027> : !vector
  %c6 = arith.constant dense<-9.8418281e-4> : !vector
  %c7 = arith.constant dense<-3.3991132e-4> : !vector
  %c8 = arith.constant dense<1.1603738e-4> : !vector
  %c9 = arith.constant dense<5.4150856e-5> : !vector
  %p8 = vector.fma %c9, %v, %c8 : !vector
  %p7 = vector.fma %p8, %v, %c7 : !vector
  %p6 = vector.fma %p7, %v, %c6 : !vector
  %p5 = vector.fma %p6, %v, %c5 : !vector
  %p4 = vector.fma %p5, %v, %c4 : !vector
  %p3 = vector.fma %p4, %v, %c3 : !vector
  %p2 = vector.fma %p3, %v, %c2 : !vector
  %p1 = vector.fma %p2, %v, %c1 : !vector
  %q = vector.fma %p1, %v, %c0 : !vector

  // t^2 is rounded, and exp would enlarge the error: multiply by exp(-lost / 2) = 1 - lost / 2.
  %minus_half = arith.constant dense<-0.5> : !vector
  %square = arith.mulf %t, %t : !vector
  %minus_square = arith.negf %square : !vector
  %lost = vector.fma %t, %t, %minus_square : !vector
  %exponent = arith.mulf %square, %minus_half : !vector
  %exp = func.call @vector_exp(%exponent) : (!vector) -> !vector
  %correction = vector.fma %lost, %minus_half, %one : !vector
  %density = arith.mulf %exp, %correction : !vector
  %share_above = arith.mulf %density, %q : !vector

  %share_below = arith.subf %one, %share_above : !vector
  %negative = arith.cmpf olt, %x, %zero : !vector
  %share = arith.select %negative, %share_above, %share_below : !mask, !vector
  %result = arith.mulf %x, %share : !vector
  return %result : !vector
}
// [end gelu-erf]

// Rows and columns that both matrices have: nothing is read or written outside of either.
func.func private @common_size(%x: memref<?x?xf32>, %out: memref<?x?xf32>) -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x_rows = memref.dim %x, %zero : memref<?x?xf32>
  %x_columns = memref.dim %x, %one : memref<?x?xf32>
  %out_rows = memref.dim %out, %zero : memref<?x?xf32>
  %out_columns = memref.dim %out, %one : memref<?x?xf32>
  %rows = arith.minsi %x_rows, %out_rows : index
  %columns = arith.minsi %x_columns, %out_columns : index
  return %rows, %columns : index, index
}

// The columns that whole vectors cover, and the mask of those that are left.
func.func private @split(%columns: index) -> (index, !mask) {
  %width = arith.constant 16 : index
  %left = arith.remsi %columns, %width : index
  %whole = arith.subi %columns, %left : index
  %mask = vector.create_mask %left : !mask
  return %whole, %mask : index, !mask
}

// [region softmax]
// out[i] = exp(x[i] - m) / sum(exp(x[i] - m)), m = max(x[i]). NaN, inf or nothing but -inf: all NaN.
func.func @softmax(%x: memref<?x?xf32>, %out: memref<?x?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %rows, %columns = call @common_size(%x, %out) : (memref<?x?xf32>, memref<?x?xf32>) -> (index, index)
  scf.for %i = %zero to %rows step %step {
    %max = func.call @row_max(%x, %i, %columns) : (memref<?x?xf32>, index, index) -> f32
    %sum = func.call @row_exp(%x, %out, %i, %columns, %max)
        : (memref<?x?xf32>, memref<?x?xf32>, index, index, f32) -> f32
    %factor = arith.divf %one, %sum : f32
    func.call @row_scale(%out, %i, %columns, %factor) : (memref<?x?xf32>, index, index, f32) -> ()
  }
  return
}

func.func private @row_max(%x: memref<?x?xf32>, %i: index, %columns: index) -> f32 {
  %zero = arith.constant 0 : index
  %width = arith.constant 16 : index
  %least = arith.constant dense<0xFF800000> : !vector    // -inf, which changes no maximum
  %whole, %mask = call @split(%columns) : (index) -> (index, !mask)
  %most = scf.for %j = %zero to %whole step %width iter_args(%so_far = %least) -> !vector {
    %values = vector.load %x[%i, %j] : memref<?x?xf32>, !vector
    %next = arith.maximumf %so_far, %values : !vector
    scf.yield %next : !vector
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %least
      : memref<?x?xf32>, !mask, !vector into !vector
  %all = arith.maximumf %most, %values : !vector
  %max = vector.reduction <maximumf>, %all : !vector into f32
  return %max : f32
}

// Writes exp(x[i] - max) to out[i], and returns the sum.
func.func private @row_exp(%x: memref<?x?xf32>, %out: memref<?x?xf32>, %i: index, %columns: index,
                           %max: f32) -> f32 {
  %zero = arith.constant 0 : index
  %width = arith.constant 16 : index
  %nothing = arith.constant dense<0.0> : !vector
  %whole, %mask = call @split(%columns) : (index) -> (index, !mask)
  %shift = vector.broadcast %max : f32 to !vector
  %sums = scf.for %j = %zero to %whole step %width iter_args(%so_far = %nothing) -> !vector {
    %values = vector.load %x[%i, %j] : memref<?x?xf32>, !vector
    %shifted = arith.subf %values, %shift : !vector
    %exp = func.call @vector_exp(%shifted) : (!vector) -> !vector
    vector.store %exp, %out[%i, %j] : memref<?x?xf32>, !vector
    %next = arith.addf %so_far, %exp : !vector
    scf.yield %next : !vector
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %nothing
      : memref<?x?xf32>, !mask, !vector into !vector
  %shifted = arith.subf %values, %shift : !vector
  %exp = call @vector_exp(%shifted) : (!vector) -> !vector
  vector.maskedstore %out[%i, %whole], %mask, %exp : memref<?x?xf32>, !mask, !vector
  %counted = arith.select %mask, %exp, %nothing : !mask, !vector
  %all = arith.addf %sums, %counted : !vector
  %sum = vector.reduction <add>, %all fastmath<reassoc> : !vector into f32
  return %sum : f32
}

func.func private @row_scale(%x: memref<?x?xf32>, %i: index, %columns: index, %factor: f32) {
  %zero = arith.constant 0 : index
  %width = arith.constant 16 : index
  %nothing = arith.constant dense<0.0> : !vector
  %whole, %mask = call @split(%columns) : (index) -> (index, !mask)
  %factors = vector.broadcast %factor : f32 to !vector
  scf.for %j = %zero to %whole step %width {
    %values = vector.load %x[%i, %j] : memref<?x?xf32>, !vector
    %scaled = arith.mulf %values, %factors : !vector
    vector.store %scaled, %x[%i, %j] : memref<?x?xf32>, !vector
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %nothing
      : memref<?x?xf32>, !mask, !vector into !vector
  %scaled = arith.mulf %values, %factors : !vector
  vector.maskedstore %x[%i, %whole], %mask, %scaled : memref<?x?xf32>, !mask, !vector
  return
}
// [end softmax]
