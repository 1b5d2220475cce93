// RUN: %lower %s -p apply-schedule --set library=%s.library | FileCheck %s

// The loop that the schedule makes stands around a smaller fill.
// CHECK-LABEL: func.func @clear
// CHECK: scf.for {{.*}} step %{{.*}} {
// CHECK: linalg.fill {{.*}} outs(%{{.*}} : memref<8xf32,
func.func @clear(%x: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<64xf32>)
  return
}
