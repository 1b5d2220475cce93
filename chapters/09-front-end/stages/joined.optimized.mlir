// joined, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[n], y float32[m].

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @joined(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?x?xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<?xf32> to tensor<?xf32>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<?xf32> to tensor<?xf32>
    %c0_0 = arith.constant 0 : index
    %dim_1 = memref.dim %arg1, %c0_0 : memref<?xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<?xf32> to tensor<?xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<?x?xf32> to tensor<?x?xf32>
    %inserted_slice = tensor.insert_slice %0 into %2[0] [%dim] [1] : tensor<?xf32> into tensor<?xf32>
    %c-1 = arith.constant -1 : index
    %4 = arith.addi %c-1, %dim_1 : index
    %extracted_slice = tensor.extract_slice %1[1] [%4] [1] : tensor<?xf32> to tensor<?xf32>
    %c-1_2 = arith.constant -1 : index
    %5 = arith.addi %c-1_2, %dim_1 : index
    %inserted_slice_3 = tensor.insert_slice %extracted_slice into %inserted_slice[%dim] [%5] [1] : tensor<?xf32> into tensor<?xf32>
    %6 = linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<?xf32>, tensor<?xf32>) outs(%3 : tensor<?x?xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %7 = arith.mulf %in, %in_4 : f32
      linalg.yield %7 : f32
    } -> tensor<?x?xf32>
    bufferization.materialize_in_destination %inserted_slice_3 in restrict writable %arg2 : (tensor<?xf32>, memref<?xf32>) -> ()
    bufferization.materialize_in_destination %6 in restrict writable %arg3 : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
    return
  }
}
