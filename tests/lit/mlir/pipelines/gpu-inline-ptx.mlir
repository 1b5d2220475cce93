// RUN: mlir-opt %s %{gpu-inline-ptx} | FileCheck %s

// PTX that is written out becomes inline assembly; what LLVM has an intrinsic for stays.
// CHECK-LABEL: llvm.func @k
// CHECK:       nvvm.read.ptx.sreg.tid.x
// CHECK-NOT:   nvvm.inline_ptx
// CHECK:       llvm.inline_asm has_side_effects {{.*}}"st.global.b32 [$0], $1;"
gpu.module @kernels {
  llvm.func @k(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %i = nvvm.read.ptx.sreg.tid.x : i32
    nvvm.inline_ptx "st.global.b32 [{$r0}], {$r1};" ro (%x, %i : !llvm.ptr<1>, i32)
    llvm.return
  }
}
