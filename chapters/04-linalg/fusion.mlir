// Three operations on whole tensors that become one loop nest: the maximum of 0 and a * b + c.
// linalg-generalize-named-ops, then linalg-fuse-elementwise-ops; cpu-tensors does both.

// [region program]
func.func @rectified(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>)
    -> tensor<?x?xf32> attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %rows = tensor.dim %a, %zero : tensor<?x?xf32>
  %columns = tensor.dim %a, %one : tensor<?x?xf32>
  %empty = tensor.empty(%rows, %columns) : tensor<?x?xf32>
  %scaled = linalg.mul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %shifted = linalg.add ins(%scaled, %c : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%empty : tensor<?x?xf32>) -> tensor<?x?xf32>
  %result = linalg.map ins(%shifted : tensor<?x?xf32>) outs(%empty : tensor<?x?xf32>)
    (%x: f32, %out: f32) {
      %positive = arith.maximumf %x, %nothing : f32
      linalg.yield %positive : f32
    }
  return %result : tensor<?x?xf32>
}
// [end program]
