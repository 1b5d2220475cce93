// The functions of `named.mlir`, each written with linalg.generic: maps, kinds of loops, a body.
// Pipeline cpu-tensors. linalg-generalize-named-ops makes the one file of the other, to the letter.

// [region fill]
func.func @filled(%value: f32, %like: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.dim %like, %zero : tensor<?x?xf32>
  %columns = tensor.dim %like, %one : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ()>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%value : f32) outs(%empty : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end fill]

// [region map]
func.func @roots(%x: tensor<?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %size = tensor.dim %x, %zero : tensor<?xf32>
  %empty = tensor.empty(%size) : tensor<?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>,
                       affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]
    } ins(%x : tensor<?xf32>) outs(%empty : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      %root = math.sqrt %in : f32
      linalg.yield %root : f32
    } -> tensor<?xf32>
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
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %out: f32):
      %total = arith.addf %x, %y : f32
      linalg.yield %total : f32
    } -> tensor<?x?xf32>
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
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (j, k, i)>,
                       affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]
    } ins(%x : tensor<?x?x?xf32>) outs(%empty : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x?xf32>
  return %result : tensor<?x?x?xf32>
}
// [end transpose]

// [region broadcast]
func.func @repeated(%row: tensor<?xf32>, %like: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %times = tensor.dim %like, %zero : tensor<?x?xf32>
  %columns = tensor.dim %row, %zero : tensor<?xf32>
  %empty = tensor.empty(%times, %columns) : tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%row : tensor<?xf32>) outs(%empty : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end broadcast]

// [region reduce]
func.func @row_sums(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %start = linalg.generic {
      indexing_maps = [affine_map<(i) -> ()>,
                       affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]
    } ins(%nothing : f32) outs(%empty : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]
    } ins(%x : tensor<?x?xf32>) outs(%start : tensor<?xf32>) {
    ^bb0(%in: f32, %partial: f32):
      %next = arith.addf %partial, %in : f32
      linalg.yield %next : f32
    } -> tensor<?xf32>
  return %result : tensor<?xf32>
}
// [end reduce]

// [region maximum]
func.func @row_maxima(%x: tensor<?x?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %least = arith.constant 0xFF800000 : f32    // -inf
  %rows = tensor.dim %x, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%rows) : tensor<?xf32>
  %start = linalg.generic {
      indexing_maps = [affine_map<(i) -> ()>,
                       affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]
    } ins(%least : f32) outs(%empty : tensor<?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>,
                       affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]
    } ins(%x : tensor<?x?xf32>) outs(%start : tensor<?xf32>) {
    ^bb0(%in: f32, %partial: f32):
      %next = arith.maximumf %partial, %in : f32
      linalg.yield %next : f32
    } -> tensor<?xf32>
  return %result : tensor<?xf32>
}
// [end maximum]

// [region dot]
func.func @inner(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<f32>
    attributes {llvm.emit_c_interface} {
  %nothing = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %start = linalg.generic {
      indexing_maps = [affine_map<() -> ()>,
                       affine_map<() -> ()>],
      iterator_types = []
    } ins(%nothing : f32) outs(%empty : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<f32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>,
                       affine_map<(i) -> (i)>,
                       affine_map<(i) -> ()>],
      iterator_types = ["reduction"]
    } ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%start : tensor<f32>) {
    ^bb0(%x: f32, %y: f32, %partial: f32):
      %term = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %term : f32
      linalg.yield %next : f32
    } -> tensor<f32>
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
  %start = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ()>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%nothing : f32) outs(%empty : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                       affine_map<(i, j, k) -> (k, j)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]
    } ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%start : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %partial: f32):
      %term = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %term : f32
      linalg.yield %next : f32
    } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end matmul]

// [region transposed-matmul]
func.func @product_transposed(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>) -> tensor<?x?xf32>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %m = tensor.dim %a, %zero : tensor<?x?xf32>
  %n = tensor.dim %b, %zero : tensor<?x?xf32>
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %start = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ()>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%nothing : f32) outs(%empty : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>,
                       affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]
    } ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%start : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %partial: f32):
      %term = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %term : f32
      linalg.yield %next : f32
    } -> tensor<?x?xf32>
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
  %start = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> ()>,
                       affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]
    } ins(%nothing : f32) outs(%empty : tensor<?x?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(b, i, j, k) -> (b, i, k)>,
                       affine_map<(b, i, j, k) -> (b, k, j)>,
                       affine_map<(b, i, j, k) -> (b, i, j)>],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]
    } ins(%a, %b : tensor<?x?x?xf32>, tensor<?x?x?xf32>) outs(%start : tensor<?x?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %partial: f32):
      %term = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %term : f32
      linalg.yield %next : f32
    } -> tensor<?x?x?xf32>
  return %result : tensor<?x?x?xf32>
}
// [end batch-matmul]

// [region conv]
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
  %start = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ()>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%nothing : f32) outs(%empty : tensor<?x?xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x?xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(i, j, di, dj) -> (i + di, j + dj)>,
                       affine_map<(i, j, di, dj) -> (di, dj)>,
                       affine_map<(i, j, di, dj) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]
    } ins(%image, %kernel : tensor<?x?xf32>, tensor<?x?xf32>) outs(%start : tensor<?x?xf32>) {
    ^bb0(%x: f32, %y: f32, %partial: f32):
      %term = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %term : f32
      linalg.yield %next : f32
    } -> tensor<?x?xf32>
  return %result : tensor<?x?xf32>
}
// [end conv]

// [region conv-channels]
func.func @convolved_channels(%images: tensor<?x9x9x3xf32>, %kernels: tensor<3x3x3x4xf32>)
    -> tensor<?x4x4x4xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %batch = tensor.dim %images, %zero : tensor<?x9x9x3xf32>
  %empty = tensor.empty(%batch) : tensor<?x4x4x4xf32>
  %start = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, l) -> ()>,
                       affine_map<(i, j, k, l) -> (i, j, k, l)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]
    } ins(%nothing : f32) outs(%empty : tensor<?x4x4x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<?x4x4x4xf32>
  %result = linalg.generic {
      indexing_maps = [affine_map<(n, i, j, f, di, dj, c) -> (n, i * 2 + di, j * 2 + dj, c)>,
                       affine_map<(n, i, j, f, di, dj, c) -> (di, dj, c, f)>,
                       affine_map<(n, i, j, f, di, dj, c) -> (n, i, j, f)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel",
                        "reduction", "reduction", "reduction"]
    } ins(%images, %kernels : tensor<?x9x9x3xf32>, tensor<3x3x3x4xf32>) outs(%start : tensor<?x4x4x4xf32>) {
    ^bb0(%x: f32, %y: f32, %partial: f32):
      %term = arith.mulf %x, %y : f32
      %next = arith.addf %partial, %term : f32
      linalg.yield %next : f32
    } -> tensor<?x4x4x4xf32>
  return %result : tensor<?x4x4x4xf32>
}
// [end conv-channels]
