// A matrix product to be tiled: c += a b on tensors, any size.
// Schedule linalg-tile, then cpu-tensors. `product_buffers.mlir` is the same on buffers.

// [region program]
func.func @add_product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> attributes {llvm.emit_c_interface} {
  %result = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end program]
