// joined, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: x float32[n], y float32[m].

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @joined(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: memref<?x?xf32>) attributes {llvm.emit_c_interface} {
    %c-1 = arith.constant -1 : index
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32>
    %dim_0 = memref.dim %arg1, %c0 : memref<?xf32>
    %subview = memref.subview %arg2[0] [%dim] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
    linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%arg0 : memref<?xf32>) outs(%subview : memref<?xf32, strided<[1]>>)
    %0 = arith.addi %dim_0, %c-1 : index
    %subview_1 = memref.subview %arg1[1] [%0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: 1>>
    %subview_2 = memref.subview %arg2[%dim] [%0] [1] : memref<?xf32> to memref<?xf32, strided<[1], offset: ?>>
    linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%subview_1 : memref<?xf32, strided<[1], offset: 1>>) outs(%subview_2 : memref<?xf32, strided<[1], offset: ?>>)
    linalg.generic {indexing_maps = [#map, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : memref<?xf32>, memref<?xf32>) outs(%arg3 : memref<?x?xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %1 = arith.mulf %in, %in_3 : f32
      linalg.yield %1 : f32
    }
    return
  }
}
