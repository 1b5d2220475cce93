// RUN: mlir-opt %s %{gpu-nvvm} | mlir-opt %{gpu-host} | FileCheck %s
// RUN: mlir-opt %s %{gpu-nvvm} > %t.mlir
// RUN: %lower %t.mlir -p gpu-host --set chip=sm_90a | FileCheck %s --check-prefix=HOPPER
// RUN: %lower %t.mlir -p gpu-host --set features=+ptx81 | FileCheck %s --check-prefix=PTX

// The kernel is PTX, in the module's own bytes. The host's gpu operations are calls of the runtime
// library, in the order of the tokens, and only the launch is still of the gpu dialect.

// CHECK-NOT: gpu.module
// CHECK: gpu.binary @kernels
// CHECK-SAME: chip = "sm_80"
// CHECK-SAME: .target sm_80
// CHECK-SAME: .visible .entry twice
// CHECK-LABEL: llvm.func @run
// CHECK: %[[STREAM:.*]] = llvm.call @mgpuStreamCreate()
// CHECK: %[[THERE:.*]] = llvm.call @mgpuMemAlloc(%{{.*}}, %[[STREAM]],
// CHECK: llvm.call @mgpuMemcpy({{.*}}, %[[STREAM]])
// CHECK: gpu.launch_func <%[[STREAM]] : !llvm.ptr> @kernels::@twice
// CHECK: llvm.call @mgpuMemcpy({{.*}}, %[[STREAM]])
// CHECK: llvm.call @mgpuMemFree({{.*}}, %[[STREAM]])
// CHECK: llvm.call @mgpuStreamSynchronize(%[[STREAM]])
// CHECK-NOT: gpu.{{alloc|memcpy|wait|dealloc}}
// CHECK-NOT: memref.

// HOPPER: chip = "sm_90a"
// HOPPER-SAME: .target sm_90a
// PTX: .version 8.1
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @twice(%x: memref<64xf32>) kernel {
      %i = gpu.thread_id x
      %in = memref.load %x[%i] : memref<64xf32>
      %out = arith.addf %in, %in : f32
      memref.store %out, %x[%i] : memref<64xf32>
      gpu.return
    }
  }
  func.func @run(%x: memref<64xf32>) attributes {llvm.emit_c_interface} {
    %one = arith.constant 1 : index
    %threads = arith.constant 64 : index
    %t0 = gpu.wait async
    %there, %t1 = gpu.alloc async [%t0] () : memref<64xf32>
    %t2 = gpu.memcpy async [%t1] %there, %x : memref<64xf32>, memref<64xf32>
    %t3 = gpu.launch_func async [%t2] @kernels::@twice blocks in (%one, %one, %one)
        threads in (%threads, %one, %one) args(%there : memref<64xf32>)
    %t4 = gpu.memcpy async [%t3] %x, %there : memref<64xf32>, memref<64xf32>
    %t5 = gpu.dealloc async [%t4] %there : memref<64xf32>
    gpu.wait [%t5]
    return
  }
}
