// scf.parallel is a promise that the turns are independent. Nobody checks it. Here they are not: a data race, undefined behaviour.
// [region program]
func.func @total(%x: memref<?xi64>) -> i64 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0 : i64
  %size = memref.dim %x, %zero : memref<?xi64>
  %total = memref.alloca() : memref<i64>
  memref.store %nothing, %total[] : memref<i64>
  scf.parallel (%i) = (%zero) to (%size) step (%one) {
    %value = memref.load %x[%i] : memref<?xi64>
    %so_far = memref.load %total[] : memref<i64>
    %more = arith.addi %so_far, %value : i64
    memref.store %more, %total[] : memref<i64>
  }
  %result = memref.load %total[] : memref<i64>
  return %result : i64
}
// [end program]
