// The kernel `angles` for the target loops: the cheapest equal term is one sine. Compare its body
// with written.mlir's. Made by examples.py angles --loops; pipeline cpu-buffers.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @kernel(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>) attributes {llvm.emit_c_interface} {
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : memref<?xf32>, memref<?xf32>) outs(%arg2 : memref<?xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %0 = arith.addf %in, %in_0 : f32
      %1 = math.sin %0 : f32
      linalg.yield %1 : f32
    }
    return
  }
}
