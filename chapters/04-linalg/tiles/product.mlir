// C = A @ B in bfloat16 with sums in float32, any sizes: B packed as tiles of pairs, A as tiles,
// both filled up with zeros where a tile passes an edge. Lower it with cpu-tiles.
!half = !amx.tile<16x32xbf16>
!sum = !amx.tile<16x16xf32>
!matrix = memref<?x?xbf16>
!strip = memref<?x2x16x32xbf16>    // 32 rows of A: step of 32 columns, half, row, column
!block = memref<?x?x2x16x32xbf16>  // of B: panel of 32 columns, step of 32 rows, half, row of pairs
!sums = memref<32x512xf32>

// [region matmul]
// A block of B is 512 columns wide. 32 rows of C are summed beside it, and copied once they are done.
func.func @matmul(%a: !matrix, %b: !matrix, %c: memref<?x?xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c512 = arith.constant 512 : index
  %m = memref.dim %a, %c0 : !matrix
  %k = memref.dim %b, %c0 : !matrix
  %n = memref.dim %b, %c1 : !matrix
  %steps = arith.ceildivui %k, %c32 : index
  %panels = arith.constant 16 : index
  %block = memref.alloc(%panels, %steps) {alignment = 64} : !block
  %strip = memref.alloc(%steps) {alignment = 64} : !strip
  %sums = memref.alloc() {alignment = 64} : !sums
  scf.for %j = %c0 to %n step %c512 {
    %right = arith.subi %n, %j : index
    %columns = arith.minui %right, %c512 : index
    func.call @pack_b(%b, %j, %columns, %block) : (!matrix, index, index, !block) -> ()
    scf.for %i = %c0 to %m step %c32 {
      %below = arith.subi %m, %i : index
      %rows = arith.minui %below, %c32 : index
      func.call @pack_a(%a, %i, %strip) : (!matrix, index, !strip) -> ()
      func.call @multiply(%strip, %block, %columns, %sums)
          : (!strip, !block, index, !sums) -> ()
      scf.for %r = %c0 to %rows step %c1 {
        %row = arith.addi %i, %r : index
        scf.for %q = %c0 to %columns step %c32 {
          %column = arith.addi %j, %q : index
          %sum = vector.load %sums[%r, %q] : !sums, vector<32xf32>
          vector.transfer_write %sum, %c[%row, %column] : vector<32xf32>, memref<?x?xf32>
        }
      }
    }
  }
  memref.dealloc %sums : !sums
  memref.dealloc %strip : !strip
  memref.dealloc %block : !block
  return
}
// [end matmul]

// [region pack]
// A transfer that passes an edge reads zeros there, in either direction.
func.func private @pack_a(%a: !matrix, %i: index, %strip: !strip) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : bf16
  %steps = memref.dim %strip, %c0 : !strip
  scf.for %half = %c0 to %c2 step %c1 {
    %down = arith.muli %half, %c16 : index
    %row = arith.addi %i, %down : index
    scf.for %step = %c0 to %steps step %c1 {
      %column = arith.muli %step, %c32 : index
      %tile = vector.transfer_read %a[%row, %column], %zero : !matrix, vector<16x32xbf16>
      vector.transfer_write %tile, %strip[%step, %half, %c0, %c0]
          {in_bounds = [true, true]} : vector<16x32xbf16>, !strip
    }
  }
  return
}

func.func private @pack_b(%b: !matrix, %j: index, %columns: index, %block: !block) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : bf16
  %k = memref.dim %b, %c0 : !matrix
  %panels = arith.ceildivui %columns, %c32 : index
  %padded = memref.dim %block, %c1 : !block
  %end = arith.muli %padded, %c32 : index
  scf.for %row = %c0 to %end step %c2 {
    %step = arith.divui %row, %c32 : index
    %below = arith.remui %row, %c32 : index
    %pair = arith.divui %below, %c2 : index
    scf.for %panel = %c0 to %panels step %c1 {
      %across = arith.muli %panel, %c32 : index
      %column = arith.addi %j, %across : index
      %two = vector.transfer_read %b[%row, %column], %zero : !matrix, vector<2x32xbf16>
      %upper = vector.extract %two[0] : vector<32xbf16> from vector<2x32xbf16>
      %lower = vector.extract %two[1] : vector<32xbf16> from vector<2x32xbf16>
      %pairs = vector.interleave %upper, %lower : vector<32xbf16> -> vector<64xbf16>
      %halves = vector.shape_cast %pairs : vector<64xbf16> to vector<2x32xbf16>
      %left = vector.extract %halves[0] : vector<32xbf16> from vector<2x32xbf16>
      %right = vector.extract %halves[1] : vector<32xbf16> from vector<2x32xbf16>
      vector.store %left, %block[%panel, %step, %c0, %pair, %c0] : !block, vector<32xbf16>
      vector.store %right, %block[%panel, %step, %c1, %pair, %c0] : !block, vector<32xbf16>
    }
  }
  return
}
// [end pack]

// [region multiply]
func.func private @multiply(%a: !strip, %b: !block, %columns: index, %c: !sums)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %steps = memref.dim %a, %c0 : !strip
  scf.for %j = %c0 to %columns step %c32 {
    %panel = arith.divui %j, %c32 : index
    %j16 = arith.addi %j, %c16 : index
    %zero = amx.tile_zero : !sum
    %end:4 = scf.for %step = %c0 to %steps step %c1
        iter_args(%s00 = %zero, %s01 = %zero, %s10 = %zero, %s11 = %zero)
        -> (!sum, !sum, !sum, !sum) {
      %a0 = amx.tile_load %a[%step, %c0, %c0, %c0] : !strip into !half
      %a1 = amx.tile_load %a[%step, %c1, %c0, %c0] : !strip into !half
      %b0 = amx.tile_load %b[%panel, %step, %c0, %c0, %c0] : !block into !half
      %b1 = amx.tile_load %b[%panel, %step, %c1, %c0, %c0] : !block into !half
      %t00 = amx.tile_mulf %a0, %b0, %s00 : !half, !half, !sum
      %t01 = amx.tile_mulf %a0, %b1, %s01 : !half, !half, !sum
      %t10 = amx.tile_mulf %a1, %b0, %s10 : !half, !half, !sum
      %t11 = amx.tile_mulf %a1, %b1, %s11 : !half, !half, !sum
      scf.yield %t00, %t01, %t10, %t11 : !sum, !sum, !sum, !sum
    }
    amx.tile_store %c[%c0, %j], %end#0 : !sums, !sum
    amx.tile_store %c[%c0, %j16], %end#1 : !sums, !sum
    amx.tile_store %c[%c16, %j], %end#2 : !sums, !sum
    amx.tile_store %c[%c16, %j16], %end#3 : !sums, !sum
  }
  return
}
// [end multiply]
