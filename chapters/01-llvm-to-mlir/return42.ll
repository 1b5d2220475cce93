; LLVM IR: a program that exits with code 42, and a function that other programs can call.
; llc turns it into assembly or an object file, cc links it: see run.sh.

define i32 @answer() {
  ret i32 42
}

define i32 @main() {
  %code = call i32 @answer()
  ret i32 %code
}
