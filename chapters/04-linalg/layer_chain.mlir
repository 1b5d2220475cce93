// The layer of layer.mlir with its bias and its maximum in two operations, one after the other.
// Schedule linalg-tile-and-fuse: the last one is tiled, and all before it are moved into its loop.

// [region program]
#element = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

func.func @layer(%x: tensor<?x?xf32>, %w: tensor<?x8xf32>, %bias: tensor<8xf32>,
                 %out: memref<?x8xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?x8xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %product = linalg.matmul ins(%x, %w : tensor<?x?xf32>, tensor<?x8xf32>)
      outs(%start : tensor<?x8xf32>) -> tensor<?x8xf32>
  %shifted = linalg.generic {
      indexing_maps = [#column, #element], iterator_types = ["parallel", "parallel"]
    } ins(%bias : tensor<8xf32>) outs(%product : tensor<?x8xf32>) {
    ^bb0(%b: f32, %sum: f32):
      %next = arith.addf %sum, %b : f32
      linalg.yield %next : f32
    } -> tensor<?x8xf32>
  %result = linalg.generic {
      indexing_maps = [#element, #element], iterator_types = ["parallel", "parallel"]
    } ins(%shifted : tensor<?x8xf32>) outs(%empty : tensor<?x8xf32>) {
    ^bb0(%value: f32, %old: f32):
      %positive = arith.maximumf %value, %nothing : f32
      linalg.yield %positive : f32
    } -> tensor<?x8xf32>
  bufferization.materialize_in_destination %result in restrict writable %out
      : (tensor<?x8xf32>, memref<?x8xf32>) -> ()
  return
}
// [end program]
