// Stack memory inside of a parallel turn that has a loop: cpu-openmp does not lower it. openmp/scratch.mlir is the way out.
// [region program]
func.func @reverse_rows(%x: memref<?x8xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %last = arith.constant 7 : index
  %columns = arith.constant 8 : index
  %rows = memref.dim %x, %zero : memref<?x8xf32>
  scf.parallel (%i) = (%zero) to (%rows) step (%one) {
    %row = memref.alloca() : memref<8xf32>
    scf.for %j = %zero to %columns step %one {
      %value = memref.load %x[%i, %j] : memref<?x8xf32>
      memref.store %value, %row[%j] : memref<8xf32>
    }
    scf.for %j = %zero to %columns step %one {
      %from = arith.subi %last, %j : index
      %value = memref.load %row[%from] : memref<8xf32>
      memref.store %value, %x[%i, %j] : memref<?x8xf32>
    }
  }
  return
}
// [end program]
