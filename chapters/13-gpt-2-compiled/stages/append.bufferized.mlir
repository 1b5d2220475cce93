// append, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: cache float32[4, n, 8], new float32[4, 1, 8].

module {
  func.func @append(%arg0: memref<4x?x8xf32, strided<[?, ?, 1], offset: ?>>, %arg1: memref<4x1x8xf32>, %arg2: memref<4x?x8xf32>) attributes {llvm.emit_c_interface} {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<4x?x8xf32, strided<[?, ?, 1], offset: ?>>
    %subview = memref.subview %arg2[0, 0, 0] [4, %dim, 8] [1, 1, 1] : memref<4x?x8xf32> to memref<4x?x8xf32, strided<[?, 8, 1]>>
    linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%arg0 : memref<4x?x8xf32, strided<[?, ?, 1], offset: ?>>) outs(%subview : memref<4x?x8xf32, strided<[?, 8, 1]>>)
    %subview_0 = memref.subview %arg2[0, %dim, 0] [4, 1, 8] [1, 1, 1] : memref<4x?x8xf32> to memref<4x1x8xf32, strided<[?, 8, 1], offset: ?>>
    linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%arg1 : memref<4x1x8xf32>) outs(%subview_0 : memref<4x1x8xf32, strided<[?, 8, 1], offset: ?>>)
    return
  }
}
