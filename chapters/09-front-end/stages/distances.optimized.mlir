// distances, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: points float32[5, 3], centres float32[2, 3].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @distances(%arg0: memref<5x3xf32>, %arg1: memref<2x3xf32>, %arg2: memref<5x2xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<5x3xf32> to tensor<5x3xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<2x3xf32> to tensor<2x3xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<5x2xf32> to tensor<5x2xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %3 = scf.for %arg3 = %c0 to %c5 step %c1 iter_args(%arg4 = %2) -> (tensor<5x2xf32>) {
      %c2 = arith.constant 2 : index
      %4 = scf.for %arg5 = %c0 to %c2 step %c1 iter_args(%arg6 = %arg4) -> (tensor<5x2xf32>) {
        %cst = arith.constant 0.000000e+00 : f32
        %5 = tensor.empty() : tensor<f32>
        %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<f32>) -> tensor<f32>
        %extracted_slice = tensor.extract_slice %0[%arg3, 0] [1, 3] [1, 1] : tensor<5x3xf32> to tensor<3xf32>
        %extracted_slice_0 = tensor.extract_slice %1[%arg5, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
        %7 = linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%extracted_slice, %extracted_slice_0 : tensor<3xf32>, tensor<3xf32>) outs(%6 : tensor<f32>) {
        ^bb0(%in: f32, %in_1: f32, %out: f32):
          %9 = arith.subf %in, %in_1 : f32
          %10 = arith.mulf %9, %9 : f32
          %11 = arith.addf %out, %10 fastmath<reassoc> : f32
          linalg.yield %11 : f32
        } -> tensor<f32>
        %extracted = tensor.extract %7[] : tensor<f32>
        %8 = math.sqrt %extracted : f32
        %from_elements = tensor.from_elements %8 : tensor<f32>
        %inserted_slice = tensor.insert_slice %from_elements into %arg6[%arg3, %arg5] [1, 1] [1, 1] : tensor<f32> into tensor<5x2xf32>
        scf.yield %inserted_slice : tensor<5x2xf32>
      }
      scf.yield %4 : tensor<5x2xf32>
    }
    bufferization.materialize_in_destination %3 in restrict writable %arg2 : (tensor<5x2xf32>, memref<5x2xf32>) -> ()
    return
  }
}
