// omp.wsloop: the turns of omp.loop_nest are shared out among the threads of the team. Pipeline cpu-openmp.
// [region program]
func.func @scale(%a: f32, %x: memref<?xf32>, %y: memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size_x = memref.dim %x, %zero : memref<?xf32>
  %size_y = memref.dim %y, %zero : memref<?xf32>
  %size = arith.minsi %size_x, %size_y : index
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%zero) to (%size) step (%one) {
        %value = memref.load %x[%i] : memref<?xf32>
        %scaled = arith.mulf %a, %value : f32
        memref.store %scaled, %y[%i] : memref<?xf32>
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
// [end program]
