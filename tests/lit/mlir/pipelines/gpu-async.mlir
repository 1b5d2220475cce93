// RUN: mlir-opt %s %{gpu-async} | FileCheck %s

// Each device operation waits for the one before; the host waits once, where the function ends.

// CHECK-LABEL: func.func @run
// CHECK: %[[START:.*]] = gpu.wait async
// CHECK-NEXT: %[[THERE:.*]], %[[ALLOCATED:.*]] = gpu.alloc async [%[[START]]]
// CHECK-NEXT: %[[COPIED:.*]] = gpu.memcpy async [%[[ALLOCATED]]] %[[THERE]]
// CHECK-NEXT: %[[BACK:.*]] = gpu.memcpy async [%[[COPIED]]]
// CHECK-NEXT: %[[FREED:.*]] = gpu.dealloc async [%[[BACK]]] %[[THERE]]
// CHECK-NEXT: gpu.wait [%[[FREED]]]
// CHECK-NEXT: return
func.func @run(%x: memref<64xf32>) {
  %there = gpu.alloc () : memref<64xf32>
  gpu.memcpy %there, %x : memref<64xf32>, memref<64xf32>
  gpu.memcpy %x, %there : memref<64xf32>, memref<64xf32>
  gpu.dealloc %there : memref<64xf32>
  return
}
