// y = x @ W in f32 for a few rows of x, a batch of vectors, and a row-major W of f32, bf16 or f16. It
// goes behind weights-f32.mlir (or -bf16, -f16); lower it with cpu-tiles or cpu-tiles-openmp. All time
// goes into reading W, so what counts is how it is read: a processor fetches ahead in many places at
// once. A thread's rows are cut into 8 sections, which are read side by side, each in order.
!vectors = memref<?x?xf32, strided<[?, ?], offset: ?>>
!result = memref<?x?xf32, strided<[?, 1], offset: ?>>
!sums = memref<?x?x?xf32>

// [region threads]
// In as many pieces of W's rows as there are threads, each with sums of its own. A piece of less than
// 2^16 elements is not worth a thread.
func.func @vectors_times_matrix(%x: !vectors, %w: !matrix, %y: !result, %threads: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %least = arith.constant 65536 : index
  %b = memref.dim %x, %c0 : !vectors
  %k = memref.dim %w, %c0 : !matrix
  %n = memref.dim %w, %c1 : !matrix
  %size = arith.muli %k, %n : index
  %worthwhile = arith.divui %size, %least : index
  %wanted = arith.minui %worthwhile, %threads : index
  %pieces = arith.maxui %wanted, %c1 : index
  %is_shared = arith.cmpi ugt, %pieces, %c1 : index
  scf.if %is_shared {
    %each = arith.ceildivui %k, %pieces : index
    %sums = memref.alloc(%pieces, %b, %n) {alignment = 64} : !sums
    scf.parallel (%piece) = (%c0) to (%pieces) step (%c1) {
      %start = arith.muli %piece, %each : index
      %from = arith.minui %start, %k : index
      %end = arith.addi %from, %each : index
      %to = arith.minui %end, %k : index
      %sum = memref.subview %sums[%piece, 0, 0] [1, %b, %n] [1, 1, 1] : !sums to !result
      func.call @multiply(%x, %w, %from, %to, %sum)
          : (!vectors, !matrix, index, index, !result) -> ()
    }
    func.call @add_up(%sums, %y) : (!sums, !result) -> ()
    memref.dealloc %sums : !sums
  } else {
    func.call @multiply(%x, %w, %c0, %k, %y) : (!vectors, !matrix, index, index, !result) -> ()
  }
  return
}
// [end threads]

func.func private @add_up(%sums: !sums, %y: !result) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %pieces = memref.dim %sums, %c0 : !sums
  %b = memref.dim %sums, %c1 : !sums
  %n = memref.dim %sums, %c2 : !sums
  scf.for %i = %c0 to %b step %c1 {
    scf.for %j = %c0 to %n step %c16 {
      %first = vector.transfer_read %sums[%c0, %i, %j], %zero : !sums, vector<16xf32>
      %all = scf.for %piece = %c1 to %pieces step %c1 iter_args(%sum = %first) -> vector<16xf32> {
        %more = vector.transfer_read %sums[%piece, %i, %j], %zero : !sums, vector<16xf32>
        %next = arith.addf %sum, %more : vector<16xf32>
        scf.yield %next : vector<16xf32>
      }
      vector.transfer_write %all, %y[%i, %j] : vector<16xf32>, !result
    }
  }
  return
}

// [region sections]
// y = x[:, from..to-1] @ W[from..to-1]
func.func private @multiply(%x: !vectors, %w: !matrix, %from: index, %to: index, %y: !result)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %b = memref.dim %x, %c0 : !vectors
  %n = memref.dim %w, %c1 : !matrix
  scf.for %i = %c0 to %b step %c1 {
    scf.for %j = %c0 to %n step %c16 {
      vector.transfer_write %zeros, %y[%i, %j] : vector<16xf32>, !result
    }
  }

  // Section s begins `length` rows below section s - 1.
  %rows = arith.subi %to, %from : index
  %length = arith.divui %rows, %c8 : index
  %memory, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %w
      : !matrix -> memref<!weight>, index, index, index, index, index
  %skipped = arith.muli %from, %strides#0 : index
  %start = arith.addi %offset, %skipped : index
  %apart = arith.muli %length, %strides#0 : index
  %sections = memref.reinterpret_cast %memory to offset: [%start],
      sizes: [8, %length, %n], strides: [%apart, %strides#0, 1] : memref<!weight> to !sections

  %strips = arith.divui %n, %c64 : index
  %edge = arith.muli %strips, %c64 : index
  %is_one = arith.cmpi eq, %b, %c1 : index
  scf.for %row = %c0 to %length step %c1 {
    scf.for %j = %c0 to %edge step %c64 {
      scf.if %is_one {
        func.call @add_to_one(%x, %sections, %from, %row, %length, %j, %y)
            : (!vectors, !sections, index, index, index, index, !result) -> ()
      } else {
        scf.for %i = %c0 to %b step %c4 {
          func.call @add_to_four(%x, %i, %sections, %from, %row, %length, %j, %y)
              : (!vectors, index, !sections, index, index, index, index, !result) -> ()
        }
      }
    }
  }
  // The columns beyond the last strip of 64, then the rows beyond the last section.
  %whole = arith.muli %length, %c8 : index
  %last = arith.addi %from, %whole : index
  func.call @add_rest(%x, %w, %from, %last, %edge, %y)
      : (!vectors, !matrix, index, index, index, !result) -> ()
  func.call @add_rest(%x, %w, %last, %to, %c0, %y)
      : (!vectors, !matrix, index, index, index, !result) -> ()
  return
}
// [end sections]

// [region one]
// One vector: y[0, j..j+63] += eight of its elements times that row of each section.
func.func private @add_to_one(%x: !vectors, %sections: !sections, %from: index, %row: index,
                              %length: index, %j: index, %y: !result) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %p = arith.addi %from, %row : index
  %next = arith.addi %j, %c64 : index
  %before = vector.load %y[%c0, %j] : !result, vector<64xf32>
  %after = scf.for %section = %c0 to %c8 step %c1 iter_args(%sum = %before) -> vector<64xf32> {
    func.call @fetch(%sections, %section, %row, %next) : (!sections, index, index, index) -> ()
    %weights = vector.load %sections[%section, %row, %j] : !sections, vector<64x!weight>
    %wide = func.call @widened(%weights) : (vector<64x!weight>) -> vector<64xf32>
    %down = arith.muli %section, %length : index
    %q = arith.addi %p, %down : index
    %element = memref.load %x[%c0, %q] : !vectors
    %more = vector.outerproduct %wide, %element, %sum : vector<64xf32>, f32
    scf.yield %more : vector<64xf32>
  }
  vector.store %after, %y[%c0, %j] : !result, vector<64xf32>
  return
}
// [end one]

// The same for vectors i to i+3. Below the last one, that one again, with the same sums.
func.func private @add_to_four(%x: !vectors, %i: index, %sections: !sections, %from: index,
                               %row: index, %length: index, %j: index, %y: !result) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %b = memref.dim %x, %c0 : !vectors
  %last = arith.subi %b, %c1 : index
  %below1 = arith.addi %i, %c1 : index
  %below2 = arith.addi %i, %c2 : index
  %below3 = arith.addi %i, %c3 : index
  %i1 = arith.minui %below1, %last : index
  %i2 = arith.minui %below2, %last : index
  %i3 = arith.minui %below3, %last : index
  %p = arith.addi %from, %row : index
  %next = arith.addi %j, %c64 : index
  %y0 = vector.load %y[%i, %j] : !result, vector<64xf32>
  %y1 = vector.load %y[%i1, %j] : !result, vector<64xf32>
  %y2 = vector.load %y[%i2, %j] : !result, vector<64xf32>
  %y3 = vector.load %y[%i3, %j] : !result, vector<64xf32>
  %after:4 = scf.for %section = %c0 to %c8 step %c1
      iter_args(%sum0 = %y0, %sum1 = %y1, %sum2 = %y2, %sum3 = %y3)
      -> (vector<64xf32>, vector<64xf32>, vector<64xf32>, vector<64xf32>) {
    func.call @fetch(%sections, %section, %row, %next) : (!sections, index, index, index) -> ()
    %weights = vector.load %sections[%section, %row, %j] : !sections, vector<64x!weight>
    %wide = func.call @widened(%weights) : (vector<64x!weight>) -> vector<64xf32>
    %down = arith.muli %section, %length : index
    %q = arith.addi %p, %down : index
    %x0 = memref.load %x[%i, %q] : !vectors
    %x1 = memref.load %x[%i1, %q] : !vectors
    %x2 = memref.load %x[%i2, %q] : !vectors
    %x3 = memref.load %x[%i3, %q] : !vectors
    %more0 = vector.outerproduct %wide, %x0, %sum0 : vector<64xf32>, f32
    %more1 = vector.outerproduct %wide, %x1, %sum1 : vector<64xf32>, f32
    %more2 = vector.outerproduct %wide, %x2, %sum2 : vector<64xf32>, f32
    %more3 = vector.outerproduct %wide, %x3, %sum3 : vector<64xf32>, f32
    scf.yield %more0, %more1, %more2, %more3
        : vector<64xf32>, vector<64xf32>, vector<64xf32>, vector<64xf32>
  }
  vector.store %after#0, %y[%i, %j] : !result, vector<64xf32>
  vector.store %after#1, %y[%i1, %j] : !result, vector<64xf32>
  vector.store %after#2, %y[%i2, %j] : !result, vector<64xf32>
  vector.store %after#3, %y[%i3, %j] : !result, vector<64xf32>
  return
}

// y[:, left..] += x[:, from..to-1] @ W[from..to-1, left..], where the shapes are odd.
func.func private @add_rest(%x: !vectors, %w: !matrix, %from: index, %to: index, %left: index,
                            %y: !result)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %padding = arith.constant 0.0 : !weight
  %b = memref.dim %x, %c0 : !vectors
  %n = memref.dim %w, %c1 : !matrix
  scf.for %i = %c0 to %b step %c1 {
    scf.for %j = %left to %n step %c16 {
      %before = vector.transfer_read %y[%i, %j], %zero : !result, vector<16xf32>
      %after = scf.for %p = %from to %to step %c1 iter_args(%sum = %before) -> vector<16xf32> {
        %element = memref.load %x[%i, %p] : !vectors
        %weights = vector.transfer_read %w[%p, %j], %padding : !matrix, vector<16x!weight>
        %wide = func.call @widened_16(%weights) : (vector<16x!weight>) -> vector<16xf32>
        %next = vector.outerproduct %wide, %element, %sum : vector<16xf32>, f32
        scf.yield %next : vector<16xf32>
      }
      vector.transfer_write %after, %y[%i, %j] : vector<16xf32>, !result
    }
  }
  return
}
