// From buffer to tensor and back, inside one function. Pipeline: cpu-tensors.
// Look at what the two operations become: nothing, where the promises in their attributes hold.

// `restrict`: no other tensor of this function comes from this buffer or one that overlaps it.
// `writable`: the tensor's buffer may be written. Without it bufferization copies before a write.
// [region program]
func.func @set_first(%buffer: memref<4xf32>, %value: f32) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %tensor = bufferization.to_tensor %buffer restrict writable
      : memref<4xf32> to tensor<4xf32>
  %new = tensor.insert %value into %tensor[%zero] : tensor<4xf32>
  bufferization.materialize_in_destination %new in writable %buffer
      : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// to_buffer is the way out: the buffer that a tensor lives in, here to read it with memref.load.
func.func @first(%tensor: tensor<4xf32> {bufferization.writable = false}) -> f32
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %buffer = bufferization.to_buffer %tensor read_only : tensor<4xf32> to memref<4xf32>
  %value = memref.load %buffer[%zero] : memref<4xf32>
  return %value : f32
}
// [end program]
