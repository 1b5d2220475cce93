// A transposition: one of the two matrices is always walked across its rows. Tiles keep a patch of both in cache.
// passes: func.func(affine-loop-tile{tile-sizes=16,32})
// [region program]
func.func @transpose(%x: memref<100x90xf32>, %y: memref<90x100xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 100 {
    affine.for %j = 0 to 90 {
      %value = affine.load %x[%i, %j] : memref<100x90xf32>
      affine.store %value, %y[%j, %i] : memref<90x100xf32>
    }
  }
  return
}
// [end program]
