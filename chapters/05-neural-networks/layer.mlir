// A layer on a whole batch, y = relu(x w + b), and its derivative by hand, on tensors. Pipeline: cpu-tensors.
// Look at the maps of @backward: each product is the one of @forward, with another index summed over.

// [region forward]
func.func @forward(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>) -> tensor<?x?xf64>
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f64
  %rows = tensor.dim %x, %zero : tensor<?x?xf64>
  %outputs = tensor.dim %w, %one : tensor<?x?xf64>
  %empty = tensor.empty(%rows, %outputs) : tensor<?x?xf64>
  %biases = linalg.broadcast ins(%b : tensor<?xf64>) outs(%empty : tensor<?x?xf64>) dimensions = [0]
  %sums = linalg.matmul ins(%x, %w : tensor<?x?xf64>, tensor<?x?xf64>)
      outs(%biases : tensor<?x?xf64>) -> tensor<?x?xf64>
  %y = linalg.map ins(%sums : tensor<?x?xf64>) outs(%empty : tensor<?x?xf64>)
    (%sum: f64, %out: f64) {
      %positive = arith.maximumf %sum, %nothing : f64
      linalg.yield %positive : f64
    }
  return %y : tensor<?x?xf64>
}
// [end forward]

// [region backward]
#row_input = affine_map<(row, input, output) -> (row, input)>
#input_output = affine_map<(row, input, output) -> (input, output)>
#row_output = affine_map<(row, input, output) -> (row, output)>

// dy: the adjoints of y. The results: those of x, w and b.
func.func @backward(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %y: tensor<?x?xf64>, %dy: tensor<?x?xf64>)
    -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f64
  %rows = tensor.dim %x, %zero : tensor<?x?xf64>
  %inputs = tensor.dim %x, %one : tensor<?x?xf64>
  %outputs = tensor.dim %y, %one : tensor<?x?xf64>

  // relu: what came out as 0 changed nothing.
  %like_y = tensor.empty(%rows, %outputs) : tensor<?x?xf64>
  %dsums = linalg.map ins(%y, %dy : tensor<?x?xf64>, tensor<?x?xf64>) outs(%like_y : tensor<?x?xf64>)
    (%value: f64, %adjoint: f64, %out: f64) {
      %flat = arith.cmpf ole, %value, %nothing : f64
      %kept = arith.select %flat, %nothing, %adjoint : f64
      linalg.yield %kept : f64
    }

  // sums[row, output] = b[output] + the sum over input of x[row, input] w[input, output]
  %like_x = tensor.empty(%rows, %inputs) : tensor<?x?xf64>
  %no_dx = linalg.fill ins(%nothing : f64) outs(%like_x : tensor<?x?xf64>) -> tensor<?x?xf64>
  %dx = linalg.generic {
      indexing_maps = [#row_output, #input_output, #row_input],
      iterator_types = ["parallel", "parallel", "reduction"]
    } ins(%dsums, %w : tensor<?x?xf64>, tensor<?x?xf64>) outs(%no_dx : tensor<?x?xf64>) {
    ^bb0(%adjoint: f64, %weight: f64, %so_far: f64):
      %share = arith.mulf %weight, %adjoint : f64
      %next = arith.addf %so_far, %share : f64
      linalg.yield %next : f64
    } -> tensor<?x?xf64>
  %like_w = tensor.empty(%inputs, %outputs) : tensor<?x?xf64>
  %no_dw = linalg.fill ins(%nothing : f64) outs(%like_w : tensor<?x?xf64>) -> tensor<?x?xf64>
  %dw = linalg.generic {
      indexing_maps = [#row_output, #row_input, #input_output],
      iterator_types = ["reduction", "parallel", "parallel"]
    } ins(%dsums, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%no_dw : tensor<?x?xf64>) {
    ^bb0(%adjoint: f64, %input: f64, %so_far: f64):
      %share = arith.mulf %input, %adjoint : f64
      %next = arith.addf %so_far, %share : f64
      linalg.yield %next : f64
    } -> tensor<?x?xf64>
  %like_b = tensor.empty(%outputs) : tensor<?xf64>
  %no_db = linalg.fill ins(%nothing : f64) outs(%like_b : tensor<?xf64>) -> tensor<?xf64>
  %db = linalg.reduce { arith.addf } ins(%dsums : tensor<?x?xf64>) outs(%no_db : tensor<?xf64>)
      dimensions = [0]
  return %dx, %dw, %db : tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>
}
// [end backward]
