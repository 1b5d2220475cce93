// RUN: %lower %s -p tensor-bufferize | FileCheck %s
// RUN: %lower %s -p tensor-bufferize --set stack=0 | FileCheck %s --check-prefix=HEAP

// The result's tensor is the caller's memory: the generic writes there, and nothing is copied. The
// row that is computed in between has its place on the stack, before the loop.
// CHECK-LABEL: func.func @rows
// CHECK-SAME:    %[[X:.*]]: memref<8x64xf32>, %[[OUT:.*]]: memref<8x64xf32>
// CHECK:         %[[ROW:.*]] = memref.alloca() {{.*}} : memref<64xf32>
// CHECK:         scf.for
// CHECK:           linalg.generic {{.*}} outs(%[[ROW]]
// CHECK:           %[[PLACE:.*]] = memref.subview %[[OUT]]
// CHECK:           linalg.generic {{.*}} ins(%[[ROW]]{{.*}} outs(%[[PLACE]]
// CHECK-NOT:     memref.copy
// HEAP-LABEL: func.func @rows
// HEAP:         %[[ROW:.*]] = memref.alloc()
// HEAP:         scf.for
// HEAP:         memref.dealloc %[[ROW]]
#id = affine_map<(d0) -> (d0)>
func.func @rows(%x: memref<8x64xf32>, %out: memref<8x64xf32>) {
  %from = bufferization.to_tensor %x restrict : memref<8x64xf32> to tensor<8x64xf32>
  %to = bufferization.to_tensor %out restrict writable : memref<8x64xf32> to tensor<8x64xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %all = scf.for %i = %c0 to %c8 step %c1 iter_args(%held = %to) -> tensor<8x64xf32> {
    %row = tensor.extract_slice %from[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<64xf32>
    %empty = tensor.empty() : tensor<64xf32>
    %square = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
        ins(%row : tensor<64xf32>) outs(%empty : tensor<64xf32>) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.mulf %a, %a : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    %place = tensor.extract_slice %held[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<64xf32>
    %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%square, %row : tensor<64xf32>, tensor<64xf32>) outs(%place : tensor<64xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %s = arith.addf %a, %b : f32
      linalg.yield %s : f32
    } -> tensor<64xf32>
    %next = tensor.insert_slice %sum into %held[%i, 0] [1, 64] [1, 1]
        : tensor<64xf32> into tensor<8x64xf32>
    scf.yield %next : tensor<8x64xf32>
  }
  bufferization.materialize_in_destination %all in restrict writable %out
      : (tensor<8x64xf32>, memref<8x64xf32>) -> ()
  return
}

// Two products that begin with zeros of one shape have zeros of their own: none is copied.
// CHECK-LABEL: func.func @two_products
// CHECK:         %[[FIRST:.*]] = memref.alloca() {{.*}} : memref<8x8xf32>
// CHECK:         linalg.fill {{.*}} outs(%[[FIRST]]
// CHECK:         linalg.matmul {{.*}} outs(%[[FIRST]]
// CHECK:         %[[SECOND:.*]] = memref.alloca() {{.*}} : memref<8x8xf32>
// CHECK:         linalg.fill {{.*}} outs(%[[SECOND]]
// CHECK:         linalg.matmul {{.*}} outs(%[[SECOND]]
// CHECK-NOT:     memref.copy
func.func @two_products(%x: memref<8x8xf32>, %out: memref<8x8xf32>) {
  %from = bufferization.to_tensor %x restrict : memref<8x8xf32> to tensor<8x8xf32>
  %to = bufferization.to_tensor %out restrict writable : memref<8x8xf32> to tensor<8x8xf32>
  %nothing = arith.constant 0.0 : f32
  %empty0 = tensor.empty() : tensor<8x8xf32>
  %zeros0 = linalg.fill ins(%nothing : f32) outs(%empty0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %once = linalg.matmul ins(%from, %from : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%zeros0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %empty1 = tensor.empty() : tensor<8x8xf32>
  %zeros1 = linalg.fill ins(%nothing : f32) outs(%empty1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %twice = linalg.matmul ins(%from, %once : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%zeros1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %sum = linalg.add ins(%once, %twice : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%to : tensor<8x8xf32>) -> tensor<8x8xf32>
  bufferization.materialize_in_destination %sum in restrict writable %out
      : (tensor<8x8xf32>, memref<8x8xf32>) -> ()
  return
}
