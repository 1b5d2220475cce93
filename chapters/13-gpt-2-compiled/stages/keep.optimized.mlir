// keep, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: cache float32[4, n, 8], new float32[4, 1, 8].

module {
  func.func @keep(%arg0: memref<4x?x8xf32, strided<[?, ?, 1], offset: ?>>, %arg1: memref<4x1x8xf32>, %arg2: memref<4x?x8xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<4x?x8xf32, strided<[?, ?, 1], offset: ?>> to tensor<4x?x8xf32>
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<4x?x8xf32, strided<[?, ?, 1], offset: ?>>
    %1 = bufferization.to_tensor %arg1 restrict : memref<4x1x8xf32> to tensor<4x1x8xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<4x?x8xf32> to tensor<4x?x8xf32>
    %3 = linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%0 : tensor<4x?x8xf32>) outs(%2 : tensor<4x?x8xf32>) -> tensor<4x?x8xf32>
    %c-1 = arith.constant -1 : index
    %4 = arith.addi %c-1, %dim : index
    %inserted_slice = tensor.insert_slice %1 into %3[0, %4, 0] [4, 1, 8] [1, 1, 1] : tensor<4x1x8xf32> into tensor<4x?x8xf32>
    bufferization.materialize_in_destination %inserted_slice in restrict writable %arg2 : (tensor<4x?x8xf32>, memref<4x?x8xf32>) -> ()
    return
  }
}
