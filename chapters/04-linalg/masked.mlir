// An elementwise operation on rows of any length, whose vectors end under a mask.
// Schedule linalg-vectorize-masked, then cpu-vectors.

// [region program]
#element = affine_map<(i, j) -> (i, j)>

func.func @rectified(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %out: memref<?x?xf32>)
    attributes {llvm.emit_c_interface} {
  %nothing = arith.constant 0.0 : f32
  linalg.generic {
      indexing_maps = [#element, #element, #element],
      iterator_types = ["parallel", "parallel"]
    } ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%out : memref<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %old: f32):
      %product = arith.mulf %x, %y : f32
      %positive = arith.maximumf %product, %nothing : f32
      linalg.yield %positive : f32
    }
  return
}
// [end program]
