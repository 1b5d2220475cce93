// The kernels in the dialects that come last: LLVM's, and NVVM's for what only such a GPU has.
// Nothing is left to lower: a pointer per array and a count, as in the PTX written by hand.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    llvm.func @store42(%out: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
      %value = llvm.mlir.constant(42 : i32) : i32
      llvm.store %value, %out : i32, !llvm.ptr<1>
      llvm.return
    }

    // [region square]
    llvm.func @square(%x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: i32)
        attributes {gpu.kernel, nvvm.kernel} {
      %block = nvvm.read.ptx.sreg.ctaid.x : i32
      %threads = nvvm.read.ptx.sreg.ntid.x : i32
      %thread = nvvm.read.ptx.sreg.tid.x : i32
      %start = llvm.mul %block, %threads : i32
      %i = llvm.add %start, %thread : i32
      %inside = llvm.icmp "ult" %i, %n : i32
      llvm.cond_br %inside, ^work, ^done
    ^work:
      %offset = llvm.zext %i : i32 to i64
      %from = llvm.getelementptr %x[%offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %to = llvm.getelementptr %y[%offset] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, f32
      %value = llvm.load %from : !llvm.ptr<1> -> f32
      %squared = llvm.fmul %value, %value : f32
      llvm.store %squared, %to : f32, !llvm.ptr<1>
      llvm.br ^done
    ^done:
      llvm.return
    }
    // [end square]
  }
}
