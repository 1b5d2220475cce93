// Kernels for the checks of the driver's layer: each kind of argument, dynamic shared memory, and one
// that writes where nothing is. `tests/gpu/driver_layer.py` launches them.
gpu.module @checks {
  gpu.func @saxpy(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %i = gpu.global_id x
    %inside = arith.cmpi ult, %i, %n : index
    scf.if %inside {
      %in = memref.load %x[%i] : memref<?xf32>
      %out = memref.load %y[%i] : memref<?xf32>
      %term = arith.mulf %a, %in : f32
      %sum = arith.addf %term, %out : f32
      memref.store %sum, %y[%i] : memref<?xf32>
    }
    gpu.return
  }

  // An argument of each kind of number, each stored as f64.
  gpu.func @numbers(%out: memref<6xf64>, %index: index, %double: f64, %half: f16, %bit: i1,
                    %short: i16, %brain: bf16) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c5 = arith.constant 5 : index
    %whole = arith.index_cast %index : index to i64
    %from_index = arith.sitofp %whole : i64 to f64
    %from_half = arith.extf %half : f16 to f64
    %from_bit = arith.uitofp %bit : i1 to f64
    %from_short = arith.sitofp %short : i16 to f64
    %from_brain = arith.extf %brain : bf16 to f64
    memref.store %from_index, %out[%c0] : memref<6xf64>
    memref.store %double, %out[%c1] : memref<6xf64>
    memref.store %from_half, %out[%c2] : memref<6xf64>
    memref.store %from_bit, %out[%c3] : memref<6xf64>
    memref.store %from_short, %out[%c4] : memref<6xf64>
    memref.store %from_brain, %out[%c5] : memref<6xf64>
    gpu.return
  }

  // Turns an array around through as much shared memory as the launch gives.
  gpu.func @turn(%x: memref<?xf32>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c0 : memref<?xf32>
    %i = gpu.thread_id x
    %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
    %kept = memref.view %bytes[%c0][%n] : memref<?xi8, #gpu.address_space<workgroup>>
        to memref<?xf32, #gpu.address_space<workgroup>>
    %in = memref.load %x[%i] : memref<?xf32>
    memref.store %in, %kept[%i] : memref<?xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    %last = arith.subi %n, %c1 : index
    %j = arith.subi %last, %i : index
    %out = memref.load %kept[%j] : memref<?xf32, #gpu.address_space<workgroup>>
    memref.store %out, %x[%i] : memref<?xf32>
    gpu.return
  }

  // The driver finds out while it runs, and the process cannot use the GPU any more.
  gpu.func @wild(%x: memref<?xf32>) kernel {
    %far = arith.constant 1000000000000 : index
    %one = arith.constant 1.0 : f32
    memref.store %one, %x[%far] : memref<?xf32>
    gpu.return
  }
}
