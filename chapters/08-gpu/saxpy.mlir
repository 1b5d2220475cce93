// y = a * x + y on a 64 x 128 array: a scalar argument, and an array that is read and written.
func.func @saxpy(%a: f32, %x: memref<64x128xf32>, %y: memref<64x128xf32>)
    attributes {llvm.emit_c_interface} {
  linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ()>,
                       affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%a, %x : f32, memref<64x128xf32>) outs(%y : memref<64x128xf32>) {
    ^bb0(%scale: f32, %in: f32, %out: f32):
      %term = arith.mulf %scale, %in : f32
      %sum = arith.addf %term, %out : f32
      linalg.yield %sum : f32
    }
  return
}
