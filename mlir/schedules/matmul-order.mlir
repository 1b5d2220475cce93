// Loop order: the columns of C innermost, so that each step reads and writes the next in memory.
//
// expects linalg.matmul
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    %matmul = transform.structured.match ops{["linalg.matmul"]} in %module
        : (!transform.any_op) -> !transform.any_op
    %generic = transform.structured.generalize %matmul
        : (!transform.any_op) -> !transform.any_op
    // The loops i, j, k become i, k, j.
    transform.structured.interchange %generic iterator_interchange = [0, 2, 1]
        : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
