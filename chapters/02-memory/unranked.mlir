// memref<*xf32>: an array of any rank. Pipeline: cpu-buffers.
// Look at the arguments: a rank and a pointer to a descriptor, where a ranked memref is passed in pieces.

// [region size]
func.func @rank_and_size(%x: memref<*xf32>) -> (index, index)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rank = memref.rank %x : memref<*xf32>
  %size = scf.for %i = %zero to %rank step %one iter_args(%product = %one) -> index {
    %extent = memref.dim %x, %i : memref<*xf32>
    %next = arith.muli %product, %extent : index
    scf.yield %next : index
  }
  return %rank, %size : index, index
}
// [end size]

// Nothing can be loaded before a cast to a rank, so the function asks for the rank first.
// [region sum]
!vector = memref<?xf32, strided<[?], offset: ?>>
!matrix = memref<?x?xf32, strided<[?, ?], offset: ?>>

func.func private @sum_vector(%x: !vector) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %size = memref.dim %x, %zero : !vector
  %total = scf.for %i = %zero to %size step %one iter_args(%partial = %nothing) -> f32 {
    %value = memref.load %x[%i] : !vector
    %next = arith.addf %partial, %value : f32
    scf.yield %next : f32
  }
  return %total : f32
}

func.func private @sum_matrix(%x: !matrix) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %rows = memref.dim %x, %zero : !matrix
  %columns = memref.dim %x, %one : !matrix
  %total = scf.for %i = %zero to %rows step %one iter_args(%outer = %nothing) -> f32 {
    %row = scf.for %j = %zero to %columns step %one iter_args(%partial = %outer) -> f32 {
      %value = memref.load %x[%i, %j] : !matrix
      %next = arith.addf %partial, %value : f32
      scf.yield %next : f32
    }
    scf.yield %row : f32
  }
  return %total : f32
}

// The sum of a vector or a matrix, and not-a-number for a rank it was not written for.
func.func @sum(%x: memref<*xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %rank = memref.rank %x : memref<*xf32>
  %total = scf.index_switch %rank -> f32
  case 1 {
    %vector = memref.cast %x : memref<*xf32> to !vector
    %sum = func.call @sum_vector(%vector) : (!vector) -> f32
    scf.yield %sum : f32
  }
  case 2 {
    %matrix = memref.cast %x : memref<*xf32> to !matrix
    %sum = func.call @sum_matrix(%matrix) : (!matrix) -> f32
    scf.yield %sum : f32
  }
  default {
    %unknown = arith.constant 0x7FC00000 : f32
    scf.yield %unknown : f32
  }
  return %total : f32
}
// [end sum]
