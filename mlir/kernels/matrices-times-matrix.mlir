// C = A @ B in f32 for any sizes and distances between rows, B of f32, bf16 or f16, lying in memory
// row by row or column by column: chapter 4's product (matmul.mlir), as the tensor compiler calls it.
// It goes behind weights-f32.mlir (or -bf16, -f16); lower it with cpu-tiles or cpu-tiles-openmp.
!rows = memref<?x?xf32, strided<[?, ?], offset: ?>>
!result = memref<?x?xf32, strided<[?, 1], offset: ?>>
!block = memref<?x768x64xf32>   // panel, row of B, column within the panel
!strips = memref<?x?x8xf32>      // six rows of A and two more, row of B, row of A within the strip
!columns = memref<?x?xf32, strided<[?, 1], offset: ?>>
!counter = memref<i64>

// [region threads]
// `%b` is B, or B transposed, row by row. C is cut into pieces two panels of 64 columns wide, and into
// so many of them one below the other that there are three for each thread. A thread that is done with
// its piece takes the next one, so that none waits for long for another that gets less of a processor.
// A thread has 2^18 multiplications or more to do.
func.func @matrices_times_matrix(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                                 %most_threads: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %c128 = arith.constant 128 : index
  %m = memref.dim %c, %c0 : !result
  %n = memref.dim %c, %c1 : !result
  %k = memref.dim %a, %c1 : !rows
  %least = arith.constant 262144 : index
  %size = arith.muli %m, %n : index
  %work = arith.muli %size, %k : index
  %worthwhile = arith.divui %work, %least : index
  %threads = arith.minui %worthwhile, %most_threads : index
  %is_shared = arith.cmpi ugt, %threads, %c1 : index

  // An A that lies column by column is copied into strips of six rows: a tile would take each of its
  // numbers from another cache line else, more of them than L1 holds.
  %memory, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : !rows -> memref<f32>, index, index, index, index, index
  %is_near = arith.cmpi eq, %strides#0, %c1 : index
  %is_far = arith.cmpi ne, %strides#1, %c1 : index
  %is_turned = arith.andi %is_near, %is_far : i1
  %a_turned = memref.reinterpret_cast %memory to offset: [%offset],
      sizes: [%k, %m], strides: [%strides#1, 1] : memref<f32> to !columns
  %all_strips = arith.ceildivui %m, %c6 : index
  %needed = arith.select %is_turned, %all_strips, %c0 : index
  %strips = memref.alloc(%needed, %k) {alignment = 64} : !strips
  scf.if %is_shared {
    scf.if %is_turned {
      %share = arith.ceildivui %k, %threads : index
      scf.parallel (%thread) = (%c0) to (%threads) step (%c1) {
        %start = arith.muli %thread, %share : index
        %from = arith.minui %start, %k : index
        %stop = arith.addi %from, %share : index
        %to = arith.minui %stop, %k : index
        func.call @pack_strips(%a_turned, %from, %to, %strips)
            : (!columns, index, index, !strips) -> ()
      }
    }
    %across = arith.ceildivui %n, %c128 : index
    %wanted = arith.muli %threads, %c3 : index
    %down = arith.ceildivui %wanted, %across : index
    %highest = arith.ceildivui %m, %down : index
    %height = func.call @even_step(%m, %highest, %c6) : (index, index, index) -> index
    %below = arith.ceildivui %m, %height : index
    %pieces = arith.muli %across, %below : index
    %next = memref.alloc() : !counter
    %zero = arith.constant 0 : i64
    memref.store %zero, %next[] : !counter
    scf.parallel (%thread) = (%c0) to (%threads) step (%c1) {
      func.call @take_pieces(%a, %strips, %b, %is_transposed, %c, %height, %pieces, %next)
          : (!rows, !strips, !matrix, i1, !result, index, index, !counter) -> ()
    }
    memref.dealloc %next : !counter
  } else {
    scf.if %is_turned {
      func.call @pack_strips(%a_turned, %c0, %k, %strips) : (!columns, index, index, !strips) -> ()
    }
    %block = memref.alloc(%c4) {alignment = 64} : !block
    func.call @multiply_blocks(%a, %strips, %b, %is_transposed, %c, %c0, %m, %c0, %n, %block)
        : (!rows, !strips, !matrix, i1, !result, index, index, index, index, !block) -> ()
    memref.dealloc %block : !block
  }
  memref.dealloc %strips : !strips
  return
}

// A thread's share: the next piece of `height` rows, as long as there is one.
func.func private @take_pieces(%a: !rows, %strips: !strips, %b: !matrix, %is_transposed: i1,
                               %c: !result, %height: index, %pieces: index, %next: !counter)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %one = arith.constant 1 : i64
  %m = memref.dim %c, %c0 : !result
  %n = memref.dim %c, %c1 : !result
  %below = arith.ceildivui %m, %height : index
  %block = memref.alloc(%c2) {alignment = 64} : !block
  scf.while : () -> index {
    %number = memref.atomic_rmw addi %one, %next[] : (i64, !counter) -> i64
    %piece = arith.index_cast %number : i64 to index
    %is_left = arith.cmpi ult, %piece, %pieces : index
    scf.condition(%is_left) %piece : index
  } do {
  ^bb0(%piece: index):
    %right = arith.divui %piece, %below : index
    %under = arith.remui %piece, %below : index
    %left = arith.muli %right, %c128 : index
    %top = arith.muli %under, %height : index
    %beyond = arith.addi %left, %c128 : index
    %lower = arith.addi %top, %height : index
    %end = arith.minui %beyond, %n : index
    %bottom = arith.minui %lower, %m : index
    func.call @multiply_blocks(%a, %strips, %b, %is_transposed, %c, %top, %bottom, %left, %end, %block)
        : (!rows, !strips, !matrix, i1, !result, index, index, index, index, !block) -> ()
    scf.yield
  }
  memref.dealloc %block : !block
  return
}
// [end threads]

// [region blocks]
// C[top..bottom-1, left..right-1], in blocks of B of 768 rows at most and as many panels as there is
// room for: 384 KB for a piece, 768 KB for all of C on one thread. They stay in the L2 cache.
func.func private @multiply_blocks(%a: !rows, %strips: !strips, %b: !matrix, %is_transposed: i1,
                                   %c: !result, %top: index, %bottom: index, %left: index,
                                   %right: index, %block: !block)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %deepest = arith.constant 768 : index
  %k = memref.dim %a, %c1 : !rows
  %depth = func.call @even_step(%k, %deepest, %c1) : (index, index, index) -> index
  %strip_count = memref.dim %strips, %c0 : !strips
  %has_strips = arith.cmpi ugt, %strip_count, %c0 : index
  %panels = memref.dim %block, %c0 : !block
  %widest = arith.muli %panels, %c64 : index
  %all = arith.subi %right, %left : index
  %width = func.call @even_step(%all, %widest, %c64) : (index, index, index) -> index
  scf.for %col = %left to %right step %width {
    %columns_left = arith.subi %right, %col : index
    %columns = arith.minui %columns_left, %width : index
    scf.for %row = %c0 to %k step %depth {
      %rows_left = arith.subi %k, %row : index
      %rows = arith.minui %rows_left, %depth : index
      %is_first = arith.cmpi eq, %row, %c0 : index
      scf.if %is_transposed {
        func.call @pack_columns(%b, %row, %rows, %col, %columns, %block)
            : (!matrix, index, index, index, index, !block) -> ()
      } else {
        func.call @pack_rows(%b, %row, %rows, %col, %columns, %block)
            : (!matrix, index, index, index, index, !block) -> ()
      }
      // A tile's six rows of A stay in the L1 cache while the panels of the block come by from L2.
      scf.for %i = %top to %bottom step %c6 {
        %six, %first = scf.if %has_strips -> (!rows, index) {
          %strip = arith.divui %i, %c6 : index
          %before = arith.muli %strip, %k : index
          %start = arith.muli %before, %c8 : index
          %six = memref.reinterpret_cast %strips to offset: [%start],
              sizes: [6, %k], strides: [%c1, %c8] : !strips to !rows
          scf.yield %six, %c0 : !rows, index
        } else {
          scf.yield %a, %i : !rows, index
        }
        scf.for %j = %c0 to %columns step %c64 {
          %panel = arith.divui %j, %c64 : index
          %target = arith.addi %col, %j : index
          func.call @tile(%six, %first, %row, %rows, %block, %panel, %is_first, %c, %i, %target)
              : (!rows, index, index, index, !block, index, i1, !result, index, index) -> ()
        }
      }
    }
  }

  %nothing_to_sum = arith.cmpi eq, %k, %c0 : index
  scf.if %nothing_to_sum {
    func.call @clear(%c, %top, %bottom, %left, %right) : (!result, index, index, index, index) -> ()
  }
  return
}
// [end blocks]

// It is not worth the time that LLVM takes to make more of it than a loop.
func.func private @clear(%c: !result, %top: index, %bottom: index, %left: index, %right: index)
    attributes {no_inline, passthrough = ["noinline", "minsize", "optsize"]} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  scf.for %i = %top to %bottom step %c1 {
    scf.for %j = %left to %right step %c1 {
      memref.store %zero, %c[%i, %j] : !result
    }
  }
  return
}

// The step that cuts `size` into pieces of nearly equal size, none above `largest`, each but the
// last a multiple of `unit`. It is never 0.
func.func private @even_step(%size: index, %largest: index, %unit: index) -> index {
  %c1 = arith.constant 1 : index
  %at_least_one = arith.maxui %size, %c1 : index
  %pieces = arith.ceildivui %at_least_one, %largest : index
  %piece = arith.ceildivui %at_least_one, %pieces : index
  %units = arith.ceildivui %piece, %unit : index
  %step = arith.muli %units, %unit : index
  return %step : index
}

// [region pack]
// B[row.., col..] into panels of 64 columns of f32. The last one is filled up with zeros.
func.func private @pack_rows(%b: !matrix, %row: index, %rows: index, %col: index, %columns: index,
                             %block: !block) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %padding = arith.constant 0.0 : !weight
  scf.for %p = %c0 to %rows step %c1 {
    %q = arith.addi %row, %p : index
    scf.for %j = %c0 to %columns step %c64 {
      %panel = arith.divui %j, %c64 : index
      %source = arith.addi %col, %j : index
      %weights = vector.transfer_read %b[%q, %source], %padding : !matrix, vector<64x!weight>
      %wide = func.call @widened(%weights) : (vector<64x!weight>) -> vector<64xf32>
      vector.store %wide, %block[%panel, %p, %c0] : !block, vector<64xf32>
    }
  }
  return
}
// [end pack]

// The same for a B whose columns lie in memory one after the other.
func.func private @pack_columns(%b: !matrix, %row: index, %rows: index, %col: index,
                                %columns: index, %block: !block) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %panels = arith.ceildivui %columns, %c64 : index
  scf.for %panel = %c0 to %panels step %c1 {
    %j = arith.muli %panel, %c64 : index
    %left = arith.subi %columns, %j : index
    %width = arith.minui %left, %c64 : index
    %from = arith.addi %col, %j : index
    scf.for %p = %c0 to %rows step %c1 {
      %q = arith.addi %row, %p : index
      scf.for %i = %c0 to %width step %c1 {
        %source = arith.addi %from, %i : index
        %weight = memref.load %b[%source, %q] : !matrix
        %wide = func.call @widened_element(%weight) : (!weight) -> f32
        memref.store %wide, %block[%panel, %p, %i] : !block
      }
      scf.for %i = %width to %c64 step %c1 {
        memref.store %zero, %block[%panel, %p, %i] : !block
      }
    }
  }
  return
}

// Numbers from..to-1 of each row of an A that lies column by column. Below its last row are zeros.
func.func private @pack_strips(%a: !columns, %from: index, %to: index, %strips: !strips)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %count = memref.dim %strips, %c0 : !strips
  scf.for %q = %from to %to step %c16 {
    %after = arith.addi %q, %c16 : index
    %end = arith.minui %after, %to : index
    scf.for %strip = %c0 to %count step %c1 {
      %i = arith.muli %strip, %c6 : index
      scf.for %p = %q to %end step %c1 {
        %numbers = vector.transfer_read %a[%p, %i], %zero : !columns, vector<8xf32>
        vector.store %numbers, %strips[%strip, %p, %c0] : !strips, vector<8xf32>
      }
    }
  }
  return
}

// [region tile]
// C[i..i+5, target..target+63] += A[first..first+5, row..] @ a panel; = instead of += for the first
// rows of B.
func.func private @tile(%a: !rows, %first: index, %row: index, %rows: index, %block: !block,
                        %panel: index, %is_first: i1, %c: !result, %i: index, %target: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<6x64xf32>
  %tile = scf.for %p = %c0 to %rows step %c1 iter_args(%sum = %zeros) -> vector<6x64xf32> {
    %q = arith.addi %row, %p : index
    %a6 = func.call @column(%a, %first, %q) : (!rows, index, index) -> vector<6xf32>
    %b64 = vector.load %block[%panel, %p, %c0] : !block, vector<64xf32>
    %next = vector.outerproduct %a6, %b64, %sum : vector<6xf32>, vector<64xf32>
    scf.yield %next : vector<6x64xf32>
  }
  %sum = scf.if %is_first -> vector<6x64xf32> {
    scf.yield %tile : vector<6x64xf32>
  } else {
    %before = vector.transfer_read %c[%i, %target], %zero : !result, vector<6x64xf32>
    %both = arith.addf %before, %tile : vector<6x64xf32>
    scf.yield %both : vector<6x64xf32>
  }
  vector.transfer_write %sum, %c[%i, %target] : vector<6x64xf32>, !result
  return
}
// [end tile]

// A[i..i+5, q]. Below the last row of A, that row again: what comes of it is not written to C.
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
  %a6 = vector.from_elements %a0, %a1, %a2, %a3, %a4, %a5 : vector<6xf32>
  return %a6 : vector<6xf32>
}
