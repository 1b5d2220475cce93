// pairs, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[n].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @pairs(%arg0: memref<?xf32>, %arg1: memref<?xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<?xf32> to tensor<?xf32>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<?xf32> to tensor<?xf32>
    %c2 = arith.constant 2 : index
    %2 = arith.floordivsi %dim, %c2 : index
    %expanded = tensor.expand_shape %0 [[0, 1]] output_shape [%2, 2] : tensor<?xf32> into tensor<?x2xf32>
    %c2_0 = arith.constant 2 : index
    %3 = arith.floordivsi %dim, %c2_0 : index
    %c0_1 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %4 = scf.for %arg2 = %c0_1 to %3 step %c1 iter_args(%arg3 = %1) -> (tensor<?xf32>) {
      %cst = arith.constant 0.000000e+00 : f32
      %5 = tensor.empty() : tensor<f32>
      %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<f32>) -> tensor<f32>
      %c2_2 = arith.constant 2 : index
      %7 = arith.floordivsi %dim, %c2_2 : index
      %extracted_slice = tensor.extract_slice %expanded[%arg2, 0] [1, 2] [1, 1] : tensor<?x2xf32> to tensor<2xf32>
      %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<2xf32>) outs(%6 : tensor<f32>) {
      ^bb0(%in: f32, %out: f32):
        %9 = arith.addf %out, %in fastmath<reassoc> : f32
        linalg.yield %9 : f32
      } -> tensor<f32>
      %extracted = tensor.extract %8[] : tensor<f32>
      %from_elements = tensor.from_elements %extracted : tensor<f32>
      %inserted_slice = tensor.insert_slice %from_elements into %arg3[%arg2] [1] [1] : tensor<f32> into tensor<?xf32>
      scf.yield %inserted_slice : tensor<?xf32>
    }
    bufferization.materialize_in_destination %4 in restrict writable %arg1 : (tensor<?xf32>, memref<?xf32>) -> ()
    return
  }
}
