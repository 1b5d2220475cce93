// C = A @ B in f32 by hand, the top of chapter 4's ladder, for any sizes: lower it with cpu-tiles or
// cpu-tiles-openmp. B is packed in panels of 64 columns, filled up with zeros, so that the innermost
// loop always computes a full 6x64 tile of C in 24 registers; only transfers of C itself are masked.
// A B of one narrow or short panel is not packed, but read where it lies.
!matrix = memref<?x?xf32>
!row_major = memref<?xf32>    // a matrix as one row: its rows one after the other
!block = memref<?x?x64xf32>   // panel, row of B, column within the panel

// [region sizes]
func.func @matmul(%a: !matrix, %b: !matrix, %c: !matrix) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %c1024 = arith.constant 1024 : index
  %k = memref.dim %b, %c0 : !matrix
  %n = memref.dim %b, %c1 : !matrix
  // A panel for 48 columns or less would be padding for a quarter or more, and one of 64 rows or
  // less is not worth its allocation.
  %is_narrow = arith.cmpi ule, %n, %c48 : index
  %longest = arith.select %is_narrow, %c1024, %c64 : index
  %is_short = arith.cmpi ule, %k, %longest : index
  %is_one_panel = arith.cmpi ule, %n, %c64 : index
  %is_small = arith.andi %is_short, %is_one_panel : i1
  scf.if %is_small {
    func.call @multiply_in_place(%a, %b, %c) : (!matrix, !matrix, !matrix) -> ()
  } else {
    func.call @multiply_blocks(%a, %b, %c) : (!matrix, !matrix, !matrix) -> ()
  }
  return
}
// [end sizes]

// [region small]
// C = A @ B with B where it lies, in tiles of six rows that are as wide as B needs: 32, 48 or 64.
func.func private @multiply_in_place(%a: !matrix, %b: !matrix, %c: !matrix) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %m = memref.dim %a, %c0 : !matrix
  %k = memref.dim %b, %c0 : !matrix
  %n = memref.dim %b, %c1 : !matrix
  %length = arith.muli %k, %n : index
  %row_major = memref.reinterpret_cast %b to offset: [0], sizes: [%length], strides: [1]
      : !matrix to !row_major
  %fits_32 = arith.cmpi ule, %n, %c32 : index
  %fits_48 = arith.cmpi ule, %n, %c48 : index
  %width_48 = arith.select %fits_48, %c48, %c64 : index
  %width = arith.select %fits_32, %c32, %width_48 : index

  // How many rows of B, from its first, can be read as if they were `width` long: what is read
  // beyond a row's end is of the next rows, and what comes of it is not written to C. The last
  // rows have none to follow, and have to be masked.
  %one_more = arith.addi %length, %n : index
  %long_enough = arith.maxui %one_more, %width : index
  %last_start = arith.subi %long_enough, %width : index
  %step = arith.maxui %n, %c1 : index
  %followed = arith.divui %last_start, %step : index
  scf.for %i = %c0 to %m step %c6 {
    scf.if %fits_32 {
      func.call @tile_of_32(%a, %i, %b, %row_major, %followed, %c)
          : (!matrix, index, !matrix, !row_major, index, !matrix) -> ()
    } else {
      scf.if %fits_48 {
        func.call @tile_of_48(%a, %i, %b, %row_major, %followed, %c)
            : (!matrix, index, !matrix, !row_major, index, !matrix) -> ()
      } else {
        func.call @tile_of_64(%a, %i, %b, %row_major, %followed, %c)
            : (!matrix, index, !matrix, !row_major, index, !matrix) -> ()
      }
    }
  }
  return
}

func.func private @tile_of_32(%a: !matrix, %i: index, %b: !matrix, %row_major: !row_major,
                              %followed: index, %c: !matrix) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %zeros32 = arith.constant dense<0.0> : vector<6x32xf32>
  %k = memref.dim %b, %c0 : !matrix
  %n = memref.dim %b, %c1 : !matrix
  %most = scf.for %p = %c0 to %followed step %c1 iter_args(%sum32 = %zeros32) -> vector<6x32xf32> {
    %a6 = func.call @column(%a, %i, %p) : (!matrix, index, index) -> vector<6xf32>
    %at = arith.muli %p, %n : index
    %b32 = vector.load %row_major[%at] : !row_major, vector<32xf32>
    %next32 = vector.outerproduct %a6, %b32, %sum32 : vector<6xf32>, vector<32xf32>
    scf.yield %next32 : vector<6x32xf32>
  }
  %tile = scf.for %p = %followed to %k step %c1 iter_args(%sum32 = %most) -> vector<6x32xf32> {
    %a6 = func.call @column(%a, %i, %p) : (!matrix, index, index) -> vector<6xf32>
    %at = arith.muli %p, %n : index
    %b32 = vector.transfer_read %row_major[%at], %zero : !row_major, vector<32xf32>
    %next32 = vector.outerproduct %a6, %b32, %sum32 : vector<6xf32>, vector<32xf32>
    scf.yield %next32 : vector<6x32xf32>
  }
  vector.transfer_write %tile, %c[%i, %c0] : vector<6x32xf32>, !matrix
  return
}

// As two tiles side by side: LLVM takes a vector of 48 for one of 64.
func.func private @tile_of_48(%a: !matrix, %i: index, %b: !matrix, %row_major: !row_major,
                              %followed: index, %c: !matrix) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %zeros32 = arith.constant dense<0.0> : vector<6x32xf32>
  %zeros16 = arith.constant dense<0.0> : vector<6x16xf32>
  %k = memref.dim %b, %c0 : !matrix
  %n = memref.dim %b, %c1 : !matrix
  %most:2 = scf.for %p = %c0 to %followed step %c1
      iter_args(%sum32 = %zeros32, %sum16 = %zeros16) -> (vector<6x32xf32>, vector<6x16xf32>) {
    %a6 = func.call @column(%a, %i, %p) : (!matrix, index, index) -> vector<6xf32>
    %at = arith.muli %p, %n : index
    %b32 = vector.load %row_major[%at] : !row_major, vector<32xf32>
    %at_32 = arith.addi %at, %c32 : index
    %b16 = vector.load %row_major[%at_32] : !row_major, vector<16xf32>
    %next32 = vector.outerproduct %a6, %b32, %sum32 : vector<6xf32>, vector<32xf32>
    %next16 = vector.outerproduct %a6, %b16, %sum16 : vector<6xf32>, vector<16xf32>
    scf.yield %next32, %next16 : vector<6x32xf32>, vector<6x16xf32>
  }
  %tile:2 = scf.for %p = %followed to %k step %c1
      iter_args(%sum32 = %most#0, %sum16 = %most#1) -> (vector<6x32xf32>, vector<6x16xf32>) {
    %a6 = func.call @column(%a, %i, %p) : (!matrix, index, index) -> vector<6xf32>
    %at = arith.muli %p, %n : index
    %b32 = vector.transfer_read %row_major[%at], %zero : !row_major, vector<32xf32>
    %at_32 = arith.addi %at, %c32 : index
    %b16 = vector.transfer_read %row_major[%at_32], %zero : !row_major, vector<16xf32>
    %next32 = vector.outerproduct %a6, %b32, %sum32 : vector<6xf32>, vector<32xf32>
    %next16 = vector.outerproduct %a6, %b16, %sum16 : vector<6xf32>, vector<16xf32>
    scf.yield %next32, %next16 : vector<6x32xf32>, vector<6x16xf32>
  }
  vector.transfer_write %tile#0, %c[%i, %c0] : vector<6x32xf32>, !matrix
  vector.transfer_write %tile#1, %c[%i, %c32] : vector<6x16xf32>, !matrix
  return
}

func.func private @tile_of_64(%a: !matrix, %i: index, %b: !matrix, %row_major: !row_major,
                              %followed: index, %c: !matrix) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %zeros64 = arith.constant dense<0.0> : vector<6x64xf32>
  %k = memref.dim %b, %c0 : !matrix
  %n = memref.dim %b, %c1 : !matrix
  %most = scf.for %p = %c0 to %followed step %c1 iter_args(%sum64 = %zeros64) -> vector<6x64xf32> {
    %a6 = func.call @column(%a, %i, %p) : (!matrix, index, index) -> vector<6xf32>
    %at = arith.muli %p, %n : index
    %b64 = vector.load %row_major[%at] : !row_major, vector<64xf32>
    %next64 = vector.outerproduct %a6, %b64, %sum64 : vector<6xf32>, vector<64xf32>
    scf.yield %next64 : vector<6x64xf32>
  }
  %tile = scf.for %p = %followed to %k step %c1 iter_args(%sum64 = %most) -> vector<6x64xf32> {
    %a6 = func.call @column(%a, %i, %p) : (!matrix, index, index) -> vector<6xf32>
    %at = arith.muli %p, %n : index
    %b64 = vector.transfer_read %row_major[%at], %zero : !row_major, vector<64xf32>
    %next64 = vector.outerproduct %a6, %b64, %sum64 : vector<6xf32>, vector<64xf32>
    scf.yield %next64 : vector<6x64xf32>
  }
  vector.transfer_write %tile, %c[%i, %c0] : vector<6x64xf32>, !matrix
  return
}
// [end small]

// [region blocks]
func.func private @multiply_blocks(%a: !matrix, %b: !matrix, %c: !matrix) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %panel_width = arith.constant 64 : index
  %k = memref.dim %b, %c0 : !matrix
  %n = memref.dim %b, %c1 : !matrix
  // A block of B has 1024 rows and 256 columns at most: 1 MB, which stays in the L2 cache. Where
  // there are columns for two panels, there are two blocks, for two threads.
  %largest_depth = arith.constant 1024 : index
  %c256 = arith.constant 256 : index
  %half = arith.ceildivui %n, %c2 : index
  %at_least_a_panel = arith.maxui %half, %panel_width : index
  %largest_width = arith.minui %at_least_a_panel, %c256 : index
  %depth = func.call @even_step(%k, %largest_depth, %c1) : (index, index, index) -> index
  %width = func.call @even_step(%n, %largest_width, %panel_width) : (index, index, index) -> index
  %panels = arith.divui %width, %panel_width : index

  // Blocks of columns need nothing of each other: each may run on a thread of its own.
  scf.parallel (%col) = (%c0) to (%n) step (%width) {
    %columns_left = arith.subi %n, %col : index
    %columns = arith.minui %columns_left, %width : index
    %block = memref.alloc(%panels, %depth) {alignment = 64} : !block
    scf.for %row = %c0 to %k step %depth {
      %rows_left = arith.subi %k, %row : index
      %rows = arith.minui %rows_left, %depth : index
      func.call @multiply(%a, %b, %row, %rows, %col, %columns, %block, %c)
          : (!matrix, !matrix, index, index, index, index, !block, !matrix) -> ()
    }
    memref.dealloc %block : !block
  }

  %nothing_to_sum = arith.cmpi eq, %k, %c0 : index
  scf.if %nothing_to_sum {
    %zero = arith.constant 0.0 : f32
    linalg.fill ins(%zero : f32) outs(%c : !matrix)
  }
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

// [region tiles]
// C[:, col..] += A[:, row..] @ B[row.., col..]; = instead of += for the first rows of B.
func.func private @multiply(%a: !matrix, %b: !matrix, %row: index, %rows: index,
                            %col: index, %columns: index, %block: !block, %c: !matrix) {
  %c0 = arith.constant 0 : index
  %c6 = arith.constant 6 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.dim %a, %c0 : !matrix
  %is_first = arith.cmpi eq, %row, %c0 : index
  func.call @pack(%b, %row, %rows, %col, %columns, %block)
      : (!matrix, index, index, index, index, !block) -> ()
  // A tile's six rows of A stay in the L1 cache while the panels of the block come by from L2.
  scf.for %i = %c0 to %m step %c6 {
    scf.for %j = %c0 to %columns step %c64 {
      %panel = arith.divui %j, %c64 : index
      %target = arith.addi %col, %j : index
      %tile = func.call @tile(%a, %i, %row, %rows, %block, %panel)
          : (!matrix, index, index, index, !block, index) -> vector<6x64xf32>
      %sum = scf.if %is_first -> vector<6x64xf32> {
        scf.yield %tile : vector<6x64xf32>
      } else {
        %before = vector.transfer_read %c[%i, %target], %zero : !matrix, vector<6x64xf32>
        %both = arith.addf %before, %tile : vector<6x64xf32>
        scf.yield %both : vector<6x64xf32>
      }
      vector.transfer_write %sum, %c[%i, %target] : vector<6x64xf32>, !matrix
    }
  }
  return
}
// [end tiles]

// B[row.., col..] row by row into panels. Beyond the last column of B there are zeros.
func.func private @pack(%b: !matrix, %row: index, %rows: index, %col: index, %columns: index,
                        %block: !block) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %p = %c0 to %rows step %c1 {
    %q = arith.addi %row, %p : index
    scf.for %j = %c0 to %columns step %c64 {
      %panel = arith.divui %j, %c64 : index
      %source = arith.addi %col, %j : index
      %b64 = vector.transfer_read %b[%q, %source], %zero : !matrix, vector<64xf32>
      vector.store %b64, %block[%panel, %p, %c0] : !block, vector<64xf32>
    }
  }
  return
}

// [region tile]
// A[i..i+5, row..] @ a panel of the block.
func.func private @tile(%a: !matrix, %i: index, %row: index, %rows: index, %block: !block,
                        %panel: index) -> vector<6x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zeros = arith.constant dense<0.0> : vector<6x64xf32>
  %tile = scf.for %p = %c0 to %rows step %c1 iter_args(%sum = %zeros) -> vector<6x64xf32> {
    %q = arith.addi %row, %p : index
    %a6 = func.call @column(%a, %i, %q) : (!matrix, index, index) -> vector<6xf32>
    %b64 = vector.load %block[%panel, %p, %c0] : !block, vector<64xf32>
    %next = vector.outerproduct %a6, %b64, %sum : vector<6xf32>, vector<64xf32>
    scf.yield %next : vector<6x64xf32>
  }
  return %tile : vector<6x64xf32>
}

// A[i..i+5, q]. Below the last row of A, that row again: what comes of it is not written to C.
func.func private @column(%a: !matrix, %i: index, %q: index) -> vector<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %m = memref.dim %a, %c0 : !matrix
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
  %a0 = memref.load %a[%i, %q] : !matrix
  %a1 = memref.load %a[%i1, %q] : !matrix
  %a2 = memref.load %a[%i2, %q] : !matrix
  %a3 = memref.load %a[%i3, %q] : !matrix
  %a4 = memref.load %a[%i4, %q] : !matrix
  %a5 = memref.load %a[%i5, %q] : !matrix
  %a6 = vector.from_elements %a0, %a1, %a2, %a3, %a4, %a5 : vector<6xf32>
  return %a6 : vector<6xf32>
}
// [end tile]
