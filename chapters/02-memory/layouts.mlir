// Two layouts that a descriptor can hold, given in two ways. Pipeline: cpu-buffers.
// Look at the multiplications: by 8 where a padded row starts, by 4 where a column does.

// Strides: rows of six elements that start eight elements apart, two of them padding.
// [region padded]
func.func @sum_padded(%x: memref<4x6xf32, strided<[8, 1]>>) -> f32
    attributes {llvm.emit_c_interface} {
  %nothing = arith.constant 0.0 : f32
  %total = affine.for %i = 0 to 4 iter_args(%outer = %nothing) -> f32 {
    %row = affine.for %j = 0 to 6 iter_args(%partial = %outer) -> f32 {
      %value = affine.load %x[%i, %j] : memref<4x6xf32, strided<[8, 1]>>
      %next = arith.addf %partial, %value : f32
      affine.yield %next : f32
    }
    affine.yield %row : f32
  }
  return %total : f32
}
// [end padded]

// An affine map from the indices to the position. With one result that is linear in the indices it
// says what strides say: here that elements of a column are neighbours, as in Fortran.
// [region column]
#by_columns = affine_map<(i, j) -> (j * 4 + i)>

func.func @sum_by_columns(%x: memref<4x6xf32, #by_columns>) -> f32
    attributes {llvm.emit_c_interface} {
  %nothing = arith.constant 0.0 : f32
  %total = affine.for %j = 0 to 6 iter_args(%outer = %nothing) -> f32 {
    %column = affine.for %i = 0 to 4 iter_args(%partial = %outer) -> f32 {
      %value = affine.load %x[%i, %j] : memref<4x6xf32, #by_columns>
      %next = arith.addf %partial, %value : f32
      affine.yield %next : f32
    }
    affine.yield %column : f32
  }
  return %total : f32
}
// [end column]
