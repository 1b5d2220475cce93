// C = A @ B in f32 by hand, the top of chapter 4's ladder, for any sizes: lower it with cpu-tiles or
// cpu-tiles-openmp. B is packed in panels of 64 columns, filled up with zeros, so that the innermost
// loop always computes a full 6x64 tile of C in 24 registers; only transfers of C itself are masked.
!matrix = memref<?x?xf32>
!block = memref<?x?x64xf32>   // panel, row of B, column within the panel

// [region blocks]
func.func @matmul(%a: !matrix, %b: !matrix, %c: !matrix) attributes {llvm.emit_c_interface} {
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
  // A tile's six rows of A stay in the L1 cache while the panels of the block come by from L2.
  scf.for %i = %c0 to %m step %c6 {
    %is_packing = arith.cmpi eq, %i, %c0 : index
    scf.for %j = %c0 to %columns step %c64 {
      %panel = arith.divui %j, %c64 : index
      %target = arith.addi %col, %j : index
      %tile = func.call @tile(%a, %i, %row, %rows, %b, %target, %block, %panel, %is_packing)
          : (!matrix, index, index, index, !matrix, index, !block, index, i1) -> vector<6x64xf32>
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

// [region tile]
// A[i..i+5, row..] @ B[row.., col..col+63]: from the packed panel, or from B while packing it.
func.func private @tile(%a: !matrix, %i: index, %row: index, %rows: index, %b: !matrix, %col: index,
                        %block: !block, %panel: index, %is_packing: i1) -> vector<6x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<6x64xf32>
  %tile = scf.if %is_packing -> vector<6x64xf32> {
    %tile = scf.for %p = %c0 to %rows step %c1 iter_args(%sum = %zeros) -> vector<6x64xf32> {
      %q = arith.addi %row, %p : index
      %b64 = vector.transfer_read %b[%q, %col], %zero : !matrix, vector<64xf32>
      vector.store %b64, %block[%panel, %p, %c0] : !block, vector<64xf32>
      %next = func.call @add_outer_product(%a, %i, %q, %b64, %sum)
          : (!matrix, index, index, vector<64xf32>, vector<6x64xf32>) -> vector<6x64xf32>
      scf.yield %next : vector<6x64xf32>
    }
    scf.yield %tile : vector<6x64xf32>
  } else {
    %tile = scf.for %p = %c0 to %rows step %c1 iter_args(%sum = %zeros) -> vector<6x64xf32> {
      %q = arith.addi %row, %p : index
      %b64 = vector.load %block[%panel, %p, %c0] : !block, vector<64xf32>
      %next = func.call @add_outer_product(%a, %i, %q, %b64, %sum)
          : (!matrix, index, index, vector<64xf32>, vector<6x64xf32>) -> vector<6x64xf32>
      scf.yield %next : vector<6x64xf32>
    }
    scf.yield %tile : vector<6x64xf32>
  }
  return %tile : vector<6x64xf32>
}

// sum + A[i..i+5, q] x b64: 24 multiply-adds of 16 numbers each, for ten loads.
func.func private @add_outer_product(%a: !matrix, %i: index, %q: index, %b64: vector<64xf32>,
                                     %sum: vector<6x64xf32>) -> vector<6x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  // Below the last row of A, that row again: what comes of it is not written to C.
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
  %next = vector.outerproduct %a6, %b64, %sum : vector<6xf32>, vector<64xf32>
  return %next : vector<6x64xf32>
}
// [end tile]
