#map = affine_map<() -> (6)>
#map1 = affine_map<() -> (7)>
#map2 = affine_map<(d0)[s0] -> (d0 * s0)>
#map3 = affine_map<(d0)[s0] -> (d0 mod s0)>
#map4 = affine_map<(d0)[s0] -> (d0 floordiv s0)>
module {
  func.func @add(%arg0: memref<6x7xf32>, %arg1: memref<6x7xf32>) attributes {llvm.emit_c_interface} {
    %0 = affine.apply #map()
    %1 = affine.apply #map1()
    %2 = affine.apply #map2(%0)[%1]
    affine.for %arg2 = 0 to %2 {
      %3 = affine.apply #map3(%arg2)[%1]
      %4 = affine.apply #map4(%arg2)[%1]
      %5 = affine.load %arg0[%4, %3] : memref<6x7xf32>
      %6 = affine.load %arg1[%4, %3] : memref<6x7xf32>
      %7 = arith.addf %5, %6 : f32
      affine.store %7, %arg1[%4, %3] : memref<6x7xf32>
    }
    return
  }
}

