; LLVM IR: 0 + 1 + ... + (n - 1) with a loop. A phi says which value comes from which block.
; `mlir-translate --import-llvm phi.ll` gives phi.mlir: each phi becomes a block argument.

define i32 @triangle(i32 %n) {
entry:
  br label %header

header:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %exit

body:
  %sum.next = add i32 %sum, %i
  %i.next = add i32 %i, 1
  br label %header

exit:
  ret i32 %sum
}
