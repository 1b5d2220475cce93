// The tiled layout of tiled_layout.mlir on an argument, where no descriptor can hold it.
// Pipeline: cpu-buffers refuses it. After normalize-memrefs the argument is a memref<2x2x2x3xf32>.

// [region program]
#tiles = affine_map<(i, j) -> (i floordiv 2, j floordiv 3, i mod 2, j mod 3)>

func.func @pack(%x: memref<4x6xf32>, %tiled: memref<4x6xf32, #tiles>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %value = affine.load %x[%i, %j] : memref<4x6xf32>
      affine.store %value, %tiled[%i, %j] : memref<4x6xf32, #tiles>
    }
  }
  return
}
// [end program]
