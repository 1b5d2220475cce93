// y = a x + y with the host code beside the kernel: memory on the GPU, copies there and back, a
// launch, all on one stream. gpu-module-to-binary makes the kernel a gpu.binary, gpu-to-llvm makes
// each gpu operation of the host a call to the runtime library.
module attributes {gpu.container_module} {
  // [region kernel]
  gpu.module @kernels {
    gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>)
        kernel attributes {known_block_size = array<i32: 256, 1, 1>} {
      %c0 = arith.constant 0 : index
      %n = memref.dim %x, %c0 : memref<?xf32>
      %i = gpu.global_id x
      %inside = arith.cmpi ult, %i, %n : index
      scf.if %inside {
        %in = memref.load %x[%i] : memref<?xf32>
        %out = memref.load %y[%i] : memref<?xf32>
        %next = math.fma %a, %in, %out : f32
        memref.store %next, %y[%i] : memref<?xf32>
      }
      gpu.return
    }
  }
  // [end kernel]

  // [region host]
  func.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>)
      attributes {llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %blocks = arith.ceildivui %n, %c256 : index
    %t0 = gpu.wait async
    %x_there, %t1 = gpu.alloc async [%t0] (%n) : memref<?xf32>
    %y_there, %t2 = gpu.alloc async [%t1] (%n) : memref<?xf32>
    %t3 = gpu.memcpy async [%t2] %x_there, %x : memref<?xf32>, memref<?xf32>
    %t4 = gpu.memcpy async [%t3] %y_there, %y : memref<?xf32>, memref<?xf32>
    %t5 = gpu.launch_func async [%t4] @kernels::@saxpy
        blocks in (%blocks, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%a : f32, %x_there : memref<?xf32>, %y_there : memref<?xf32>)
    %t6 = gpu.memcpy async [%t5] %y, %y_there : memref<?xf32>, memref<?xf32>
    %t7 = gpu.dealloc async [%t6] %x_there : memref<?xf32>
    %t8 = gpu.dealloc async [%t7] %y_there : memref<?xf32>
    gpu.wait [%t8]
    return
  }
  // [end host]
}
