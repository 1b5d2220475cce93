// A buffer of i1. Pipeline: cpu-buffers. It parses and verifies, and then cannot be stored to:
// keep truth values in a memref<?xi8>, one byte each, as NumPy does.
// [region program]
func.func @set(%flags: memref<8xi1>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %true = arith.constant true
  memref.store %true, %flags[%zero] : memref<8xi1>
  return
}
// [end program]
