// RUN: mlir-opt %s %{affine-tile} | FileCheck %s
// RUN: %lower %s -p affine-tile --set sizes=4,16 | FileCheck %s --check-prefix=OTHER

// CHECK:      affine.for %{{.*}} = 0 to 64 step 32 {
// CHECK-NEXT:   affine.for %{{.*}} = 0 to 96 step 32 {
// CHECK-NEXT:     affine.for
// CHECK-NEXT:       affine.for
// OTHER:      affine.for %{{.*}} = 0 to 64 step 4 {
// OTHER-NEXT:   affine.for %{{.*}} = 0 to 96 step 16 {
func.func @transpose(%x: memref<64x96xf32>, %y: memref<96x64xf32>) {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 96 {
      %a = affine.load %x[%i, %j] : memref<64x96xf32>
      affine.store %a, %y[%j, %i] : memref<96x64xf32>
    }
  }
  return
}
