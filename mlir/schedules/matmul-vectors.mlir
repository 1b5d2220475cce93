// Vectors, not hoisted: a tile of C is loaded, changed by an outer product and stored, for each k.
//
// parameter rows = 6: of a tile of C
// parameter columns = 64: of a tile of C
// expects linalg.matmul
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %generic = transform.structured.generalize %matmul
        : (!transform.any_op) -> !transform.any_op
    %ikj = transform.structured.interchange %generic iterator_interchange = [0, 2, 1]
        : (!transform.any_op) -> !transform.any_op
    // Loops i, j, k around a product of ${rows} x 1 by 1 x ${columns}.
    %tile, %i, %j, %k = transform.structured.tile_using_for %ikj
        tile_sizes [${rows}, 1, ${columns}] interchange = [0, 2, 1]
        : (!transform.any_op) -> (!transform.any_op, !transform.op<"scf.for">,
                                  !transform.op<"scf.for">, !transform.op<"scf.for">)
    // Split off what does not fill a tile. It stays a loop nest, in the order of the second rung.
    %j_full, %j_rest = transform.loop.peel %j
        : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %i_full, %i_rest = transform.loop.peel %i
        : (!transform.op<"scf.for">) -> (!transform.any_op, !transform.any_op)
    %function = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %function {
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    // Only operations of constant size become vectors.
    %vectors = transform.structured.vectorize_children_and_apply_patterns %function
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %vectors {
      transform.apply_patterns.vector.reduction_to_contract
      transform.apply_patterns.vector.transfer_permutation_patterns
      transform.apply_patterns.canonicalization
    } : !transform.any_op
    transform.yield
  }
}
