// Cache tiles: loops over tiles of B that stay in the cache while all rows of A use them.
//
// parameter depth = 128: rows of a tile of B
// parameter width = 512: columns of a tile of B
// expects linalg.matmul
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %generic = transform.structured.generalize %matmul
        : (!transform.any_op) -> !transform.any_op
    %ikj = transform.structured.interchange %generic iterator_interchange = [0, 2, 1]
        : (!transform.any_op) -> !transform.any_op
    // Of the loops i, k, j, tile k and j. A tile at the edge is smaller: its size is a minimum.
    transform.structured.tile_using_for %ikj tile_sizes [0, ${depth}, ${width}]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}
