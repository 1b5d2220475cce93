// The kernel `angles` for the target vectors: a loop over vectors of 16, a masked rest, and the
// sine of mlir/kernels/sines.mlir. Made by examples.py angles --mlir; pipeline cpu-vectors.
module {
  func.func private @vector_sin(%arg0: vector<16xf32>) -> vector<16xf32> {
    %0 = math.absf %arg0 : vector<16xf32>
    %1:3 = call @vector_quarter(%0) : (vector<16xf32>) -> (vector<16xf32>, vector<16xf32>, vector<16xi32>)
    %2 = call @vector_turn(%1#0, %1#1, %1#2) : (vector<16xf32>, vector<16xf32>, vector<16xi32>) -> vector<16xf32>
    %cst = arith.constant dense<-2147483648> : vector<16xi32>
    %3 = arith.bitcast %arg0 : vector<16xf32> to vector<16xi32>
    %4 = arith.andi %3, %cst : vector<16xi32>
    %5 = arith.bitcast %2 : vector<16xf32> to vector<16xi32>
    %6 = arith.xori %5, %4 : vector<16xi32>
    %7 = arith.bitcast %6 : vector<16xi32> to vector<16xf32>
    %8:2 = call @vector_any_large(%0) : (vector<16xf32>) -> (i1, vector<16xi1>)
    %9 = scf.if %8#0 -> (vector<16xf32>) {
      %10 = math.sin %arg0 : vector<16xf32>
      %11 = arith.select %8#1, %10, %7 : vector<16xi1>, vector<16xf32>
      scf.yield %11 : vector<16xf32>
    } else {
      scf.yield %7 : vector<16xf32>
    }
    return %9 : vector<16xf32>
  }
  func.func private @vector_any_large(%arg0: vector<16xf32>) -> (i1, vector<16xi1>) {
    %cst = arith.constant dense<0x49800000> : vector<16xf32>
    %cst_0 = arith.constant dense<0x7F800000> : vector<16xf32>
    %0 = arith.cmpf ogt, %arg0, %cst : vector<16xf32>
    %1 = arith.cmpf olt, %arg0, %cst_0 : vector<16xf32>
    %2 = arith.andi %0, %1 : vector<16xi1>
    %3 = vector.reduction <or>, %2 : vector<16xi1> into i1
    return %3, %2 : i1, vector<16xi1>
  }
  func.func private @vector_turn(%arg0: vector<16xf32>, %arg1: vector<16xf32>, %arg2: vector<16xi32>) -> vector<16xf32> {
    %cst = arith.constant dense<0> : vector<16xi32>
    %cst_0 = arith.constant dense<1> : vector<16xi32>
    %cst_1 = arith.constant dense<30> : vector<16xi32>
    %cst_2 = arith.constant dense<-2147483648> : vector<16xi32>
    %0 = call @vector_sin_near(%arg0, %arg1) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %1 = call @vector_cos_near(%arg0, %arg1) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    %2 = arith.andi %arg2, %cst_0 : vector<16xi32>
    %3 = arith.cmpi eq, %2, %cst : vector<16xi32>
    %4 = arith.select %3, %0, %1 : vector<16xi1>, vector<16xf32>
    %5 = arith.shli %arg2, %cst_1 : vector<16xi32>
    %6 = arith.andi %5, %cst_2 : vector<16xi32>
    %7 = arith.bitcast %4 : vector<16xf32> to vector<16xi32>
    %8 = arith.xori %7, %6 : vector<16xi32>
    %9 = arith.bitcast %8 : vector<16xi32> to vector<16xf32>
    return %9 : vector<16xf32>
  }
  func.func private @vector_cos_near(%arg0: vector<16xf32>, %arg1: vector<16xf32>) -> vector<16xf32> {
    %cst = arith.constant dense<1.000000e+00> : vector<16xf32>
    %cst_0 = arith.constant dense<5.000000e-01> : vector<16xf32>
    %cst_1 = arith.constant dense<0.0416666679> : vector<16xf32>
    %cst_2 = arith.constant dense<-0.00138888834> : vector<16xf32>
    %cst_3 = arith.constant dense<2.47993721E-5> : vector<16xf32>
    %cst_4 = arith.constant dense<-2.71986266E-7> : vector<16xf32>
    %0 = arith.mulf %arg0, %arg0 : vector<16xf32>
    %1 = arith.mulf %0, %cst_0 : vector<16xf32>
    %2 = arith.subf %cst, %1 : vector<16xf32>
    %3 = arith.subf %cst, %2 : vector<16xf32>
    %4 = arith.subf %3, %1 : vector<16xf32>
    %5 = vector.fma %cst_4, %0, %cst_3 : vector<16xf32>
    %6 = vector.fma %5, %0, %cst_2 : vector<16xf32>
    %7 = vector.fma %6, %0, %cst_1 : vector<16xf32>
    %8 = arith.mulf %0, %0 : vector<16xf32>
    %9 = arith.negf %arg0 : vector<16xf32>
    %10 = vector.fma %9, %arg1, %4 : vector<16xf32>
    %11 = vector.fma %8, %7, %10 : vector<16xf32>
    %12 = arith.addf %2, %11 : vector<16xf32>
    return %12 : vector<16xf32>
  }
  func.func private @vector_sin_near(%arg0: vector<16xf32>, %arg1: vector<16xf32>) -> vector<16xf32> {
    %cst = arith.constant dense<-0.166666672> : vector<16xf32>
    %cst_0 = arith.constant dense<0.00833332911> : vector<16xf32>
    %cst_1 = arith.constant dense<-1.98392328E-4> : vector<16xf32>
    %cst_2 = arith.constant dense<2.71736667E-6> : vector<16xf32>
    %0 = arith.mulf %arg0, %arg0 : vector<16xf32>
    %1 = vector.fma %cst_2, %0, %cst_1 : vector<16xf32>
    %2 = vector.fma %1, %0, %cst_0 : vector<16xf32>
    %3 = vector.fma %2, %0, %cst : vector<16xf32>
    %4 = arith.mulf %0, %arg0 : vector<16xf32>
    %5 = vector.fma %4, %3, %arg1 : vector<16xf32>
    %6 = arith.addf %arg0, %5 : vector<16xf32>
    return %6 : vector<16xf32>
  }
  func.func private @vector_quarter(%arg0: vector<16xf32>) -> (vector<16xf32>, vector<16xf32>, vector<16xi32>) {
    %cst = arith.constant dense<0x4B400000> : vector<16xf32>
    %cst_0 = arith.constant dense<0.636619746> : vector<16xf32>
    %0 = vector.fma %arg0, %cst_0, %cst : vector<16xf32>
    %1 = arith.subf %0, %cst : vector<16xf32>
    %2 = arith.bitcast %0 : vector<16xf32> to vector<16xi32>
    %cst_1 = arith.constant dense<-1.57079637> : vector<16xf32>
    %cst_2 = arith.constant dense<4.37113883E-8> : vector<16xf32>
    %cst_3 = arith.constant dense<1.71512451E-15> : vector<16xf32>
    %3 = math.fma %1, %cst_1, %arg0 : vector<16xf32>
    %4 = arith.mulf %1, %cst_2 : vector<16xf32>
    %5 = arith.negf %4 : vector<16xf32>
    %6 = math.fma %1, %cst_2, %5 : vector<16xf32>
    %7 = arith.addf %3, %4 : vector<16xf32>
    %8 = arith.subf %7, %3 : vector<16xf32>
    %9 = arith.subf %7, %8 : vector<16xf32>
    %10 = arith.subf %3, %9 : vector<16xf32>
    %11 = arith.subf %4, %8 : vector<16xf32>
    %12 = arith.addf %10, %11 : vector<16xf32>
    %13 = arith.addf %12, %6 : vector<16xf32>
    %14 = math.fma %1, %cst_3, %13 : vector<16xf32>
    return %7, %14, %2 : vector<16xf32>, vector<16xf32>, vector<16xi32>
  }
  func.func private @elements(%arg0: vector<16xf32>, %arg1: vector<16xf32>) -> vector<16xf32> {
    %0 = arith.addf %arg0, %arg1 : vector<16xf32>
    %1 = call @vector_sin(%0) : (vector<16xf32>) -> vector<16xf32>
    return %1 : vector<16xf32>
  }
  func.func private @row(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>, %arg3: index, %arg4: index) {
    %c16 = arith.constant 16 : index
    %0 = arith.subi %arg4, %arg3 : index
    %1 = arith.remsi %0, %c16 : index
    %2 = arith.subi %arg4, %1 : index
    scf.for %arg5 = %arg3 to %2 step %c16 {
      %7 = vector.load %arg0[%arg5] : memref<?xf32>, vector<16xf32>
      %8 = vector.load %arg1[%arg5] : memref<?xf32>, vector<16xf32>
      %9 = func.call @elements(%7, %8) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
      vector.store %9, %arg2[%arg5] : memref<?xf32>, vector<16xf32>
    }
    %3 = vector.create_mask %1 : vector<16xi1>
    %cst = arith.constant dense<0.000000e+00> : vector<16xf32>
    %4 = vector.maskedload %arg0[%2], %3, %cst : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    %cst_0 = arith.constant dense<0.000000e+00> : vector<16xf32>
    %5 = vector.maskedload %arg1[%2], %3, %cst_0 : memref<?xf32>, vector<16xi1>, vector<16xf32> into vector<16xf32>
    %6 = call @elements(%4, %5) : (vector<16xf32>, vector<16xf32>) -> vector<16xf32>
    vector.maskedstore %arg2[%2], %3, %6 : memref<?xf32>, vector<16xi1>, vector<16xf32>
    return
  }
  func.func @kernel(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>) attributes {llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c0_0 = arith.constant 0 : index
    %dim = memref.dim %arg2, %c0_0 : memref<?xf32>
    call @row(%arg0, %arg1, %arg2, %c0, %dim) : (memref<?xf32>, memref<?xf32>, memref<?xf32>, index, index) -> ()
    return
  }
}
