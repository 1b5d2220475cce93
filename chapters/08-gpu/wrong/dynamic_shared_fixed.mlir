// Dynamic shared memory that works: a public array of no size in the gpu.module, which PTX declares
// as .extern .shared. It starts where the other shared memory ends.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    // [region global]
    memref.global @dynamic : memref<0xi8, #gpu.address_space<workgroup>> {alignment = 16 : i64}
    // [end global]

    gpu.func @both(%out: memref<?xi32>)
        workgroup(%fixed: memref<32xi32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c31 = arith.constant 31 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %start = memref.get_global @dynamic : memref<0xi8, #gpu.address_space<workgroup>>
      %bytes = memref.reinterpret_cast %start to offset: [0], sizes: [128], strides: [1]
          : memref<0xi8, #gpu.address_space<workgroup>>
          to memref<128xi8, #gpu.address_space<workgroup>>
      %dynamic = memref.view %bytes[%c0][]
          : memref<128xi8, #gpu.address_space<workgroup>>
          to memref<32xi32, #gpu.address_space<workgroup>>
      %thread = gpu.thread_id x
      memref.store %one, %fixed[%thread] : memref<32xi32, #gpu.address_space<workgroup>>
      memref.store %two, %dynamic[%thread] : memref<32xi32, #gpu.address_space<workgroup>>
      gpu.barrier
      %other = arith.subi %c31, %thread : index
      %a = memref.load %fixed[%other] : memref<32xi32, #gpu.address_space<workgroup>>
      %b = memref.load %dynamic[%other] : memref<32xi32, #gpu.address_space<workgroup>>
      %sum = arith.addi %a, %b : i32
      memref.store %sum, %out[%thread] : memref<?xi32>
      gpu.return
    }
  }
}
