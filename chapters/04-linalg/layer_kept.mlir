// The layer of `layer.mlir`, with the product as a second result: two values, two buffers.
// Pipeline cpu-tensors. Look at the allocation that has come in.

// [region layer]
func.func @layer_and_product(%x: tensor<?x?xf32>, %w: tensor<?x8xf32>, %bias: tensor<8xf32>,
                             %out: memref<?x8xf32>) -> tensor<?x8xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?x8xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %product = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x8xf32>)
      outs(%start : tensor<?x8xf32>) -> tensor<?x8xf32>
  %another = tensor.empty(%rows) : tensor<?x8xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%product, %bias : tensor<?x8xf32>, tensor<8xf32>) outs(%another : tensor<?x8xf32>) {
    ^bb0(%sum: f32, %b: f32, %old: f32):
      %shifted = arith.addf %sum, %b : f32
      %positive = arith.maximumf %shifted, %nothing : f32
      linalg.yield %positive : f32
    } -> tensor<?x8xf32>
  bufferization.materialize_in_destination %result in restrict writable %out
      : (tensor<?x8xf32>, memref<?x8xf32>) -> ()
  return %product : tensor<?x8xf32>
}
// [end layer]
