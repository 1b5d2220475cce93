// RUN: mlir-opt %s %{affine-vectors} | FileCheck %s
// RUN: %lower %s -p affine-vectors --set lanes=16 | FileCheck %s --check-prefix=WIDE

// CHECK:      affine.for %[[I:.*]] = 0 to 64 step 8 {
// CHECK:        vector.transfer_read %{{.*}}[%[[I]]], {{.*}} vector<8xf32>
// CHECK:        arith.negf %{{.*}} : vector<8xf32>
// WIDE:       affine.for %{{.*}} = 0 to 64 step 16 {
// WIDE:         arith.negf %{{.*}} : vector<16xf32>
func.func @negate(%x: memref<64xf32>) {
  affine.for %i = 0 to 64 {
    %a = affine.load %x[%i] : memref<64xf32>
    %b = arith.negf %a : f32
    affine.store %b, %x[%i] : memref<64xf32>
  }
  return
}
