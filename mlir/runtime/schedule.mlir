// The schedule of a launch on the CPU: each thread of a block is a coroutine, resumed until all are
// done. It is compiled once (pipeline cpu-buffers) and calls the kernel that a launch points to.
// A round resumes every thread that is ready; what no round can decide is the caller's.

// What a launch is, for all of its threads; runners/coroutines/records.py has the same fields.
//  0 threads, 1 order of the threads, 2 their number, 3 order of the blocks (null: ascending),
//  4 their number, 5 block at hand, 6 whether it has started, 7 shared memory, 8 its bytes, 9 arguments,
//  10 ranges that may be accessed (low, high), 11 their number, 12 rounds of loops a thread may
//  take before it meets others, 13 where a refused access goes instead,
//  14 fault: kind, site, thread, address, 15 grid, 16 block, 17 kernel
!launch = !llvm.struct<(ptr, ptr, i64, ptr, i64, i64, i64, ptr, i64, ptr, ptr, i64, i64, ptr,
                        array<4 x i64>, array<3 x i32>, array<3 x i32>, ptr)>
// One thread: 0 coroutine, 1 launch, 2 state (0 ready, 1 waiting, 2 done), 3 what it waits for
// (0 its block, 1 its warp, 2 the caller), 4 the site where, 5 number in its block, 6 thread id,
// 7 block id, 8 rounds of loops left, 9 operands and results of the operation that it waits at
!thread = !llvm.struct<(ptr, ptr, i32, i32, i32, i32, array<3 x i32>, array<3 x i32>, i64,
                        array<32 x i64>)>

// Run until the launch is done (0), threads wait for what this schedule cannot decide (1), or an
// access or a loop was refused (2). After (1) the caller makes threads ready and calls again.
func.func @run(%launch: !llvm.ptr) -> i64 {
  %more = arith.constant 3 : i64
  %result = scf.while (%status = %more) : (i64) -> i64 {
    %again = arith.cmpi eq, %status, %more : i64
    scf.condition(%again) %status : i64
  } do {
  ^bb0(%_: i64):
    %at = llvm.getelementptr %launch[0, 5] : (!llvm.ptr) -> !llvm.ptr, !launch
    %count_at = llvm.getelementptr %launch[0, 4] : (!llvm.ptr) -> !llvm.ptr, !launch
    %current = llvm.load %at : !llvm.ptr -> i64
    %count = llvm.load %count_at : !llvm.ptr -> i64
    %left = arith.cmpi ult, %current, %count : i64
    %next = scf.if %left -> i64 {
      %started_at = llvm.getelementptr %launch[0, 6] : (!llvm.ptr) -> !llvm.ptr, !launch
      %zero = arith.constant 0 : i64
      %one = arith.constant 1 : i64
      %started = llvm.load %started_at : !llvm.ptr -> i64
      %new = arith.cmpi eq, %started, %zero : i64
      scf.if %new {
        func.call @start_block(%launch, %current) : (!llvm.ptr, i64) -> ()
        llvm.store %one, %started_at : i64, !llvm.ptr
      }
      %outcome = func.call @round(%launch) : (!llvm.ptr) -> i64
      %finished = arith.cmpi eq, %outcome, %zero : i64
      %after = scf.if %finished -> i64 {
        %following = arith.addi %current, %one : i64
        llvm.store %following, %at : i64, !llvm.ptr
        llvm.store %zero, %started_at : i64, !llvm.ptr
        scf.yield %more : i64
      } else {
        scf.yield %outcome : i64
      }
      scf.yield %after : i64
    } else {
      %done = arith.constant 0 : i64
      scf.yield %done : i64
    }
    scf.yield %next : i64
  }
  return %result : i64
}

// Give the threads to the block at hand, and fill shared memory with bytes that no program means:
// as floating-point numbers they are NaN.
func.func private @start_block(%launch: !llvm.ptr, %current: i64) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %ready = arith.constant 0 : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %shared_at = llvm.getelementptr %launch[0, 7] : (!llvm.ptr) -> !llvm.ptr, !launch
  %bytes_at = llvm.getelementptr %launch[0, 8] : (!llvm.ptr) -> !llvm.ptr, !launch
  %shared = llvm.load %shared_at : !llvm.ptr -> !llvm.ptr
  %bytes = llvm.load %bytes_at : !llvm.ptr -> i64
  %poison = arith.constant 255 : i8
  "llvm.intr.memset"(%shared, %poison, %bytes) <{isVolatile = false}> : (!llvm.ptr, i8, i64) -> ()

  %blocks_at = llvm.getelementptr %launch[0, 3] : (!llvm.ptr) -> !llvm.ptr, !launch
  %blocks = llvm.load %blocks_at : !llvm.ptr -> !llvm.ptr
  %in_order = llvm.icmp "eq" %blocks, %null : !llvm.ptr
  %number = scf.if %in_order -> i64 {
    scf.yield %current : i64
  } else {
    %number_at = llvm.getelementptr %blocks[%current] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %listed = llvm.load %number_at : !llvm.ptr -> i64
    scf.yield %listed : i64
  }
  %grid = llvm.getelementptr %launch[0, 15] : (!llvm.ptr) -> !llvm.ptr, !launch
  %block = llvm.getelementptr %launch[0, 16] : (!llvm.ptr) -> !llvm.ptr, !launch
  %limit_at = llvm.getelementptr %launch[0, 12] : (!llvm.ptr) -> !llvm.ptr, !launch
  %limit = llvm.load %limit_at : !llvm.ptr -> i64
  %threads_at = llvm.getelementptr %launch[0, 0] : (!llvm.ptr) -> !llvm.ptr, !launch
  %threads = llvm.load %threads_at : !llvm.ptr -> !llvm.ptr
  %count_at = llvm.getelementptr %launch[0, 2] : (!llvm.ptr) -> !llvm.ptr, !launch
  %count = llvm.load %count_at : !llvm.ptr -> i64
  scf.for %i = %c0 to %count step %c1 : i64 {
    %t = llvm.getelementptr %threads[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !thread
    llvm.store %null, %t : !llvm.ptr, !llvm.ptr
    %state_at = llvm.getelementptr %t[0, 2] : (!llvm.ptr) -> !llvm.ptr, !thread
    llvm.store %ready, %state_at : i32, !llvm.ptr
    %left_at = llvm.getelementptr %t[0, 8] : (!llvm.ptr) -> !llvm.ptr, !thread
    llvm.store %limit, %left_at : i64, !llvm.ptr
    %thread_id = llvm.getelementptr %t[0, 6] : (!llvm.ptr) -> !llvm.ptr, !thread
    func.call @coordinates(%i, %block, %thread_id) : (i64, !llvm.ptr, !llvm.ptr) -> ()
    %block_id = llvm.getelementptr %t[0, 7] : (!llvm.ptr) -> !llvm.ptr, !thread
    func.call @coordinates(%number, %grid, %block_id) : (i64, !llvm.ptr, !llvm.ptr) -> ()
  }
  return
}

// The (x, y, z) of a number that counts along x first.
func.func private @coordinates(%number: i64, %sizes: !llvm.ptr, %id: !llvm.ptr) {
  %y_size_at = llvm.getelementptr %sizes[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %x_size = llvm.load %sizes : !llvm.ptr -> i32
  %y_size = llvm.load %y_size_at : !llvm.ptr -> i32
  %x_long = arith.extui %x_size : i32 to i64
  %y_long = arith.extui %y_size : i32 to i64
  %x = arith.remui %number, %x_long : i64
  %rows = arith.divui %number, %x_long : i64
  %y = arith.remui %rows, %y_long : i64
  %z = arith.divui %rows, %y_long : i64
  %x_id = arith.trunci %x : i64 to i32
  %y_id = arith.trunci %y : i64 to i32
  %z_id = arith.trunci %z : i64 to i32
  %y_at = llvm.getelementptr %id[1] : (!llvm.ptr) -> !llvm.ptr, i32
  %z_at = llvm.getelementptr %id[2] : (!llvm.ptr) -> !llvm.ptr, i32
  llvm.store %x_id, %id : i32, !llvm.ptr
  llvm.store %y_id, %y_at : i32, !llvm.ptr
  llvm.store %z_id, %z_at : i32, !llvm.ptr
  return
}

// Resume every thread that is ready, in order. 0: all are done. 3: all waited at one barrier and
// are ready again. 1: something else. 2: an access or a loop was refused.
func.func private @round(%launch: !llvm.ptr) -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %c3 = arith.constant 3 : i64
  %ready = arith.constant 0 : i32
  %waiting = arith.constant 1 : i32
  %done = arith.constant 2 : i32
  %at_barrier = arith.constant 0 : i32
  %threads_at = llvm.getelementptr %launch[0, 0] : (!llvm.ptr) -> !llvm.ptr, !launch
  %threads = llvm.load %threads_at : !llvm.ptr -> !llvm.ptr
  %order_at = llvm.getelementptr %launch[0, 1] : (!llvm.ptr) -> !llvm.ptr, !launch
  %order = llvm.load %order_at : !llvm.ptr -> !llvm.ptr
  %count_at = llvm.getelementptr %launch[0, 2] : (!llvm.ptr) -> !llvm.ptr, !launch
  %count = llvm.load %count_at : !llvm.ptr -> i64
  %fault_at = llvm.getelementptr %launch[0, 14, 0] : (!llvm.ptr) -> !llvm.ptr, !launch
  %resumed = scf.while (%i = %c0) : (i64) -> i64 {
    %fault = llvm.load %fault_at : !llvm.ptr -> i64
    %well = arith.cmpi eq, %fault, %c0 : i64
    %left = arith.cmpi ult, %i, %count : i64
    %go = arith.andi %well, %left : i1
    scf.condition(%go) %i : i64
  } do {
  ^bb0(%i: i64):
    %number_at = llvm.getelementptr %order[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %number = llvm.load %number_at : !llvm.ptr -> i64
    %t = llvm.getelementptr %threads[%number] : (!llvm.ptr, i64) -> !llvm.ptr, !thread
    %state_at = llvm.getelementptr %t[0, 2] : (!llvm.ptr) -> !llvm.ptr, !thread
    %state = llvm.load %state_at : !llvm.ptr -> i32
    %is_ready = arith.cmpi eq, %state, %ready : i32
    scf.if %is_ready {
      func.call @advance(%t) : (!llvm.ptr) -> ()
    }
    %next = arith.addi %i, %c1 : i64
    scf.yield %next : i64
  }

  %site_at = llvm.getelementptr %threads[0, 4] : (!llvm.ptr) -> !llvm.ptr, !thread
  %site = llvm.load %site_at : !llvm.ptr -> i32
  %finished, %met = scf.for %i = %c0 to %count step %c1
      iter_args(%f = %c0, %m = %c0) -> (i64, i64) : i64 {
    %t = llvm.getelementptr %threads[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !thread
    %state_at = llvm.getelementptr %t[0, 2] : (!llvm.ptr) -> !llvm.ptr, !thread
    %for_at = llvm.getelementptr %t[0, 3] : (!llvm.ptr) -> !llvm.ptr, !thread
    %its_site_at = llvm.getelementptr %t[0, 4] : (!llvm.ptr) -> !llvm.ptr, !thread
    %state = llvm.load %state_at : !llvm.ptr -> i32
    %for = llvm.load %for_at : !llvm.ptr -> i32
    %its_site = llvm.load %its_site_at : !llvm.ptr -> i32
    %is_done = arith.cmpi eq, %state, %done : i32
    %is_waiting = arith.cmpi eq, %state, %waiting : i32
    %is_at_barrier = arith.cmpi eq, %for, %at_barrier : i32
    %is_same = arith.cmpi eq, %its_site, %site : i32
    %a = arith.andi %is_waiting, %is_at_barrier : i1
    %b = arith.andi %a, %is_same : i1
    %done_one = arith.extui %is_done : i1 to i64
    %met_one = arith.extui %b : i1 to i64
    %f_next = arith.addi %f, %done_one : i64
    %m_next = arith.addi %m, %met_one : i64
    scf.yield %f_next, %m_next : i64, i64
  }
  %fault = llvm.load %fault_at : !llvm.ptr -> i64
  %failed = arith.cmpi ne, %fault, %c0 : i64
  %all_done = arith.cmpi eq, %finished, %count : i64
  %all_met = arith.cmpi eq, %met, %count : i64
  scf.if %all_met {
    scf.for %i = %c0 to %count step %c1 : i64 {
      %t = llvm.getelementptr %threads[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !thread
      %state_at = llvm.getelementptr %t[0, 2] : (!llvm.ptr) -> !llvm.ptr, !thread
      llvm.store %ready, %state_at : i32, !llvm.ptr
    }
  }
  %waits = arith.select %all_met, %c3, %c1 : i64
  %outcome = arith.select %all_done, %c0, %waits : i64
  %result = arith.select %failed, %c2, %outcome : i64
  return %result : i64
}

// Start a thread, or resume it where it waited.
func.func private @advance(%t: !llvm.ptr) {
  %null = llvm.mlir.zero : !llvm.ptr
  %coroutine = llvm.load %t : !llvm.ptr -> !llvm.ptr
  %new = llvm.icmp "eq" %coroutine, %null : !llvm.ptr
  scf.if %new {
    %launch_at = llvm.getelementptr %t[0, 1] : (!llvm.ptr) -> !llvm.ptr, !thread
    %launch = llvm.load %launch_at : !llvm.ptr -> !llvm.ptr
    %kernel_at = llvm.getelementptr %launch[0, 17] : (!llvm.ptr) -> !llvm.ptr, !launch
    %kernel = llvm.load %kernel_at : !llvm.ptr -> !llvm.ptr
    %started = llvm.call %kernel(%t) : !llvm.ptr, (!llvm.ptr) -> !llvm.ptr
    llvm.store %started, %t : !llvm.ptr, !llvm.ptr
  } else {
    llvm.intr.coro.resume %coroutine : !llvm.ptr
  }
  return
}

// Free the coroutines of a launch that ends early.
func.func @abandon(%launch: !llvm.ptr) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %done = arith.constant 2 : i32
  %null = llvm.mlir.zero : !llvm.ptr
  %threads_at = llvm.getelementptr %launch[0, 0] : (!llvm.ptr) -> !llvm.ptr, !launch
  %threads = llvm.load %threads_at : !llvm.ptr -> !llvm.ptr
  %count_at = llvm.getelementptr %launch[0, 2] : (!llvm.ptr) -> !llvm.ptr, !launch
  %count = llvm.load %count_at : !llvm.ptr -> i64
  scf.for %i = %c0 to %count step %c1 : i64 {
    %t = llvm.getelementptr %threads[%i] : (!llvm.ptr, i64) -> !llvm.ptr, !thread
    %state_at = llvm.getelementptr %t[0, 2] : (!llvm.ptr) -> !llvm.ptr, !thread
    %state = llvm.load %state_at : !llvm.ptr -> i32
    %coroutine = llvm.load %t : !llvm.ptr -> !llvm.ptr
    %alive = arith.cmpi ne, %state, %done : i32
    %begun = llvm.icmp "ne" %coroutine, %null : !llvm.ptr
    %suspended = arith.andi %alive, %begun : i1
    scf.if %suspended {
      llvm.call_intrinsic "llvm.coro.destroy"(%coroutine) : (!llvm.ptr) -> ()
      llvm.store %done, %state_at : i32, !llvm.ptr
    }
  }
  return
}
