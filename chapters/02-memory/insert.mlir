// One element of a tensor is replaced, and nobody reads the old tensor afterwards.
// Pass: one-shot-bufferize. Look for the copy: there is none, the store goes into the argument's buffer.

// [region program]
func.func @replace(%t: tensor<4xf32> {bufferization.writable = true}, %value: f32)
    -> tensor<4xf32> attributes {llvm.emit_c_interface} {
  %first = arith.constant 0 : index
  %new = tensor.insert %value into %t[%first] : tensor<4xf32>
  return %new : tensor<4xf32>
}
// [end program]
