// RUN: mlir-opt %s %{gpu-nvvm} | FileCheck %s
// RUN: %lower %s -p gpu-nvvm --set bare-pointers=true | FileCheck %s --check-prefix=BARE

// A memref argument is a descriptor of 3 + 2 * rank values, special registers are operations of
// their own, and exp is a call to libdevice. Nothing of another dialect is left.
// CHECK-LABEL: gpu.module @kernels
// CHECK-DAG:   llvm.mlir.global internal @[[TILE:.*]]() {addr_space = 3 : i32} : !llvm.array<64 x f32>
// CHECK-DAG:   llvm.func @__nv_expf(f32) -> f32
// CHECK:       llvm.func @exp(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64)
// CHECK-SAME:    nvvm.kernel
// CHECK-NOT:   memref.
// CHECK-NOT:   unrealized_conversion_cast
// CHECK:       nvvm.read.ptx.sreg.tid.x
// CHECK:       llvm.store {{.*}} : f32, !llvm.ptr<3>
// CHECK:       nvvm.barrier
// CHECK:       llvm.load {{.*}} : !llvm.ptr<3> -> f32
// CHECK:       llvm.call @__nv_expf
// CHECK:       llvm.return
// BARE:        llvm.func @exp(%{{[a-z0-9]*}}: !llvm.ptr) attributes
gpu.module @kernels {
  gpu.func @exp(%x: memref<64xf32>)
      workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    %a = memref.load %x[%i] : memref<64xf32>
    memref.store %a, %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = arith.constant 63 : index
    %j = arith.subi %last, %i : index
    %b = memref.load %tile[%j] : memref<64xf32, #gpu.address_space<workgroup>>
    %c = math.exp %b : f32
    memref.store %c, %x[%i] : memref<64xf32>
    gpu.return
  }
}
