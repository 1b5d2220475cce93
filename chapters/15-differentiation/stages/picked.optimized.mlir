// the gradient of picked, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: table float32[10, 8], ids int64[6].

#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0) -> (d0)>
#map3 = affine_map<(d0) -> ()>
module {
  func.func private @tanh_f32(f32) -> f32
  func.func @picked(%arg0: memref<10x8xf32>, %arg1: memref<6xi64>, %arg2: memref<10x8xf32>, %arg3: memref<i32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<10x8xf32> to tensor<10x8xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<6xi64> to tensor<6xi64>
    %2 = bufferization.to_tensor %arg2 restrict writable : memref<10x8xf32> to tensor<10x8xf32>
    %c10_i64 = arith.constant 10 : i64
    %c0_i64 = arith.constant 0 : i64
    %3 = arith.subi %c0_i64, %c10_i64 : i64
    %4 = tensor.empty() : tensor<6x8xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<6xi64>) outs(%4 : tensor<6x8xf32>) {
    ^bb0(%in: i64, %out: f32):
      %cst_0 = arith.constant 1.000000e+00 : f32
      %c10 = arith.constant 10 : index
      %c8 = arith.constant 8 : index
      %16 = linalg.index 1 : index
      %17 = arith.index_cast %in : i64 to index
      %c0_1 = arith.constant 0 : index
      %c1_2 = arith.constant 1 : index
      %18 = arith.cmpi slt, %17, %c0_1 : index
      %19 = arith.addi %17, %c10 : index
      %20 = arith.select %18, %19, %17 : index
      %21 = arith.subi %c10, %c1_2 : index
      %22 = arith.minsi %20, %21 : index
      %23 = arith.maxsi %22, %c0_1 : index
      %extracted_3 = tensor.extract %0[%23, %16] : tensor<10x8xf32>
      %24 = func.call @tanh_f32(%extracted_3) : (f32) -> f32
      %25 = arith.mulf %24, %24 : f32
      %26 = arith.subf %cst_0, %25 : f32
      linalg.yield %26 : f32
    } -> tensor<6x8xf32>
    %6 = tensor.empty() : tensor<10x8xf32>
    %cst = arith.constant 0.000000e+00 : f32
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %8 = linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%7 : tensor<10x8xf32>) outs(%2 : tensor<10x8xf32>) -> tensor<10x8xf32>
    %c6 = arith.constant 6 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %9 = scf.for %arg4 = %c0 to %c6 step %c1 iter_args(%arg5 = %8) -> (tensor<10x8xf32>) {
      %c10 = arith.constant 10 : index
      %extracted_0 = tensor.extract %1[%arg4] : tensor<6xi64>
      %16 = arith.index_cast %extracted_0 : i64 to index
      %c0_1 = arith.constant 0 : index
      %c1_2 = arith.constant 1 : index
      %17 = arith.cmpi slt, %16, %c0_1 : index
      %18 = arith.addi %16, %c10 : index
      %19 = arith.select %17, %18, %16 : index
      %20 = arith.subi %c10, %c1_2 : index
      %21 = arith.minsi %19, %20 : index
      %22 = arith.maxsi %21, %c0_1 : index
      %extracted_slice = tensor.extract_slice %arg5[%22, 0] [1, 8] [1, 1] : tensor<10x8xf32> to tensor<8xf32>
      %extracted_slice_3 = tensor.extract_slice %5[%arg4, 0] [1, 8] [1, 1] : tensor<6x8xf32> to tensor<8xf32>
      %23 = linalg.add ins(%extracted_slice, %extracted_slice_3 : tensor<8xf32>, tensor<8xf32>) outs(%extracted_slice : tensor<8xf32>) -> tensor<8xf32>
      %inserted_slice = tensor.insert_slice %23 into %arg5[%22, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<10x8xf32>
      scf.yield %inserted_slice : tensor<10x8xf32>
    }
    %false = arith.constant false
    %10 = tensor.empty() : tensor<i8>
    %11 = arith.extui %false : i1 to i8
    %12 = linalg.fill ins(%11 : i8) outs(%10 : tensor<i8>) -> tensor<i8>
    %13 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["reduction"]} ins(%1 : tensor<6xi64>) outs(%12 : tensor<i8>) {
    ^bb0(%in: i64, %out: i8):
      %c10_i64_0 = arith.constant 10 : i64
      %16 = arith.cmpi sge, %in, %c10_i64_0 : i64
      %17 = arith.cmpi slt, %in, %3 : i64
      %18 = arith.ori %16, %17 : i1
      %c0_i8_1 = arith.constant 0 : i8
      %19 = arith.cmpi ne, %out, %c0_i8_1 : i8
      %20 = arith.ori %19, %18 : i1
      %21 = arith.extui %20 : i1 to i8
      linalg.yield %21 : i8
    } -> tensor<i8>
    %extracted = tensor.extract %13[] : tensor<i8>
    %c0_i8 = arith.constant 0 : i8
    %14 = arith.cmpi ne, %extracted, %c0_i8 : i8
    %c1_i32 = arith.constant 1 : i32
    %c0_i32 = arith.constant 0 : i32
    %15 = arith.select %14, %c1_i32, %c0_i32 : i32
    bufferization.materialize_in_destination %9 in restrict writable %arg2 : (tensor<10x8xf32>, memref<10x8xf32>) -> ()
    memref.store %15, %arg3[] : memref<i32>
    return
  }
}
