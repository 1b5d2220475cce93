// Tiles the last operation of a chain and moves what it reads into the same loops, tile by tile.
// parameter tile = 16, 8: rows and columns of a tile
// expects bufferization.materialize_in_destination
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    // The last operation is the one whose result is written to the caller's buffer.
    %end = transform.structured.match ops{["bufferization.materialize_in_destination"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %last = transform.get_producer_of_operand %end[0]
        : (!transform.any_op) -> !transform.any_op
    %tile, %loops:2 = transform.structured.fuse %last tile_sizes [${tile}]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    // The operations that were moved leave their originals behind, without a use.
    %function = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.apply_dce to %function : !transform.any_op
    transform.yield
  }
}
