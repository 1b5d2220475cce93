// Each element comes from the row above and the column to the right: a dependence of distance (1, -1).
// Tiles are not allowed here. The pass of LLVM 22.1.8 makes them all the same, and the result changes.
// passes: func.func(affine-loop-tile{tile-size=4})
// [region program]
func.func @pull_diagonally(%x: memref<12x12xf32>) attributes {llvm.emit_c_interface} {
  affine.for %i = 1 to 12 {
    affine.for %j = 0 to 11 {
      %value = affine.load %x[%i - 1, %j + 1] : memref<12x12xf32>
      affine.store %value, %x[%i, %j] : memref<12x12xf32>
    }
  }
  return
}
// [end program]
