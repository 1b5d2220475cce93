// phi.ll in MLIR: what `mlir-translate --import-llvm phi.ll` prints, with our names for the values.
// There is no phi. A block has arguments, and each branch to the block passes values for them.

llvm.func @triangle(%n: i32) -> i32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^header(%zero, %zero : i32, i32)

^header(%i: i32, %sum: i32):
  %more = llvm.icmp "slt" %i, %n : i32
  llvm.cond_br %more, ^body, ^exit

^body:
  %sum_next = llvm.add %sum, %i : i32
  %i_next = llvm.add %i, %one : i32
  llvm.br ^header(%i_next, %sum_next : i32, i32)

^exit:
  llvm.return %sum : i32
}
