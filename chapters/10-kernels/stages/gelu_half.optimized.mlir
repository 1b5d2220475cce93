// gelu of float16, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float16[64, 128].

#map = affine_map<(d0) -> (d0)>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @gelu(%arg0: memref<64x128xf16>, %arg1: memref<64x128xf16>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x128xf16> to tensor<64x128xf16>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64x128xf16> to tensor<64x128xf16>
    %collapsed = tensor.collapse_shape %1 [[0, 1]] : tensor<64x128xf16> into tensor<8192xf16>
    %collapsed_0 = tensor.collapse_shape %0 [[0, 1]] : tensor<64x128xf16> into tensor<8192xf16>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%collapsed_0 : tensor<8192xf16>) outs(%collapsed : tensor<8192xf16>) {
    ^bb0(%in: f16, %out: f16):
      %cst = arith.constant 5.000000e-01 : f16
      %3 = arith.extf %cst : f16 to f32
      %4 = arith.extf %in : f16 to f32
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.truncf %5 : f32 to f16
      %cst_1 = arith.constant 1.000000e+00 : f16
      %cst_2 = arith.constant 7.978520e-01 : f16
      %cst_3 = arith.constant 4.470830e-02 : f16
      %7 = arith.extf %cst_3 : f16 to f32
      %8 = arith.extf %in : f16 to f32
      %9 = arith.mulf %7, %8 : f32
      %10 = arith.truncf %9 : f32 to f16
      %11 = arith.extf %10 : f16 to f32
      %12 = arith.extf %in : f16 to f32
      %13 = arith.mulf %11, %12 : f32
      %14 = arith.truncf %13 : f32 to f16
      %15 = arith.extf %14 : f16 to f32
      %16 = arith.extf %in : f16 to f32
      %17 = arith.mulf %15, %16 : f32
      %18 = arith.truncf %17 : f32 to f16
      %19 = arith.extf %in : f16 to f32
      %20 = arith.extf %18 : f16 to f32
      %21 = arith.addf %19, %20 : f32
      %22 = arith.truncf %21 : f32 to f16
      %23 = arith.extf %cst_2 : f16 to f32
      %24 = arith.extf %22 : f16 to f32
      %25 = arith.mulf %23, %24 : f32
      %26 = arith.truncf %25 : f32 to f16
      %27 = arith.extf %26 : f16 to f32
      %28 = func.call @tanh_f32(%27) : (f32) -> f32
      %29 = arith.truncf %28 : f32 to f16
      %30 = arith.extf %cst_1 : f16 to f32
      %31 = arith.extf %29 : f16 to f32
      %32 = arith.addf %30, %31 : f32
      %33 = arith.truncf %32 : f32 to f16
      %34 = arith.extf %6 : f16 to f32
      %35 = arith.extf %33 : f16 to f32
      %36 = arith.mulf %34, %35 : f32
      %37 = arith.truncf %36 : f32 to f16
      linalg.yield %37 : f16
    } -> tensor<8192xf16>
    %expanded = tensor.expand_shape %2 [[0, 1]] output_shape [64, 128] : tensor<8192xf16> into tensor<64x128xf16>
    bufferization.materialize_in_destination %expanded in restrict writable %arg1 : (tensor<64x128xf16>, memref<64x128xf16>) -> ()
    return
  }
}
