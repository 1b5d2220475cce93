// A caller of @scale_bias, which is compiled elsewhere: x[i, j] = 3 i + j, weight = 1, 2, 3, bias = 10, 20, 30.
// Returns the sum of the result. Pipeline: cpu-buffers.
memref.global "private" constant @x : memref<4x3xf32> =
    dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]>
memref.global "private" constant @weight : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @bias : memref<3xf32> = dense<[10.0, 20.0, 30.0]>
func.func private @scale_bias(memref<4x3xf32>, memref<3xf32>, memref<3xf32>, memref<4x3xf32>)

func.func @main() -> f32 {
  %x = memref.get_global @x : memref<4x3xf32>
  %weight = memref.get_global @weight : memref<3xf32>
  %bias = memref.get_global @bias : memref<3xf32>
  %out = memref.alloca() : memref<4x3xf32>
  call @scale_bias(%x, %weight, %bias, %out)
      : (memref<4x3xf32>, memref<3xf32>, memref<3xf32>, memref<4x3xf32>) -> ()
  %nothing = arith.constant 0.0 : f32
  %total = affine.for %i = 0 to 4 iter_args(%of_rows = %nothing) -> f32 {
    %of_row = affine.for %j = 0 to 3 iter_args(%partial = %of_rows) -> f32 {
      %element = affine.load %out[%i, %j] : memref<4x3xf32>
      %next = arith.addf %partial, %element : f32
      affine.yield %next : f32
    }
    affine.yield %of_row : f32
  }
  return %total : f32
}
