// The peak of one core: nothing but multiply-adds of 16 numbers, twelve chains that do not wait for
// each other, no memory in the loop. Lower it with cpu-tiles. A call does 384 operations per time.
func.func @peak(%times: index, %factors: memref<16xf32>, %sums: memref<12x16xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %x = vector.load %factors[%c0] : memref<16xf32>, vector<16xf32>
  %rows = vector.broadcast %x : vector<16xf32> to vector<12x16xf32>
  %start = vector.transfer_read %sums[%c0, %c0], %zero {in_bounds = [true, true]}
      : memref<12x16xf32>, vector<12x16xf32>
  %end = scf.for %i = %c0 to %times step %c1 iter_args(%sum = %start) -> vector<12x16xf32> {
    %next = vector.fma %rows, %rows, %sum : vector<12x16xf32>
    scf.yield %next : vector<12x16xf32>
  }
  vector.transfer_write %end, %sums[%c0, %c0] {in_bounds = [true, true]}
      : vector<12x16xf32>, memref<12x16xf32>
  return
}
