// Who frees what: a callee that ignores the buffer it gets and returns a fresh one, and an allocator
// that counts. Pipeline: cpu-tensors, with and without its line buffer-deallocation-pipeline.

// [region program]
func.func private @fresh(%ignored: tensor<1024xf32>, %value: f32) -> tensor<1024xf32>
    attributes {no_inline} {
  %empty = tensor.empty() : tensor<1024xf32>
  %filled = linalg.fill ins(%value : f32) outs(%empty : tensor<1024xf32>) -> tensor<1024xf32>
  return %filled : tensor<1024xf32>
}

func.func @last_of_fresh(%x: tensor<1024xf32>, %value: f32) -> f32
    attributes {llvm.emit_c_interface} {
  %last = arith.constant 1023 : index
  %new = call @fresh(%x, %value) : (tensor<1024xf32>, f32) -> tensor<1024xf32>
  %element = tensor.extract %new[%last] : tensor<1024xf32>
  return %element : f32
}
// [end program]

// With finalize-memref-to-llvm{use-generic-functions=true}, memref.alloc and memref.dealloc call
// these two functions in place of malloc and free.
// [region allocator]
llvm.mlir.global internal @allocations(0 : i64) : i64
llvm.mlir.global internal @frees(0 : i64) : i64
llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)

llvm.func @_mlir_memref_to_llvm_alloc(%bytes: i64) -> !llvm.ptr {
  %counter = llvm.mlir.addressof @allocations : !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %before = llvm.load %counter : !llvm.ptr -> i64
  %after = llvm.add %before, %one : i64
  llvm.store %after, %counter : i64, !llvm.ptr
  %pointer = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.return %pointer : !llvm.ptr
}

llvm.func @_mlir_memref_to_llvm_free(%pointer: !llvm.ptr) {
  %counter = llvm.mlir.addressof @frees : !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %before = llvm.load %counter : !llvm.ptr -> i64
  %after = llvm.add %before, %one : i64
  llvm.store %after, %counter : i64, !llvm.ptr
  llvm.call @free(%pointer) : (!llvm.ptr) -> ()
  llvm.return
}
// [end allocator]

// [region counters]
func.func @allocated() -> i64 {
  %counter = llvm.mlir.addressof @allocations : !llvm.ptr
  %count = llvm.load %counter : !llvm.ptr -> i64
  return %count : i64
}

func.func @freed() -> i64 {
  %counter = llvm.mlir.addressof @frees : !llvm.ptr
  %count = llvm.load %counter : !llvm.ptr -> i64
  return %count : i64
}
// [end counters]

// For mlir-runner, which calls functions without arguments: what 10,000 calls leave allocated.
func.func @left_after_10000_calls() -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %calls = arith.constant 10000 : index
  %value = arith.constant 7.0 : f32
  %x = arith.constant dense<1.0> : tensor<1024xf32>
  scf.for %i = %zero to %calls step %one {
    %element = func.call @last_of_fresh(%x, %value) : (tensor<1024xf32>, f32) -> f32
  }
  %allocated = call @allocated() : () -> i64
  %freed = call @freed() : () -> i64
  %left = arith.subi %allocated, %freed : i64
  return %left : i64
}
