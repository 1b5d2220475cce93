// A matrix product of any sizes, with affine loops. Pipelines cpu-buffers, or affine-parallel and then cpu-openmp.
// The sizes are read from the descriptors: symbols, in the language of affine maps.
// [region program]
func.func @matmul(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) -> i1
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %m = memref.dim %a, %zero : memref<?x?xf32>
  %k = memref.dim %a, %one : memref<?x?xf32>
  %n = memref.dim %b, %one : memref<?x?xf32>
  %k_of_b = memref.dim %b, %zero : memref<?x?xf32>
  %m_of_c = memref.dim %c, %zero : memref<?x?xf32>
  %n_of_c = memref.dim %c, %one : memref<?x?xf32>
  %inner = arith.cmpi eq, %k, %k_of_b : index
  %rows = arith.cmpi eq, %m, %m_of_c : index
  %columns = arith.cmpi eq, %n, %n_of_c : index
  %outer = arith.andi %rows, %columns : i1
  %fits = arith.andi %inner, %outer : i1
  scf.if %fits {
    affine.for %i = 0 to %m {
      affine.for %j = 0 to %n {
        affine.store %nothing, %c[%i, %j] : memref<?x?xf32>
      }
      affine.for %p = 0 to %k {
        affine.for %j = 0 to %n {
          %x = affine.load %a[%i, %p] : memref<?x?xf32>
          %y = affine.load %b[%p, %j] : memref<?x?xf32>
          %sum = affine.load %c[%i, %j] : memref<?x?xf32>
          %product = arith.mulf %x, %y : f32
          %more = arith.addf %sum, %product : f32
          affine.store %more, %c[%i, %j] : memref<?x?xf32>
        }
      }
    }
  }
  return %fits : i1
}
// [end program]
