// scf.parallel becomes OpenMP by a pass; scf.reduce says how partial results are combined. Pipeline cpu-openmp.
// [region dot]
func.func @dot(%x: memref<?xf64>, %y: memref<?xf64>) -> f64 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f64
  %size_x = memref.dim %x, %zero : memref<?xf64>
  %size_y = memref.dim %y, %zero : memref<?xf64>
  %size = arith.minsi %size_x, %size_y : index
  %sum = scf.parallel (%i) = (%zero) to (%size) step (%one) init (%nothing) -> f64 {
    %a = memref.load %x[%i] : memref<?xf64>
    %b = memref.load %y[%i] : memref<?xf64>
    %product = arith.mulf %a, %b : f64
    scf.reduce(%product : f64) {
      ^bb0(%left: f64, %right: f64):
        %both = arith.addf %left, %right : f64
        scf.reduce.return %both : f64
    }
  }
  return %sum : f64
}
// [end dot]

// [region extremes]
// Two results at once. The pass knows a maximum as a comparison and a selection, not as arith.maximumf.
func.func @extremes(%x: memref<?xf32>) -> (f32, f32) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %highest = arith.constant 0x7F800000 : f32
  %lowest = arith.constant 0xFF800000 : f32
  %size = memref.dim %x, %zero : memref<?xf32>
  %low, %high = scf.parallel (%i) = (%zero) to (%size) step (%one)
      init (%highest, %lowest) -> (f32, f32) {
    %value = memref.load %x[%i] : memref<?xf32>
    scf.reduce(%value, %value : f32, f32) {
      ^bb0(%left: f32, %right: f32):
        %less = arith.cmpf olt, %left, %right : f32
        %smaller = arith.select %less, %left, %right : f32
        scf.reduce.return %smaller : f32
    }, {
      ^bb0(%left: f32, %right: f32):
        %greater = arith.cmpf ogt, %left, %right : f32
        %larger = arith.select %greater, %left, %right : f32
        scf.reduce.return %larger : f32
    }
  }
  return %low, %high : f32, f32
}
// [end extremes]
