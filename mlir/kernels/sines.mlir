// Sine and cosine on vectors: the argument is brought into [-pi/4, pi/4], where polynomials do the rest.
// Up to |x| = 2^20 no function of libm is called, and the result is within 0.91 ulp. Beyond that, libm.
// Lower it with cpu-vectors. Chapter 6 puts these functions into the kernels that it makes.

!vector = vector<16xf32>
!ints = vector<16xi32>
!mask = vector<16xi1>

// size = n pi / 2 + r + low, with n whole and |r| <= pi / 4. `low` is what r was rounded by.
// [region reduce]
func.func private @vector_quarter(%size: !vector) -> (!vector, !vector, !ints) {
  // Adding 1.5 * 2^23 leaves no bits for a fraction: the sum holds n in its lowest bits.
  %round = arith.constant dense<12582912.0> : !vector
  %two_over_pi = arith.constant dense<0.63661975> : !vector
  %shifted = vector.fma %size, %two_over_pi, %round : !vector
  %n = arith.subf %shifted, %round : !vector
  %n_bits = arith.bitcast %shifted : !vector to !ints

  // -pi / 2 in three numbers of 24 bits. size - n p0 is exact: a multiple of 2^-24 below 1. It has to
  // be computed with one rounding: math.fma promises that, vector.fma only where a processor has it.
  %p0 = arith.constant dense<-1.5707964> : !vector
  %p1 = arith.constant dense<4.371139e-08> : !vector
  %p2 = arith.constant dense<1.7151245e-15> : !vector
  %r0 = math.fma %n, %p0, %size : !vector
  %high = arith.mulf %n, %p1 : !vector
  %minus_high = arith.negf %high : !vector
  %product_lost = math.fma %n, %p1, %minus_high : !vector

  // r0 + high, and what the sum loses: exact whichever of the two is larger (Knuth's two-sum).
  %r = arith.addf %r0, %high : !vector
  %of_high = arith.subf %r, %r0 : !vector
  %of_r0 = arith.subf %r, %of_high : !vector
  %r0_lost = arith.subf %r0, %of_r0 : !vector
  %high_lost = arith.subf %high, %of_high : !vector
  %sum_lost = arith.addf %r0_lost, %high_lost : !vector
  %both_lost = arith.addf %sum_lost, %product_lost : !vector
  %low = math.fma %n, %p2, %both_lost : !vector
  return %r, %low, %n_bits : !vector, !vector, !ints
}
// [end reduce]

// sin(r + low) = r + (r^3 (s0 + s1 r^2 + s2 r^4 + s3 r^6) + low).
// [region polynomials]
func.func private @vector_sin_near(%r: !vector, %low: !vector) -> !vector {
  %s0 = arith.constant dense<-0.16666667> : !vector
  %s1 = arith.constant dense<0.008333329> : !vector
  %s2 = arith.constant dense<-0.00019839233> : !vector
  %s3 = arith.constant dense<0.0000027173667> : !vector
  %square = arith.mulf %r, %r : !vector
  %q2 = vector.fma %s3, %square, %s2 : !vector
  %q1 = vector.fma %q2, %square, %s1 : !vector
  %q0 = vector.fma %q1, %square, %s0 : !vector
  %cube = arith.mulf %square, %r : !vector
  %more = vector.fma %cube, %q0, %low : !vector
  %result = arith.addf %r, %more : !vector
  return %result : !vector
}

// cos(r + low) = 1 - r^2 / 2 + (r^4 (c0 + c1 r^2 + c2 r^4 + c3 r^6) - r low). The first
// difference is rounded; what that loses is found exactly, and added to the small terms.
func.func private @vector_cos_near(%r: !vector, %low: !vector) -> !vector {
  %one = arith.constant dense<1.0> : !vector
  %half = arith.constant dense<0.5> : !vector
  %c0 = arith.constant dense<0.041666668> : !vector
  %c1 = arith.constant dense<-0.0013888883> : !vector
  %c2 = arith.constant dense<0.000024799372> : !vector
  %c3 = arith.constant dense<-0.00000027198627> : !vector
  %square = arith.mulf %r, %r : !vector
  %half_square = arith.mulf %square, %half : !vector
  %first = arith.subf %one, %half_square : !vector
  %taken = arith.subf %one, %first : !vector
  %lost = arith.subf %taken, %half_square : !vector
  %q2 = vector.fma %c3, %square, %c2 : !vector
  %q1 = vector.fma %q2, %square, %c1 : !vector
  %q0 = vector.fma %q1, %square, %c0 : !vector
  %fourth = arith.mulf %square, %square : !vector
  %minus_r = arith.negf %r : !vector
  %turned = vector.fma %minus_r, %low, %lost : !vector
  %more = vector.fma %fourth, %q0, %turned : !vector
  %result = arith.addf %first, %more : !vector
  return %result : !vector
}
// [end polynomials]

// The n-th quarter turn: sine for even n, cosine for odd n, negative where n has its second bit set.
func.func private @vector_turn(%r: !vector, %low: !vector, %n: !ints) -> !vector {
  %zero = arith.constant dense<0> : !ints
  %one = arith.constant dense<1> : !ints
  %sign_place = arith.constant dense<30> : !ints
  %sign_bit = arith.constant dense<0x80000000> : !ints
  %sine = call @vector_sin_near(%r, %low) : (!vector, !vector) -> !vector
  %cosine = call @vector_cos_near(%r, %low) : (!vector, !vector) -> !vector
  %odd_bit = arith.andi %n, %one : !ints
  %even = arith.cmpi eq, %odd_bit, %zero : !ints
  %picked = arith.select %even, %sine, %cosine : !mask, !vector
  %moved = arith.shli %n, %sign_place : !ints
  %sign = arith.andi %moved, %sign_bit : !ints
  %picked_bits = arith.bitcast %picked : !vector to !ints
  %signed_bits = arith.xori %picked_bits, %sign : !ints
  %result = arith.bitcast %signed_bits : !ints to !vector
  return %result : !vector
}

// Whether some element is finite and too large for the reduction above. NaN and infinity are not:
// they come out as NaN without help.
func.func private @vector_any_large(%size: !vector) -> (i1, !mask) {
  %limit = arith.constant dense<1048576.0> : !vector
  %infinity = arith.constant dense<0x7F800000> : !vector
  %above = arith.cmpf ogt, %size, %limit : !vector
  %finite = arith.cmpf olt, %size, %infinity : !vector
  %large = arith.andi %above, %finite : !mask
  %any = vector.reduction <or>, %large : !mask into i1
  return %any, %large : i1, !mask
}

// [region sin]
func.func private @vector_sin(%x: !vector) -> !vector {
  %size = math.absf %x : !vector
  %r, %low, %n = call @vector_quarter(%size) : (!vector) -> (!vector, !vector, !ints)
  %turned = call @vector_turn(%r, %low, %n) : (!vector, !vector, !ints) -> !vector

  // sin(-x) = -sin(x): the sign of x is put on with an exclusive or, so that -0 stays -0.
  %sign_bit = arith.constant dense<0x80000000> : !ints
  %x_bits = arith.bitcast %x : !vector to !ints
  %sign = arith.andi %x_bits, %sign_bit : !ints
  %turned_bits = arith.bitcast %turned : !vector to !ints
  %near_bits = arith.xori %turned_bits, %sign : !ints
  %near = arith.bitcast %near_bits : !ints to !vector

  %any, %large = call @vector_any_large(%size) : (!vector) -> (i1, !mask)
  %result = scf.if %any -> !vector {
    %far = math.sin %x : !vector    // sixteen calls of libm's sinf
    %both = arith.select %large, %far, %near : !mask, !vector
    scf.yield %both : !vector
  } else {
    scf.yield %near : !vector
  }
  return %result : !vector
}
// [end sin]

// cos(x) = sin(|x| + pi / 2): one quarter turn more.
func.func private @vector_cos(%x: !vector) -> !vector {
  %one = arith.constant dense<1> : !ints
  %size = math.absf %x : !vector
  %r, %low, %n = call @vector_quarter(%size) : (!vector) -> (!vector, !vector, !ints)
  %next = arith.addi %n, %one : !ints
  %near = call @vector_turn(%r, %low, %next) : (!vector, !vector, !ints) -> !vector
  %any, %large = call @vector_any_large(%size) : (!vector) -> (i1, !mask)
  %result = scf.if %any -> !vector {
    %far = math.cos %x : !vector
    %both = arith.select %large, %far, %near : !mask, !vector
    scf.yield %both : !vector
  } else {
    scf.yield %near : !vector
  }
  return %result : !vector
}

// out = f(x) for any length; what is left beyond whole vectors is read and written under a mask.
func.func private @vector_map(%f: (!vector) -> !vector, %x: memref<?xf32>, %out: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %width = arith.constant 16 : index
  %nothing = arith.constant dense<0.0> : !vector
  %x_size = memref.dim %x, %zero : memref<?xf32>
  %out_size = memref.dim %out, %zero : memref<?xf32>
  %size = arith.minsi %x_size, %out_size : index
  %left = arith.remsi %size, %width : index
  %whole = arith.subi %size, %left : index
  scf.for %i = %zero to %whole step %width {
    %values = vector.load %x[%i] : memref<?xf32>, !vector
    %result = func.call_indirect %f(%values) : (!vector) -> !vector
    vector.store %result, %out[%i] : memref<?xf32>, !vector
  }
  %mask = vector.create_mask %left : !mask
  %values = vector.maskedload %x[%whole], %mask, %nothing
      : memref<?xf32>, !mask, !vector into !vector
  %result = func.call_indirect %f(%values) : (!vector) -> !vector
  vector.maskedstore %out[%whole], %mask, %result : memref<?xf32>, !mask, !vector
  return
}

func.func @sines(%x: memref<?xf32>, %out: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %f = func.constant @vector_sin : (!vector) -> !vector
  call @vector_map(%f, %x, %out) : ((!vector) -> !vector, memref<?xf32>, memref<?xf32>) -> ()
  return
}

func.func @cosines(%x: memref<?xf32>, %out: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %f = func.constant @vector_cos : (!vector) -> !vector
  call @vector_map(%f, %x, %out) : ((!vector) -> !vector, memref<?xf32>, memref<?xf32>) -> ()
  return
}
