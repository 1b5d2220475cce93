// x <- r x (1 - x), n times over, and the slopes of the last x by the first and by r, in two ways: all values
// kept, or one in %length kept and the others computed again. Pipeline: cpu-buffers. Look at the allocations.

// [region step]
func.func private @next(%x: f64, %r: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %rest = arith.subf %one, %x : f64
  %product = arith.mulf %x, %rest : f64
  %next = arith.mulf %r, %product : f64
  return %next : f64
}

// The adjoints of x and r before @next, given those after it.
func.func private @back(%x: f64, %r: f64, %dx: f64, %dr: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %rest = arith.subf %one, %x : f64
  %product = arith.mulf %x, %rest : f64
  %by_r = arith.mulf %product, %dx : f64              // next = r * product
  %dproduct = arith.mulf %r, %dx : f64
  %by_x = arith.mulf %rest, %dproduct : f64           // product = x * rest
  %drest = arith.mulf %x, %dproduct : f64
  %dx_before = arith.subf %by_x, %drest : f64         // rest = 1 - x
  %dr_before = arith.addf %dr, %by_r : f64
  return %dx_before, %dr_before : f64, f64
}
// [end step]

// [region all]
// The last x, its slope by the first x, its slope by r.
func.func @keep_all(%x: f64, %r: f64, %n: index) -> (f64, f64, f64)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %seed = arith.constant 1.0 : f64
  %nothing = arith.constant 0.0 : f64
  %values = memref.alloc(%n) : memref<?xf64>
  %last = scf.for %i = %zero to %n step %one iter_args(%value = %x) -> f64 {
    memref.store %value, %values[%i] : memref<?xf64>
    %next = func.call @next(%value, %r) : (f64, f64) -> f64
    scf.yield %next : f64
  }
  %end = arith.subi %n, %one : index
  %dx, %dr = scf.for %k = %zero to %n step %one iter_args(%by_x = %seed, %by_r = %nothing) -> (f64, f64) {
    %i = arith.subi %end, %k : index
    %value = memref.load %values[%i] : memref<?xf64>
    %x_before, %r_before = func.call @back(%value, %r, %by_x, %by_r) : (f64, f64, f64, f64) -> (f64, f64)
    scf.yield %x_before, %r_before : f64, f64
  }
  memref.dealloc %values : memref<?xf64>
  return %last, %dx, %dr : f64, f64, f64
}
// [end all]

// [region borders]
// The same; kept are the first value of each segment, and the values of one segment at a time.
func.func @keep_borders(%x: f64, %r: f64, %n: index, %wanted: index) -> (f64, f64, f64)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %length = arith.maxsi %wanted, %one : index         // a segment has a step at least
  %seed = arith.constant 1.0 : f64
  %nothing = arith.constant 0.0 : f64
  %segments = arith.ceildivsi %n, %length : index
  %borders = memref.alloc(%segments) : memref<?xf64>
  %values = memref.alloc(%length) : memref<?xf64>
  %last = scf.for %s = %zero to %segments step %one iter_args(%border = %x) -> f64 {
    memref.store %border, %borders[%s] : memref<?xf64>
    %start = arith.muli %s, %length : index
    %full = arith.addi %start, %length : index
    %end = arith.minsi %full, %n : index
    %next_border = scf.for %i = %start to %end step %one iter_args(%value = %border) -> f64 {
      %next = func.call @next(%value, %r) : (f64, f64) -> f64
      scf.yield %next : f64
    }
    scf.yield %next_border : f64
  }
  %dx, %dr = scf.for %t = %zero to %segments step %one iter_args(%by_x = %seed, %by_r = %nothing) -> (f64, f64) {
    %after = arith.subi %segments, %t : index
    %s = arith.subi %after, %one : index
    %start = arith.muli %s, %length : index
    %full = arith.addi %start, %length : index
    %end = arith.minsi %full, %n : index
    %count = arith.subi %end, %start : index
    %border = memref.load %borders[%s] : memref<?xf64>
    %again = scf.for %i = %zero to %count step %one iter_args(%value = %border) -> f64 {
      memref.store %value, %values[%i] : memref<?xf64>
      %next = func.call @next(%value, %r) : (f64, f64) -> f64
      scf.yield %next : f64
    }
    %back_x, %back_r = scf.for %k = %zero to %count step %one iter_args(%so_far_x = %by_x, %so_far_r = %by_r) -> (f64, f64) {
      %from_end = arith.subi %count, %k : index
      %i = arith.subi %from_end, %one : index
      %value = memref.load %values[%i] : memref<?xf64>
      %x_before, %r_before = func.call @back(%value, %r, %so_far_x, %so_far_r) : (f64, f64, f64, f64) -> (f64, f64)
      scf.yield %x_before, %r_before : f64, f64
    }
    scf.yield %back_x, %back_r : f64, f64
  }
  memref.dealloc %borders : memref<?xf64>
  memref.dealloc %values : memref<?xf64>
  return %last, %dx, %dr : f64, f64, f64
}
// [end borders]

llvm.mlir.global internal constant @line("%.17g %.17g %.17g\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @fflush(!llvm.ptr) -> i32

// Prints the three numbers for x = 0.25, r = 3.75 and 100 steps, in segments of 10.
func.func @main() -> i32 {
  %x = arith.constant 0.25 : f64
  %r = arith.constant 3.75 : f64
  %n = arith.constant 100 : index
  %length = arith.constant 10 : index
  %last, %dx, %dr = call @keep_borders(%x, %r, %n, %length) : (f64, f64, index, index) -> (f64, f64, f64)
  %line = llvm.mlir.addressof @line : !llvm.ptr
  llvm.call @printf(%line, %last, %dx, %dr) vararg(!llvm.func<i32 (ptr, ...)>)
      : (!llvm.ptr, f64, f64, f64) -> i32
  %every_stream = llvm.mlir.zero : !llvm.ptr
  llvm.call @fflush(%every_stream) : (!llvm.ptr) -> i32
  %success = arith.constant 0 : i32
  return %success : i32
}
