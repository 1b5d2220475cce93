// c = a b with the warpgroup instructions of Hopper (sm_90a, and no other chip): the tensor memory
// accelerator (TMA) copies whole tiles into a ring of four stages, wgmma multiplies from there.
// Rows and columns of c in multiples of 128, the depth in multiples of 64. The host makes the maps.
!a_map = !nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b,
                                     l2promo = l2promo_128b, oob = zero, interleave = none>
!b_map = !nvgpu.tensormap.descriptor<tensor = memref<64x64xf16, 3>, swizzle = swizzle_128b,
                                     l2promo = l2promo_128b, oob = zero, interleave = none>
!barriers = !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 4>
!bytes = memref<131072xi8, #gpu.address_space<workgroup>>
!a_tile = memref<128x64xf16, #gpu.address_space<workgroup>>
!b_tile = memref<64x128xf16, #gpu.address_space<workgroup>>
!b_half = memref<64x64xf16, #gpu.address_space<workgroup>>
!nothing = memref<0xi8, #gpu.address_space<workgroup>>
!sums = !nvgpu.warpgroup.accumulator<fragmented = vector<128x128xf32>>

module attributes {gpu.container_module} {
  // [region host]
  // A map tells the TMA where an array lies, what its sizes and strides are and how large a box to
  // copy. The driver encodes it. To the kernel it is a pointer.
  func.func @matmul(%a: memref<?x?xf16>, %b: memref<?x?xf16>, %c: memref<?x?xf32>)
      attributes {llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %shared_bytes = arith.constant 131072 : i32
    %rows = memref.dim %c, %c0 : memref<?x?xf32>
    %columns = memref.dim %c, %c1 : memref<?x?xf32>
    %depth = memref.dim %a, %c1 : memref<?x?xf16>
    %blocks_y = arith.divui %rows, %c128 : index
    %blocks_x = arith.divui %columns, %c128 : index
    %a_there = gpu.alloc (%rows, %depth) : memref<?x?xf16>
    %b_there = gpu.alloc (%depth, %columns) : memref<?x?xf16>
    %c_there = gpu.alloc (%rows, %columns) : memref<?x?xf32>
    gpu.memcpy %a_there, %a : memref<?x?xf16>, memref<?x?xf16>
    gpu.memcpy %b_there, %b : memref<?x?xf16>, memref<?x?xf16>

    %a_any = memref.cast %a_there : memref<?x?xf16> to memref<*xf16>
    %b_any = memref.cast %b_there : memref<?x?xf16> to memref<*xf16>
    %a_map = nvgpu.tma.create.descriptor %a_any box[%c128, %c64] : memref<*xf16> -> !a_map
    %b_map = nvgpu.tma.create.descriptor %b_any box[%c64, %c64] : memref<*xf16> -> !b_map
    %a_pointer = builtin.unrealized_conversion_cast %a_map : !a_map to !llvm.ptr
    %b_pointer = builtin.unrealized_conversion_cast %b_map : !b_map to !llvm.ptr
    gpu.launch_func @kernels::@matmul blocks in (%blocks_x, %blocks_y, %c1)
        threads in (%c128, %c1, %c1) dynamic_shared_memory_size %shared_bytes
        args(%a_pointer : !llvm.ptr, %b_pointer : !llvm.ptr, %c_there : memref<?x?xf32>,
             %depth : index)

    gpu.memcpy %c, %c_there : memref<?x?xf32>, memref<?x?xf32>
    gpu.dealloc %a_there : memref<?x?xf16>
    gpu.dealloc %b_there : memref<?x?xf16>
    gpu.dealloc %c_there : memref<?x?xf32>
    return
  }
  // [end host]

  gpu.module @kernels {
    // Dynamic shared memory, all of it: 4 stages of 16 KiB for a and 16 KiB for b. A tile that is
    // swizzled over 128 bytes starts at a multiple of 1024.
    memref.global @ring : !nothing {alignment = 1024 : i64}

    gpu.func @matmul(%a_pointer: !llvm.ptr, %b_pointer: !llvm.ptr, %c: memref<?x?xf32>,
                     %depth: index)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c64 = arith.constant 64 : index
      %c128 = arith.constant 128 : index
      %stage_bytes = arith.constant 32768 : index
      %a_bytes = arith.constant 16384 : index
      %half_bytes = arith.constant 8192 : index
      %patience = arith.constant 10000000 : index
      %a_map = builtin.unrealized_conversion_cast %a_pointer : !llvm.ptr to !a_map
      %b_map = builtin.unrealized_conversion_cast %b_pointer : !llvm.ptr to !b_map
      %thread = gpu.thread_id x
      %first = arith.cmpi eq, %thread, %c0 : index
      %bx = gpu.block_id x
      %by = gpu.block_id y
      %top = arith.muli %by, %c128 : index
      %left = arith.muli %bx, %c128 : index
      %right = arith.addi %left, %c64 : index
      %turns = arith.divui %depth, %c64 : index
      %start = memref.get_global @ring : !nothing
      %ring = memref.reinterpret_cast %start to offset: [0], sizes: [131072], strides: [1]
          : !nothing to !bytes

      // [region barriers]
      // A barrier in shared memory for each stage: one thread arrives at it, and says how many bytes
      // are to come. It opens when both are there. All threads and the TMA must see it initialised.
      %arrived = nvgpu.mbarrier.create -> !barriers
      nvgpu.mbarrier.init %arrived[%c0], %c1, predicate = %first : !barriers
      nvgpu.mbarrier.init %arrived[%c1], %c1, predicate = %first : !barriers
      nvgpu.mbarrier.init %arrived[%c2], %c1, predicate = %first : !barriers
      nvgpu.mbarrier.init %arrived[%c3], %c1, predicate = %first : !barriers
      nvvm.fence.mbarrier.init
      nvvm.fence.proxy {kind = #nvvm.proxy_kind<async.shared>, space = #nvvm.shared_space<cta>}
      gpu.barrier
      // [end barriers]

      // Tiles for the first three turns.
      %early = arith.minui %turns, %c3 : index
      scf.for %stage = %c0 to %early step %c1 {
        %k = arith.muli %stage, %c64 : index
        %base = arith.muli %stage, %stage_bytes : index
        %b0 = arith.addi %base, %a_bytes : index
        %b1 = arith.addi %b0, %half_bytes : index
        %ta = memref.view %ring[%base][] : !bytes to !a_tile
        %tb0 = memref.view %ring[%b0][] : !bytes to !b_half
        %tb1 = memref.view %ring[%b1][] : !bytes to !b_half
        nvgpu.mbarrier.arrive.expect_tx %arrived[%stage], %stage_bytes, predicate = %first
            : !barriers
        nvgpu.tma.async.load %a_map[%k, %top], %arrived[%stage] to %ta,
            predicate = %first : !a_map, !barriers -> !a_tile
        nvgpu.tma.async.load %b_map[%left, %k], %arrived[%stage] to %tb0,
            predicate = %first : !b_map, !barriers -> !b_half
        nvgpu.tma.async.load %b_map[%right, %k], %arrived[%stage] to %tb1,
            predicate = %first : !b_map, !barriers -> !b_half
      }

      %zeros = nvgpu.warpgroup.mma.init.accumulator -> !sums
      // [region loop]
      %sum = scf.for %turn = %c0 to %turns step %c1 iter_args(%partial = %zeros) -> !sums {
        // The barrier of a stage opens once in each round over the ring: in round 0 with parity 0,
        // in round 1 with parity 1, then 0 again.
        %stage = arith.remui %turn, %c4 : index
        %round = arith.divui %turn, %c4 : index
        %odd = arith.remui %round, %c2 : index
        %parity = arith.cmpi ne, %odd, %c0 : index
        nvgpu.mbarrier.try_wait.parity %arrived[%stage], %parity, %patience : !barriers

        %base = arith.muli %stage, %stage_bytes : index
        %b_base = arith.addi %base, %a_bytes : index
        %ta = memref.view %ring[%base][] : !bytes to !a_tile
        %tb = memref.view %ring[%b_base][] : !bytes to !b_tile
        %da = nvgpu.warpgroup.generate.descriptor %ta, %a_map
            : !a_tile, !a_map -> !nvgpu.warpgroup.descriptor<tensor = !a_tile>
        %db = nvgpu.warpgroup.generate.descriptor %tb, %b_map
            : !b_tile, !b_map -> !nvgpu.warpgroup.descriptor<tensor = !b_tile>
        // Starts 2 x 4 products of 64 x 128 x 16, and waits for those of the turn before.
        %next = nvgpu.warpgroup.mma %da, %db, %partial {transposeB, waitGroup = 1 : i64}
            : <tensor = !a_tile>, <tensor = !b_tile>, <fragmented = vector<128x128xf32>>
            -> <fragmented = vector<128x128xf32>>

        // So the stage of the turn before is free, once all four warps say so: fetch three ahead.
        gpu.barrier
        %ahead = arith.addi %turn, %c3 : index
        %more = arith.cmpi ult, %ahead, %turns : index
        scf.if %more {
          %free = arith.remui %ahead, %c4 : index
          %k = arith.muli %ahead, %c64 : index
          %next_base = arith.muli %free, %stage_bytes : index
          %next_b0 = arith.addi %next_base, %a_bytes : index
          %next_b1 = arith.addi %next_b0, %half_bytes : index
          %next_ta = memref.view %ring[%next_base][] : !bytes to !a_tile
          %next_tb0 = memref.view %ring[%next_b0][] : !bytes to !b_half
          %next_tb1 = memref.view %ring[%next_b1][] : !bytes to !b_half
          nvgpu.mbarrier.arrive.expect_tx %arrived[%free], %stage_bytes, predicate = %first
              : !barriers
          nvgpu.tma.async.load %a_map[%k, %top], %arrived[%free] to %next_ta,
              predicate = %first : !a_map, !barriers -> !a_tile
          nvgpu.tma.async.load %b_map[%left, %k], %arrived[%free] to %next_tb0,
              predicate = %first : !b_map, !barriers -> !b_half
          nvgpu.tma.async.load %b_map[%right, %k], %arrived[%free] to %next_tb1,
              predicate = %first : !b_map, !barriers -> !b_half
        }
        scf.yield %next : !sums
      }
      // [end loop]
      nvvm.wgmma.wait.group.sync.aligned 0

      %tile = memref.subview %c[%top, %left] [128, 128] [1, 1]
          : memref<?x?xf32> to memref<128x128xf32, strided<[?, 1], offset: ?>>
      nvgpu.warpgroup.mma.store %sum, %tile
          : <fragmented = vector<128x128xf32>> to memref<128x128xf32, strided<[?, 1], offset: ?>>
      gpu.return
    }
  }
}
