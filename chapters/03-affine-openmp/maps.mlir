// Affine maps: what may stand in a subscript, and what its divisions mean. Pipeline cpu-loops or cpu-buffers.
// [region divisions]
// Division rounds down (floordiv) or up (ceildiv), and a remainder is never negative.
func.func @divisions(%i: index) -> (index, index, index) attributes {llvm.emit_c_interface} {
  %down = affine.apply affine_map<(i) -> (i floordiv 8)>(%i)
  %up = affine.apply affine_map<(i) -> (i ceildiv 8)>(%i)
  %rest = affine.apply affine_map<(i) -> (i mod 8)>(%i)
  return %down, %up, %rest : index, index, index
}
// [end divisions]

// [region symbols]
// A dimension, in (), varies with the loops; a symbol, in [], stays as it is for as long as the loops run.
// A product needs a factor that is a constant or a symbol.
#row_major = affine_map<(i, j)[columns] -> (i * columns + j)>
func.func @place(%i: index, %j: index, %columns: index) -> index {
  %place = affine.apply #row_major(%i, %j)[%columns]
  return %place : index
}
// [end symbols]

// [region tiles]
// Where element (i, j) goes when a matrix is stored in tiles of 4x8: tile, then place inside of the tile.
#tile_row = affine_map<(i, j) -> (i floordiv 4)>
#tile_column = affine_map<(i, j) -> (j floordiv 8)>
func.func @to_tiles(%x: memref<16x32xf32>, %tiles: memref<4x4x4x8xf32>)
    attributes {llvm.emit_c_interface} {
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 32 {
      %value = affine.load %x[%i, %j] : memref<16x32xf32>
      %p = affine.apply #tile_row(%i, %j)
      %q = affine.apply #tile_column(%i, %j)
      affine.store %value, %tiles[%p, %q, %i mod 4, %j mod 8] : memref<4x4x4x8xf32>
    }
  }
  return
}
// [end tiles]

// [region minimum]
// affine.min and affine.max take the least and the largest of a map's results: a window cut at both ends.
func.func @window(%i: index, %radius: index, %size: index) -> (index, index)
    attributes {llvm.emit_c_interface} {
  %first = affine.max affine_map<(i)[r] -> (0, i - r)>(%i)[%radius]
  %end = affine.min affine_map<(i)[r, n] -> (i + r + 1, n)>(%i)[%radius, %size]
  return %first, %end : index, index
}
// [end minimum]

// [region rotate]
// A subscript may have a division by a symbol: y[i] = x[(i + shift) mod n].
func.func @rotate(%x: memref<?xf32>, %shift: index, %y: memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %n = memref.dim %x, %zero : memref<?xf32>
  %n_of_y = memref.dim %y, %zero : memref<?xf32>
  affine.for %i = 0 to min affine_map<()[a, b] -> (a, b)>()[%n, %n_of_y] {
    %value = affine.load %x[(%i + symbol(%shift)) mod symbol(%n)] : memref<?xf32>
    affine.store %value, %y[%i] : memref<?xf32>
  }
  return
}
// [end rotate]
