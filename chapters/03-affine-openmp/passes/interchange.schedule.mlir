// Loop 0 stays outside, then come loop 2 and loop 1: (i, j, k) becomes (i, k, j).
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %product = transform.structured.match ops{["linalg.generic"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %interchanged = transform.structured.interchange %product iterator_interchange = [0, 2, 1]
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
