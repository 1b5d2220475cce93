// embed, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: tokens int64[4], table float32[50, 64], places float32[32, 64].

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> ()>
module {
  func.func @embed(%arg0: memref<4xi64>, %arg1: memref<50x64xf32>, %arg2: memref<32x64xf32>, %arg3: memref<4x64xf32>, %arg4: memref<i32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<4xi64> to tensor<4xi64>
    %1 = bufferization.to_tensor %arg1 restrict : memref<50x64xf32> to tensor<50x64xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<32x64xf32> to tensor<32x64xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<4x64xf32> to tensor<4x64xf32>
    %c50_i64 = arith.constant 50 : i64
    %c0_i64 = arith.constant 0 : i64
    %4 = arith.subi %c0_i64, %c50_i64 : i64
    %extracted_slice = tensor.extract_slice %2[0, 0] [4, 64] [1, 1] : tensor<32x64xf32> to tensor<4x64xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%0, %extracted_slice : tensor<4xi64>, tensor<4x64xf32>) outs(%3 : tensor<4x64xf32>) {
    ^bb0(%in: i64, %in_0: f32, %out: f32):
      %c50 = arith.constant 50 : index
      %c64 = arith.constant 64 : index
      %12 = linalg.index 1 : index
      %13 = arith.index_cast %in : i64 to index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %14 = arith.cmpi slt, %13, %c0 : index
      %15 = arith.addi %13, %c50 : index
      %16 = arith.select %14, %15, %13 : index
      %17 = arith.subi %c50, %c1 : index
      %18 = arith.minsi %16, %17 : index
      %19 = arith.maxsi %18, %c0 : index
      %extracted_1 = tensor.extract %1[%19, %12] : tensor<50x64xf32>
      %20 = arith.addf %extracted_1, %in_0 : f32
      linalg.yield %20 : f32
    } -> tensor<4x64xf32>
    %false = arith.constant false
    %6 = tensor.empty() : tensor<i8>
    %7 = arith.extui %false : i1 to i8
    %8 = linalg.fill ins(%7 : i8) outs(%6 : tensor<i8>) -> tensor<i8>
    %9 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["reduction"]} ins(%0 : tensor<4xi64>) outs(%8 : tensor<i8>) {
    ^bb0(%in: i64, %out: i8):
      %c50_i64_0 = arith.constant 50 : i64
      %12 = arith.cmpi sge, %in, %c50_i64_0 : i64
      %13 = arith.cmpi slt, %in, %4 : i64
      %14 = arith.ori %12, %13 : i1
      %c0_i8_1 = arith.constant 0 : i8
      %15 = arith.cmpi ne, %out, %c0_i8_1 : i8
      %16 = arith.ori %15, %14 : i1
      %17 = arith.extui %16 : i1 to i8
      linalg.yield %17 : i8
    } -> tensor<i8>
    %extracted = tensor.extract %9[] : tensor<i8>
    %c0_i8 = arith.constant 0 : i8
    %10 = arith.cmpi ne, %extracted, %c0_i8 : i8
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %11 = arith.select %10, %c1_i32, %c0_i32 : i32
    bufferization.materialize_in_destination %5 in restrict writable %arg3 : (tensor<4x64xf32>, memref<4x64xf32>) -> ()
    memref.store %11, %arg4[] : memref<i32>
    return
  }
}
