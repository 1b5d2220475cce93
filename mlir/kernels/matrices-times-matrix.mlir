// C = A @ B in f32 for any sizes and distances between rows, B of f32, bf16 or f16, lying in memory
// row by row or column by column: chapter 4's product (matmul.mlir), as the tensor compiler calls it.
// It goes behind weights-f32.mlir (or -bf16, -f16); lower it with cpu-tiles or cpu-tiles-openmp.
!rows = memref<?x?xf32, strided<[?, ?], offset: ?>>
!result = memref<?x?xf32, strided<[?, 1], offset: ?>>
!block = memref<?x?x64xf32>   // panel, row of B, column within the panel

// [region threads]
// `%b` is B, or B transposed, row by row. Threads share the panels of 64 columns, or the tiles of six
// rows where that leaves the busiest of them less to do; then each packs all of B for itself. A thread
// has 2^18 multiplications or more to do.
func.func @matrices_times_matrix(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                                 %most_threads: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %c, %c0 : !result
  %n = memref.dim %c, %c1 : !result
  %k = memref.dim %a, %c1 : !rows
  %least = arith.constant 262144 : index
  %size = arith.muli %m, %n : index
  %work = arith.muli %size, %k : index
  %worthwhile = arith.divui %work, %least : index
  %wanted = arith.minui %worthwhile, %most_threads : index
  %threads = arith.maxui %wanted, %c1 : index
  %tiles = arith.ceildivui %m, %c6 : index
  %panels = arith.ceildivui %n, %c64 : index
  %panels_each = arith.ceildivui %panels, %threads : index
  %tiles_each = arith.ceildivui %tiles, %threads : index
  %by_columns = arith.muli %panels_each, %tiles : index
  %by_rows = arith.muli %tiles_each, %panels : index
  %in_columns = arith.cmpi ule, %by_columns, %by_rows : index
  %columns_each = arith.muli %panels_each, %c64 : index
  %rows_each = arith.muli %tiles_each, %c6 : index
  %step_down = arith.select %in_columns, %m, %rows_each : index
  %step_right = arith.select %in_columns, %columns_each, %n : index

  %is_shared = arith.cmpi ugt, %threads, %c1 : index
  scf.if %is_shared {
    scf.parallel (%piece) = (%c0) to (%threads) step (%c1) {
      %down = arith.select %in_columns, %c0, %piece : index
      %right = arith.select %in_columns, %piece, %c0 : index
      %top = arith.muli %down, %step_down : index
      %left = arith.muli %right, %step_right : index
      %below = arith.addi %top, %step_down : index
      %beyond = arith.addi %left, %step_right : index
      %bottom = arith.minui %below, %m : index
      %end = arith.minui %beyond, %n : index
      func.call @multiply_blocks(%a, %b, %is_transposed, %c, %top, %bottom, %left, %end)
          : (!rows, !matrix, i1, !result, index, index, index, index) -> ()
    }
  } else {
    func.call @multiply_blocks(%a, %b, %is_transposed, %c, %c0, %m, %c0, %n)
        : (!rows, !matrix, i1, !result, index, index, index, index) -> ()
  }
  return
}
// [end threads]

// [region blocks]
// C[top..bottom-1, left..right-1], in blocks of B of 768 rows and 256 columns at most, which stay in the
// L2 cache.
func.func private @multiply_blocks(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                                   %top: index, %bottom: index, %left: index, %right: index)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c64 = arith.constant 64 : index
  %deepest = arith.constant 768 : index
  %widest = arith.constant 256 : index
  %k = memref.dim %a, %c1 : !rows
  %depth = func.call @even_step(%k, %deepest, %c1) : (index, index, index) -> index
  %is_empty = arith.cmpi uge, %left, %right : index
  %end = arith.select %is_empty, %left, %right : index
  %all = arith.subi %end, %left : index
  %width = func.call @even_step(%all, %widest, %c64) : (index, index, index) -> index
  %panels = arith.divui %width, %c64 : index
  %block = memref.alloc(%panels, %depth) {alignment = 64} : !block
  scf.for %col = %left to %end step %width {
    %columns_left = arith.subi %end, %col : index
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
        scf.for %j = %c0 to %columns step %c64 {
          %panel = arith.divui %j, %c64 : index
          %target = arith.addi %col, %j : index
          func.call @tile(%a, %i, %row, %rows, %block, %panel, %is_first, %c, %target)
              : (!rows, index, index, index, !block, index, i1, !result, index) -> ()
        }
      }
    }
  }
  memref.dealloc %block : !block

  %nothing_to_sum = arith.cmpi eq, %k, %c0 : index
  scf.if %nothing_to_sum {
    func.call @clear(%c, %top, %bottom, %left, %end) : (!result, index, index, index, index) -> ()
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
  %panels = arith.divui %columns, %c64 : index
  %full = arith.muli %panels, %c64 : index
  %rest = arith.subi %columns, %full : index
  scf.for %p = %c0 to %rows step %c1 {
    %q = arith.addi %row, %p : index
    scf.for %panel = %c0 to %panels step %c1 {
      %j = arith.muli %panel, %c64 : index
      %source = arith.addi %col, %j : index
      %weights = vector.load %b[%q, %source] : !matrix, vector<64x!weight>
      %wide = func.call @widened(%weights) : (vector<64x!weight>) -> vector<64xf32>
      vector.store %wide, %block[%panel, %p, %c0] : !block, vector<64xf32>
    }
  }
  %has_rest = arith.cmpi ugt, %rest, %c0 : index
  scf.if %has_rest {
    %from = arith.addi %col, %full : index
    scf.for %p = %c0 to %rows step %c1 {
      %q = arith.addi %row, %p : index
      %weights = vector.transfer_read %b[%q, %from], %padding : !matrix, vector<64x!weight>
      %wide = func.call @widened(%weights) : (vector<64x!weight>) -> vector<64xf32>
      vector.store %wide, %block[%panels, %p, %c0] : !block, vector<64xf32>
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

// [region tile]
// C[i..i+5, target..target+63] += A[i..i+5, row..] @ a panel; = instead of += for B's first rows.
func.func private @tile(%a: !rows, %i: index, %row: index, %rows: index, %block: !block,
                        %panel: index, %is_first: i1, %c: !result, %target: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<6x64xf32>
  %tile = scf.for %p = %c0 to %rows step %c1 iter_args(%sum = %zeros) -> vector<6x64xf32> {
    %q = arith.addi %row, %p : index
    %a6 = func.call @column(%a, %i, %q) : (!rows, index, index) -> vector<6xf32>
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
