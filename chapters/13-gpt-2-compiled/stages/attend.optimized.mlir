// attend, optimized: after fusion, on tensors; next: tensor-bufferize. Written by stages.py.
// Arguments: query float32[4, t, 8], key float32[4, n, 8], value float32[4, n, 8].

#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d1)>
#map3 = affine_map<(d0, d1) -> (d0)>
module {
  func.func private @attention_update(memref<?x64xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x64xf32>, memref<64xf32>, memref<64xf32>) attributes {llvm.emit_c_interface}
  func.func private @attention_scores(memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x64xf32>, memref<?x64xf32>) attributes {llvm.emit_c_interface}
  func.func @attend(%arg0: memref<4x?x8xf32>, %arg1: memref<4x?x8xf32>, %arg2: memref<4x?x8xf32>, %arg3: memref<4x?x8xf32>) attributes {llvm.emit_c_interface} {
    %0 = bufferization.to_tensor %arg0 restrict : memref<4x?x8xf32> to tensor<4x?x8xf32>
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<4x?x8xf32>
    %1 = bufferization.to_tensor %arg1 restrict : memref<4x?x8xf32> to tensor<4x?x8xf32>
    %c1_0 = arith.constant 1 : index
    %dim_1 = memref.dim %arg1, %c1_0 : memref<4x?x8xf32>
    %2 = bufferization.to_tensor %arg2 restrict : memref<4x?x8xf32> to tensor<4x?x8xf32>
    %3 = bufferization.to_tensor %arg3 restrict writable : memref<4x?x8xf32> to tensor<4x?x8xf32>
    %extracted_slice = tensor.extract_slice %0[0, 0, 0] [4, %dim, 8] [1, 1, 1] : tensor<4x?x8xf32> to tensor<4x?x8xf32>
    %extracted_slice_2 = tensor.extract_slice %1[0, 0, 0] [4, %dim_1, 8] [1, 1, 1] : tensor<4x?x8xf32> to tensor<4x?x8xf32>
    %extracted_slice_3 = tensor.extract_slice %2[0, 0, 0] [4, %dim_1, 8] [1, 1, 1] : tensor<4x?x8xf32> to tensor<4x?x8xf32>
    %c64 = arith.constant 64 : index
    %4 = arith.ceildivui %dim, %c64 : index
    %alloca = memref.alloca() {alignment = 64 : i64} : memref<8x64xf32>
    %alloca_4 = memref.alloca() {alignment = 64 : i64} : memref<64x64xf32>
    %alloca_5 = memref.alloca() {alignment = 64 : i64} : memref<8x64xf32>
    %alloca_6 = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
    %alloca_7 = memref.alloca() {alignment = 64 : i64} : memref<64xf32>
    %alloca_8 = memref.alloca() {alignment = 64 : i64} : memref<8xf32>
    %alloca_9 = memref.alloca() : memref<i8>
    %c4 = arith.constant 4 : index
    %c0 = arith.constant 0 : index
    %c1_10 = arith.constant 1 : index
    %5 = scf.for %arg4 = %c0 to %c4 step %c1_10 iter_args(%arg5 = %3) -> (tensor<4x?x8xf32>) {
      %c0_11 = arith.constant 0 : index
      %c1_12 = arith.constant 1 : index
      %6 = scf.for %arg6 = %c0_11 to %4 step %c1_12 iter_args(%arg7 = %arg5) -> (tensor<4x?x8xf32>) {
        %c64_13 = arith.constant 64 : index
        %7 = arith.muli %arg6, %c64_13 : index
        %c64_14 = arith.constant 64 : index
        %8 = arith.subi %dim, %7 : index
        %9 = arith.minui %8, %c64_14 : index
        %cst = arith.constant 0.000000e+00 : f32
        linalg.fill ins(%cst : f32) outs(%alloca : memref<8x64xf32>)
        linalg.fill ins(%cst : f32) outs(%alloca_5 : memref<8x64xf32>)
        linalg.fill ins(%cst : f32) outs(%alloca_7 : memref<64xf32>)
        linalg.fill ins(%cst : f32) outs(%alloca_8 : memref<8xf32>)
        %cst_15 = arith.constant 0xFF800000 : f32
        linalg.fill ins(%cst_15 : f32) outs(%alloca_6 : memref<64xf32>)
        %extracted_slice_16 = tensor.extract_slice %extracted_slice[%arg4, %7, 0] [1, %9, 8] [1, 1, 1] : tensor<4x?x8xf32> to tensor<?x8xf32>
        %subview = memref.subview %alloca[0, 0] [8, %9] [1, 1] : memref<8x64xf32> to memref<8x?xf32, strided<[64, 1]>>
        %10 = bufferization.to_buffer %extracted_slice_16 read_only : tensor<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
        linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%10 : memref<?x8xf32, strided<[?, ?], offset: ?>>) outs(%subview : memref<8x?xf32, strided<[64, 1]>>) {
        ^bb0(%in: f32, %out: f32):
          linalg.yield %in : f32
        }
        %c64_17 = arith.constant 64 : index
        %c0_18 = arith.constant 0 : index
        scf.for %arg8 = %c0_18 to %dim_1 step %c64_17 {
          %c64_21 = arith.constant 64 : index
          %13 = arith.subi %dim_1, %arg8 : index
          %14 = arith.minui %13, %c64_21 : index
          %extracted_slice_22 = tensor.extract_slice %extracted_slice_3[%arg4, %arg8, 0] [1, %14, 8] [1, 1, 1] : tensor<4x?x8xf32> to tensor<?x8xf32>
          %15 = bufferization.to_buffer %extracted_slice_22 read_only : tensor<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
          %16 = arith.addi %7, %9 : index
          %c1_23 = arith.constant 1 : index
          %17 = arith.subi %16, %c1_23 : index
          %18 = arith.addi %arg8, %14 : index
          %c1_24 = arith.constant 1 : index
          %19 = arith.subi %18, %c1_24 : index
          %c0_25 = arith.constant 0 : index
          %c0_26 = arith.constant 0 : index
          %c1_27 = arith.constant 1 : index
          %c0_28 = arith.constant 0 : index
          %20 = arith.muli %arg8, %c1_27 : index
          %21 = arith.addi %20, %c0_28 : index
          %22 = arith.muli %19, %c1_27 : index
          %23 = arith.addi %22, %c0_28 : index
          %24 = arith.index_cast %21 : index to i64
          %25 = arith.index_cast %23 : index to i64
          %c1_29 = arith.constant 1 : index
          %c0_30 = arith.constant 0 : index
          %26 = arith.muli %7, %c1_29 : index
          %27 = arith.addi %26, %c0_30 : index
          %28 = arith.muli %17, %c1_29 : index
          %29 = arith.addi %28, %c0_30 : index
          %30 = arith.index_cast %27 : index to i64
          %31 = arith.index_cast %29 : index to i64
          %c1_i64 = arith.constant 1 : i64
          %32 = arith.muli %30, %c1_i64 : i64
          %c1_i64_31 = arith.constant 1 : i64
          %33 = arith.muli %31, %c1_i64_31 : i64
          %c-1 = arith.constant -1 : index
          %34 = arith.muli %c-1, %dim : index
          %35 = arith.addi %dim_1, %34 : index
          %36 = arith.index_cast %35 : index to i64
          %37 = arith.addi %32, %36 : i64
          %38 = arith.addi %33, %36 : i64
          %39 = arith.cmpi sle, %24, %25 : i64
          %40 = arith.cmpi sle, %37, %38 : i64
          %41 = arith.andi %39, %40 : i1
          %42 = arith.cmpi sle, %24, %38 : i64
          %43 = arith.cmpi sle, %25, %37 : i64
          %true = arith.constant true
          %44 = arith.xori %41, %true : i1
          %45 = arith.ori %44, %42 : i1
          %46 = arith.andi %41, %43 : i1
          scf.if %45 {
            %extracted_slice_32 = tensor.extract_slice %extracted_slice_2[%arg4, %arg8, 0] [1, %14, 8] [1, 1, 1] : tensor<4x?x8xf32> to tensor<?x8xf32>
            %47 = bufferization.to_buffer %extracted_slice_32 read_only : tensor<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
            %cast = memref.cast %47 : memref<?x8xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            %cast_33 = memref.cast %alloca : memref<8x64xf32> to memref<?x64xf32>
            %cast_34 = memref.cast %alloca_4 : memref<64x64xf32> to memref<?x64xf32>
            func.call @attention_scores(%cast, %cast_33, %cast_34) : (memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x64xf32>, memref<?x64xf32>) -> ()
            scf.if %46 {
              %subview_38 = memref.subview %alloca_4[0, 0] [%14, %9] [1, 1] : memref<64x64xf32> to memref<?x?xf32, strided<[64, 1]>>
              linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%subview_38 : memref<?x?xf32, strided<[64, 1]>>) {
              ^bb0(%out: f32):
                %cst_39 = arith.constant 0.353553385 : f32
                %48 = arith.mulf %out, %cst_39 : f32
                linalg.yield %48 : f32
              }
            } else {
              %subview_38 = memref.subview %alloca_4[0, 0] [%14, %9] [1, 1] : memref<64x64xf32> to memref<?x?xf32, strided<[64, 1]>>
              linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%subview_38 : memref<?x?xf32, strided<[64, 1]>>) {
              ^bb0(%out: f32):
                %48 = linalg.index 0 : index
                %49 = arith.addi %48, %arg8 : index
                %50 = arith.index_cast %49 : index to i64
                %51 = linalg.index 1 : index
                %52 = arith.addi %51, %7 : index
                %53 = arith.index_cast %52 : index to i64
                %c1_i64_39 = arith.constant 1 : i64
                %54 = arith.muli %53, %c1_i64_39 : i64
                %c-1_40 = arith.constant -1 : index
                %55 = arith.muli %c-1_40, %dim : index
                %56 = arith.addi %dim_1, %55 : index
                %57 = arith.index_cast %56 : index to i64
                %58 = arith.addi %54, %57 : i64
                %59 = arith.cmpi sle, %50, %58 : i64
                %cst_41 = arith.constant 0.353553385 : f32
                %60 = arith.mulf %out, %cst_41 : f32
                %cst_42 = arith.constant 0xFF800000 : f32
                %61 = arith.select %59, %60, %cst_42 : f32
                linalg.yield %61 : f32
              }
            }
            %cast_35 = memref.cast %15 : memref<?x8xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32, strided<[?, ?], offset: ?>>
            %cast_36 = memref.cast %alloca_4 : memref<64x64xf32> to memref<?x64xf32>
            %cast_37 = memref.cast %alloca_5 : memref<8x64xf32> to memref<?x64xf32>
            func.call @attention_update(%cast_36, %cast_35, %cast_37, %alloca_6, %alloca_7) : (memref<?x64xf32>, memref<?x?xf32, strided<[?, ?], offset: ?>>, memref<?x64xf32>, memref<64xf32>, memref<64xf32>) -> ()
          } else {
            %cst_32 = arith.constant 0.000000e+00 : f32
            linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "parallel"]} ins(%15 : memref<?x8xf32, strided<[?, ?], offset: ?>>) outs(%alloca_8 : memref<8xf32>) {
            ^bb0(%in: f32, %out: f32):
              %47 = arith.mulf %cst_32, %in : f32
              %48 = arith.addf %out, %47 : f32
              linalg.yield %48 : f32
            }
          }
        }
        linalg.generic {indexing_maps = [#map2, #map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%alloca_7, %alloca_8 : memref<64xf32>, memref<8xf32>) outs(%alloca_5 : memref<8x64xf32>) {
        ^bb0(%in: f32, %in_21: f32, %out: f32):
          %13 = arith.divf %out, %in : f32
          %14 = arith.addf %13, %in_21 : f32
          linalg.yield %14 : f32
        }
        %extracted_slice_19 = tensor.extract_slice %arg7[%arg4, %7, 0] [1, %9, 8] [1, 1, 1] : tensor<4x?x8xf32> to tensor<?x8xf32>
        %11 = bufferization.to_tensor %alloca_5 restrict : memref<8x64xf32> to tensor<8x64xf32>
        %extracted_slice_20 = tensor.extract_slice %11[0, 0] [8, %9] [1, 1] : tensor<8x64xf32> to tensor<8x?xf32>
        %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_20 : tensor<8x?xf32>) outs(%extracted_slice_19 : tensor<?x8xf32>) {
        ^bb0(%in: f32, %out: f32):
          linalg.yield %in : f32
        } -> tensor<?x8xf32>
        %inserted_slice = tensor.insert_slice %12 into %arg7[%arg4, %7, 0] [1, %9, 8] [1, 1, 1] : tensor<?x8xf32> into tensor<4x?x8xf32>
        scf.yield %inserted_slice : tensor<4x?x8xf32>
      }
      scf.yield %6 : tensor<4x?x8xf32>
    }
    bufferization.materialize_in_destination %5 in restrict writable %arg3 : (tensor<4x?x8xf32>, memref<4x?x8xf32>) -> ()
    return
  }
}
