// A memref argument, but no llvm.emit_c_interface. Pipeline: cpu-buffers.
// It lowers without complaint; only the wrapper that takes a pointer to a descriptor is missing.
// [region program]
func.func @clear_first(%x: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  memref.store %nothing, %x[%zero] : memref<?xf32>
  return
}
// [end program]
