// A schedule that applies the patterns of rules.pdll once each, cancelling before doubling.
// mlir-pdll compiles the patterns; sed puts them where the line below asks for them.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.with_pdl_patterns %module : !transform.any_op {
    ^bb0(%payload: !transform.any_op):
      // [patterns]
      // [region order]
      sequence %payload : !transform.any_op failures(propagate) {
      ^bb1(%root: !transform.any_op):
        pdl_match @TimesAndOver in %root : (!transform.any_op) -> !transform.any_op
        transform.apply_cse to %root : !transform.any_op
        pdl_match @Double in %root : (!transform.any_op) -> !transform.any_op
        transform.apply_cse to %root : !transform.any_op
        pdl_match @SineOfSum in %root : (!transform.any_op) -> !transform.any_op
        transform.apply_cse to %root : !transform.any_op
      }
      // [end order]
    }
    transform.yield
  }
}
