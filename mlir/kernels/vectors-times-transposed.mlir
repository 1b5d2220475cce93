// y = x @ T^T in f32 for few rows of x, a batch of vectors, and a row-major T of f32, bf16 or f16: each
// of y's elements is the dot product of a vector and a row. It goes behind weights-f32.mlir (or -bf16,
// -f16); lower it with cpu-tiles or cpu-tiles-openmp. As in vectors-times-matrix.mlir, a thread's rows
// are cut into 16 sections (4 where there are several vectors) that are read side by side.
!vectors = memref<?x?xf32, strided<[?, ?], offset: ?>>
!packed = memref<?x?xf32>
#one_of_each = affine_map<(section, row, column) -> (section, column)>

// [region threads]
func.func @vectors_times_transposed(%x: !vectors, %t: !matrix, %y: !vectors,
                                            %threads: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.dim %x, %c0 : !vectors
  %n = memref.dim %t, %c0 : !matrix
  %k = memref.dim %t, %c1 : !matrix
  // A piece of less than 2^16 elements is not worth a thread.
  %least = arith.constant 65536 : index
  %size = arith.muli %n, %k : index
  %enough = arith.divui %size, %least : index
  %wanted = arith.minui %enough, %threads : index
  %pieces = arith.maxui %wanted, %c1 : index
  %each = arith.ceildivui %n, %pieces : index

  %packed = memref.alloc(%b, %k) {alignment = 64} : !packed
  func.call @pack(%x, %packed) : (!vectors, !packed) -> ()
  %several = arith.cmpi ugt, %pieces, %c1 : index
  scf.if %several {
    scf.parallel (%piece) = (%c0) to (%pieces) step (%c1) {
      %start = arith.muli %piece, %each : index
      %from = arith.minui %start, %n : index
      %stop = arith.addi %from, %each : index
      %to = arith.minui %stop, %n : index
      func.call @dot_products(%packed, %t, %from, %to, %y)
          : (!packed, !matrix, index, index, !vectors) -> ()
    }
  } else {
    func.call @dot_products(%packed, %t, %c0, %n, %y)
        : (!packed, !matrix, index, index, !vectors) -> ()
  }
  memref.dealloc %packed : !packed
  return
}
// [end threads]

// It is not worth the time that LLVM takes to make more of it than a loop.
func.func private @pack(%x: !vectors, %packed: !packed)
    attributes {no_inline, passthrough = ["noinline", "minsize", "optsize"]} {
  linalg.copy ins(%x : !vectors) outs(%packed : !packed)
  return
}

// y[:, from..to-1] = x @ T[from..to-1]^T
func.func private @dot_products(%x: !packed, %t: !matrix, %from: index, %to: index, %y: !vectors)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %b = memref.dim %x, %c0 : !packed
  %k = memref.dim %t, %c1 : !matrix
  %strips = arith.divui %k, %c16 : index
  %edge = arith.muli %strips, %c16 : index

  %is_one = arith.cmpi eq, %b, %c1 : index
  %count = arith.select %is_one, %c16, %c4 : index
  %rows = arith.subi %to, %from : index
  %length = arith.divui %rows, %count : index
  %whole = arith.muli %length, %count : index
  %last = arith.addi %from, %whole : index
  %memory, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %t
      : !matrix -> memref<!weight>, index, index, index, index, index
  %skipped = arith.muli %from, %strides#0 : index
  %start = arith.addi %offset, %skipped : index
  %apart = arith.muli %length, %strides#0 : index
  %sections = memref.reinterpret_cast %memory to offset: [%start],
      sizes: [%count, %length, %k], strides: [%apart, %strides#0, 1] : memref<!weight> to !sections

  scf.for %p = %c0 to %length step %c1 {
    %row = arith.addi %from, %p : index
    scf.if %is_one {
      func.call @sixteen_rows(%x, %sections, %p, %edge, %row, %length, %y)
          : (!packed, !sections, index, index, index, index, !vectors) -> ()
    } else {
      scf.for %i = %c0 to %b step %c4 {
        func.call @four_rows(%x, %i, %sections, %p, %edge, %row, %length, %y)
            : (!packed, index, !sections, index, index, index, index, !vectors) -> ()
      }
    }
  }
  // The rows beyond the last section, one by one.
  scf.for %i = %c0 to %b step %c1 {
    scf.for %row = %last to %to step %c1 {
      func.call @one_row(%x, %i, %t, %edge, %row, %y)
          : (!packed, index, !matrix, index, index, !vectors) -> ()
    }
  }
  // The columns beyond the last strip of 16.
  scf.for %i = %c0 to %b step %c1 {
    scf.for %row = %from to %to step %c1 {
      scf.for %p = %edge to %k step %c1 {
        %element = memref.load %x[%i, %p] : !packed
        %weight = memref.load %t[%row, %p] : !matrix
        %wide = func.call @widened_element(%weight) : (!weight) -> f32
        %product = arith.mulf %element, %wide fastmath<contract> : f32
        %before = memref.load %y[%i, %row] : !vectors
        %after = arith.addf %before, %product fastmath<contract> : f32
        memref.store %after, %y[%i, %row] : !vectors
      }
    }
  }
  return
}

// [region sixteen]
// One vector times row p of each of 16 sections: 16 sums of 16 lanes each, in registers.
func.func private @sixteen_rows(%x: !packed, %sections: !sections, %p: index, %edge: index,
                                %row: index, %length: index, %y: !vectors) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %padding = arith.constant 0.0 : !weight
  %zeros = arith.constant dense<0.0> : vector<16x16xf32>
  %sums = scf.for %j = %c0 to %edge step %c16 iter_args(%sum = %zeros) -> vector<16x16xf32> {
    func.call @fetch_rows(%sections, %c16, %p, %j) : (!sections, index, index, index) -> ()
    %elements = vector.load %x[%c0, %j] : !packed, vector<16xf32>
    %tile = vector.transfer_read %sections[%c0, %p, %j], %padding
        {permutation_map = #one_of_each, in_bounds = [true, true]} : !sections, vector<16x16x!weight>
    %wide = func.call @widened_16x16(%tile) : (vector<16x16x!weight>) -> vector<16x16xf32>
    %all = vector.broadcast %elements : vector<16xf32> to vector<16x16xf32>
    %next = vector.fma %all, %wide, %sum : vector<16x16xf32>
    scf.yield %next : vector<16x16xf32>
  }
  func.call @store_sums_16(%sums, %row, %length, %y)
      : (vector<16x16xf32>, index, index, !vectors) -> ()
  return
}
// [end sixteen]

// Ask for what each section will be read for 32 turns of the loop later.
func.func private @fetch_rows(%sections: !sections, %count: index, %p: index, %j: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c512 = arith.constant 512 : index
  %ahead = arith.addi %j, %c512 : index
  scf.for %section = %c0 to %count step %c1 {
    memref.prefetch %sections[%section, %p, %ahead], read, locality<3>, data : !sections
  }
  return
}

func.func private @store_sums_16(%sums: vector<16x16xf32>, %row: index, %length: index,
                                 %y: !vectors) {
  %c0 = arith.constant 0 : index
  %sum0 = vector.extract %sums[0] : vector<16xf32> from vector<16x16xf32>
  %sum1 = vector.extract %sums[1] : vector<16xf32> from vector<16x16xf32>
  %sum2 = vector.extract %sums[2] : vector<16xf32> from vector<16x16xf32>
  %sum3 = vector.extract %sums[3] : vector<16xf32> from vector<16x16xf32>
  %sum4 = vector.extract %sums[4] : vector<16xf32> from vector<16x16xf32>
  %sum5 = vector.extract %sums[5] : vector<16xf32> from vector<16x16xf32>
  %sum6 = vector.extract %sums[6] : vector<16xf32> from vector<16x16xf32>
  %sum7 = vector.extract %sums[7] : vector<16xf32> from vector<16x16xf32>
  %sum8 = vector.extract %sums[8] : vector<16xf32> from vector<16x16xf32>
  %sum9 = vector.extract %sums[9] : vector<16xf32> from vector<16x16xf32>
  %sum10 = vector.extract %sums[10] : vector<16xf32> from vector<16x16xf32>
  %sum11 = vector.extract %sums[11] : vector<16xf32> from vector<16x16xf32>
  %sum12 = vector.extract %sums[12] : vector<16xf32> from vector<16x16xf32>
  %sum13 = vector.extract %sums[13] : vector<16xf32> from vector<16x16xf32>
  %sum14 = vector.extract %sums[14] : vector<16xf32> from vector<16x16xf32>
  %sum15 = vector.extract %sums[15] : vector<16xf32> from vector<16x16xf32>
  %at0 = arith.addi %row, %c0 : index
  %at1 = arith.addi %at0, %length : index
  %at2 = arith.addi %at1, %length : index
  %at3 = arith.addi %at2, %length : index
  %at4 = arith.addi %at3, %length : index
  %at5 = arith.addi %at4, %length : index
  %at6 = arith.addi %at5, %length : index
  %at7 = arith.addi %at6, %length : index
  %at8 = arith.addi %at7, %length : index
  %at9 = arith.addi %at8, %length : index
  %at10 = arith.addi %at9, %length : index
  %at11 = arith.addi %at10, %length : index
  %at12 = arith.addi %at11, %length : index
  %at13 = arith.addi %at12, %length : index
  %at14 = arith.addi %at13, %length : index
  %at15 = arith.addi %at14, %length : index
  func.call @store_total(%sum0, %y, %c0, %at0) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum1, %y, %c0, %at1) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum2, %y, %c0, %at2) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum3, %y, %c0, %at3) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum4, %y, %c0, %at4) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum5, %y, %c0, %at5) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum6, %y, %c0, %at6) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum7, %y, %c0, %at7) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum8, %y, %c0, %at8) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum9, %y, %c0, %at9) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum10, %y, %c0, %at10) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum11, %y, %c0, %at11) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum12, %y, %c0, %at12) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum13, %y, %c0, %at13) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum14, %y, %c0, %at14) : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum15, %y, %c0, %at15) : (vector<16xf32>, !vectors, index, index) -> ()
  return
}

func.func private @store_total(%sum: vector<16xf32>, %y: !vectors, %i: index, %row: index) {
  %total = vector.reduction <add>, %sum fastmath<reassoc> : vector<16xf32> into f32
  memref.store %total, %y[%i, %row] : !vectors
  return
}

func.func private @one_row(%x: !packed, %i: index, %t: !matrix, %edge: index, %row: index,
                           %y: !vectors) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %sum = scf.for %j = %c0 to %edge step %c16 iter_args(%sum = %zeros) -> vector<16xf32> {
    %elements = vector.load %x[%i, %j] : !packed, vector<16xf32>
    %weights = vector.load %t[%row, %j] : !matrix, vector<16x!weight>
    %wide = func.call @widened_16(%weights) : (vector<16x!weight>) -> vector<16xf32>
    %next = vector.fma %elements, %wide, %sum : vector<16xf32>
    scf.yield %next : vector<16xf32>
  }
  func.call @store_total(%sum, %y, %i, %row) : (vector<16xf32>, !vectors, index, index) -> ()
  return
}

// Vectors i to i+3 times row p of each of four sections. Behind the last vector stands that one
// again, with the same sums.
func.func private @four_rows(%x: !packed, %i: index, %sections: !sections, %p: index, %edge: index,
                             %row: index, %length: index, %y: !vectors) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %padding = arith.constant 0.0 : !weight
  %zeros = arith.constant dense<0.0> : vector<4x16xf32>
  %b = memref.dim %x, %c0 : !packed
  %last = arith.subi %b, %c1 : index
  %next1 = arith.addi %i, %c1 : index
  %next2 = arith.addi %i, %c2 : index
  %next3 = arith.addi %i, %c3 : index
  %i1 = arith.minui %next1, %last : index
  %i2 = arith.minui %next2, %last : index
  %i3 = arith.minui %next3, %last : index
  %sums:4 = scf.for %j = %c0 to %edge step %c16
      iter_args(%sum0 = %zeros, %sum1 = %zeros, %sum2 = %zeros, %sum3 = %zeros)
      -> (vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>) {
    func.call @fetch_rows(%sections, %c4, %p, %j) : (!sections, index, index, index) -> ()
    %tile = vector.transfer_read %sections[%c0, %p, %j], %padding
        {permutation_map = #one_of_each, in_bounds = [true, true]} : !sections, vector<4x16x!weight>
    %wide = func.call @widened_4x16(%tile) : (vector<4x16x!weight>) -> vector<4x16xf32>
    %x0 = vector.load %x[%i, %j] : !packed, vector<16xf32>
    %x1 = vector.load %x[%i1, %j] : !packed, vector<16xf32>
    %x2 = vector.load %x[%i2, %j] : !packed, vector<16xf32>
    %x3 = vector.load %x[%i3, %j] : !packed, vector<16xf32>
    %all0 = vector.broadcast %x0 : vector<16xf32> to vector<4x16xf32>
    %all1 = vector.broadcast %x1 : vector<16xf32> to vector<4x16xf32>
    %all2 = vector.broadcast %x2 : vector<16xf32> to vector<4x16xf32>
    %all3 = vector.broadcast %x3 : vector<16xf32> to vector<4x16xf32>
    %new0 = vector.fma %all0, %wide, %sum0 : vector<4x16xf32>
    %new1 = vector.fma %all1, %wide, %sum1 : vector<4x16xf32>
    %new2 = vector.fma %all2, %wide, %sum2 : vector<4x16xf32>
    %new3 = vector.fma %all3, %wide, %sum3 : vector<4x16xf32>
    scf.yield %new0, %new1, %new2, %new3
        : vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>, vector<4x16xf32>
  }
  func.call @store_sums_4(%sums#0, %i, %row, %length, %y)
      : (vector<4x16xf32>, index, index, index, !vectors) -> ()
  func.call @store_sums_4(%sums#1, %i1, %row, %length, %y)
      : (vector<4x16xf32>, index, index, index, !vectors) -> ()
  func.call @store_sums_4(%sums#2, %i2, %row, %length, %y)
      : (vector<4x16xf32>, index, index, index, !vectors) -> ()
  func.call @store_sums_4(%sums#3, %i3, %row, %length, %y)
      : (vector<4x16xf32>, index, index, index, !vectors) -> ()
  return
}

func.func private @store_sums_4(%sums: vector<4x16xf32>, %i: index, %row: index, %length: index,
                                %y: !vectors) {
  %sum0 = vector.extract %sums[0] : vector<16xf32> from vector<4x16xf32>
  %sum1 = vector.extract %sums[1] : vector<16xf32> from vector<4x16xf32>
  %sum2 = vector.extract %sums[2] : vector<16xf32> from vector<4x16xf32>
  %sum3 = vector.extract %sums[3] : vector<16xf32> from vector<4x16xf32>
  %at1 = arith.addi %row, %length : index
  %at2 = arith.addi %at1, %length : index
  %at3 = arith.addi %at2, %length : index
  func.call @store_total(%sum0, %y, %i, %row)
      : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum1, %y, %i, %at1)
      : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum2, %y, %i, %at2)
      : (vector<16xf32>, !vectors, index, index) -> ()
  func.call @store_total(%sum3, %y, %i, %at3)
      : (vector<16xf32>, !vectors, index, index) -> ()
  return
}
