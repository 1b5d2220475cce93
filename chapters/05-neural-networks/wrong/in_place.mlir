// x squared, and its slope 2 x. On buffers, squaring in place destroys what the way back reads; on tensors, the same
// program is right. Pipeline: cpu-tensors. Look at the allocation that bufferization makes, and where.

// [region buffers]
func.func @on_buffers(%x: memref<4xf64>, %slope: memref<4xf64>) attributes {llvm.emit_c_interface} {
  linalg.mul ins(%x, %x : memref<4xf64>, memref<4xf64>) outs(%x : memref<4xf64>)
  linalg.add ins(%x, %x : memref<4xf64>, memref<4xf64>) outs(%slope : memref<4xf64>)
  return
}
// [end buffers]

// [region tensors]
func.func @on_tensors(%x: tensor<4xf64> {bufferization.writable = true},
                      %slope: tensor<4xf64> {bufferization.writable = true})
    -> (tensor<4xf64>, tensor<4xf64>) attributes {llvm.emit_c_interface} {
  %square = linalg.mul ins(%x, %x : tensor<4xf64>, tensor<4xf64>) outs(%x : tensor<4xf64>) -> tensor<4xf64>
  %twice = linalg.add ins(%x, %x : tensor<4xf64>, tensor<4xf64>) outs(%slope : tensor<4xf64>) -> tensor<4xf64>
  return %square, %twice : tensor<4xf64>, tensor<4xf64>
}
// [end tensors]
