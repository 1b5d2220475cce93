// One line from each of some threads: gpu.printf. The lines come in no particular order between
// warps, and on a GPU only when the host waits for the kernel.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @hello(%n: i32) kernel {
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %i = gpu.global_id x
      %i_small = arith.index_cast %i : index to i32
      %inside = arith.cmpi slt, %i_small, %n : i32
      scf.if %inside {
        %b = arith.index_cast %block : index to i32
        %t = arith.index_cast %thread : index to i32
        %half = arith.constant 0.5 : f32
        %i_float = arith.sitofp %i_small : i32 to f32
        %value = arith.mulf %i_float, %half : f32
        %wide = arith.extf %value : f32 to f64
        gpu.printf "block %d, thread %d: %f\n", %b, %t, %wide : i32, i32, f64
      }
      gpu.return
    }
  }
}
