// The kernel `angles_exact` for the target loops: one linalg.generic, and the term as it was
// written. Made by examples.py angles_exact --loops; pipeline cpu-buffers.
#map = affine_map<(d0) -> (d0)>
module {
  func.func @kernel(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: memref<?xf32>) attributes {llvm.emit_c_interface} {
    linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%arg0, %arg1 : memref<?xf32>, memref<?xf32>) outs(%arg2 : memref<?xf32>) {
    ^bb0(%in: f32, %in_0: f32, %out: f32):
      %0 = math.sin %in : f32
      %1 = math.cos %in_0 : f32
      %2 = arith.mulf %0, %1 : f32
      %3 = math.cos %in : f32
      %4 = math.sin %in_0 : f32
      %5 = arith.mulf %3, %4 : f32
      %6 = arith.addf %2, %5 : f32
      linalg.yield %6 : f32
    }
    return
  }
}
