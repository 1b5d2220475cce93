// layer, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[32, 48], weight float32[40, 48], bias float32[40].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @layer(%arg0: memref<32x48xf32>, %arg1: memref<40x48xf32>, %arg2: memref<40xf32>, %arg3: memref<32x40xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<32x48xf32> to tensor<32x48xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<40x48xf32> to tensor<40x48xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<40xf32> to tensor<40xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<32x40xf32> to tensor<32x40xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %4 = tensor.empty() : tensor<32x40xf32>
    %5 = linalg.fill ins(%cst : f32) outs(%4 : tensor<32x40xf32>) -> tensor<32x40xf32>
    %6 = linalg.contract indexing_maps = [#map, #map1, #map2] ins(%0, %1 : tensor<32x48xf32>, tensor<40x48xf32>) outs(%5 : tensor<32x40xf32>) -> tensor<32x40xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map4, #map3], iterator_types = ["parallel", "parallel"]} ins(%6, %2 : tensor<32x40xf32>, tensor<40xf32>) outs(%3 : tensor<32x40xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %8 = arith.addf %in, %in_0 : f32
      %cst_1 = arith.constant 0.000000e+00 : f32
      %9 = arith.maximumf %8, %cst_1 : f32
      linalg.yield %9 : f32
    } -> tensor<32x40xf32>
    bufferization.materialize_in_destination %7 in restrict writable %arg3 : (tensor<32x40xf32>, memref<32x40xf32>) -> ()
    return
  }
}
