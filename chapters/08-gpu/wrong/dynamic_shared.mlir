// gpu.dynamic_shared_memory beside other shared memory: LLVM 22 makes of it a private array of no
// size, which the assembler places over the other. dynamic_shared_fixed.mlir says it another way.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @both(%out: memref<?xi32>)
        workgroup(%fixed: memref<32xi32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c31 = arith.constant 31 : index
      %one = arith.constant 1 : i32
      %two = arith.constant 2 : i32
      %bytes = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %dynamic = memref.view %bytes[%c0][]
          : memref<?xi8, #gpu.address_space<workgroup>>
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
