// A two-dimensional convolution as neural networks mean it (a correlation): the window is not turned round.
// 128x128 by 16x16 gives 113x113; any sizes do. Pipelines cpu-buffers, or affine-parallel and then cpu-openmp.
// [region program]
func.func @convolve(%image: memref<?x?xf32>, %window: memref<?x?xf32>, %out: memref<?x?xf32>) -> i1
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %height = memref.dim %image, %zero : memref<?x?xf32>
  %width = memref.dim %image, %one : memref<?x?xf32>
  %window_height = memref.dim %window, %zero : memref<?x?xf32>
  %window_width = memref.dim %window, %one : memref<?x?xf32>
  %rows = memref.dim %out, %zero : memref<?x?xf32>
  %columns = memref.dim %out, %one : memref<?x?xf32>
  // out has one element for each place where the whole window lies on the image.
  %reached_height = affine.apply affine_map<()[r, h] -> (r + h - 1)>()[%rows, %window_height]
  %reached_width = affine.apply affine_map<()[c, w] -> (c + w - 1)>()[%columns, %window_width]
  %fits_vertically = arith.cmpi eq, %reached_height, %height : index
  %fits_horizontally = arith.cmpi eq, %reached_width, %width : index
  %fits = arith.andi %fits_vertically, %fits_horizontally : i1
  scf.if %fits {
    affine.for %i = 0 to %rows {
      affine.for %j = 0 to %columns {
        affine.store %nothing, %out[%i, %j] : memref<?x?xf32>
      }
      affine.for %u = 0 to %window_height {
        affine.for %v = 0 to %window_width {
          affine.for %j = 0 to %columns {
            %x = affine.load %image[%i + %u, %j + %v] : memref<?x?xf32>
            %weight = affine.load %window[%u, %v] : memref<?x?xf32>
            %sum = affine.load %out[%i, %j] : memref<?x?xf32>
            %product = arith.mulf %x, %weight : f32
            %more = arith.addf %sum, %product : f32
            affine.store %more, %out[%i, %j] : memref<?x?xf32>
          }
        }
      }
    }
  }
  return %fits : i1
}
// [end program]
