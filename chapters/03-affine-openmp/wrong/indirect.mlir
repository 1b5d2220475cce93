// An index that comes out of memory is neither a loop's variable nor a symbol: affine.load does not take it.
func.func @gather(%x: memref<16xf32>, %where: memref<16xindex>, %y: memref<16xf32>) {
  affine.for %i = 0 to 16 {
    %from = affine.load %where[%i] : memref<16xindex>
    %value = affine.load %x[%from] : memref<16xf32>
    affine.store %value, %y[%i] : memref<16xf32>
  }
  return
}
