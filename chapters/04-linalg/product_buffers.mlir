// A matrix product to be tiled: c += a b on buffers, any size.
// convert-linalg-to-affine-loops, affine-loop-tile, then cpu-buffers.

// [region program]
func.func @add_product(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>)
    attributes {llvm.emit_c_interface} {
  linalg.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
// [end program]
