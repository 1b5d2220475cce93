// seen, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[5, 8].

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @seen(%arg0: memref<5x8xf32>, %arg1: memref<5x5xi8>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<5x8xf32> to tensor<5x8xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<5x5xi8> to tensor<5x5xi8>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%1 : tensor<5x5xi8>) {
    ^bb0(%out: i8):
      %3 = linalg.index 0 : index
      %4 = arith.index_cast %3 : index to i64
      %5 = linalg.index 1 : index
      %6 = arith.index_cast %5 : index to i64
      %7 = arith.cmpi sge, %4, %6 : i64
      %8 = arith.extui %7 : i1 to i8
      linalg.yield %8 : i8
    } -> tensor<5x5xi8>
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<5x5xi8>, memref<5x5xi8>) -> ()
    return
  }
}
