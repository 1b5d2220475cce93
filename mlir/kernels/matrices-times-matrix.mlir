// C = A @ B in f32 for any sizes and distances between rows, B of f32, bf16 or f16, lying in memory
// row by row or column by column: chapter 4's product, matmul.mlir, as the tensor compiler calls
// it.
// It goes behind weights-f32.mlir (or -bf16, -f16); lower it with cpu-tiles or cpu-tiles-openmp.
!rows = memref<?x?xf32, strided<[?, ?], offset: ?>>
!result = memref<?x?xf32, strided<[?, 1], offset: ?>>
!block = memref<?x?x64xf32>   // panel, row of B, column within the panel
!counter = memref<i64>

// [region threads]
// `%b` is B, or B transposed, row by row. C is cut into pieces two panels of 64 columns wide, and
// into so many of them one below the other that there are three for each thread. A thread that is
// done with its piece takes the next one, so that none waits for long for another that gets less of
// a processor. A thread has 2^18 multiplications or more to do.
func.func @matrices_times_matrix(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                                 %most_threads: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %c64 = arith.constant 64 : index
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
  scf.if %is_shared {
    %width = func.call @even_step(%n, %c128, %c64) : (index, index, index) -> index
    %across = arith.ceildivui %n, %width : index
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
      func.call @take_pieces(%a, %b, %is_transposed, %c, %height, %width, %pieces, %next)
          : (!rows, !matrix, i1, !result, index, index, index, !counter) -> ()
    }
    memref.dealloc %next : !counter
  } else {
    func.call @multiply_blocks(%a, %b, %is_transposed, %c, %c0, %m, %c0, %n)
        : (!rows, !matrix, i1, !result, index, index, index, index) -> ()
  }
  return
}

// A thread's share: the next piece of `height` rows and `width` columns, as long as there is one.
func.func private @take_pieces(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                               %height: index, %width: index, %pieces: index, %next: !counter)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %m = memref.dim %c, %c0 : !result
  %n = memref.dim %c, %c1 : !result
  %below = arith.ceildivui %m, %height : index
  scf.while : () -> index {
    %number = memref.atomic_rmw addi %one, %next[] : (i64, !counter) -> i64
    %piece = arith.index_cast %number : i64 to index
    %is_left = arith.cmpi ult, %piece, %pieces : index
    scf.condition(%is_left) %piece : index
  } do {
  ^bb0(%piece: index):
    %right = arith.divui %piece, %below : index
    %under = arith.remui %piece, %below : index
    %left = arith.muli %right, %width : index
    %top = arith.muli %under, %height : index
    %beyond = arith.addi %left, %width : index
    %lower = arith.addi %top, %height : index
    %end = arith.minui %beyond, %n : index
    %bottom = arith.minui %lower, %m : index
    func.call @multiply_blocks(%a, %b, %is_transposed, %c, %top, %bottom, %left, %end)
        : (!rows, !matrix, i1, !result, index, index, index, index) -> ()
    scf.yield
  }
  return
}
// [end threads]

// [region blocks]
// C[top..bottom-1, left..right-1], in blocks of B that stay in the L2 cache: of 768 rows and four
// panels at most. Of an A that lies column by column a row of a block is six numbers of one cache
// line; there are 384 of those at most, so that they are near until the next six rows of A want
// their neighbours. Where there is nothing to sum, there is one block without a row.
func.func private @multiply_blocks(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                                   %top: index, %bottom: index, %left: index, %right: index)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c64 = arith.constant 64 : index
  %c256 = arith.constant 256 : index
  %c384 = arith.constant 384 : index
  %c768 = arith.constant 768 : index
  %k = memref.dim %a, %c1 : !rows
  %memory, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : !rows -> memref<f32>, index, index, index, index, index
  %is_near = arith.cmpi eq, %strides#0, %c1 : index
  %is_far = arith.cmpi ne, %strides#1, %c1 : index
  %is_turned = arith.andi %is_near, %is_far : i1
  %deepest = arith.select %is_turned, %c384, %c768 : index
  %widest = arith.select %is_turned, %c384, %c256 : index
  %depth = func.call @even_step(%k, %deepest, %c1) : (index, index, index) -> index
  %all = arith.subi %right, %left : index
  %width = func.call @even_step(%all, %widest, %c64) : (index, index, index) -> index
  %panels = arith.divui %width, %c64 : index
  %block = memref.alloc(%panels, %depth) {alignment = 64} : !block
  %own = memref.alloca() {alignment = 64} : memref<6x64xf32>
  %aside = memref.cast %own : memref<6x64xf32> to !result
  %end = arith.maxui %k, %c1 : index
  scf.for %col = %left to %right step %width {
    %columns_left = arith.subi %right, %col : index
    %columns = arith.minui %columns_left, %width : index
    scf.for %row = %c0 to %end step %depth {
      %rows_left = arith.subi %k, %row : index
      %rows = arith.minui %rows_left, %depth : index
      %adds = arith.cmpi ne, %row, %c0 : index
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
          func.call @panel(%a, %i, %row, %rows, %block, %j, %columns, %adds, %c, %col, %aside)
              : (!rows, index, index, index, !block, index, index, i1, !result, index, !result)
              -> ()
        }
      }
    }
  }
  memref.dealloc %block : !block
  return
}
// [end blocks]

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

// The same for a B whose columns lie in memory one after the other: 16 of them at once are turned
// in registers.
func.func private @pack_columns(%b: !matrix, %row: index, %rows: index, %col: index,
                                %columns: index, %block: !block) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %padding = arith.constant 0.0 : !weight
  %panels = arith.ceildivui %columns, %c64 : index
  %end = arith.muli %panels, %c64 : index
  scf.for %i = %c0 to %end step %c16 {
    %panel = arith.divui %i, %c64 : index
    %within = arith.remui %i, %c64 : index
    %source = arith.addi %col, %i : index
    scf.for %p = %c0 to %rows step %c16 {
      %q = arith.addi %row, %p : index
      %weights = vector.transfer_read %b[%source, %q], %padding : !matrix, vector<16x16x!weight>
      %wide = func.call @widened_16x16(%weights) : (vector<16x16x!weight>) -> vector<16x16xf32>
      %turned = vector.transpose %wide, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
      vector.transfer_write %turned, %block[%panel, %p, %within] {in_bounds = [false, true]}
          : vector<16x16xf32>, !block
    }
  }
  return
}

// [region panel]
// C[i..i+5, col+j..] += A[i..i+5, row..] @ the panel of the block that begins with column j; =
// instead of += where not `adds`. A panel with 48 columns or less is multiplied no wider than 48
// or 32. A tile that juts out of C is computed aside.
func.func private @panel(%a: !rows, %i: index, %row: index, %rows: index, %block: !block, %j: index,
                         %columns: index, %adds: i1, %c: !result, %col: index, %aside: !result) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %true = arith.constant true
  %m = memref.dim %c, %c0 : !result
  %number = arith.divui %j, %c64 : index
  %target = arith.addi %col, %j : index
  %rows_left = arith.subi %m, %i : index
  %columns_left = arith.subi %columns, %j : index
  %fits_32 = arith.cmpi ule, %columns_left, %c32 : index
  %fits_48 = arith.cmpi ule, %columns_left, %c48 : index
  %width_48 = arith.select %fits_48, %c48, %c64 : index
  %width = arith.select %fits_32, %c32, %width_48 : index
  %has_rows = arith.cmpi uge, %rows_left, %c6 : index
  %has_columns = arith.cmpi uge, %columns_left, %width : index
  %is_inside = arith.andi %has_rows, %has_columns : i1
  %juts_out = arith.xori %is_inside, %true : i1
  %to, %y, %x = scf.if %is_inside -> (!result, index, index) {
    scf.yield %c, %i, %target : !result, index, index
  } else {
    scf.if %adds {
      func.call @copy(%c, %i, %target, %aside, %c0, %c0, %rows_left, %columns_left)
          : (!result, index, index, !result, index, index, index, index) -> ()
    }
    scf.yield %aside, %c0, %c0 : !result, index, index
  }
  scf.if %fits_32 {
    func.call @tile_32(%a, %i, %row, %rows, %block, %number, %adds, %to, %y, %x)
        : (!rows, index, index, index, !block, index, i1, !result, index, index) -> ()
  } else {
    scf.if %fits_48 {
      func.call @tile_48(%a, %i, %row, %rows, %block, %number, %adds, %to, %y, %x)
          : (!rows, index, index, index, !block, index, i1, !result, index, index) -> ()
    } else {
      func.call @tile_64(%a, %i, %row, %rows, %block, %number, %adds, %to, %y, %x)
          : (!rows, index, index, index, !block, index, i1, !result, index, index) -> ()
    }
  }
  scf.if %juts_out {
    func.call @copy(%aside, %c0, %c0, %c, %i, %target, %rows_left, %columns_left)
        : (!result, index, index, !result, index, index, index, index) -> ()
  }
  return
}
// [end panel]

// The first rows and columns of a tile, as many as there are left.
func.func private @copy(%from: !result, %i: index, %j: index, %to: !result, %y: index, %x: index,
                        %rows_left: index, %columns_left: index)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %rows = arith.minui %rows_left, %c6 : index
  %columns = arith.minui %columns_left, %c64 : index
  %mask = vector.create_mask %columns : vector<64xi1>
  scf.for %p = %c0 to %rows step %c1 {
    %source = arith.addi %i, %p : index
    %target = arith.addi %y, %p : index
    %row = vector.transfer_read %from[%source, %j], %zero, %mask {in_bounds = [true]}
        : !result, vector<64xf32>
    vector.transfer_write %row, %to[%target, %x], %mask {in_bounds = [true]}
        : vector<64xf32>, !result
  }
  return
}

// [region tile]
// to[y..y+5, x..x+63] += A[i..i+5, row..] @ a panel; = instead of += where not `adds`. The number
// of A that is asked for ahead is in the next cache line if A lies column by column.
func.func private @tile_64(%a: !rows, %i: index, %row: index, %rows: index, %block: !block,
                           %panel: index, %adds: i1, %to: !result, %y: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %ahead = arith.addi %i, %c16 : index
  %zero = arith.constant 0.0 : f32
  %zeros64 = arith.constant dense<0.0> : vector<6x64xf32>
  %start = scf.if %adds -> vector<6x64xf32> {
    %before64 = vector.transfer_read %to[%y, %x], %zero {in_bounds = [true, true]}
        : !result, vector<6x64xf32>
    scf.yield %before64 : vector<6x64xf32>
  } else {
    scf.yield %zeros64 : vector<6x64xf32>
  }
  %tile = scf.for %p = %c0 to %rows step %c1 iter_args(%sum64 = %start) -> vector<6x64xf32> {
    %q = arith.addi %row, %p : index
    %a6 = func.call @column(%a, %i, %q) : (!rows, index, index) -> vector<6xf32>
    memref.prefetch %a[%ahead, %q], read, locality<3>, data : !rows
    %b64 = vector.load %block[%panel, %p, %c0] : !block, vector<64xf32>
    %next64 = vector.outerproduct %a6, %b64, %sum64 : vector<6xf32>, vector<64xf32>
    scf.yield %next64 : vector<6x64xf32>
  }
  vector.transfer_write %tile, %to[%y, %x] {in_bounds = [true, true]}
      : vector<6x64xf32>, !result
  return
}
// [end tile]

// As two tiles side by side: LLVM takes a vector of 48 for one of 64.
func.func private @tile_48(%a: !rows, %i: index, %row: index, %rows: index, %block: !block,
                           %panel: index, %adds: i1, %to: !result, %y: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %x_32 = arith.addi %x, %c32 : index
  %zero = arith.constant 0.0 : f32
  %zeros32 = arith.constant dense<0.0> : vector<6x32xf32>
  %zeros16 = arith.constant dense<0.0> : vector<6x16xf32>
  %start:2 = scf.if %adds -> (vector<6x32xf32>, vector<6x16xf32>) {
    %before32 = vector.transfer_read %to[%y, %x], %zero {in_bounds = [true, true]}
        : !result, vector<6x32xf32>
    %before16 = vector.transfer_read %to[%y, %x_32], %zero {in_bounds = [true, true]}
        : !result, vector<6x16xf32>
    scf.yield %before32, %before16 : vector<6x32xf32>, vector<6x16xf32>
  } else {
    scf.yield %zeros32, %zeros16 : vector<6x32xf32>, vector<6x16xf32>
  }
  %tile:2 = scf.for %p = %c0 to %rows step %c1
      iter_args(%sum32 = %start#0, %sum16 = %start#1) -> (vector<6x32xf32>, vector<6x16xf32>) {
    %q = arith.addi %row, %p : index
    %a6 = func.call @column(%a, %i, %q) : (!rows, index, index) -> vector<6xf32>
    %b32 = vector.load %block[%panel, %p, %c0] : !block, vector<32xf32>
    %b16 = vector.load %block[%panel, %p, %c32] : !block, vector<16xf32>
    %next32 = vector.outerproduct %a6, %b32, %sum32 : vector<6xf32>, vector<32xf32>
    %next16 = vector.outerproduct %a6, %b16, %sum16 : vector<6xf32>, vector<16xf32>
    scf.yield %next32, %next16 : vector<6x32xf32>, vector<6x16xf32>
  }
  vector.transfer_write %tile#0, %to[%y, %x] {in_bounds = [true, true]}
      : vector<6x32xf32>, !result
  vector.transfer_write %tile#1, %to[%y, %x_32] {in_bounds = [true, true]}
      : vector<6x16xf32>, !result
  return
}

func.func private @tile_32(%a: !rows, %i: index, %row: index, %rows: index, %block: !block,
                           %panel: index, %adds: i1, %to: !result, %y: index, %x: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %zeros32 = arith.constant dense<0.0> : vector<6x32xf32>
  %start = scf.if %adds -> vector<6x32xf32> {
    %before32 = vector.transfer_read %to[%y, %x], %zero {in_bounds = [true, true]}
        : !result, vector<6x32xf32>
    scf.yield %before32 : vector<6x32xf32>
  } else {
    scf.yield %zeros32 : vector<6x32xf32>
  }
  %tile = scf.for %p = %c0 to %rows step %c1 iter_args(%sum32 = %start) -> vector<6x32xf32> {
    %q = arith.addi %row, %p : index
    %a6 = func.call @column(%a, %i, %q) : (!rows, index, index) -> vector<6xf32>
    %b32 = vector.load %block[%panel, %p, %c0] : !block, vector<32xf32>
    %next32 = vector.outerproduct %a6, %b32, %sum32 : vector<6xf32>, vector<32xf32>
    scf.yield %next32 : vector<6x32xf32>
  }
  vector.transfer_write %tile, %to[%y, %x] {in_bounds = [true, true]}
      : vector<6x32xf32>, !result
  return
}

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
