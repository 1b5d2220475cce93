// A parallel loop that reduces a value of type index. The road to OpenMP has no such reduction: make it i64.
func.func @sum_below(%n: index) -> index {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%zero) -> index {
    scf.reduce(%i : index) {
      ^bb0(%a: index, %b: index):
        %partial = arith.addi %a, %b : index
        scf.reduce.return %partial : index
    }
  }
  return %sum : index
}
