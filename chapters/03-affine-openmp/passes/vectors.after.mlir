module {
  func.func @multiply_add(%arg0: memref<32x50xf32>, %arg1: memref<32x50xf32>, %arg2: memref<32x50xf32>) attributes {llvm.emit_c_interface} {
    affine.for %arg3 = 0 to 32 {
      affine.for %arg4 = 0 to 50 step 8 {
        %0 = ub.poison : f32
        %1 = vector.transfer_read %arg0[%arg3, %arg4], %0 : memref<32x50xf32>, vector<8xf32>
        %2 = ub.poison : f32
        %3 = vector.transfer_read %arg1[%arg3, %arg4], %2 : memref<32x50xf32>, vector<8xf32>
        %4 = ub.poison : f32
        %5 = vector.transfer_read %arg2[%arg3, %arg4], %4 : memref<32x50xf32>, vector<8xf32>
        %6 = arith.mulf %1, %3 : vector<8xf32>
        %7 = arith.addf %6, %5 : vector<8xf32>
        vector.transfer_write %7, %arg2[%arg3, %arg4] : vector<8xf32>, memref<32x50xf32>
      }
    }
    return
  }
}

