// What stands in front of a kernel that reads a matrix of f32: its elements' type, how they
// become f32 (they are), and how many
// of them are in a cache line of 64 bytes. The kernels are vectors-times-matrix.mlir and
// vectors-times-transposed.mlir.
!weight = f32
!matrix = memref<?x?x!weight, strided<[?, 1], offset: ?>>
!sections = memref<?x?x?x!weight, strided<[?, ?, 1], offset: ?>>

func.func private @widened(%weights: vector<64x!weight>) -> vector<64xf32> {
  return %weights : vector<64xf32>
}

func.func private @widened_16(%weights: vector<16x!weight>) -> vector<16xf32> {
  return %weights : vector<16xf32>
}

func.func private @widened_4x16(%tile: vector<4x16x!weight>) -> vector<4x16xf32> {
  return %tile : vector<4x16xf32>
}

func.func private @widened_16x16(%tile: vector<16x16x!weight>) -> vector<16x16xf32> {
  return %tile : vector<16x16xf32>
}

func.func private @widened_element(%weight: !weight) -> f32 {
  return %weight : f32
}

// Ask for 64 elements of a row, which will be read soon, behind its end or the matrix's too.
func.func private @fetch(%sections: !sections, %section: index, %row: index, %j: index) {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %j1 = arith.addi %j, %c16 : index
  %j2 = arith.addi %j, %c32 : index
  %j3 = arith.addi %j, %c48 : index
  memref.prefetch %sections[%section, %row, %j], read, locality<3>, data : !sections
  memref.prefetch %sections[%section, %row, %j1], read, locality<3>, data : !sections
  memref.prefetch %sections[%section, %row, %j2], read, locality<3>, data : !sections
  memref.prefetch %sections[%section, %row, %j3], read, locality<3>, data : !sections
  return
}

// Of how many bfloat16 an element is the sum.
func.func private @parts_of_a_weight() -> index {
  %parts = arith.constant 3 : index
  return %parts : index
}
