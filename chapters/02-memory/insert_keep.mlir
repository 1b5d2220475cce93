// The same replacement, but the old tensor is read once more, after the insertion.
// Pass: one-shot-bufferize. Look for the copy: one allocation and one memref.copy come before the store.

// [region program]
func.func @replace(%t: tensor<4xf32> {bufferization.writable = true}, %value: f32)
    -> (tensor<4xf32>, f32) attributes {llvm.emit_c_interface} {
  %first = arith.constant 0 : index
  %new = tensor.insert %value into %t[%first] : tensor<4xf32>
  %old = tensor.extract %t[%first] : tensor<4xf32>
  return %new, %old : tensor<4xf32>, f32
}
// [end program]
