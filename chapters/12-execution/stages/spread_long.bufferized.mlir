// spread, bufferized: over buffers; next: tensor-to-llvm. Written by stages.py.
// Arguments: x float32[64, 8192].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
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
  func.func @spread(%arg0: memref<64x8192xf32>, %arg1: memref<64xf32>, %arg2: memref<?xi8>) attributes {llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %cst = arith.constant 8.192000e+03 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %c0_1 = arith.constant 0 : index
    %view = memref.view %arg2[%c0][] : memref<?xi8> to memref<8192xf32>
    %alloca = memref.alloca() {alignment = 64 : i64} : memref<f32>
    %alloca_2 = memref.alloca() {alignment = 64 : i64} : memref<f32>
    %alloca_3 = memref.alloca() {alignment = 64 : i64} : memref<f32>
    scf.for %arg3 = %c0_1 to %c64 step %c1 {
      linalg.fill ins(%cst_0 : f32) outs(%alloca : memref<f32>)
      %subview = memref.subview %arg0[%arg3, 0] [1, 8192] [1, 1] : memref<64x8192xf32> to memref<8192xf32, strided<[1], offset: ?>>
      linalg.generic {indexing_maps = [#map, #map, #map1], iterator_types = ["reduction"]} ins(%subview : memref<8192xf32, strided<[1], offset: ?>>) outs(%view, %alloca : memref<8192xf32>, memref<f32>) {
      ^bb0(%in: f32, %out: f32, %out_5: f32):
        %4 = func.call @exp_f32(%in) : (f32) -> f32
        %5 = arith.addf %out_5, %4 fastmath<reassoc> : f32
        linalg.yield %4, %5 : f32, f32
      }
      %0 = memref.load %alloca[] : memref<f32>
      %1 = arith.divf %0, %cst : f32
      linalg.fill ins(%cst_0 : f32) outs(%alloca_2 : memref<f32>)
      linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["reduction"]} ins(%view : memref<8192xf32>) outs(%alloca_2 : memref<f32>) {
      ^bb0(%in: f32, %out: f32):
        %4 = arith.subf %in, %1 : f32
        %5 = arith.mulf %4, %4 : f32
        %6 = arith.addf %out, %5 fastmath<reassoc> : f32
        linalg.yield %6 : f32
      }
      %2 = memref.load %alloca_2[] : memref<f32>
      %3 = arith.divf %2, %cst : f32
      memref.store %3, %alloca_3[] : memref<f32>
      %subview_4 = memref.subview %arg1[%arg3] [1] [1] : memref<64xf32> to memref<f32, strided<[], offset: ?>>
      linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%alloca_3 : memref<f32>) outs(%subview_4 : memref<f32, strided<[], offset: ?>>)
    }
    return
  }
}
