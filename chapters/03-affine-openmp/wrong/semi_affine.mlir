// A subscript with a division by a symbol: the analysis fails, and affine-loop-tile takes that for "no dependence".
// [region program]
func.func @pull_round(%x: memref<12x12xf32>, %n: index) attributes {llvm.emit_c_interface} {
  affine.for %i = 1 to 12 {
    affine.for %j = 0 to 12 {
      %value = affine.load %x[%i - 1, (%j + 1) mod symbol(%n)] : memref<12x12xf32>
      affine.store %value, %x[%i, %j] : memref<12x12xf32>
    }
  }
  return
}
// [end program]
