// Softmax, layer norm and GELU over the rows of a matrix of any size, with exp and tanh on vectors.
// No function of libm is called: exp and tanh are a range reduction and a polynomial, to about 1 ulp.
// Lower it with cpu-vectors. What a row has beyond whole vectors is read and written under a mask.

!matrix = memref<?x?xf32>
!vector = vector<16xf32>
!ints = vector<16xi32>
!mask = vector<16xi1>
!wide = vector<64xf32>    // four registers of 512 bits: four sums or maxima at once
!wide_mask = vector<64xi1>

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
  %c5 = arith.constant dense<0.008369419> : !vector
  %c6 = arith.constant dense<0.0013813145> : !vector
  %p5 = vector.fma %c6, %r, %c5 : !vector
  %p4 = vector.fma %p5, %r, %c4 : !vector
  %p3 = vector.fma %p4, %r, %c3 : !vector
  %p2 = vector.fma %p3, %r, %c2 : !vector
  %p1 = vector.fma %p2, %r, %one : !vector
  %p = vector.fma %p1, %r, %one : !vector

  // Times 2^n: add n to the exponent, whose field starts at bit 23. That is right while the
  // result is a normal number; the bits of 1.5 * 2^23 above n are shifted out.
  %limit = arith.constant dense<87.0> : !vector
  %size = math.absf %x : !vector
  %normal = arith.cmpf olt, %size, %limit : !vector
  %all_normal = vector.reduction <and>, %normal : !mask into i1
  %field = arith.constant dense<23> : !ints
  %bits = arith.bitcast %shifted : !vector to !ints
  %p_bits = arith.bitcast %p : !vector to !ints
  %result = scf.if %all_normal -> !vector {
    %n_field = arith.shli %bits, %field : !ints
    %sum = arith.addi %p_bits, %n_field : !ints
    %scaled = arith.bitcast %sum : !ints to !vector
    scf.yield %scaled : !vector
  } else {
    // NaN, or n near its ends, -150 and 128: multiply by 2^(n / 2) and by 2 to the rest of n. A
    // subnormal result is rounded once, by the second; NaN stays NaN, which bits + bits would not.
    %round_bits = arith.bitcast %round : !vector to !ints
    %n_int = arith.subi %bits, %round_bits : !ints
    %one_int = arith.constant dense<1> : !ints
    %half = arith.shrsi %n_int, %one_int : !ints
    %rest = arith.subi %n_int, %half : !ints
    %one_bits = arith.bitcast %one : !vector to !ints
    %half_field = arith.shli %half, %field : !ints
    %half_bits = arith.addi %one_bits, %half_field : !ints
    %half_factor = arith.bitcast %half_bits : !ints to !vector
    %rest_field = arith.shli %rest, %field : !ints
    %rest_bits = arith.addi %one_bits, %rest_field : !ints
    %rest_factor = arith.bitcast %rest_bits : !ints to !vector
    %half_scaled = arith.mulf %p, %half_factor : !vector
    %scaled = arith.mulf %half_scaled, %rest_factor : !vector
    scf.yield %scaled : !vector
  }
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
  %c0 = arith.constant dense<-0.333333> : !vector
  %c1 = arith.constant dense<0.13332221> : !vector
  %c2 = arith.constant dense<-0.05385233> : !vector
  %c3 = arith.constant dense<0.021302985> : !vector
  %c4 = arith.constant dense<-0.00740955> : !vector
  %c5 = arith.constant dense<0.0015847522> : !vector
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
// Its limit: below x = -10.06097 exp(-2 u) is infinite and the result -0. The exact one is -2.96e-38
// there, still a normal number, and smaller from there on.
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
  %c4 = arith.constant dense<0.006132183> : !vector
  %c5 = arith.constant dense<0.0029047027> : !vector
  %c6 = arith.constant dense<-0.0009841829> : !vector
  %c7 = arith.constant dense<-0.00033991135> : !vector
  %c8 = arith.constant dense<0.00011603757> : !vector
  %c9 = arith.constant dense<0.00005415097> : !vector
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
func.func private @common_size(%x: !matrix, %out: !matrix) -> (index, index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x_rows = memref.dim %x, %zero : !matrix
  %x_columns = memref.dim %x, %one : !matrix
  %out_rows = memref.dim %out, %zero : !matrix
  %out_columns = memref.dim %out, %one : !matrix
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

func.func private @split_wide(%columns: index) -> (index, !wide_mask) {
  %width = arith.constant 64 : index
  %left = arith.remsi %columns, %width : index
  %whole = arith.subi %columns, %left : index
  %mask = vector.create_mask %left : !wide_mask
  return %whole, %mask : index, !wide_mask
}

// [region elementwise]
// out = f(x), element by element. f is a value: LLVM inlines this, and then knows which function.
func.func private @elementwise(%f: (!vector) -> !vector, %x: !matrix, %out: !matrix) {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %width = arith.constant 16 : index
  %nothing = arith.constant dense<0.0> : !vector
  %rows, %columns = call @common_size(%x, %out) : (!matrix, !matrix) -> (index, index)
  %whole, %mask = call @split(%columns) : (index) -> (index, !mask)
  scf.for %i = %zero to %rows step %step {
    scf.for %j = %zero to %whole step %width {
      %values = vector.load %x[%i, %j] : !matrix, !vector
      %result = func.call_indirect %f(%values) : (!vector) -> !vector
      vector.store %result, %out[%i, %j] : !matrix, !vector
    }
    %values = vector.maskedload %x[%i, %whole], %mask, %nothing
        : !matrix, !mask, !vector into !vector
    %result = func.call_indirect %f(%values) : (!vector) -> !vector
    vector.maskedstore %out[%i, %whole], %mask, %result : !matrix, !mask, !vector
  }
  return
}

func.func @exp_rows(%x: !matrix, %out: !matrix) attributes {llvm.emit_c_interface} {
  %f = func.constant @vector_exp : (!vector) -> !vector
  call @elementwise(%f, %x, %out) : ((!vector) -> !vector, !matrix, !matrix) -> ()
  return
}

func.func @tanh_rows(%x: !matrix, %out: !matrix) attributes {llvm.emit_c_interface} {
  %f = func.constant @vector_tanh : (!vector) -> !vector
  call @elementwise(%f, %x, %out) : ((!vector) -> !vector, !matrix, !matrix) -> ()
  return
}

func.func @gelu_tanh(%x: !matrix, %out: !matrix) attributes {llvm.emit_c_interface} {
  %f = func.constant @vector_gelu_tanh : (!vector) -> !vector
  call @elementwise(%f, %x, %out) : ((!vector) -> !vector, !matrix, !matrix) -> ()
  return
}

func.func @gelu_erf(%x: !matrix, %out: !matrix) attributes {llvm.emit_c_interface} {
  %f = func.constant @vector_gelu_erf : (!vector) -> !vector
  call @elementwise(%f, %x, %out) : ((!vector) -> !vector, !matrix, !matrix) -> ()
  return
}
// [end elementwise]

// [region softmax]
// out[i] = exp(x[i] - m) / sum(exp(x[i] - m)) with m = max(x[i]). A row is NaN as a whole where it
// holds NaN or +inf, or nothing but -inf: the rule that follows from the formula, and NumPy's.
func.func @softmax(%x: !matrix, %out: !matrix) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %rows, %columns = call @common_size(%x, %out) : (!matrix, !matrix) -> (index, index)
  scf.for %i = %zero to %rows step %step {
    %max = func.call @row_max(%x, %i, %columns) : (!matrix, index, index) -> f32
    %sum = func.call @row_exp(%x, %out, %i, %columns, %max)
        : (!matrix, !matrix, index, index, f32) -> f32
    %factor = arith.divf %one, %sum : f32
    func.call @row_scale(%out, %i, %columns, %factor) : (!matrix, index, index, f32) -> ()
  }
  return
}
// [end softmax]

// [region max]
// The largest number of a row. A comparison with NaN is false, so NaN is passed over; it comes back
// through the sum of exponentials.
func.func private @row_max(%x: !matrix, %i: index, %columns: index) -> f32 {
  %zero = arith.constant 0 : index
  %width = arith.constant 64 : index
  %least = arith.constant dense<0xFF800000> : !wide    // -inf
  %whole, %mask = call @split_wide(%columns) : (index) -> (index, !wide_mask)
  %most = scf.for %j = %zero to %whole step %width iter_args(%so_far = %least) -> !wide {
    %values = vector.load %x[%i, %j] : !matrix, !wide
    %larger = arith.cmpf ogt, %values, %so_far : !wide
    %next = arith.select %larger, %values, %so_far : !wide_mask, !wide
    scf.yield %next : !wide
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %least
      : !matrix, !wide_mask, !wide into !wide
  %larger = arith.cmpf ogt, %values, %most : !wide
  %all = arith.select %larger, %values, %most : !wide_mask, !wide
  %max = vector.reduction <maxnumf>, %all fastmath<nnan> : !wide into f32
  return %max : f32
}
// [end max]

// [region row-exp]
// Writes exp(x[i] - max) to out[i] and returns the sum.
func.func private @row_exp(%x: !matrix, %out: !matrix, %i: index, %columns: index, %max: f32) -> f32 {
  %zero = arith.constant 0 : index
  %width = arith.constant 16 : index
  %nothing = arith.constant dense<0.0> : !vector
  %whole, %mask = call @split(%columns) : (index) -> (index, !mask)
  %shift = vector.broadcast %max : f32 to !vector
  %sums = scf.for %j = %zero to %whole step %width iter_args(%so_far = %nothing) -> !vector {
    %values = vector.load %x[%i, %j] : !matrix, !vector
    %shifted = arith.subf %values, %shift : !vector
    %exp = func.call @vector_exp(%shifted) : (!vector) -> !vector
    vector.store %exp, %out[%i, %j] : !matrix, !vector
    %next = arith.addf %so_far, %exp : !vector
    scf.yield %next : !vector
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %shift : !matrix, !mask, !vector into !vector
  %shifted = arith.subf %values, %shift : !vector
  %exp = call @vector_exp(%shifted) : (!vector) -> !vector
  vector.maskedstore %out[%i, %whole], %mask, %exp : !matrix, !mask, !vector
  %counted = arith.select %mask, %exp, %nothing : !mask, !vector
  %all = arith.addf %sums, %counted : !vector
  %sum = vector.reduction <add>, %all fastmath<reassoc> : !vector into f32
  return %sum : f32
}
// [end row-exp]

func.func private @row_scale(%x: !matrix, %i: index, %columns: index, %factor: f32) {
  %zero = arith.constant 0 : index
  %width = arith.constant 16 : index
  %whole, %mask = call @split(%columns) : (index) -> (index, !mask)
  %factors = vector.broadcast %factor : f32 to !vector
  scf.for %j = %zero to %whole step %width {
    %values = vector.load %x[%i, %j] : !matrix, !vector
    %scaled = arith.mulf %values, %factors : !vector
    vector.store %scaled, %x[%i, %j] : !matrix, !vector
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %factors : !matrix, !mask, !vector into !vector
  %scaled = arith.mulf %values, %factors : !vector
  vector.maskedstore %x[%i, %whole], %mask, %scaled : !matrix, !mask, !vector
  return
}

// [region layer-norm]
// out[i] = (x[i] - mean) / sqrt(variance + epsilon) * scale + shift, mean and variance of row i.
// The variance is the mean square of the differences: no difference of two large sums.
func.func @layer_norm(%x: !matrix, %scale: memref<?xf32>, %shift: memref<?xf32>, %epsilon: f32,
                      %out: !matrix) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %nothing = arith.constant 0.0 : f32
  %rows, %both = call @common_size(%x, %out) : (!matrix, !matrix) -> (index, index)
  %scale_size = memref.dim %scale, %zero : memref<?xf32>
  %shift_size = memref.dim %shift, %zero : memref<?xf32>
  %parameters = arith.minsi %scale_size, %shift_size : index
  %columns = arith.minsi %both, %parameters : index
  %columns_int = arith.index_cast %columns : index to i64
  %count = arith.sitofp %columns_int : i64 to f32
  scf.for %i = %zero to %rows step %step {
    %sum = func.call @row_sum(%x, %i, %columns) : (!matrix, index, index) -> f32
    %mean = arith.divf %sum, %count : f32
    %squares = func.call @row_squares(%x, %i, %columns, %mean) : (!matrix, index, index, f32) -> f32
    %variance = arith.divf %squares, %count : f32
    %inside = arith.addf %variance, %epsilon : f32
    %deviation = math.sqrt %inside : f32
    %factor = arith.divf %one, %deviation : f32
    func.call @row_normalize(%x, %scale, %shift, %out, %i, %columns, %mean, %factor)
        : (!matrix, memref<?xf32>, memref<?xf32>, !matrix, index, index, f32, f32) -> ()
  }
  return
}
// [end layer-norm]

func.func private @row_sum(%x: !matrix, %i: index, %columns: index) -> f32 {
  %zero = arith.constant 0 : index
  %width = arith.constant 64 : index
  %nothing = arith.constant dense<0.0> : !wide
  %whole, %mask = call @split_wide(%columns) : (index) -> (index, !wide_mask)
  %sums = scf.for %j = %zero to %whole step %width iter_args(%so_far = %nothing) -> !wide {
    %values = vector.load %x[%i, %j] : !matrix, !wide
    %next = arith.addf %so_far, %values : !wide
    scf.yield %next : !wide
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %nothing
      : !matrix, !wide_mask, !wide into !wide
  %all = arith.addf %sums, %values : !wide
  %sum = vector.reduction <add>, %all fastmath<reassoc> : !wide into f32
  return %sum : f32
}

// The sum of (x[i] - mean)^2.
func.func private @row_squares(%x: !matrix, %i: index, %columns: index, %mean: f32) -> f32 {
  %zero = arith.constant 0 : index
  %width = arith.constant 64 : index
  %nothing = arith.constant dense<0.0> : !wide
  %whole, %mask = call @split_wide(%columns) : (index) -> (index, !wide_mask)
  %means = vector.broadcast %mean : f32 to !wide
  %sums = scf.for %j = %zero to %whole step %width iter_args(%so_far = %nothing) -> !wide {
    %values = vector.load %x[%i, %j] : !matrix, !wide
    %difference = arith.subf %values, %means : !wide
    %next = vector.fma %difference, %difference, %so_far : !wide
    scf.yield %next : !wide
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %means : !matrix, !wide_mask, !wide into !wide
  %difference = arith.subf %values, %means : !wide
  %all = vector.fma %difference, %difference, %sums : !wide
  %sum = vector.reduction <add>, %all fastmath<reassoc> : !wide into f32
  return %sum : f32
}

func.func private @row_normalize(%x: !matrix, %scale: memref<?xf32>, %shift: memref<?xf32>,
                                 %out: !matrix, %i: index, %columns: index, %mean: f32,
                                 %factor: f32) {
  %zero = arith.constant 0 : index
  %width = arith.constant 16 : index
  %nothing = arith.constant dense<0.0> : !vector
  %whole, %mask = call @split(%columns) : (index) -> (index, !mask)
  %means = vector.broadcast %mean : f32 to !vector
  %factors = vector.broadcast %factor : f32 to !vector
  scf.for %j = %zero to %whole step %width {
    %values = vector.load %x[%i, %j] : !matrix, !vector
    %scales = vector.load %scale[%j] : memref<?xf32>, !vector
    %shifts = vector.load %shift[%j] : memref<?xf32>, !vector
    %difference = arith.subf %values, %means : !vector
    %normal = arith.mulf %difference, %factors : !vector
    %result = vector.fma %normal, %scales, %shifts : !vector
    vector.store %result, %out[%i, %j] : !matrix, !vector
  }
  %values = vector.maskedload %x[%i, %whole], %mask, %nothing : !matrix, !mask, !vector into !vector
  %scales = vector.maskedload %scale[%whole], %mask, %nothing
      : memref<?xf32>, !mask, !vector into !vector
  %shifts = vector.maskedload %shift[%whole], %mask, %nothing
      : memref<?xf32>, !mask, !vector into !vector
  %difference = arith.subf %values, %means : !vector
  %normal = arith.mulf %difference, %factors : !vector
  %result = vector.fma %normal, %scales, %shifts : !vector
  vector.maskedstore %out[%i, %whole], %mask, %result : !matrix, !mask, !vector
  return
}
