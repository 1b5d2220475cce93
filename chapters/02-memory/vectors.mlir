// Vectors: values of many lanes that live in registers, one instruction for all lanes.
// Pipeline: cpu-vectors. Look at the LLVM types: vector<8xf32> becomes itself, and then a register.

// [region arithmetic]
func.func @multiply_add(%a: memref<8xf32>, %b: memref<8xf32>, %c: memref<8xf32>)
    -> memref<8xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %x = vector.load %a[%zero] : memref<8xf32>, vector<8xf32>
  %y = vector.load %b[%zero] : memref<8xf32>, vector<8xf32>
  %z = vector.load %c[%zero] : memref<8xf32>, vector<8xf32>
  %result = vector.fma %x, %y, %z : vector<8xf32>
  %out = memref.alloc() : memref<8xf32>
  vector.store %result, %out[%zero] : memref<8xf32>, vector<8xf32>
  return %out : memref<8xf32>
}
// [end arithmetic]

// shuffle picks lanes of two vectors by number: 0 to 3 are %x's, 4 to 7 are %y's.
// [region shuffle]
func.func @interleave(%a: memref<4xi32>, %b: memref<4xi32>) -> memref<8xi32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %x = vector.load %a[%zero] : memref<4xi32>, vector<4xi32>
  %y = vector.load %b[%zero] : memref<4xi32>, vector<4xi32>
  %both = vector.shuffle %x, %y [0, 4, 1, 5, 2, 6, 3, 7] : vector<4xi32>, vector<4xi32>
  %out = memref.alloc() : memref<8xi32>
  vector.store %both, %out[%zero] : memref<8xi32>, vector<8xi32>
  return %out : memref<8xi32>
}
// [end shuffle]

// extract takes one lane, or one row of a vector of two dimensions; reduction folds the lanes.
// [region reduction]
func.func @row_sum_and_corner(%a: memref<2x4xf32>) -> (f32, f32)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %matrix = vector.transfer_read %a[%zero, %zero], %nothing {in_bounds = [true, true]}
      : memref<2x4xf32>, vector<2x4xf32>
  %row = vector.extract %matrix[1] : vector<4xf32> from vector<2x4xf32>
  %sum = vector.reduction <add>, %row, %nothing : vector<4xf32> into f32
  %corner = vector.extract %matrix[1, 3] : f32 from vector<2x4xf32>
  return %sum, %corner : f32, f32
}

func.func @largest(%a: memref<8xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %x = vector.load %a[%zero] : memref<8xf32>, vector<8xf32>
  %largest = vector.reduction <maximumf>, %x : vector<8xf32> into f32
  return %largest : f32
}
// [end reduction]

// mlir-runner calls functions without arguments: 1 + 2 + ... + 8, by lanes.
func.func @sum_of_1_to_8() -> f32 {
  %nothing = arith.constant 0.0 : f32
  %lanes = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : vector<8xf32>
  %sum = vector.reduction <add>, %lanes, %nothing : vector<8xf32> into f32
  return %sum : f32
}
