// append, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: cache float32[5, 8], row float32[8].

module {
  func.func @append(%arg0: memref<5x8xf32>, %arg1: memref<8xf32>, %arg2: memref<6x8xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<5x8xf32> to tensor<5x8xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<8xf32> to tensor<8xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<6x8xf32> to tensor<6x8xf32>
    %inserted_slice = tensor.insert_slice %0 into %2[0, 0] [5, 8] [1, 1] : tensor<5x8xf32> into tensor<6x8xf32>
    %expanded = tensor.expand_shape %1 [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
    %inserted_slice_0 = tensor.insert_slice %expanded into %inserted_slice[5, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<6x8xf32>
    bufferization.materialize_in_destination %inserted_slice_0 in restrict writable %arg2 : (tensor<6x8xf32>, memref<6x8xf32>) -> ()
    return
  }
}
