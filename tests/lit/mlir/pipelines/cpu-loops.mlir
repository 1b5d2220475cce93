// RUN: mlir-opt %s %{cpu-loops} | FileCheck %s

// A structured loop becomes a block with arguments, a condition and a branch back to it.
// CHECK-LABEL: llvm.func @sum
func.func @sum(%n: index) -> i64 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0 : i64
  // CHECK: llvm.br ^[[HEAD:bb[0-9]+]](
  // CHECK: ^[[HEAD]](%[[I:.*]]: i64, %[[ACC:.*]]: i64):
  // CHECK: llvm.icmp "slt" %[[I]]
  // CHECK: llvm.cond_br
  // CHECK: llvm.add %[[ACC]]
  // CHECK: llvm.br ^[[HEAD]](
  %sum = scf.for %i = %zero to %n step %one iter_args(%acc = %start) -> i64 {
    %x = arith.index_cast %i : index to i64
    %next = arith.addi %acc, %x : i64
    scf.yield %next : i64
  }
  return %sum : i64
}

// Where LLVM has an intrinsic, math becomes that; the rest are calls to libm; integer powers are a
// function of the module.
// CHECK-LABEL: llvm.func @math
func.func @math(%x: f64, %n: i32) -> f64 {
  // CHECK: llvm.intr.exp
  // CHECK: llvm.intr.sqrt
  // CHECK: llvm.fdiv
  // CHECK: llvm.call @erf
  // CHECK: llvm.call @__mlir_math_ipowi_i32
  %0 = math.exp %x : f64
  %1 = math.rsqrt %0 : f64
  %2 = math.erf %1 : f64
  %3 = math.ipowi %n, %n : i32
  %4 = arith.sitofp %3 : i32 to f64
  %5 = arith.addf %2, %4 : f64
  return %5 : f64
}
