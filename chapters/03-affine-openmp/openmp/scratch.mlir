// Scratch memory for a parallel loop: allocated once, outside, and each turn uses a slice of its own. Pipeline cpu-openmp.
func.func @reverse_rows(%x: memref<?x8xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %last = arith.constant 7 : index
  %columns = arith.constant 8 : index
  %rows = memref.dim %x, %zero : memref<?x8xf32>
  // [region loop]
  %scratch = memref.alloc(%rows) : memref<?x8xf32>
  scf.parallel (%i) = (%zero) to (%rows) step (%one) {
    scf.for %j = %zero to %columns step %one {
      %value = memref.load %x[%i, %j] : memref<?x8xf32>
      memref.store %value, %scratch[%i, %j] : memref<?x8xf32>
    }
    scf.for %j = %zero to %columns step %one {
      %from = arith.subi %last, %j : index
      %value = memref.load %scratch[%i, %from] : memref<?x8xf32>
      memref.store %value, %x[%i, %j] : memref<?x8xf32>
    }
  }
  memref.dealloc %scratch : memref<?x8xf32>
  // [end loop]
  return
}
