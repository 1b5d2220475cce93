// y = x * x on a 64 x 128 array, as linalg: no thread in it yet. Through gpu-affine, the outer loop
// becomes blocks and the inner one threads; through gpu-parallel-loops, tiles become blocks.
func.func @square(%x: memref<64x128xf32>, %y: memref<64x128xf32>)
    attributes {llvm.emit_c_interface} {
  linalg.map { arith.mulf } ins(%x, %x : memref<64x128xf32>, memref<64x128xf32>)
      outs(%y : memref<64x128xf32>)
  return
}
