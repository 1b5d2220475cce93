// The two steps of attention over a tile of 64 queries and as many keys or fewer, as the tensor
// compiler calls them: the scores, and, once it has masked them, what they add to the result.
// Queries are columns here, 64 side by side, so that a softmax over keys never crosses a vector.
// Lower it with cpu-tiles or cpu-tiles-openmp.
!rows = memref<?x?xf32, strided<[?, ?], offset: ?>>
!panel = memref<?x64xf32>
!row = memref<64xf32>
!lanes = vector<64xf32>
!ints = vector<64xi32>
!tile = vector<6x64xf32>

// [region scores]
// scores[key, query] = keys[key, :] . queries[:, query]
func.func @attention_scores(%keys: !rows, %queries: !panel, %scores: !panel) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %none = arith.constant dense<0.0> : !tile
  %count = memref.dim %keys, %c0 : !rows
  %size = memref.dim %keys, %c1 : !rows
  scf.for %key = %c0 to %count step %c6 {
    %tile = scf.for %p = %c0 to %size step %c1 iter_args(%sum = %none) -> !tile {
      %six = func.call @column(%keys, %key, %p) : (!rows, index, index) -> vector<6xf32>
      %query = vector.load %queries[%p, %c0] : !panel, !lanes
      %next = vector.outerproduct %six, %query, %sum : vector<6xf32>, !lanes
      scf.yield %next : !tile
    }
    vector.transfer_write %tile, %scores[%key, %c0] : !tile, !panel
  }
  return
}
// [end scores]

// [region update]
// One more tile of an online softmax. `most` has the largest score of each query until now, `sums`
// the sum of exp(score - largest), `mixed` the sum of values weighted like that, a column a query.
// Where a larger score comes, what was summed before is scaled down to it first.
func.func @attention_update(%scores: !panel, %values: !rows, %mixed: !panel, %most: !row,
                            %sums: !row) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : !lanes
  %least = arith.constant dense<0xFF800000> : !lanes    // -inf
  %count = memref.dim %values, %c0 : !rows
  %size = memref.dim %values, %c1 : !rows

  // A comparison with NaN is false, so NaN is passed over; it comes back through the sum.
  %before = vector.load %most[%c0] : !row, !lanes
  %largest = scf.for %key = %c0 to %count step %c1 iter_args(%so_far = %before) -> !lanes {
    %score = vector.load %scores[%key, %c0] : !panel, !lanes
    %larger = arith.cmpf ogt, %score, %so_far : !lanes
    %next = arith.select %larger, %score, %so_far : vector<64xi1>, !lanes
    scf.yield %next : !lanes
  }
  // Where all is masked until now, -inf - -inf would be NaN: all weights are 0 there.
  %nothing = arith.cmpf oeq, %largest, %least : !lanes
  %shift = arith.select %nothing, %zeros, %largest : vector<64xi1>, !lanes
  %down = arith.subf %before, %shift : !lanes
  %scale = func.call @exp_below(%down) : (!lanes) -> !lanes
  %sum_before = vector.load %sums[%c0] : !row, !lanes
  %sum_scaled = arith.mulf %sum_before, %scale : !lanes
  %sum = scf.for %key = %c0 to %count step %c1 iter_args(%so_far = %sum_scaled) -> !lanes {
    %score = vector.load %scores[%key, %c0] : !panel, !lanes
    %below = arith.subf %score, %shift : !lanes
    %weight = func.call @exp_below(%below) : (!lanes) -> !lanes
    vector.store %weight, %scores[%key, %c0] : !panel, !lanes
    %next = arith.addf %so_far, %weight : !lanes
    scf.yield %next : !lanes
  }
  vector.store %largest, %most[%c0] : !row, !lanes
  vector.store %sum, %sums[%c0] : !row, !lanes

  %by_key = memref.transpose %values (key, p) -> (p, key) : !rows to !rows
  %scales = vector.broadcast %scale : !lanes to !tile
  scf.for %p = %c0 to %size step %c6 {
    %old = vector.transfer_read %mixed[%p, %c0], %zero : !panel, !tile
    %scaled = arith.mulf %old, %scales : !tile
    %tile = scf.for %key = %c0 to %count step %c1 iter_args(%sum_here = %scaled) -> !tile {
      %six = func.call @column(%by_key, %p, %key) : (!rows, index, index) -> vector<6xf32>
      %weight = vector.load %scores[%key, %c0] : !panel, !lanes
      %next = vector.outerproduct %six, %weight, %sum_here : vector<6xf32>, !lanes
      scf.yield %next : !tile
    }
    vector.transfer_write %tile, %mixed[%p, %c0] : !tile, !panel
  }
  return
}
// [end update]

// exp(x) for x of at most 0, as in rows.mlir. What would be no normal number is 0; NaN stays NaN.
func.func private @exp_below(%x: !lanes) -> !lanes {
  %least = arith.constant dense<-87.0> : !lanes
  %is_zero = arith.cmpf olt, %x, %least : !lanes
  %round = arith.constant dense<12582912.0> : !lanes
  %inverse_log2 = arith.constant dense<1.44269504> : !lanes
  %shifted = vector.fma %x, %inverse_log2, %round : !lanes
  %n = arith.subf %shifted, %round : !lanes
  %minus_log2_high = arith.constant dense<-0.693359375> : !lanes
  %minus_log2_low = arith.constant dense<2.12194440e-4> : !lanes
  %r_high = vector.fma %n, %minus_log2_high, %x : !lanes
  %r = vector.fma %n, %minus_log2_low, %r_high : !lanes
  %one = arith.constant dense<1.0> : !lanes
  %c2 = arith.constant dense<0.49999994> : !lanes
  %c3 = arith.constant dense<0.16666515> : !lanes
  %c4 = arith.constant dense<0.041668456> : !lanes
  %c5 = arith.constant dense<0.008369419> : !lanes
  %c6 = arith.constant dense<0.0013813145> : !lanes
  %p5 = vector.fma %c6, %r, %c5 : !lanes
  %p4 = vector.fma %p5, %r, %c4 : !lanes
  %p3 = vector.fma %p4, %r, %c3 : !lanes
  %p2 = vector.fma %p3, %r, %c2 : !lanes
  %p1 = vector.fma %p2, %r, %one : !lanes
  %p = vector.fma %p1, %r, %one : !lanes
  %field = arith.constant dense<23> : !ints
  %one_bits = arith.bitcast %one : !lanes to !ints
  %bits = arith.bitcast %shifted : !lanes to !ints
  %exponent = arith.shli %bits, %field : !ints
  %factor_bits = arith.addi %exponent, %one_bits : !ints
  %factor = arith.bitcast %factor_bits : !ints to !lanes
  %scaled = arith.mulf %p, %factor : !lanes
  %zeros = arith.constant dense<0.0> : !lanes
  %result = arith.select %is_zero, %zeros, %scaled : vector<64xi1>, !lanes
  return %result : !lanes
}

// a[i..i+5, q]. Below the last row, that row again: what comes of it is not used.
func.func private @column(%a: !rows, %i: index, %q: index) -> vector<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %m = memref.dim %a, %c0 : !rows
  %last = arith.subi %m, %c1 : index
  %below1 = arith.addi %i, %c1 : index
  %below2 = arith.addi %i, %c2 : index
  %below3 = arith.addi %i, %c3 : index
  %below4 = arith.addi %i, %c4 : index
  %below5 = arith.addi %i, %c5 : index
  %i1 = arith.minui %below1, %last : index
  %i2 = arith.minui %below2, %last : index
  %i3 = arith.minui %below3, %last : index
  %i4 = arith.minui %below4, %last : index
  %i5 = arith.minui %below5, %last : index
  %a0 = memref.load %a[%i, %q] : !rows
  %a1 = memref.load %a[%i1, %q] : !rows
  %a2 = memref.load %a[%i2, %q] : !rows
  %a3 = memref.load %a[%i3, %q] : !rows
  %a4 = memref.load %a[%i4, %q] : !rows
  %a5 = memref.load %a[%i5, %q] : !rows
  %six = vector.from_elements %a0, %a1, %a2, %a3, %a4, %a5 : vector<6xf32>
  return %six : vector<6xf32>
}
