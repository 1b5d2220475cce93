// Layer norm of each row, as three loop nests over x: its mean, its variance, the normalised row.
// Pipeline: cpu-tensors. Look at what fusion takes into the others, and at what it must not.

// [region program]
#element = affine_map<(row, i) -> (row, i)>
#row = affine_map<(row, i) -> (row)>
#column = affine_map<(row, i) -> (i)>
#each = affine_map<(row) -> (row)>

func.func @layer_norm(%x: tensor<?x?xf32>, %gain: tensor<?xf32>, %bias: tensor<?xf32>)
    -> tensor<?x?xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32>
  %width = tensor.dim %x, %c1 : tensor<?x?xf32>
  %width_i64 = arith.index_cast %width : index to i64
  %n = arith.sitofp %width_i64 : i64 to f32

  %per_row = tensor.empty(%rows) : tensor<?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%per_row : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.generic {indexing_maps = [#element, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>) outs(%zeros : tensor<?xf32>) {
    ^bb0(%a: f32, %so_far: f32):
      %0 = arith.addf %so_far, %a : f32
      linalg.yield %0 : f32
  } -> tensor<?xf32>
  %mean = linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel"]}
      ins(%sum : tensor<?xf32>) outs(%per_row : tensor<?xf32>) {
    ^bb0(%a: f32, %old: f32):
      %0 = arith.divf %a, %n : f32
      linalg.yield %0 : f32
  } -> tensor<?xf32>
  %squares = linalg.generic {indexing_maps = [#element, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %mean : tensor<?x?xf32>, tensor<?xf32>) outs(%zeros : tensor<?xf32>) {
    ^bb0(%a: f32, %m: f32, %so_far: f32):
      %centred = arith.subf %a, %m : f32
      %square = arith.mulf %centred, %centred : f32
      %0 = arith.addf %so_far, %square : f32
      linalg.yield %0 : f32
  } -> tensor<?xf32>
  %scale = linalg.generic {indexing_maps = [#each, #each], iterator_types = ["parallel"]}
      ins(%squares : tensor<?xf32>) outs(%per_row : tensor<?xf32>) {
    ^bb0(%a: f32, %old: f32):
      %variance = arith.divf %a, %n : f32
      %above_zero = arith.addf %variance, %epsilon : f32
      %0 = math.sqrt %above_zero : f32
      linalg.yield %0 : f32
  } -> tensor<?xf32>
  %like_x = tensor.empty(%rows, %width) : tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [#element, #row, #row, #column, #column, #element],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean, %scale, %gain, %bias
        : tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
      outs(%like_x : tensor<?x?xf32>) {
    ^bb0(%a: f32, %m: f32, %s: f32, %g: f32, %b: f32, %old: f32):
      %centred = arith.subf %a, %m : f32
      %one_wide = arith.divf %centred, %s : f32
      %gained = arith.mulf %one_wide, %g : f32
      %0 = arith.addf %gained, %b : f32
      linalg.yield %0 : f32
  } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end program]

llvm.mlir.global internal constant @line("%.9g %.9g %.9g %.9g\0A\00")
llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @fflush(!llvm.ptr) -> i32

// Prints the norm of the row 1 2 3 6, with gains of 1 and biases of 0.
func.func @main() -> i32 {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 6.0]]> : tensor<1x4xf32>
  %gain = arith.constant dense<1.0> : tensor<4xf32>
  %bias = arith.constant dense<0.0> : tensor<4xf32>
  %x_any = tensor.cast %x : tensor<1x4xf32> to tensor<?x?xf32>
  %gain_any = tensor.cast %gain : tensor<4xf32> to tensor<?xf32>
  %bias_any = tensor.cast %bias : tensor<4xf32> to tensor<?xf32>
  %y = call @layer_norm(%x_any, %gain_any, %bias_any)
      : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y0 = tensor.extract %y[%c0, %c0] : tensor<?x?xf32>
  %y1 = tensor.extract %y[%c0, %c1] : tensor<?x?xf32>
  %y2 = tensor.extract %y[%c0, %c2] : tensor<?x?xf32>
  %y3 = tensor.extract %y[%c0, %c3] : tensor<?x?xf32>
  %d0 = arith.extf %y0 : f32 to f64
  %d1 = arith.extf %y1 : f32 to f64
  %d2 = arith.extf %y2 : f32 to f64
  %d3 = arith.extf %y3 : f32 to f64
  %line = llvm.mlir.addressof @line : !llvm.ptr
  llvm.call @printf(%line, %d0, %d1, %d2, %d3) vararg(!llvm.func<i32 (ptr, ...)>)
      : (!llvm.ptr, f64, f64, f64, f64) -> i32
  %every_stream = llvm.mlir.zero : !llvm.ptr
  llvm.call @fflush(%every_stream) : (!llvm.ptr) -> i32
  %success = arith.constant 0 : i32
  return %success : i32
}
