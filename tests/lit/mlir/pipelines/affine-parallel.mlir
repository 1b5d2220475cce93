// RUN: mlir-opt %s %{affine-parallel} | FileCheck %s
// RUN: %lower %s -p affine-parallel --set max-nested=2 | FileCheck %s --check-prefix=TWO
// RUN: %lower %s -p affine-parallel --set reductions=true | FileCheck %s --check-prefix=SUM

// CHECK-LABEL: func.func @negate
// CHECK:         affine.parallel
// CHECK-NEXT:      affine.for
// TWO-LABEL:   func.func @negate
// TWO:           affine.parallel
// TWO-NEXT:        affine.parallel
func.func @negate(%x: memref<8x9xf32>) {
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 9 {
      %a = affine.load %x[%i, %j] : memref<8x9xf32>
      %b = arith.negf %a : f32
      affine.store %b, %x[%i, %j] : memref<8x9xf32>
    }
  }
  return
}

// A running result stays serial unless its order may change.
// CHECK-LABEL: func.func @sum
// CHECK-NOT:     affine.parallel
// CHECK:         affine.for {{.*}} iter_args
// SUM-LABEL:   func.func @sum
// SUM:           affine.parallel {{.*}} reduce ("addf") -> (f32)
func.func @sum(%x: memref<8xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %0 = affine.for %i = 0 to 8 iter_args(%s = %zero) -> f32 {
    %a = affine.load %x[%i] : memref<8xf32>
    %b = arith.addf %s, %a : f32
    affine.yield %b : f32
  }
  return %0 : f32
}
