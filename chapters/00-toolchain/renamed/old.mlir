// Spellings that an LLVM between 19 and 21 took and LLVM 22 refuses, each with its message: run with
// --split-input-file --verify-diagnostics. new.mlir beside this file says the same in today's words.

// [region to_buffer]
func.func @buffer_of(%tensor: tensor<4xf32>) -> memref<4xf32> {
  // expected-error @below {{custom op 'bufferization.to_memref' is unknown}}
  %buffer = bufferization.to_memref %tensor : memref<4xf32>
  return %buffer : memref<4xf32>
}
// [end to_buffer]

// -----

func.func @tensor_of(%buffer: memref<4xf32>) -> tensor<4xf32> {
  %tensor = bufferization.to_tensor %buffer : memref<4xf32>
  // expected-error @below {{custom op 'bufferization.to_tensor' expected 'to'}}
  return %tensor : tensor<4xf32>
}

// -----

func.func @element_of(%vector: vector<4xf32>, %i: index) -> f32 {
  // expected-error @below {{custom op 'vector.extractelement' is unknown}}
  %element = vector.extractelement %vector[%i : index] : vector<4xf32>
  return %element : f32
}

// -----

func.func @with_element(%vector: vector<4xf32>, %x: f32, %i: index) -> vector<4xf32> {
  // expected-error @below {{custom op 'vector.insertelement' is unknown}}
  %changed = vector.insertelement %x, %vector[%i : index] : vector<4xf32>
  return %changed : vector<4xf32>
}

// -----

func.func @all_the_same(%x: f32) -> vector<4xf32> {
  // expected-error @below {{custom op 'vector.splat' is unknown}}
  %vector = vector.splat %x : vector<4xf32>
  return %vector : vector<4xf32>
}

// -----

func.func @flat_product(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  // expected-error @below {{custom op 'vector.matrix_multiply' is unknown}}
  %product = vector.matrix_multiply %a, %b
      {lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32}
      : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return %product : vector<4xf32>
}

// -----

func.func @blocked(%matrix: tensor<8x8xf32>, %to: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  // expected-error @below {{custom op 'tensor.pack' is unknown}}
  %packed = tensor.pack %matrix inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %to
      : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
  return %packed : tensor<2x2x4x4xf32>
}

// -----

func.func @doubled(%x: tensor<4xf32>, %to: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{expects number of operands to match the arity of mapper}}
  %y = linalg.map ins(%x : tensor<4xf32>) outs(%to : tensor<4xf32>) (%element: f32) {
    %sum = arith.addf %element, %element : f32
    linalg.yield %sum : f32
  }
  return %y : tensor<4xf32>
}

// -----

func.func @work_shared(%from: i32, %to: i32, %step: i32) {
  // expected-error @below {{'omp.wsloop' op loop wrapper does not contain exactly one nested op}}
  omp.wsloop {
    omp.loop_nest (%i) : i32 = (%from) to (%to) step (%step) {
      omp.yield
    }
    omp.terminator
  }
  return
}

// -----

transform.sequence failures(propagate) {
^bb0(%product: !transform.any_op):
  // expected-error @below {{expects 0 loop results}}
  %tiled, %loops:2 = transform.structured.fuse %product {tile_sizes = [4, 4]}
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

// -----

// expected-note @below {{Available dialects: acc, affine,}}
// expected-error @below {{Dialect `mesh' not found for custom op 'mesh.mesh'}}
mesh.mesh @devices(shape = 2x2)

// -----

llvm.func @votes(%mask: i32, %mine: i1) -> i32 {
  // expected-error @below {{custom op 'nvvm.vote.ballot.sync' is unknown}}
  %ballot = nvvm.vote.ballot.sync %mask, %mine : i32
  llvm.return %ballot : i32
}
