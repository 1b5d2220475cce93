// A schedule with a hole for the patterns that mlir-pdll makes of factor.pdll: `sed` reads them in
// at the marked line. Then mlir-opt's transform interpreter applies @Factor to the whole module.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.with_pdl_patterns %module : !transform.any_op {
    ^bb0(%payload: !transform.any_op):
      // [patterns]
      sequence %payload : !transform.any_op failures(propagate) {
      ^bb1(%root: !transform.any_op):
        pdl_match @Factor in %root : (!transform.any_op) -> !transform.any_op
      }
    }
    transform.yield
  }
}
