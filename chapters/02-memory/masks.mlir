// An addition of any length, eight elements at a time: a mask switches off the lanes past the end.
// Pipeline: cpu-vectors. Look at what a masked transfer becomes: llvm.intr.masked.load and .store.

// [region program]
func.func @add_any_length(%a: memref<?xf32>, %b: memref<?xf32>, %out: memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %lanes = arith.constant 8 : index
  %nothing = arith.constant 0.0 : f32
  %size_a = memref.dim %a, %zero : memref<?xf32>
  %size_b = memref.dim %b, %zero : memref<?xf32>
  %size_out = memref.dim %out, %zero : memref<?xf32>
  %size_in = arith.minsi %size_a, %size_b : index
  %size = arith.minsi %size_in, %size_out : index
  scf.for %i = %zero to %size step %lanes {
    %left = arith.subi %size, %i : index
    // Lane k is on where k < %left: all eight, but for the last turn.
    %mask = vector.create_mask %left : vector<8xi1>
    %x = vector.transfer_read %a[%i], %nothing, %mask {in_bounds = [true]}
        : memref<?xf32>, vector<8xf32>
    %y = vector.transfer_read %b[%i], %nothing, %mask {in_bounds = [true]}
        : memref<?xf32>, vector<8xf32>
    %sum = arith.addf %x, %y : vector<8xf32>
    vector.transfer_write %sum, %out[%i], %mask {in_bounds = [true]}
        : vector<8xf32>, memref<?xf32>
  }
  return
}
// [end program]

// Without in_bounds the transfer makes the mask itself, from the size of the memref: lanes past the end
// read the padding value. The sum of a vector of any length up to eight.
// [region padding]
func.func @sum_up_to_8(%a: memref<?xf32>) -> f32 attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %nothing = arith.constant 0.0 : f32
  %x = vector.transfer_read %a[%zero], %nothing : memref<?xf32>, vector<8xf32>
  %sum = vector.reduction <add>, %x, %nothing : vector<8xf32> into f32
  return %sum : f32
}
// [end padding]
