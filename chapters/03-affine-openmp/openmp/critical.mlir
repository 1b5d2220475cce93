// omp.critical: one thread at a time. Two numbers have to change together: the largest element, and where it is.
omp.critical.declare @best

func.func @argmax(%x: memref<?xf32>) -> (f32, index) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nowhere = arith.constant -1 : index
  %lowest = arith.constant 0xFF800000 : f32
  %value = memref.alloca() : memref<f32>
  %place = memref.alloca() : memref<index>
  memref.store %lowest, %value[] : memref<f32>
  memref.store %nowhere, %place[] : memref<index>
  %size = memref.dim %x, %zero : memref<?xf32>
  // [region loop]
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%zero) to (%size) step (%one) {
        %candidate = memref.load %x[%i] : memref<?xf32>
        omp.critical(@best) {
          %so_far = memref.load %value[] : memref<f32>
          %where = memref.load %place[] : memref<index>
          %larger = arith.cmpf ogt, %candidate, %so_far : f32
          // Of equal elements the first counts. "Nowhere" is -1: the largest number without a sign.
          %equal = arith.cmpf oeq, %candidate, %so_far : f32
          %earlier = arith.cmpi ult, %i, %where : index
          %first = arith.andi %equal, %earlier : i1
          %better = arith.ori %larger, %first : i1
          scf.if %better {
            memref.store %candidate, %value[] : memref<f32>
            memref.store %i, %place[] : memref<index>
          }
          omp.terminator
        }
        omp.yield
      }
    }
    omp.terminator
  }
  // [end loop]
  %largest = memref.load %value[] : memref<f32>
  %at = memref.load %place[] : memref<index>
  return %largest, %at : f32, index
}
