// A matrix product whose tiles become vectors: c += a b on buffers of given sizes.
// Schedule linalg-vectorize, then cpu-vectors.

// [region program]
func.func @add_product(%a: memref<32x24xf32>, %b: memref<24x48xf32>, %c: memref<32x48xf32>)
    attributes {llvm.emit_c_interface} {
  linalg.matmul ins(%a, %b : memref<32x24xf32>, memref<24x48xf32>) outs(%c : memref<32x48xf32>)
  return
}
// [end program]
