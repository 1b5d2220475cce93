// A matrix product whose innermost loop walks down a column of b.
// passes: transform-preload-library{transform-library-paths=chapters/03-affine-openmp/passes/interchange.schedule.mlir},transform-interpreter
// [region program]
#a = affine_map<(i, j, k) -> (i, k)>
#b = affine_map<(i, j, k) -> (k, j)>
#c = affine_map<(i, j, k) -> (i, j)>
func.func @accumulate_product(%a: memref<48x32xf32>, %b: memref<32x64xf32>, %c: memref<48x64xf32>)
    attributes {llvm.emit_c_interface} {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<48x32xf32>, memref<32x64xf32>) outs(%c : memref<48x64xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %product = arith.mulf %x, %y : f32
    %more = arith.addf %sum, %product : f32
    linalg.yield %more : f32
  }
  return
}
// [end program]
