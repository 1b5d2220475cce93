// A caller of @loss, the loss and its gradient, which is compiled elsewhere. Pipeline: cpu-buffers.
// Element (i, j) of w and of x is ((7 i + 3 j) mod 11 - 5) / 8. @value is the loss in ten-thousandths, @slope the first
// element of the gradient, @moved the loss after a step of 1 down the gradient.
func.func private @loss(memref<32x48xf32>, memref<64x32xf32>, memref<f32>, memref<32x48xf32>)

func.func private @element(%i: index, %j: index) -> f32 {
  %place = affine.apply affine_map<(i, j) -> ((7 * i + 3 * j) mod 11 - 5)>(%i, %j)
  %whole = arith.index_cast %place : index to i32
  %number = arith.sitofp %whole : i32 to f32
  %eighth = arith.constant 0.125 : f32
  %element = arith.mulf %number, %eighth : f32
  return %element : f32
}

func.func private @start(%w: memref<32x48xf32>, %x: memref<64x32xf32>) {
  affine.for %i = 0 to 32 {
    affine.for %j = 0 to 48 {
      %element = func.call @element(%i, %j) : (index, index) -> f32
      affine.store %element, %w[%i, %j] : memref<32x48xf32>
    }
  }
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 32 {
      %element = func.call @element(%i, %j) : (index, index) -> f32
      affine.store %element, %x[%i, %j] : memref<64x32xf32>
    }
  }
  return
}

func.func private @scaled(%number: f32) -> i32 {
  %tenthousand = arith.constant 1.0e4 : f32
  %scaled = arith.mulf %number, %tenthousand : f32
  %rounded = math.roundeven %scaled : f32
  %result = arith.fptosi %rounded : f32 to i32
  return %result : i32
}

func.func private @steps(%count: index) -> (f32, f32) {
  %w = memref.alloca() : memref<32x48xf32>
  %x = memref.alloca() : memref<64x32xf32>
  %value = memref.alloca() : memref<f32>
  %gradient = memref.alloca() : memref<32x48xf32>
  call @start(%w, %x) : (memref<32x48xf32>, memref<64x32xf32>) -> ()
  call @loss(%w, %x, %value, %gradient) : (memref<32x48xf32>, memref<64x32xf32>, memref<f32>, memref<32x48xf32>) -> ()
  affine.for %step = 0 to %count {
    affine.for %i = 0 to 32 {
      affine.for %j = 0 to 48 {
        %weight = affine.load %w[%i, %j] : memref<32x48xf32>
        %slope = affine.load %gradient[%i, %j] : memref<32x48xf32>
        %lower = arith.subf %weight, %slope : f32
        affine.store %lower, %w[%i, %j] : memref<32x48xf32>
      }
    }
    func.call @loss(%w, %x, %value, %gradient) : (memref<32x48xf32>, memref<64x32xf32>, memref<f32>, memref<32x48xf32>) -> ()
  }
  %last = affine.load %value[] : memref<f32>
  %first = affine.load %gradient[0, 0] : memref<32x48xf32>
  return %last, %first : f32, f32
}

func.func @value() -> i32 {
  %none = arith.constant 0 : index
  %loss, %slope = call @steps(%none) : (index) -> (f32, f32)
  %result = call @scaled(%loss) : (f32) -> i32
  return %result : i32
}

func.func @slope() -> i32 {
  %none = arith.constant 0 : index
  %loss, %slope = call @steps(%none) : (index) -> (f32, f32)
  %result = call @scaled(%slope) : (f32) -> i32
  return %result : i32
}

func.func @moved() -> i32 {
  %one = arith.constant 1 : index
  %loss, %slope = call @steps(%one) : (index) -> (f32, f32)
  %result = call @scaled(%loss) : (f32) -> i32
  return %result : i32
}
