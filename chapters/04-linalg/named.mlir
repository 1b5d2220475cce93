// Named operations on tensors: each says what it computes, none says in which order.
// Pipeline cpu-tensors. `generic.mlir` has the same functions written with linalg.generic.

// [region fill]
// As large as another matrix, as np.full_like: a size that exists fits in memory.
func.func @filled(%value: f32, %like: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %like, %zero : tensor<?x?xf32>
  %columns = tensor.dim %like, %one : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %result = linalg.fill ins(%value : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end fill]

// [region map]
// One operation on each element, here a square root.
func.func @roots(%x: tensor<?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %size = tensor.dim %x, %zero : tensor<?xf32>
  %empty = tensor.empty(%size) : tensor<?xf32>
  %result = linalg.map { math.sqrt } ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>)
  return %result : tensor<?xf32>
}
// [end map]

// [region add]
func.func @sum(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %a, %zero : tensor<?x?xf32>
  %columns = tensor.dim %a, %one : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %result = linalg.add ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end add]

// [region transpose]
func.func @transposed(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %d0 = tensor.dim %x, %zero : tensor<?x?x?xf32>
  %d1 = tensor.dim %x, %one : tensor<?x?x?xf32>
  %d2 = tensor.dim %x, %two : tensor<?x?x?xf32>
  %empty = tensor.empty(%d2, %d0, %d1) : tensor<?x?x?xf32>
  %result = linalg.transpose ins(%x : tensor<?x?x?xf32>) outs(%empty : tensor<?x?x?xf32>)
      permutation = [2, 0, 1]
  return %result : tensor<?x?x?xf32>
}
// [end transpose]

// [region broadcast]
// The row is the same for each index of the new dimension 0, of which there are as many as rows.
func.func @repeated(%row: tensor<?xf32>, %like: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %times = tensor.dim %like, %zero : tensor<?x?xf32>
  %columns = tensor.dim %row, %zero : tensor<?xf32>
  %empty = tensor.empty(%times, %columns) : tensor<?x?xf32>
  %result = linalg.broadcast ins(%row : tensor<?xf32>) outs(%empty : tensor<?x?xf32>)
      dimensions = [0]
  return %result : tensor<?x?xf32>
}
// [end broadcast]

// [region reduce]
// The output is where the sum starts, so it holds the identity of addition first.
func.func @row_sums(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %result = linalg.reduce { arith.addf } ins(%x : tensor<?x?xf32>) outs(%start : tensor<?xf32>)
      dimensions = [1]
  return %result : tensor<?xf32>
}
// [end reduce]

// [region maximum]
func.func @row_maxima(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %least = arith.constant 0xFF800000 : f32    // -inf
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %start = linalg.fill ins(%least : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
  %result = linalg.reduce { arith.maximumf } ins(%x : tensor<?x?xf32>)
      outs(%start : tensor<?xf32>) dimensions = [1]
  return %result : tensor<?xf32>
}
// [end maximum]

// [region dot]
func.func @inner(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<f32>
    attributes {llvm.emit_c_interface} {
  %nothing = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %result = linalg.dot ins(%a, %b : tensor<?xf32>, tensor<?xf32>)
      outs(%start : tensor<f32>) -> tensor<f32>
  return %result : tensor<f32>
}
// [end dot]

// [region matmul]
func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %m = tensor.dim %a, %zero : tensor<?x?xf32>
  %n = tensor.dim %b, %one : tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %result = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%start : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end matmul]

// [region transposed-matmul]
// a times the transpose of b: other maps, no transposed copy.
#a = affine_map<(i, j, k) -> (i, k)>
#bt = affine_map<(i, j, k) -> (j, k)>
#c = affine_map<(i, j, k) -> (i, j)>

func.func @product_transposed(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %m = tensor.dim %a, %zero : tensor<?x?xf32>
  %n = tensor.dim %b, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %result = linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%start : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end transposed-matmul]

// [region batch-matmul]
func.func @products(%a: tensor<?x?x?xf32>, %b: tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %nothing = arith.constant 0.0 : f32
  %batch = tensor.dim %a, %zero : tensor<?x?x?xf32>
  %m = tensor.dim %a, %one : tensor<?x?x?xf32>
  %n = tensor.dim %b, %two : tensor<?x?x?xf32>
  %empty = tensor.empty(%batch, %m, %n) : tensor<?x?x?xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %result = linalg.batch_matmul ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>)
      outs(%start : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %result : tensor<?x?x?xf32>
}
// [end batch-matmul]

// [region conv]
// The kernel slides over the image, and is not flipped: what signal processing calls correlation.
// A kernel larger than the image has no position, and the result no element.
func.func @convolved(%image: tensor<?x?xf32>, %kernel: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %height = tensor.dim %image, %zero : tensor<?x?xf32>
  %width = tensor.dim %image, %one : tensor<?x?xf32>
  %kernel_height = tensor.dim %kernel, %zero : tensor<?x?xf32>
  %kernel_width = tensor.dim %kernel, %one : tensor<?x?xf32>
  %positions_down = arith.subi %height, %kernel_height : index
  %positions_across = arith.subi %width, %kernel_width : index
  %down_or_less = arith.addi %positions_down, %one : index
  %across_or_less = arith.addi %positions_across, %one : index
  %down = arith.maxsi %down_or_less, %zero : index
  %across = arith.maxsi %across_or_less, %zero : index
  %empty = tensor.empty(%down, %across) : tensor<?x?xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %result = linalg.conv_2d ins(%image, %kernel : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%start : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end conv]

// [region conv-channels]
// Images with channels, as neural networks have them: batch, height, width, channel; every second
// position down and across.
func.func @convolved_channels(%images: tensor<?x9x9x3xf32>, %kernels: tensor<3x3x3x4xf32>)
    -> tensor<?x4x4x4xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %batch = tensor.dim %images, %zero : tensor<?x9x9x3xf32>
  %empty = tensor.empty(%batch) : tensor<?x4x4x4xf32>
  %start = linalg.fill ins(%nothing : f32) outs(%empty : tensor<?x4x4x4xf32>) -> tensor<?x4x4x4xf32>
  %result = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>}
      ins(%images, %kernels : tensor<?x9x9x3xf32>, tensor<3x3x3x4xf32>)
      outs(%start : tensor<?x4x4x4xf32>) -> tensor<?x4x4x4xf32>
  return %result : tensor<?x4x4x4xf32>
}
// [end conv-channels]
