// A tiled transposition: each tile of x and of y is copied to and from a small buffer of its own.
// passes: func.func(affine-loop-tile{tile-size=16},affine-data-copy-generate{generate-dma=false fast-mem-space=0 skip-non-unit-stride-loops=true}),canonicalize
// [region program]
func.func @transpose(%x: memref<64x96xf32>, %y: memref<96x64xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 96 {
      %value = affine.load %x[%i, %j] : memref<64x96xf32>
      affine.store %value, %y[%j, %i] : memref<96x64xf32>
    }
  }
  return
}
// [end program]
