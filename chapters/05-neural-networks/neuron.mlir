// One neuron, y = tanh(w x + b), and its derivative by hand. Pipeline: cpu-buffers.
// Look at what @backward reads: the inputs and y, nothing else of the way forward.

// [region forward]
func.func @forward(%w: memref<?xf64>, %x: memref<?xf64>, %b: f64) -> f64
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %w, %zero : memref<?xf64>
  %sum = scf.for %i = %zero to %size step %one iter_args(%so_far = %b) -> f64 {
    %weight = memref.load %w[%i] : memref<?xf64>
    %input = memref.load %x[%i] : memref<?xf64>
    %term = arith.mulf %weight, %input : f64
    %next = arith.addf %so_far, %term : f64
    scf.yield %next : f64
  }
  %y = math.tanh %sum : f64
  return %y : f64
}
// [end forward]

// [region backward]
// dy is the adjoint of y. Adds to dw and dx what this use of w and x contributes; returns db.
func.func @backward(%w: memref<?xf64>, %x: memref<?xf64>, %y: f64, %dy: f64,
                    %dw: memref<?xf64>, %dx: memref<?xf64>) -> f64
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %whole = arith.constant 1.0 : f64
  %size = memref.dim %w, %zero : memref<?xf64>
  %square = arith.mulf %y, %y : f64
  %slope = arith.subf %whole, %square : f64           // of tanh, where its value is y
  %dsum = arith.mulf %slope, %dy : f64
  scf.for %i = %zero to %size step %one {
    %weight = memref.load %w[%i] : memref<?xf64>
    %input = memref.load %x[%i] : memref<?xf64>
    %for_weight = arith.mulf %input, %dsum : f64
    %for_input = arith.mulf %weight, %dsum : f64
    %dw_before = memref.load %dw[%i] : memref<?xf64>
    %dx_before = memref.load %dx[%i] : memref<?xf64>
    %dw_after = arith.addf %dw_before, %for_weight : f64
    %dx_after = arith.addf %dx_before, %for_input : f64
    memref.store %dw_after, %dw[%i] : memref<?xf64>
    memref.store %dx_after, %dx[%i] : memref<?xf64>
  }
  return %dsum : f64
}
// [end backward]
