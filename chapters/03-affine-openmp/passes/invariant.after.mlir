module {
  func.func @scale_rows(%arg0: memref<64x48xf32>, %arg1: memref<64xf32>, %arg2: memref<64x48xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg3 = 0 to 64 {
      %0 = affine.load %arg1[%arg3] : memref<64xf32>
      %1 = math.sqrt %0 : f32
      affine.for %arg4 = 0 to 48 {
        %2 = affine.load %arg0[%arg3, %arg4] : memref<64x48xf32>
        %3 = arith.divf %2, %1 : f32
        affine.store %3, %arg2[%arg3, %arg4] : memref<64x48xf32>
      }
    }
    return
  }
}

