// scores of bfloat16 weights, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: x float32[1, 32], tokens bfloat16[96, 32].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
module {
  func.func @scores(%arg0: memref<1x32xf32>, %arg1: memref<96x32xbf16>, %arg2: memref<1x96xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    linalg.fill ins(%cst : f32) outs(%arg2 : memref<1x96xf32>)
    linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg0, %arg1 : memref<1x32xf32>, memref<96x32xbf16>) outs(%arg2 : memref<1x96xf32>)
    return
  }
}
