// the loss and its gradient, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: w float32[32, 48], x float32[64, 32].

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1) -> ()>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0) -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d1, d0)>
module {
  func.func private @exp_f32(%arg0: f32) -> f32 {
    %c1065353216_i32 = arith.constant 1065353216 : i32
    %c1262485504_i32 = arith.constant 1262485504 : i32
    %c23_i32 = arith.constant 23 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.00138131448 : f32
    %cst_1 = arith.constant 0.00836941879 : f32
    %cst_2 = arith.constant 0.041668456 : f32
    %cst_3 = arith.constant 0.166665152 : f32
    %cst_4 = arith.constant 0.49999994 : f32
    %cst_5 = arith.constant 1.000000e+00 : f32
    %cst_6 = arith.constant 2.12194442E-4 : f32
    %cst_7 = arith.constant -0.693359375 : f32
    %cst_8 = arith.constant 1.44269502 : f32
    %cst_9 = arith.constant 0x4B400000 : f32
    %cst_10 = arith.constant 8.900000e+01 : f32
    %cst_11 = arith.constant -1.040000e+02 : f32
    %0 = arith.cmpf ogt, %arg0, %cst_10 : f32
    %1 = arith.select %0, %cst_10, %arg0 : f32
    %2 = arith.cmpf olt, %1, %cst_11 : f32
    %3 = arith.select %2, %cst_11, %1 : f32
    %4 = math.fma %3, %cst_8, %cst_9 : f32
    %5 = arith.subf %4, %cst_9 : f32
    %6 = math.fma %5, %cst_7, %3 : f32
    %7 = math.fma %5, %cst_6, %6 : f32
    %8 = math.fma %cst_0, %7, %cst_1 : f32
    %9 = math.fma %8, %7, %cst_2 : f32
    %10 = math.fma %9, %7, %cst_3 : f32
    %11 = math.fma %10, %7, %cst_4 : f32
    %12 = math.fma %11, %7, %cst_5 : f32
    %13 = math.fma %12, %7, %cst_5 : f32
    %14 = arith.select %2, %cst, %13 : f32
    %15 = arith.bitcast %4 : f32 to i32
    %16 = arith.subi %15, %c1262485504_i32 : i32
    %17 = arith.shrsi %16, %c1_i32 : i32
    %18 = arith.subi %16, %17 : i32
    %19 = arith.shli %17, %c23_i32 : i32
    %20 = arith.addi %19, %c1065353216_i32 : i32
    %21 = arith.bitcast %20 : i32 to f32
    %22 = arith.shli %18, %c23_i32 : i32
    %23 = arith.addi %22, %c1065353216_i32 : i32
    %24 = arith.bitcast %23 : i32 to f32
    %25 = arith.mulf %14, %21 : f32
    %26 = arith.mulf %25, %24 : f32
    return %26 : f32
  }
  func.func private @tanh_f32(%arg0: f32) -> f32 {
    %cst = arith.constant 8.000000e-01 : f32
    %cst_0 = arith.constant 0.00158475223 : f32
    %cst_1 = arith.constant -7.409550e-03 : f32
    %cst_2 = arith.constant 0.021302985 : f32
    %cst_3 = arith.constant -0.0538523309 : f32
    %cst_4 = arith.constant 0.133322209 : f32
    %cst_5 = arith.constant -3.333330e-01 : f32
    %c23_i32 = arith.constant 23 : i32
    %cst_6 = arith.constant 0.0884041264 : f32
    %cst_7 = arith.constant 0.267821401 : f32
    %cst_8 = arith.constant 0.666695296 : f32
    %cst_9 = arith.constant 1.33332121 : f32
    %cst_10 = arith.constant 1.99999976 : f32
    %cst_11 = arith.constant 1.06097221E-4 : f32
    %cst_12 = arith.constant -0.346679688 : f32
    %cst_13 = arith.constant 2.885390e+00 : f32
    %cst_14 = arith.constant 0x4B400000 : f32
    %cst_15 = arith.constant 1.000000e+01 : f32
    %cst_16 = arith.constant 1.000000e+00 : f32
    %cst_17 = arith.constant 2.000000e+00 : f32
    %0 = math.absf %arg0 : f32
    %1 = arith.cmpf ogt, %0, %cst_15 : f32
    %2 = arith.select %1, %cst_15, %0 : f32
    %3 = math.fma %2, %cst_13, %cst_14 : f32
    %4 = arith.subf %3, %cst_14 : f32
    %5 = math.fma %4, %cst_12, %2 : f32
    %6 = math.fma %4, %cst_11, %5 : f32
    %7 = math.fma %cst_6, %6, %cst_7 : f32
    %8 = math.fma %7, %6, %cst_8 : f32
    %9 = math.fma %8, %6, %cst_9 : f32
    %10 = math.fma %9, %6, %cst_10 : f32
    %11 = math.fma %10, %6, %cst_17 : f32
    %12 = math.fma %11, %6, %cst_16 : f32
    %13 = arith.bitcast %3 : f32 to i32
    %14 = arith.shli %13, %c23_i32 : i32
    %15 = arith.bitcast %12 : f32 to i32
    %16 = arith.addi %15, %14 : i32
    %17 = arith.bitcast %16 : i32 to f32
    %18 = arith.addf %17, %cst_16 : f32
    %19 = arith.divf %cst_17, %18 : f32
    %20 = arith.subf %cst_16, %19 : f32
    %21 = arith.mulf %0, %0 : f32
    %22 = math.fma %cst_0, %21, %cst_1 : f32
    %23 = math.fma %22, %21, %cst_2 : f32
    %24 = math.fma %23, %21, %cst_3 : f32
    %25 = math.fma %24, %21, %cst_4 : f32
    %26 = math.fma %25, %21, %cst_5 : f32
    %27 = arith.mulf %21, %0 : f32
    %28 = math.fma %27, %26, %0 : f32
    %29 = arith.cmpf ult, %0, %cst : f32
    %30 = arith.select %29, %28, %20 : f32
    %31 = math.copysign %30, %arg0 : f32
    return %31 : f32
  }
  func.func @loss(%arg0: memref<32x48xf32>, %arg1: memref<64x32xf32>, %arg2: memref<f32>, %arg3: memref<32x48xf32>) attributes {llvm.emit_c_interface} {
    %cst = arith.constant 3.072000e+03 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant 3.25520843E-4 : f32
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %cst_2 = arith.constant 0.000000e+00 : f32
    %alloca = memref.alloca() {alignment = 64 : i64} : memref<64x48xf32>
    linalg.fill ins(%cst_2 : f32) outs(%alloca : memref<64x48xf32>)
    linalg.contract indexing_maps = [#map, #map1, #map2] ins(%arg1, %arg0 : memref<64x32xf32>, memref<32x48xf32>) outs(%alloca : memref<64x48xf32>)
    %alloca_3 = memref.alloca() {alignment = 64 : i64} : memref<64x48xf32>
    %alloca_4 = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
    %alloca_5 = memref.alloca() {alignment = 64 : i64} : memref<f32>
    scf.for %arg4 = %c0 to %c64 step %c1 {
      %subview = memref.subview %alloca_3[%arg4, 0] [1, 48] [1, 1] : memref<64x48xf32> to memref<1x48xf32, strided<[48, 1], offset: ?>>
      linalg.fill ins(%cst_2 : f32) outs(%alloca_5 : memref<f32>)
      %subview_7 = memref.subview %alloca[%arg4, 0] [1, 48] [1, 1] : memref<64x48xf32> to memref<1x48xf32, strided<[48, 1], offset: ?>>
      linalg.generic {indexing_maps = [#map3, #map3, #map4], iterator_types = ["reduction", "reduction"]} ins(%subview_7 : memref<1x48xf32, strided<[48, 1], offset: ?>>) outs(%subview, %alloca_5 : memref<1x48xf32, strided<[48, 1], offset: ?>>, memref<f32>) {
      ^bb0(%in: f32, %out: f32, %out_9: f32):
        %2 = func.call @tanh_f32(%in) : (f32) -> f32
        %3 = arith.mulf %in, %2 : f32
        %4 = arith.mulf %3, %cst_1 : f32
        %5 = arith.addf %4, %4 : f32
        %6 = arith.mulf %5, %2 : f32
        %7 = arith.mulf %5, %in : f32
        %8 = arith.mulf %2, %2 : f32
        %9 = arith.subf %cst_0, %8 : f32
        %10 = arith.mulf %7, %9 : f32
        %11 = arith.addf %6, %10 : f32
        %12 = arith.mulf %3, %3 : f32
        %13 = arith.addf %out_9, %12 fastmath<reassoc> : f32
        linalg.yield %11, %13 : f32, f32
      }
      %subview_8 = memref.subview %alloca_4[%arg4] [1] [1] : memref<64xf32> to memref<f32, strided<[], offset: ?>>
      linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%alloca_5 : memref<f32>) outs(%subview_8 : memref<f32, strided<[], offset: ?>>)
    }
    %alloca_6 = memref.alloca() {alignment = 64 : i64} : memref<f32>
    linalg.fill ins(%cst_2 : f32) outs(%alloca_6 : memref<f32>)
    linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%alloca_4 : memref<64xf32>) outs(%alloca_6 : memref<f32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.addf %out, %in fastmath<reassoc> : f32
      linalg.yield %2 : f32
    }
    %0 = memref.load %alloca_6[] : memref<f32>
    %1 = arith.divf %0, %cst : f32
    linalg.fill ins(%cst_2 : f32) outs(%arg3 : memref<32x48xf32>)
    linalg.contract indexing_maps = [#map1, #map7, #map2] ins(%alloca_3, %arg1 : memref<64x48xf32>, memref<64x32xf32>) outs(%arg3 : memref<32x48xf32>)
    memref.store %1, %arg2[] : memref<f32>
    return
  }
}
