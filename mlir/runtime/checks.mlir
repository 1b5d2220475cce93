// What runners/coroutines puts into a kernel: the check of an access, and of the rounds of a loop.
// The records are those of schedule.mlir beside this. Lowered by pipeline cpu-buffers.

!launch = !llvm.struct<(ptr, ptr, i64, ptr, i64, i64, i64, ptr, i64, ptr, ptr, i64, i64, ptr,
                        array<4 x i64>, array<3 x i32>, array<3 x i32>, ptr)>
!thread = !llvm.struct<(ptr, ptr, i32, i32, i32, i32, array<3 x i32>, array<3 x i32>, i64,
                        array<32 x i64>)>

// The address itself where all bytes lie in [low, high) and it is aligned, else one that is safe to
// access: the fault is recorded, and the launch ends at the next round.
func.func private @checked(%t: !llvm.ptr, %p: !llvm.ptr, %bytes: i64, %alignment: i64, %site: i64,
                           %low: i64, %high: i64) -> !llvm.ptr
    attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["alwaysinline"]} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %address = llvm.ptrtoint %p : !llvm.ptr to i64
  %end = arith.addi %address, %bytes : i64
  %above = arith.cmpi uge, %address, %low : i64
  %below = arith.cmpi ule, %end, %high : i64
  %mask = arith.subi %alignment, %c1 : i64
  %odd = arith.andi %address, %mask : i64
  %even = arith.cmpi eq, %odd, %c0 : i64
  %inside = arith.andi %above, %below : i1
  %fine = arith.andi %inside, %even : i1
  %result = scf.if %fine -> !llvm.ptr {
    scf.yield %p : !llvm.ptr
  } else {
    %misaligned = arith.constant 2 : i64
    %kind = arith.select %inside, %misaligned, %c1 : i64
    %sink = func.call @fault(%t, %kind, %site, %address) : (!llvm.ptr, i64, i64, i64) -> !llvm.ptr
    scf.yield %sink : !llvm.ptr
  }
  return %result : !llvm.ptr
}

// The same for an address of which it is not known what it points into: any range will do.
func.func private @checked_anywhere(%t: !llvm.ptr, %p: !llvm.ptr, %bytes: i64, %alignment: i64,
                                    %site: i64, %private: i1) -> !llvm.ptr
    attributes {llvm.linkage = #llvm.linkage<internal>} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %launch_at = llvm.getelementptr %t[0, 1] : (!llvm.ptr) -> !llvm.ptr, !thread
  %launch = llvm.load %launch_at : !llvm.ptr -> !llvm.ptr
  %ranges_at = llvm.getelementptr %launch[0, 10] : (!llvm.ptr) -> !llvm.ptr, !launch
  %ranges = llvm.load %ranges_at : !llvm.ptr -> !llvm.ptr
  %count_at = llvm.getelementptr %launch[0, 11] : (!llvm.ptr) -> !llvm.ptr, !launch
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %address = llvm.ptrtoint %p : !llvm.ptr to i64
  %end = arith.addi %address, %bytes : i64
  %mask = arith.subi %alignment, %c1 : i64
  %odd = arith.andi %address, %mask : i64
  %even = arith.cmpi eq, %odd, %c0 : i64
  %inside = scf.for %i = %c0 to %count step %c1 iter_args(%found = %private) -> (i1) : i64 {
    %j = arith.muli %i, %c2 : i64
    %low_at = llvm.getelementptr %ranges[%j] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %high_at = llvm.getelementptr %low_at[1] : (!llvm.ptr) -> !llvm.ptr, i64
    %low = llvm.load %low_at : !llvm.ptr -> i64
    %high = llvm.load %high_at : !llvm.ptr -> i64
    %above = arith.cmpi uge, %address, %low : i64
    %below = arith.cmpi ule, %end, %high : i64
    %in = arith.andi %above, %below : i1
    %or = arith.ori %found, %in : i1
    scf.yield %or : i1
  }
  %fine = arith.andi %inside, %even : i1
  %result = scf.if %fine -> !llvm.ptr {
    scf.yield %p : !llvm.ptr
  } else {
    %kind = arith.select %inside, %c2, %c1 : i64
    %sink = func.call @fault(%t, %kind, %site, %address) : (!llvm.ptr, i64, i64, i64) -> !llvm.ptr
    scf.yield %sink : !llvm.ptr
  }
  return %result : !llvm.ptr
}

// Count a round of a loop: whether the thread has taken too many, or the launch is to end.
func.func private @too_many_rounds(%t: !llvm.ptr, %site: i64) -> i1
    attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["alwaysinline"]} {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %left_at = llvm.getelementptr %t[0, 8] : (!llvm.ptr) -> !llvm.ptr, !thread
  %left = llvm.load %left_at : !llvm.ptr -> i64
  %less = arith.subi %left, %c1 : i64
  llvm.store %less, %left_at : i64, !llvm.ptr
  %over = arith.cmpi slt, %less, %c0 : i64
  scf.if %over {
    %kind = arith.constant 3 : i64
    %_ = func.call @fault(%t, %kind, %site, %c0) : (!llvm.ptr, i64, i64, i64) -> !llvm.ptr
  }
  return %over : i1
}

// Record the first fault of a launch; gives an address that is safe to access. The thread has no
// rounds left, so that its next loop ends it.
func.func private @fault(%t: !llvm.ptr, %kind: i64, %site: i64, %address: i64) -> !llvm.ptr
    attributes {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline", "cold"]} {
  %c0 = arith.constant 0 : i64
  %left_at = llvm.getelementptr %t[0, 8] : (!llvm.ptr) -> !llvm.ptr, !thread
  llvm.store %c0, %left_at : i64, !llvm.ptr
  %launch_at = llvm.getelementptr %t[0, 1] : (!llvm.ptr) -> !llvm.ptr, !thread
  %launch = llvm.load %launch_at : !llvm.ptr -> !llvm.ptr
  %kind_at = llvm.getelementptr %launch[0, 14, 0] : (!llvm.ptr) -> !llvm.ptr, !launch
  %before = llvm.load %kind_at : !llvm.ptr -> i64
  %first = arith.cmpi eq, %before, %c0 : i64
  scf.if %first {
    %number_at = llvm.getelementptr %t[0, 5] : (!llvm.ptr) -> !llvm.ptr, !thread
    %number = llvm.load %number_at : !llvm.ptr -> i32
    %number_long = arith.extui %number : i32 to i64
    llvm.store %kind, %kind_at : i64, !llvm.ptr
    %site_at = llvm.getelementptr %launch[0, 14, 1] : (!llvm.ptr) -> !llvm.ptr, !launch
    llvm.store %site, %site_at : i64, !llvm.ptr
    %thread_at = llvm.getelementptr %launch[0, 14, 2] : (!llvm.ptr) -> !llvm.ptr, !launch
    llvm.store %number_long, %thread_at : i64, !llvm.ptr
    %address_at = llvm.getelementptr %launch[0, 14, 3] : (!llvm.ptr) -> !llvm.ptr, !launch
    llvm.store %address, %address_at : i64, !llvm.ptr
  }
  %sink_at = llvm.getelementptr %launch[0, 13] : (!llvm.ptr) -> !llvm.ptr, !launch
  %sink = llvm.load %sink_at : !llvm.ptr -> !llvm.ptr
  return %sink : !llvm.ptr
}
