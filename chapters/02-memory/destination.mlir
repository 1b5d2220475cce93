// A tensor computation that ends in a buffer of the caller's choosing. Pipeline: cpu-tensors.
// Look for allocations: there is none left, every element is computed straight into %out.

// [region program]
func.func @scaled_sum(%x: tensor<8xf32>, %y: tensor<8xf32>, %factor: f32, %out: memref<8xf32>)
    attributes {llvm.emit_c_interface} {
  %empty = tensor.empty() : tensor<8xf32>
  %result = linalg.map ins(%x, %y : tensor<8xf32>, tensor<8xf32>) outs(%empty : tensor<8xf32>)
    (%a: f32, %b: f32, %unused: f32) {
      %product = arith.mulf %factor, %a : f32
      %sum = arith.addf %product, %b : f32
      linalg.yield %sum : f32
    }
  bufferization.materialize_in_destination %result in restrict writable %out
      : (tensor<8xf32>, memref<8xf32>) -> ()
  return
}
// [end program]
