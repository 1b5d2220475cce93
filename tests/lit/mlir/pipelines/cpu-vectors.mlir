// RUN: mlir-opt %s %{cpu-vectors} | FileCheck %s
// RUN: %lower %s -p cpu-vectors --set contract=dot --set reassociate=true \
// RUN:   | FileCheck %s --check-prefix=DOT

// A vector of one dimension is an LLVM vector.
// CHECK-LABEL: llvm.func @add
func.func @add(%x: vector<8xf32>, %y: vector<8xf32>) -> vector<8xf32> {
  // CHECK: llvm.fadd %{{.*}}, %{{.*}} : vector<8xf32>
  %0 = arith.addf %x, %y : vector<8xf32>
  return %0 : vector<8xf32>
}

// A transfer that may run past the end becomes a masked load.
// CHECK-LABEL: llvm.func @read
func.func @read(%x: memref<?xf32>, %i: index) -> vector<8xf32> {
  // CHECK: llvm.intr.masked.load
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %x[%i], %pad : memref<?xf32>, vector<8xf32>
  return %0 : vector<8xf32>
}

// A small product: outer products by default, dot products on request.
// CHECK-LABEL: llvm.func @product
// CHECK: llvm.intr.fmuladd
// CHECK-NOT: vector.reduce
// DOT-LABEL: llvm.func @product
// DOT: "llvm.intr.vector.reduce.fadd"{{.*}}reassoc
func.func @product(%a: vector<4x4xf32>, %b: vector<4x4xf32>, %c: vector<4x4xf32>)
    -> vector<4x4xf32> {
  %0 = vector.contract {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
    %a, %b, %c : vector<4x4xf32>, vector<4x4xf32> into vector<4x4xf32>
  return %0 : vector<4x4xf32>
}
