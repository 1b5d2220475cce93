// RUN: mlir-opt %s %{cpu-tensors} | FileCheck %s

// Two elementwise operations are fused into one loop nest, so only the result is allocated.
// CHECK-LABEL: llvm.func @scale_and_shift
func.func @scale_and_shift(%x: tensor<64xf32>, %k: tensor<64xf32>) -> tensor<64xf32> {
  // CHECK: llvm.call @malloc
  // CHECK-NOT: llvm.call @malloc
  // CHECK: llvm.cond_br
  // CHECK: %[[PRODUCT:.*]] = llvm.fmul
  // CHECK-NEXT: llvm.fadd %[[PRODUCT]]
  // CHECK-NOT: llvm.cond_br
  // CHECK: llvm.return
  %empty = tensor.empty() : tensor<64xf32>
  %0 = linalg.mul ins(%x, %k : tensor<64xf32>, tensor<64xf32>)
                  outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  %1 = linalg.add ins(%0, %k : tensor<64xf32>, tensor<64xf32>)
                  outs(%empty : tensor<64xf32>) -> tensor<64xf32>
  return %1 : tensor<64xf32>
}

// A buffer that does not leave the function is freed in it.
// CHECK-LABEL: llvm.func @sum_of_squares
func.func @sum_of_squares(%x: tensor<8x8xf32>) -> f32 {
  // CHECK: llvm.call @malloc
  // CHECK: llvm.call @free
  // CHECK: llvm.return
  %zero = arith.constant 0.0 : f32
  %square = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>)
                     outs(%square : tensor<8x8xf32>) -> tensor<8x8xf32>
  %i = arith.constant 3 : index
  %1 = tensor.extract %0[%i, %i] : tensor<8x8xf32>
  return %1 : f32
}
