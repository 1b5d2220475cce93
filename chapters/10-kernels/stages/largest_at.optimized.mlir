// largest_at of float32, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: x float32[64, 128].

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0) -> ()>
module {
  func.func @largest_at(%arg0: memref<64x128xf32>, %arg1: memref<64xi64>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<64x128xf32> to tensor<64x128xf32>
    %1 = bufferization.to_tensor %arg1 restrict writable : memref<64xi64> to tensor<64xi64>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %2 = scf.for %arg2 = %c0 to %c64 step %c1 iter_args(%arg3 = %1) -> (tensor<64xi64>) {
      %c-1_i64 = arith.constant -1 : i64
      %cst = arith.constant 0xFF800000 : f32
      %3 = tensor.empty() : tensor<i64>
      %4 = linalg.fill ins(%c-1_i64 : i64) outs(%3 : tensor<i64>) -> tensor<i64>
      %5 = tensor.empty() : tensor<f32>
      %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<f32>) -> tensor<f32>
      %extracted_slice = tensor.extract_slice %0[%arg2, 0] [1, 128] [1, 1] : tensor<64x128xf32> to tensor<128xf32>
      %7:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["reduction"]} ins(%extracted_slice : tensor<128xf32>) outs(%4, %6 : tensor<i64>, tensor<f32>) {
      ^bb0(%in: f32, %out: i64, %out_0: f32):
        %8 = linalg.index 0 : index
        %9 = arith.index_cast %8 : index to i64
        %10 = arith.cmpf ogt, %in, %out_0 : f32
        %11 = arith.cmpf uno, %in, %in : f32
        %12 = arith.cmpf ord, %out_0, %out_0 : f32
        %13 = arith.andi %11, %12 : i1
        %14 = arith.ori %10, %13 : i1
        %c0_i64 = arith.constant 0 : i64
        %15 = arith.cmpi slt, %out, %c0_i64 : i64
        %16 = arith.ori %14, %15 : i1
        %17 = arith.select %16, %9, %out : i64
        %18 = arith.select %16, %in, %out_0 : f32
        linalg.yield %17, %18 : i64, f32
      } -> (tensor<i64>, tensor<f32>)
      %extracted = tensor.extract %7#0[] : tensor<i64>
      %from_elements = tensor.from_elements %extracted : tensor<i64>
      %inserted_slice = tensor.insert_slice %from_elements into %arg3[%arg2] [1] [1] : tensor<i64> into tensor<64xi64>
      scf.yield %inserted_slice : tensor<64xi64>
    }
    bufferization.materialize_in_destination %2 in restrict writable %arg1 : (tensor<64xi64>, memref<64xi64>) -> ()
    return
  }
}
