// lookup, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: numbers int64[3].

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> ()>
module {
  func.func @lookup(%arg0: memref<3xi64>, %arg1: memref<26x4xf32>, %arg2: memref<3x4xf32>, %arg3: memref<i32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<3xi64> to tensor<3xi64>
    %1 = bufferization.to_tensor %arg1 restrict : memref<26x4xf32> to tensor<26x4xf32>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<3x4xf32> to tensor<3x4xf32>
    %c26_i64 = arith.constant 26 : i64
    %c0_i64 = arith.constant 0 : i64
    %3 = arith.subi %c0_i64, %c26_i64 : i64
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<3xi64>) outs(%2 : tensor<3x4xf32>) {
    ^bb0(%in: i64, %out: f32):
      %c26 = arith.constant 26 : index
      %c4 = arith.constant 4 : index
      %11 = linalg.index 1 : index
      %12 = arith.index_cast %in : i64 to index
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %13 = arith.cmpi slt, %12, %c0 : index
      %14 = arith.addi %12, %c26 : index
      %15 = arith.select %13, %14, %12 : index
      %16 = arith.subi %c26, %c1 : index
      %17 = arith.minsi %15, %16 : index
      %18 = arith.maxsi %17, %c0 : index
      %extracted_0 = tensor.extract %1[%18, %11] : tensor<26x4xf32>
      linalg.yield %extracted_0 : f32
    } -> tensor<3x4xf32>
    %false = arith.constant false
    %5 = tensor.empty() : tensor<i8>
    %6 = arith.extui %false : i1 to i8
    %7 = linalg.fill ins(%6 : i8) outs(%5 : tensor<i8>) -> tensor<i8>
    %8 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["reduction"]} ins(%0 : tensor<3xi64>) outs(%7 : tensor<i8>) {
    ^bb0(%in: i64, %out: i8):
      %c26_i64_0 = arith.constant 26 : i64
      %11 = arith.cmpi sge, %in, %c26_i64_0 : i64
      %12 = arith.cmpi slt, %in, %3 : i64
      %13 = arith.ori %11, %12 : i1
      %c0_i8_1 = arith.constant 0 : i8
      %14 = arith.cmpi ne, %out, %c0_i8_1 : i8
      %15 = arith.ori %14, %13 : i1
      %16 = arith.extui %15 : i1 to i8
      linalg.yield %16 : i8
    } -> tensor<i8>
    %extracted = tensor.extract %8[] : tensor<i8>
    %c0_i8 = arith.constant 0 : i8
    %9 = arith.cmpi ne, %extracted, %c0_i8 : i8
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %10 = arith.select %9, %c1_i32, %c0_i32 : i32
    bufferization.materialize_in_destination %4 in restrict writable %arg2 : (tensor<3x4xf32>, memref<3x4xf32>) -> ()
    memref.store %10, %arg3[] : memref<i32>
    return
  }
}
