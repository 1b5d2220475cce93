// A 4x6 matrix kept in tiles of 2x3, inside a function. Pipeline: normalize-memrefs, then cpu-buffers.
// Look at the allocation: its layout map becomes two more dimensions, and the accesses follow.

// [region program]
#tiles = affine_map<(i, j) -> (i floordiv 2, j floordiv 3, i mod 2, j mod 3)>

func.func @through_tiles(%x: memref<4x6xf32>, %out: memref<4x6xf32>)
    attributes {llvm.emit_c_interface} {
  %tiled = memref.alloc() : memref<4x6xf32, #tiles>
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %value = affine.load %x[%i, %j] : memref<4x6xf32>
      affine.store %value, %tiled[%i, %j] : memref<4x6xf32, #tiles>
    }
  }
  affine.for %i = 0 to 4 {
    affine.for %j = 0 to 6 {
      %value = affine.load %tiled[%i, %j] : memref<4x6xf32, #tiles>
      affine.store %value, %out[%i, %j] : memref<4x6xf32>
    }
  }
  memref.dealloc %tiled : memref<4x6xf32, #tiles>
  return
}
// [end program]
