// differences, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64].

#map = affine_map<(d0) -> (d0)>
module {
  func.func @differences(%arg0: memref<64xf32>, %arg1: memref<63xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64xf32> to tensor<64xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<63xf32> to tensor<63xf32>
    %extracted_slice = tensor.extract_slice %0[1] [63] [1] : tensor<64xf32> to tensor<63xf32>
    %extracted_slice_0 = tensor.extract_slice %0[0] [63] [1] : tensor<64xf32> to tensor<63xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%extracted_slice, %extracted_slice_0 : tensor<63xf32>, tensor<63xf32>) outs(%1 : tensor<63xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %3 = arith.subf %in, %in_1 : f32
      linalg.yield %3 : f32
    } -> tensor<63xf32>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<63xf32>, memref<63xf32>) -> ()
    return
  }
}
