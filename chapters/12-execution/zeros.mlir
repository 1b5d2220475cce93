// Two products of one shape, each added to zeros of its own: (x first) * (x second), element by element.
// `cse` makes the zeros one, and bufferization then has to copy them. Lower it with cpu-tensors.

// [region gated]
func.func @gated(%x: tensor<64x64xf32>, %first: tensor<64x64xf32>, %second: tensor<64x64xf32>,
                 %out: memref<64x64xf32>) attributes {llvm.emit_c_interface} {
  %nothing = arith.constant 0.0 : f32
  %empty0 = tensor.empty() : tensor<64x64xf32>
  %zeros0 = linalg.fill ins(%nothing : f32) outs(%empty0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %product0 = linalg.matmul ins(%x, %first : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%zeros0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %empty1 = tensor.empty() : tensor<64x64xf32>
  %zeros1 = linalg.fill ins(%nothing : f32) outs(%empty1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %product1 = linalg.matmul ins(%x, %second : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%zeros1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %place = bufferization.to_tensor %out restrict writable : memref<64x64xf32> to tensor<64x64xf32>
  %result = linalg.mul ins(%product0, %product1 : tensor<64x64xf32>, tensor<64x64xf32>)
      outs(%place : tensor<64x64xf32>) -> tensor<64x64xf32>
  bufferization.materialize_in_destination %result in restrict writable %out
      : (tensor<64x64xf32>, memref<64x64xf32>) -> ()
  return
}
// [end gated]
