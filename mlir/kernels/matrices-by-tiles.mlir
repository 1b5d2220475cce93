// C = A @ B for any sizes, in float32 by way of AMX tiles, which multiply bfloat16: each number is
// taken as a sum of three bfloat16, x = x1 + x2 + x3, and of the nine products of parts the six
// largest are summed (bf16x6). A B of bfloat16 has one part, and there are three products.
// It goes behind weights-f32.mlir (or -bf16, -f16); lower it with cpu-tiles or cpu-tiles-openmp.
!rows = memref<?x?xf32, strided<[?, ?], offset: ?>>
!result = memref<?x?xf32, strided<[?, 1], offset: ?>>
!strips = memref<?x?x3x2x16x32xbf16>  // of A: strip of 32 rows, step, part, half, row, pairs
!block = memref<?x?x?x2x16x32xbf16>   // of B: panel of 32 columns, step, part, half, row of pairs
!words = vector<16xi32>               // pairs of bfloat16
!tile = !amx.tile<16x32xbf16>
!sum = !amx.tile<16x16xf32>
!counter = memref<i64>
!flag = memref<i32>

// [region threads]
// `%b` is B, or B transposed, row by row. True if a number is infinite, not a number, or so large
// that a bfloat16 near it is infinite: its parts would not add up to it, and C is then not to be
// used. C is cut along its longer side into two pieces for each thread; a thread that is done with
// its piece takes the next one. A thread has 2^20 multiplications or more to do.
func.func @matrices_by_tiles(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                             %most_threads: index) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c32 = arith.constant 32 : index
  %m = memref.dim %c, %c0 : !result
  %n = memref.dim %c, %c1 : !result
  %k = memref.dim %a, %c1 : !rows
  %least = arith.constant 1048576 : index
  %size = arith.muli %m, %n : index
  %work = arith.muli %size, %k : index
  %worthwhile = arith.divui %work, %least : index
  %threads = arith.minui %worthwhile, %most_threads : index
  %is_shared = arith.cmpi ugt, %threads, %c1 : index
  %none = arith.constant 0 : i32
  %own = memref.alloca() : !flag
  memref.store %none, %own[] : !flag
  func.call @ask_for_tiles() : () -> ()
  scf.if %is_shared {
    %wanted = arith.muli %threads, %c2 : index
    %is_tall = arith.cmpi uge, %m, %n : index
    %down = arith.select %is_tall, %wanted, %c1 : index
    %across = arith.select %is_tall, %c1, %wanted : index
    %highest = arith.ceildivui %m, %down : index
    %widest = arith.ceildivui %n, %across : index
    %height = func.call @even_step(%m, %highest, %c32) : (index, index, index) -> index
    %width = func.call @even_step(%n, %widest, %c32) : (index, index, index) -> index
    %next = memref.alloc() : !counter
    %zero = arith.constant 0 : i64
    memref.store %zero, %next[] : !counter
    scf.parallel (%thread) = (%c0) to (%threads) step (%c1) {
      func.call @take_pieces(%a, %b, %is_transposed, %c, %height, %width, %next, %own)
          : (!rows, !matrix, i1, !result, index, index, !counter, !flag) -> ()
    }
    memref.dealloc %next : !counter
  } else {
    func.call @multiply_blocks(%a, %b, %is_transposed, %c, %c0, %m, %c0, %n, %own)
        : (!rows, !matrix, i1, !result, index, index, index, index, !flag) -> ()
  }
  %found = memref.load %own[] : !flag
  %is_beyond = arith.cmpi ne, %found, %none : i32
  return %is_beyond : i1
}

// Linux lets a process use tile registers after it has asked for them: arch_prctl, number 158, with
// ARCH_REQ_XCOMP_PERM and XFEATURE_XTILEDATA. Once is enough for all threads and for good.
memref.global "private" @has_asked : !flag = dense<0>

func.func private @ask_for_tiles() {
  %asked = memref.get_global @has_asked : !flag
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %before = memref.load %asked[] : !flag
  %is_first = arith.cmpi eq, %before, %none : i32
  scf.if %is_first {
    %number = arith.constant 158 : i64
    %request = arith.constant 0x1023 : i64
    %tiles = arith.constant 18 : i64
    %error = llvm.inline_asm has_side_effects "syscall",
        "={rax},{rax},{rdi},{rsi},~{rcx},~{r11},~{memory}" %number, %request, %tiles
        : (i64, i64, i64) -> i64
    memref.store %one, %asked[] : !flag
  }
  return
}

// A thread's share: the next piece of `height` rows and `width` columns, as long as there is one.
func.func private @take_pieces(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                               %height: index, %width: index, %next: !counter, %beyond: !flag)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %m = memref.dim %c, %c0 : !result
  %n = memref.dim %c, %c1 : !result
  %below = arith.ceildivui %m, %height : index
  %across = arith.ceildivui %n, %width : index
  %pieces = arith.muli %below, %across : index
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
    %further = arith.addi %left, %width : index
    %lower = arith.addi %top, %height : index
    %end = arith.minui %further, %n : index
    %bottom = arith.minui %lower, %m : index
    func.call @multiply_blocks(%a, %b, %is_transposed, %c, %top, %bottom, %left, %end, %beyond)
        : (!rows, !matrix, i1, !result, index, index, index, index, !flag) -> ()
    scf.yield
  }
  return
}
// [end threads]

// [region blocks]
// C[top..bottom-1, left..right-1]. A block of B has 384 rows at most, and 147456 numbers: their
// parts take 864 KiB of the L2 cache, those of 128 rows of A another 288. Where there is nothing to
// sum, there is one block without a row.
func.func private @multiply_blocks(%a: !rows, %b: !matrix, %is_transposed: i1, %c: !result,
                                   %top: index, %bottom: index, %left: index, %right: index,
                                   %beyond: !flag)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %deepest = arith.constant 384 : index
  %largest = arith.constant 147456 : index
  %k = memref.dim %a, %c1 : !rows
  %memory, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : !rows -> memref<f32>, index, index, index, index, index
  %has_rows = arith.cmpi eq, %strides#1, %c1 : index
  %depth = func.call @even_step(%k, %deepest, %c32) : (index, index, index) -> index
  %widest = arith.divui %largest, %depth : index
  %all = arith.subi %right, %left : index
  %width = func.call @even_step(%all, %widest, %c32) : (index, index, index) -> index
  %panels = arith.divui %width, %c32 : index
  %steps = arith.divui %depth, %c32 : index
  %parts = func.call @parts_of_a_weight() : () -> index
  %block = memref.alloc(%panels, %steps, %parts) {alignment = 64} : !block
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %strips = memref.alloc(%c4, %steps) {alignment = 64} : !strips
  %own = memref.alloca() {alignment = 64} : memref<32x32xf32>
  %aside = memref.cast %own : memref<32x32xf32> to !result
  %end = arith.maxui %k, %c1 : index
  scf.for %col = %left to %right step %width {
    %columns_left = arith.subi %right, %col : index
    %columns = arith.minui %columns_left, %width : index
    %wide_panels = arith.divui %columns, %c32 : index
    %wide = arith.muli %wide_panels, %c32 : index
    scf.for %row = %c0 to %end step %depth {
      %rows_left = arith.subi %k, %row : index
      %rows = arith.minui %rows_left, %depth : index
      %adds = arith.cmpi ne, %row, %c0 : index
      scf.if %is_transposed {
        func.call @pack_columns_of_b(%b, %row, %rows, %col, %columns, %block, %beyond)
            : (!matrix, index, index, index, index, !block, !flag) -> ()
      } else {
        func.call @pack_rows_of_b(%b, %row, %rows, %col, %columns, %block, %beyond)
            : (!matrix, index, index, index, index, !block, !flag) -> ()
      }
      scf.for %above = %top to %bottom step %c128 {
        %under = arith.subi %bottom, %above : index
        %height = arith.minui %under, %c128 : index
        scf.if %has_rows {
          func.call @pack_rows_of_a(%a, %above, %height, %row, %rows, %strips, %beyond)
              : (!rows, index, index, index, index, !strips, !flag) -> ()
        } else {
          func.call @pack_columns_of_a(%a, %above, %height, %row, %rows, %strips, %beyond)
              : (!rows, index, index, index, index, !strips, !flag) -> ()
        }
        scf.for %i = %c0 to %height step %c32 {
          %strip = arith.divui %i, %c32 : index
          %y = arith.addi %above, %i : index
          %left_below = arith.subi %height, %i : index
          %is_high = arith.cmpi uge, %left_below, %c32 : index
          %inside = arith.select %is_high, %wide, %c0 : index
          func.call @squares(%strips, %strip, %block, %rows, %c0, %inside, %adds, %c, %y, %col)
              : (!strips, index, !block, index, index, index, i1, !result, index, index) -> ()
          scf.for %j = %inside to %columns step %c32 {
            %x = arith.addi %col, %j : index
            %left_over = arith.subi %columns, %j : index
            func.call @square_at_an_edge(%strips, %strip, %block, %rows, %j, %adds, %c, %y, %x,
                                         %left_below, %left_over, %aside)
                : (!strips, index, !block, index, index, i1, !result, index, index, index, index,
                   !result) -> ()
          }
        }
      }
    }
  }
  memref.dealloc %strips : !strips
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

// [region parts]
// The bits of a bfloat16 are the upper half of a float32's. So the first part is `x` rounded to
// where its lower half is 0, the second is what is left of `x`, rounded likewise, and what is left
// then fits: 8 + 8 + 8 bits. It is NaN where the three do not add up to `x`.
func.func private @parts(%x: vector<16xf32>)
    -> (vector<16xf32>, vector<16xf32>, vector<16xf32>) {
  %x1 = func.call @rounded(%x) : (vector<16xf32>) -> vector<16xf32>
  %rest = arith.subf %x, %x1 : vector<16xf32>
  %x2 = func.call @rounded(%rest) : (vector<16xf32>) -> vector<16xf32>
  %x3 = arith.subf %rest, %x2 : vector<16xf32>
  return %x1, %x2, %x3 : vector<16xf32>, vector<16xf32>, vector<16xf32>
}

func.func private @rounded(%x: vector<16xf32>) -> vector<16xf32> {
  %half = arith.constant dense<0x8000> : !words
  %upper = arith.constant dense<0xffff0000> : !words
  %bits = arith.bitcast %x : vector<16xf32> to !words
  %up = arith.addi %bits, %half : !words
  %cut = arith.andi %up, %upper : !words
  %rounded = arith.bitcast %cut : !words to vector<16xf32>
  return %rounded : vector<16xf32>
}

// Words of two bfloat16 from the upper halves of two words.
func.func private @pairs(%first: vector<16xf32>, %second: vector<16xf32>) -> vector<32xbf16> {
  %upper = arith.constant dense<0xffff0000> : !words
  %sixteen = arith.constant dense<16> : !words
  %u = arith.bitcast %first : vector<16xf32> to !words
  %v = arith.bitcast %second : vector<16xf32> to !words
  %low = arith.shrui %u, %sixteen : !words
  %high = arith.andi %v, %upper : !words
  %words = arith.ori %low, %high : !words
  %pairs = vector.bitcast %words : !words to vector<32xbf16>
  return %pairs : vector<32xbf16>
}
// [end parts]

// A sum of zeros, and two third parts times 0: no number any more if one of them is none.
func.func private @watched(%sum: vector<16xf32>, %first: vector<16xf32>, %second: vector<16xf32>)
    -> vector<16xf32> {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %both = arith.addf %first, %second : vector<16xf32>
  %next = math.fma %both, %zero, %sum : vector<16xf32>
  return %next : vector<16xf32>
}

// Sets the flag where such a sum is no number.
func.func private @report(%sum: vector<16xf32>, %beyond: !flag) {
  %one = arith.constant 1 : i32
  %total = vector.reduction <add>, %sum : vector<16xf32> into f32
  %is_beyond = arith.cmpf uno, %total, %total : f32
  scf.if %is_beyond {
    %before = memref.atomic_rmw ori %one, %beyond[] : (i32, !flag) -> i32
  }
  return
}

// [region strip]
// A[i..i+height-1, row..row+rows-1] in strips, of which a step has 32 numbers of each row, filled
// up with zeros: the parts of the first 16 paired with those of the others. B's are paired
// likewise. Below the last row of A, that row again: what comes of it is not written to C.
func.func private @pack_rows_of_a(%a: !rows, %i: index, %height: index, %row: index, %rows: index,
                                  %strips: !strips, %beyond: !flag)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %m = memref.dim %a, %c0 : !rows
  %last = arith.subi %m, %c1 : index
  %memory, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : !rows -> memref<f32>, index, index, index, index, index
  %plain = memref.reinterpret_cast %memory to offset: [%offset], sizes: [%sizes#0, %sizes#1],
      strides: [%strides#0, 1] : memref<f32> to !result
  %steps = arith.ceildivui %rows, %c32 : index
  %count = arith.ceildivui %height, %c32 : index
  %end = arith.muli %count, %c32 : index
  %all = scf.for %r = %c0 to %end step %c1 iter_args(%above = %zeros) -> vector<16xf32> {
    %below = arith.addi %i, %r : index
    %from = arith.minui %below, %last : index
    %row_sum = scf.for %step = %c0 to %steps step %c1 iter_args(%sum = %above)
        -> vector<16xf32> {
      %p = arith.muli %step, %c32 : index
      %p16 = arith.addi %p, %c16 : index
      %q = arith.addi %row, %p : index
      %q16 = arith.addi %row, %p16 : index
      %left = arith.subi %rows, %p : index
      %left16 = arith.subi %rows, %p16 : index
      %mask = vector.create_mask %left : vector<16xi1>
      %mask16 = vector.create_mask %left16 : vector<16xi1>
      %u = vector.transfer_read %plain[%from, %q], %zero, %mask {in_bounds = [true]}
          : !result, vector<16xf32>
      %v = vector.transfer_read %plain[%from, %q16], %zero, %mask16 {in_bounds = [true]}
          : !result, vector<16xf32>
      %next = func.call @store_in_strip(%u, %v, %strips, %step, %r, %sum)
          : (vector<16xf32>, vector<16xf32>, !strips, index, index, vector<16xf32>)
          -> vector<16xf32>
      scf.yield %next : vector<16xf32>
    }
    scf.yield %row_sum : vector<16xf32>
  }
  func.call @report(%all, %beyond) : (vector<16xf32>, !flag) -> ()
  return
}
// [end strip]

// The same of an A that lies in memory column by column: 16 of them at once are turned in
// registers.
func.func private @pack_columns_of_a(%a: !rows, %i: index, %height: index, %row: index,
                                     %rows: index, %strips: !strips, %beyond: !flag)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %square = memref.alloca() {alignment = 64} : memref<16x32xf32>
  %memory, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %a
      : !rows -> memref<f32>, index, index, index, index, index
  %bottom = arith.addi %row, %rows : index
  %turned = memref.reinterpret_cast %memory to offset: [%offset], sizes: [%bottom, %sizes#0],
      strides: [%strides#1, 1] : memref<f32> to !result
  %steps = arith.ceildivui %rows, %c32 : index
  %count = arith.ceildivui %height, %c32 : index
  %end = arith.muli %count, %c32 : index
  %all = scf.for %step = %c0 to %steps step %c1 iter_args(%before = %zeros) -> vector<16xf32> {
    %p = arith.muli %step, %c32 : index
    %q = arith.addi %row, %p : index
    %q16 = arith.addi %q, %c16 : index
    %both = scf.for %down = %c0 to %end step %c16 iter_args(%above = %before) -> vector<16xf32> {
      %from = arith.addi %i, %down : index
      %columns = vector.transfer_read %turned[%q, %from], %zero : !result, vector<16x16xf32>
      %columns16 = vector.transfer_read %turned[%q16, %from], %zero : !result, vector<16x16xf32>
      %upper = vector.transpose %columns, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
      %lower = vector.transpose %columns16, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
      vector.transfer_write %upper, %square[%c0, %c0] {in_bounds = [true, true]}
          : vector<16x16xf32>, memref<16x32xf32>
      vector.transfer_write %lower, %square[%c0, %c16] {in_bounds = [true, true]}
          : vector<16x16xf32>, memref<16x32xf32>
      %sums = scf.for %t = %c0 to %c16 step %c1 iter_args(%sum = %above) -> vector<16xf32> {
        %r = arith.addi %down, %t : index
        %u = vector.load %square[%t, %c0] : memref<16x32xf32>, vector<16xf32>
        %v = vector.load %square[%t, %c16] : memref<16x32xf32>, vector<16xf32>
        %next = func.call @store_in_strip(%u, %v, %strips, %step, %r, %sum)
            : (vector<16xf32>, vector<16xf32>, !strips, index, index, vector<16xf32>)
            -> vector<16xf32>
        scf.yield %next : vector<16xf32>
      }
      scf.yield %sums : vector<16xf32>
    }
    scf.yield %both : vector<16xf32>
  }
  func.call @report(%all, %beyond) : (vector<16xf32>, !flag) -> ()
  return
}

// A step of row r of the strips, from its first and its last 16 numbers.
func.func private @store_in_strip(%u: vector<16xf32>, %v: vector<16xf32>, %strips: !strips,
                                  %step: index, %r: index, %sum: vector<16xf32>)
    -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %strip = arith.divui %r, %c32 : index
  %within = arith.remui %r, %c32 : index
  %half = arith.divui %within, %c16 : index
  %line = arith.remui %r, %c16 : index
  %u1, %u2, %u3 = func.call @parts(%u)
      : (vector<16xf32>) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>)
  %v1, %v2, %v3 = func.call @parts(%v)
      : (vector<16xf32>) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>)
  %next = func.call @watched(%sum, %u3, %v3)
      : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %p1 = func.call @pairs(%u1, %v1) : (vector<16xf32>, vector<16xf32>) -> vector<32xbf16>
  %p2 = func.call @pairs(%u2, %v2) : (vector<16xf32>, vector<16xf32>) -> vector<32xbf16>
  %p3 = func.call @pairs(%u3, %v3) : (vector<16xf32>, vector<16xf32>) -> vector<32xbf16>
  vector.store %p1, %strips[%strip, %step, %c0, %half, %line, %c0] : !strips, vector<32xbf16>
  vector.store %p2, %strips[%strip, %step, %c1, %half, %line, %c0] : !strips, vector<32xbf16>
  vector.store %p3, %strips[%strip, %step, %c2, %half, %line, %c0] : !strips, vector<32xbf16>
  return %next : vector<16xf32>
}

// [region block]
// B[row..row+rows-1, col..col+columns-1] into panels of 32 columns: of each step of 32 rows, the
// first 16 paired with the others. Behind the last column there are zeros. Below the last row, that
// row again: A has zeros there.
func.func private @pack_rows_of_b(%b: !matrix, %row: index, %rows: index, %col: index,
                                  %columns: index, %block: !block, %beyond: !flag)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %padding = arith.constant 0.0 : !weight
  %bottom = arith.addi %row, %rows : index
  %last = arith.subi %bottom, %c1 : index
  %steps = arith.ceildivui %rows, %c32 : index
  %panels = arith.ceildivui %columns, %c32 : index
  %end = arith.muli %panels, %c32 : index
  %all = scf.for %step = %c0 to %steps step %c1 iter_args(%before = %zeros) -> vector<16xf32> {
    %p = arith.muli %step, %c32 : index
    %q = arith.addi %row, %p : index
    %both = scf.for %r = %c0 to %c16 step %c1 iter_args(%above = %before) -> vector<16xf32> {
      %below = arith.addi %q, %r : index
      %below16 = arith.addi %below, %c16 : index
      %at = arith.minui %below, %last : index
      %at16 = arith.minui %below16, %last : index
      %sums = scf.for %j = %c0 to %end step %c16 iter_args(%sum = %above) -> vector<16xf32> {
        %from = arith.addi %col, %j : index
        %left = arith.subi %columns, %j : index
        %mask = vector.create_mask %left : vector<16xi1>
        %x = vector.transfer_read %b[%at, %from], %padding, %mask {in_bounds = [true]}
            : !matrix, vector<16x!weight>
        %y = vector.transfer_read %b[%at16, %from], %padding, %mask {in_bounds = [true]}
            : !matrix, vector<16x!weight>
        %u = func.call @widened_16(%x) : (vector<16x!weight>) -> vector<16xf32>
        %v = func.call @widened_16(%y) : (vector<16x!weight>) -> vector<16xf32>
        %next = func.call @store_in_block(%u, %v, %block, %step, %r, %j, %sum)
            : (vector<16xf32>, vector<16xf32>, !block, index, index, index, vector<16xf32>)
            -> vector<16xf32>
        scf.yield %next : vector<16xf32>
      }
      scf.yield %sums : vector<16xf32>
    }
    scf.yield %both : vector<16xf32>
  }
  func.call @report(%all, %beyond) : (vector<16xf32>, !flag) -> ()
  return
}
// [end block]

// The same of a B whose columns lie in memory one after the other, `%b`'s rows.
func.func private @pack_columns_of_b(%b: !matrix, %row: index, %rows: index, %col: index,
                                     %columns: index, %block: !block, %beyond: !flag)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zeros = arith.constant dense<0.0> : vector<16xf32>
  %padding = arith.constant 0.0 : !weight
  %square = memref.alloca() {alignment = 64} : memref<32x16xf32>
  %steps = arith.ceildivui %rows, %c32 : index
  %panels = arith.ceildivui %columns, %c32 : index
  %end = arith.muli %panels, %c32 : index
  %all = scf.for %j = %c0 to %end step %c16 iter_args(%before = %zeros) -> vector<16xf32> {
    %from = arith.addi %col, %j : index
    %both = scf.for %step = %c0 to %steps step %c1 iter_args(%above = %before)
        -> vector<16xf32> {
      %p = arith.muli %step, %c32 : index
      %q = arith.addi %row, %p : index
      %q16 = arith.addi %q, %c16 : index
      %near = vector.transfer_read %b[%from, %q], %padding : !matrix, vector<16x16x!weight>
      %far = vector.transfer_read %b[%from, %q16], %padding : !matrix, vector<16x16x!weight>
      %wide = func.call @widened_16x16(%near) : (vector<16x16x!weight>) -> vector<16x16xf32>
      %wide16 = func.call @widened_16x16(%far) : (vector<16x16x!weight>) -> vector<16x16xf32>
      %upper = vector.transpose %wide, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
      %lower = vector.transpose %wide16, [1, 0] : vector<16x16xf32> to vector<16x16xf32>
      vector.transfer_write %upper, %square[%c0, %c0] {in_bounds = [true, true]}
          : vector<16x16xf32>, memref<32x16xf32>
      vector.transfer_write %lower, %square[%c16, %c0] {in_bounds = [true, true]}
          : vector<16x16xf32>, memref<32x16xf32>
      %sums = scf.for %r = %c0 to %c16 step %c1 iter_args(%sum = %above) -> vector<16xf32> {
        %r16 = arith.addi %r, %c16 : index
        %u = vector.load %square[%r, %c0] : memref<32x16xf32>, vector<16xf32>
        %v = vector.load %square[%r16, %c0] : memref<32x16xf32>, vector<16xf32>
        %next = func.call @store_in_block(%u, %v, %block, %step, %r, %j, %sum)
            : (vector<16xf32>, vector<16xf32>, !block, index, index, index, vector<16xf32>)
            -> vector<16xf32>
        scf.yield %next : vector<16xf32>
      }
      scf.yield %sums : vector<16xf32>
    }
    scf.yield %both : vector<16xf32>
  }
  func.call @report(%all, %beyond) : (vector<16xf32>, !flag) -> ()
  return
}

// Rows r and r + 16 of a step of a panel, 16 columns from column j of the block on.
func.func private @store_in_block(%u: vector<16xf32>, %v: vector<16xf32>, %block: !block,
                                  %step: index, %r: index, %j: index, %sum: vector<16xf32>)
    -> vector<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %parts = func.call @parts_of_a_weight() : () -> index
  %is_split = arith.cmpi ne, %parts, %c1 : index
  %panel = arith.divui %j, %c32 : index
  %within = arith.remui %j, %c32 : index
  %half = arith.divui %within, %c16 : index
  %u1, %u2, %u3 = func.call @parts(%u)
      : (vector<16xf32>) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>)
  %v1, %v2, %v3 = func.call @parts(%v)
      : (vector<16xf32>) -> (vector<16xf32>, vector<16xf32>, vector<16xf32>)
  %next = func.call @watched(%sum, %u3, %v3)
      : (vector<16xf32>, vector<16xf32>, vector<16xf32>) -> vector<16xf32>
  %p1 = func.call @pairs(%u1, %v1) : (vector<16xf32>, vector<16xf32>) -> vector<32xbf16>
  vector.store %p1, %block[%panel, %step, %c0, %half, %r, %c0] : !block, vector<32xbf16>
  scf.if %is_split {
    %p2 = func.call @pairs(%u2, %v2) : (vector<16xf32>, vector<16xf32>) -> vector<32xbf16>
    %p3 = func.call @pairs(%u3, %v3) : (vector<16xf32>, vector<16xf32>) -> vector<32xbf16>
    vector.store %p2, %block[%panel, %step, %c1, %half, %r, %c0] : !block, vector<32xbf16>
    vector.store %p3, %block[%panel, %step, %c2, %half, %r, %c0] : !block, vector<32xbf16>
  }
  return %next : vector<16xf32>
}

// A square that juts out of C is computed aside, and as much of it copied as C has.
func.func private @square_at_an_edge(%strips: !strips, %strip: index, %block: !block,
                                     %rows: index, %j: index, %adds: i1, %c: !result, %y: index,
                                     %x: index, %height: index, %width: index, %aside: !result)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %left = arith.subi %c0, %j : index
  %end = arith.addi %j, %c1 : index
  scf.if %adds {
    func.call @copy(%c, %y, %x, %aside, %c0, %c0, %height, %width)
        : (!result, index, index, !result, index, index, index, index) -> ()
  }
  func.call @squares(%strips, %strip, %block, %rows, %j, %end, %adds, %aside, %c0, %left)
      : (!strips, index, !block, index, index, index, i1, !result, index, index) -> ()
  func.call @copy(%aside, %c0, %c0, %c, %y, %x, %height, %width)
      : (!result, index, index, !result, index, index, index, index) -> ()
  return
}

// The first rows and columns of a square, as many as there are left.
func.func private @copy(%from: !result, %i: index, %j: index, %to: !result, %y: index, %x: index,
                        %height: index, %width: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %rows = arith.minui %height, %c32 : index
  %mask = vector.create_mask %width : vector<32xi1>
  scf.for %p = %c0 to %rows step %c1 {
    %source = arith.addi %i, %p : index
    %target = arith.addi %y, %p : index
    %row = vector.transfer_read %from[%source, %j], %zero, %mask {in_bounds = [true]}
        : !result, vector<32xf32>
    vector.transfer_write %row, %to[%target, %x], %mask {in_bounds = [true]}
        : vector<32xf32>, !result
  }
  return
}

// [region squares]
// Squares of C, 32 x 32 numbers in four tiles, C[y.., left+j..] for the columns j = begin,
// begin+32.. of a block: C += the strip @ a panel; = instead of += where not `adds`.
// First come the products of which both parts are not the first, or one is not: they are small, and
// what is small is summed before what is large. Two in a row share a factor, so that twelve tiles
// are loaded for twenty products. Four of eight tile registers hold sums; the instruction that
// configures them comes once, for there is no call in the loops.
func.func private @squares(%strips: !strips, %strip: index, %block: !block, %rows: index,
                           %begin: index, %end: index, %adds: i1, %c: !result, %y: index,
                           %left: index)
    attributes {no_inline, passthrough = ["noinline"]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %parts = func.call @parts_of_a_weight() : () -> index
  %is_split = arith.cmpi ne, %parts, %c1 : index
  %steps = arith.ceildivui %rows, %c32 : index
  %y_16 = arith.addi %y, %c16 : index
  scf.for %j = %begin to %end step %c32 {
    %panel = arith.divui %j, %c32 : index
    %x = arith.addi %left, %j : index
    %x_16 = arith.addi %x, %c16 : index
    // The next square of C is asked for while this one is computed.
    %x_32 = arith.addi %x, %c32 : index
    %x_48 = arith.addi %x_16, %c32 : index
    scf.for %r = %c0 to %c32 step %c1 {
      %below = arith.addi %y, %r : index
      memref.prefetch %c[%below, %x_32], write, locality<3>, data : !result
      memref.prefetch %c[%below, %x_48], write, locality<3>, data : !result
    }
    %start:4 = scf.if %adds -> (!sum, !sum, !sum, !sum) {
      %c_00 = amx.tile_load %c[%y, %x] : !result into !sum
      %c_01 = amx.tile_load %c[%y, %x_16] : !result into !sum
      %c_10 = amx.tile_load %c[%y_16, %x] : !result into !sum
      %c_11 = amx.tile_load %c[%y_16, %x_16] : !result into !sum
      scf.yield %c_00, %c_01, %c_10, %c_11 : !sum, !sum, !sum, !sum
    } else {
      %z_00 = amx.tile_zero : !sum
      %z_01 = amx.tile_zero : !sum
      %z_10 = amx.tile_zero : !sum
      %z_11 = amx.tile_zero : !sum
      scf.yield %z_00, %z_01, %z_10, %z_11 : !sum, !sum, !sum, !sum
    }
    %small:4 = scf.if %is_split -> (!sum, !sum, !sum, !sum) {
      %sums:4 = scf.for %step = %c0 to %steps step %c1
          iter_args(%s_00 = %start#0, %s_01 = %start#1, %s_10 = %start#2, %s_11 = %start#3)
          -> (!sum, !sum, !sum, !sum) {
        %b1_0 = amx.tile_load %block[%panel, %step, %c0, %c0, %c0, %c0] : !block into !tile
        %b1_1 = amx.tile_load %block[%panel, %step, %c0, %c1, %c0, %c0] : !block into !tile
        %a3_0 = amx.tile_load %strips[%strip, %step, %c2, %c0, %c0, %c0] : !strips into !tile
        %a3_1 = amx.tile_load %strips[%strip, %step, %c2, %c1, %c0, %c0] : !strips into !tile
        %p31_00 = amx.tile_mulf %a3_0, %b1_0, %s_00 : !tile, !tile, !sum
        %p31_01 = amx.tile_mulf %a3_0, %b1_1, %s_01 : !tile, !tile, !sum
        %p31_10 = amx.tile_mulf %a3_1, %b1_0, %s_10 : !tile, !tile, !sum
        %p31_11 = amx.tile_mulf %a3_1, %b1_1, %s_11 : !tile, !tile, !sum
        %a2_0 = amx.tile_load %strips[%strip, %step, %c1, %c0, %c0, %c0] : !strips into !tile
        %a2_1 = amx.tile_load %strips[%strip, %step, %c1, %c1, %c0, %c0] : !strips into !tile
        %p21_00 = amx.tile_mulf %a2_0, %b1_0, %p31_00 : !tile, !tile, !sum
        %p21_01 = amx.tile_mulf %a2_0, %b1_1, %p31_01 : !tile, !tile, !sum
        %p21_10 = amx.tile_mulf %a2_1, %b1_0, %p31_10 : !tile, !tile, !sum
        %p21_11 = amx.tile_mulf %a2_1, %b1_1, %p31_11 : !tile, !tile, !sum
        %b2_0 = amx.tile_load %block[%panel, %step, %c1, %c0, %c0, %c0] : !block into !tile
        %b2_1 = amx.tile_load %block[%panel, %step, %c1, %c1, %c0, %c0] : !block into !tile
        %p22_00 = amx.tile_mulf %a2_0, %b2_0, %p21_00 : !tile, !tile, !sum
        %p22_01 = amx.tile_mulf %a2_0, %b2_1, %p21_01 : !tile, !tile, !sum
        %p22_10 = amx.tile_mulf %a2_1, %b2_0, %p21_10 : !tile, !tile, !sum
        %p22_11 = amx.tile_mulf %a2_1, %b2_1, %p21_11 : !tile, !tile, !sum
        %a1_0 = amx.tile_load %strips[%strip, %step, %c0, %c0, %c0, %c0] : !strips into !tile
        %a1_1 = amx.tile_load %strips[%strip, %step, %c0, %c1, %c0, %c0] : !strips into !tile
        %p12_00 = amx.tile_mulf %a1_0, %b2_0, %p22_00 : !tile, !tile, !sum
        %p12_01 = amx.tile_mulf %a1_0, %b2_1, %p22_01 : !tile, !tile, !sum
        %p12_10 = amx.tile_mulf %a1_1, %b2_0, %p22_10 : !tile, !tile, !sum
        %p12_11 = amx.tile_mulf %a1_1, %b2_1, %p22_11 : !tile, !tile, !sum
        %b3_0 = amx.tile_load %block[%panel, %step, %c2, %c0, %c0, %c0] : !block into !tile
        %b3_1 = amx.tile_load %block[%panel, %step, %c2, %c1, %c0, %c0] : !block into !tile
        %p13_00 = amx.tile_mulf %a1_0, %b3_0, %p12_00 : !tile, !tile, !sum
        %p13_01 = amx.tile_mulf %a1_0, %b3_1, %p12_01 : !tile, !tile, !sum
        %p13_10 = amx.tile_mulf %a1_1, %b3_0, %p12_10 : !tile, !tile, !sum
        %p13_11 = amx.tile_mulf %a1_1, %b3_1, %p12_11 : !tile, !tile, !sum
        scf.yield %p13_00, %p13_01, %p13_10, %p13_11 : !sum, !sum, !sum, !sum
      }
      scf.yield %sums#0, %sums#1, %sums#2, %sums#3 : !sum, !sum, !sum, !sum
    } else {
      %sums:4 = scf.for %step = %c0 to %steps step %c1
          iter_args(%s_00 = %start#0, %s_01 = %start#1, %s_10 = %start#2, %s_11 = %start#3)
          -> (!sum, !sum, !sum, !sum) {
        %b1_0 = amx.tile_load %block[%panel, %step, %c0, %c0, %c0, %c0] : !block into !tile
        %b1_1 = amx.tile_load %block[%panel, %step, %c0, %c1, %c0, %c0] : !block into !tile
        %a3_0 = amx.tile_load %strips[%strip, %step, %c2, %c0, %c0, %c0] : !strips into !tile
        %a3_1 = amx.tile_load %strips[%strip, %step, %c2, %c1, %c0, %c0] : !strips into !tile
        %p31_00 = amx.tile_mulf %a3_0, %b1_0, %s_00 : !tile, !tile, !sum
        %p31_01 = amx.tile_mulf %a3_0, %b1_1, %s_01 : !tile, !tile, !sum
        %p31_10 = amx.tile_mulf %a3_1, %b1_0, %s_10 : !tile, !tile, !sum
        %p31_11 = amx.tile_mulf %a3_1, %b1_1, %s_11 : !tile, !tile, !sum
        %a2_0 = amx.tile_load %strips[%strip, %step, %c1, %c0, %c0, %c0] : !strips into !tile
        %a2_1 = amx.tile_load %strips[%strip, %step, %c1, %c1, %c0, %c0] : !strips into !tile
        %p21_00 = amx.tile_mulf %a2_0, %b1_0, %p31_00 : !tile, !tile, !sum
        %p21_01 = amx.tile_mulf %a2_0, %b1_1, %p31_01 : !tile, !tile, !sum
        %p21_10 = amx.tile_mulf %a2_1, %b1_0, %p31_10 : !tile, !tile, !sum
        %p21_11 = amx.tile_mulf %a2_1, %b1_1, %p31_11 : !tile, !tile, !sum
        scf.yield %p21_00, %p21_01, %p21_10, %p21_11 : !sum, !sum, !sum, !sum
      }
      scf.yield %sums#0, %sums#1, %sums#2, %sums#3 : !sum, !sum, !sum, !sum
    }
    %all:4 = scf.for %step = %c0 to %steps step %c1
        iter_args(%s_00 = %small#0, %s_01 = %small#1, %s_10 = %small#2, %s_11 = %small#3)
        -> (!sum, !sum, !sum, !sum) {
      %b1_0 = amx.tile_load %block[%panel, %step, %c0, %c0, %c0, %c0] : !block into !tile
      %b1_1 = amx.tile_load %block[%panel, %step, %c0, %c1, %c0, %c0] : !block into !tile
      %a1_0 = amx.tile_load %strips[%strip, %step, %c0, %c0, %c0, %c0] : !strips into !tile
      %a1_1 = amx.tile_load %strips[%strip, %step, %c0, %c1, %c0, %c0] : !strips into !tile
      %p11_00 = amx.tile_mulf %a1_0, %b1_0, %s_00 : !tile, !tile, !sum
      %p11_01 = amx.tile_mulf %a1_0, %b1_1, %s_01 : !tile, !tile, !sum
      %p11_10 = amx.tile_mulf %a1_1, %b1_0, %s_10 : !tile, !tile, !sum
      %p11_11 = amx.tile_mulf %a1_1, %b1_1, %s_11 : !tile, !tile, !sum
      scf.yield %p11_00, %p11_01, %p11_10, %p11_11 : !sum, !sum, !sum, !sum
    }
    amx.tile_store %c[%y, %x], %all#0 : !result, !sum
    amx.tile_store %c[%y, %x_16], %all#1 : !result, !sum
    amx.tile_store %c[%y_16, %x], %all#2 : !result, !sum
    amx.tile_store %c[%y_16, %x_16], %all#3 : !result, !sum
  }
  return
}
// [end squares]
