// RUN: mlir-opt %s %{gpu-nvvm} | mlir-opt %{gpu-inline} | FileCheck %s

// The barrier of the helper is in the kernel, once for each call, and the helper is gone.

// CHECK: gpu.module @kernels
// CHECK-NOT: @meet
// CHECK-LABEL: llvm.func @kernel
// CHECK: nvvm.barrier0
// CHECK: nvvm.barrier0
// CHECK-NOT: llvm.call
gpu.module @kernels {
  func.func private @meet() {
    gpu.barrier
    return
  }
  gpu.func @kernel() kernel {
    func.call @meet() : () -> ()
    func.call @meet() : () -> ()
    gpu.return
  }
}
