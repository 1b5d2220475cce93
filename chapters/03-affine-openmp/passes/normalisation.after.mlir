#map = affine_map<(d0) -> (d0 * 3 + 5)>
module {
  func.func @clear_every_third(%arg0: memref<100xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 0.000000e+00 : f32
    affine.for %arg1 = 0 to 32 {
      %0 = affine.apply #map(%arg1)
      affine.store %cst, %arg0[%0] : memref<100xf32>
    }
    return
  }
}

