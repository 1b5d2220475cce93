// What stands in front of a kernel that reads a matrix of f16: its elements' type, how they
// become f32 in registers (an instruction of the processor's), and how many
// of them are in a cache line of 64 bytes. The kernels are vectors-times-matrix.mlir and
// vectors-times-transposed.mlir.
!weight = f16
!matrix = memref<?x?x!weight, strided<[?, 1], offset: ?>>
!sections = memref<?x?x?x!weight, strided<[?, ?, 1], offset: ?>>

func.func private @widened(%weights: vector<64x!weight>) -> vector<64xf32> {
  %wide = arith.extf %weights : vector<64x!weight> to vector<64xf32>
  return %wide : vector<64xf32>
}

func.func private @widened_16(%weights: vector<16x!weight>) -> vector<16xf32> {
  %wide = arith.extf %weights : vector<16x!weight> to vector<16xf32>
  return %wide : vector<16xf32>
}

func.func private @widened_4x16(%tile: vector<4x16x!weight>) -> vector<4x16xf32> {
  %wide = arith.extf %tile : vector<4x16x!weight> to vector<4x16xf32>
  return %wide : vector<4x16xf32>
}

func.func private @widened_16x16(%tile: vector<16x16x!weight>) -> vector<16x16xf32> {
  %wide = arith.extf %tile : vector<16x16x!weight> to vector<16x16xf32>
  return %wide : vector<16x16xf32>
}

func.func private @widened_element(%weight: !weight) -> f32 {
  %wide = arith.extf %weight : !weight to f32
  return %wide : f32
}

// Ask for 64 elements of a row, which will be read soon, behind its end or the matrix's too.
func.func private @fetch(%sections: !sections, %section: index, %row: index, %j: index) {
  %c32 = arith.constant 32 : index
  %j1 = arith.addi %j, %c32 : index
  memref.prefetch %sections[%section, %row, %j], read, locality<3>, data : !sections
  memref.prefetch %sections[%section, %row, %j1], read, locality<3>, data : !sections
  return
}

// Of how many bfloat16 an element may be the sum: its significand has 11 bits, theirs have 8. Three
// are what f32 takes.
func.func private @parts_of_a_weight() -> index {
  %parts = arith.constant 3 : index
  return %parts : index
}
