// A caller of @softmax, which is compiled elsewhere: element (i, j) of 64 x 128 is (j - i) / 8. Pipeline: cpu-buffers.
// @total is the sum of all results in thousandths (1 for each row), @last that of element (0, 127) in millionths.
func.func private @softmax(memref<64x128xf32>, memref<64x128xf32>)

func.func private @rows(%out: memref<64x128xf32>) {
  %x = memref.alloca() : memref<64x128xf32>
  %eighth = arith.constant 0.125 : f32
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 128 {
      %difference = affine.apply affine_map<(i, j) -> (j - i)>(%i, %j)
      %whole = arith.index_cast %difference : index to i32
      %number = arith.sitofp %whole : i32 to f32
      %element = arith.mulf %number, %eighth : f32
      affine.store %element, %x[%i, %j] : memref<64x128xf32>
    }
  }
  call @softmax(%x, %out) : (memref<64x128xf32>, memref<64x128xf32>) -> ()
  return
}

func.func @total() -> i32 {
  %out = memref.alloca() : memref<64x128xf32>
  call @rows(%out) : (memref<64x128xf32>) -> ()
  %nothing = arith.constant 0.0 : f64
  %total = affine.for %i = 0 to 64 iter_args(%of_rows = %nothing) -> f64 {
    %of_row = affine.for %j = 0 to 128 iter_args(%partial = %of_rows) -> f64 {
      %element = affine.load %out[%i, %j] : memref<64x128xf32>
      %wide = arith.extf %element : f32 to f64
      %next = arith.addf %partial, %wide : f64
      affine.yield %next : f64
    }
    affine.yield %of_row : f64
  }
  %thousand = arith.constant 1.0e3 : f64
  %thousandths = arith.mulf %total, %thousand : f64
  %rounded = math.roundeven %thousandths : f64
  %result = arith.fptosi %rounded : f64 to i32
  return %result : i32
}

func.func @last() -> i32 {
  %out = memref.alloca() : memref<64x128xf32>
  call @rows(%out) : (memref<64x128xf32>) -> ()
  %element = affine.load %out[0, 127] : memref<64x128xf32>
  %million = arith.constant 1.0e6 : f32
  %millionths = arith.mulf %element, %million : f32
  %rounded = math.roundeven %millionths : f32
  %result = arith.fptosi %rounded : f32 to i32
  return %result : i32
}
