// A fault that a pass makes: sums[i] += x[i][j] as affine loops. convert-affine-for-to-gpu makes the
// loop over j threads without asking whether its turns are independent; all of a row add to one word.
func.func @row_sums(%x: memref<16x64xf32>, %sums: memref<16xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 64 {
      %partial = affine.load %sums[%i] : memref<16xf32>
      %element = affine.load %x[%i, %j] : memref<16x64xf32>
      %next = arith.addf %partial, %element : f32
      affine.store %next, %sums[%i] : memref<16xf32>
    }
  }
  return
}
