// The functions of old.mlir as LLVM 22 spells them: mlir-opt takes this file without a complaint.

// [region to_buffer]
func.func @buffer_of(%tensor: tensor<4xf32>) -> memref<4xf32> {
  %buffer = bufferization.to_buffer %tensor : tensor<4xf32> to memref<4xf32>
  return %buffer : memref<4xf32>
}
// [end to_buffer]

func.func @tensor_of(%buffer: memref<4xf32>) -> tensor<4xf32> {
  %tensor = bufferization.to_tensor %buffer : memref<4xf32> to tensor<4xf32>
  return %tensor : tensor<4xf32>
}

func.func @element_of(%vector: vector<4xf32>, %i: index) -> f32 {
  %element = vector.extract %vector[%i] : f32 from vector<4xf32>
  return %element : f32
}

func.func @with_element(%vector: vector<4xf32>, %x: f32, %i: index) -> vector<4xf32> {
  %changed = vector.insert %x, %vector[%i] : f32 into vector<4xf32>
  return %changed : vector<4xf32>
}

func.func @all_the_same(%x: f32) -> vector<4xf32> {
  %vector = vector.broadcast %x : f32 to vector<4xf32>
  return %vector : vector<4xf32>
}

func.func @flat_product(%a: vector<4xf32>, %b: vector<4xf32>) -> vector<4xf32> {
  %product = llvm.intr.matrix.multiply %a, %b
      {lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32}
      : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  return %product : vector<4xf32>
}

func.func @blocked(%matrix: tensor<8x8xf32>, %to: tensor<2x2x4x4xf32>) -> tensor<2x2x4x4xf32> {
  %packed = linalg.pack %matrix inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %to
      : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
  return %packed : tensor<2x2x4x4xf32>
}

func.func @doubled(%x: tensor<4xf32>, %to: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.map ins(%x : tensor<4xf32>) outs(%to : tensor<4xf32>) (%element: f32, %old: f32) {
    %sum = arith.addf %element, %element : f32
    linalg.yield %sum : f32
  }
  return %y : tensor<4xf32>
}

func.func @work_shared(%from: i32, %to: i32, %step: i32) {
  omp.wsloop {
    omp.loop_nest (%i) : i32 = (%from) to (%to) step (%step) {
      omp.yield
    }
  }
  return
}

transform.sequence failures(propagate) {
^bb0(%product: !transform.any_op):
  %tiled, %loops:2 = transform.structured.fuse %product tile_sizes [4, 4]
      : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
}

shard.grid @devices(shape = 2x2)

llvm.func @votes(%mask: i32, %mine: i1) -> i32 {
  %ballot = nvvm.vote.sync ballot %mask, %mine -> i32
  llvm.return %ballot : i32
}
