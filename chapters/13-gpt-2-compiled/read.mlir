// Adds up 8 * n numbers of each part, to find out how fast memory can be read; the parts are shared
// among threads. Pipeline: cpu-openmp. Eight streams, so that the core waits for several at once.
func.func @total(%x: memref<?x8x?xf32>, %out: memref<?xf32>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %2 = arith.constant 2 : index
  %3 = arith.constant 3 : index
  %4 = arith.constant 4 : index
  %5 = arith.constant 5 : index
  %6 = arith.constant 6 : index
  %7 = arith.constant 7 : index
  %16 = arith.constant 16 : index
  %parts = memref.dim %x, %0 : memref<?x8x?xf32>
  %n = memref.dim %x, %2 : memref<?x8x?xf32>
  scf.parallel (%p) = (%0) to (%parts) step (%1) {
    %sums:8 = scf.for %i = %0 to %n step %16
        iter_args(%a = %zero, %b = %zero, %c = %zero, %d = %zero,
                  %e = %zero, %f = %zero, %g = %zero, %h = %zero)
        -> (vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>,
            vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>) {
      // [region streams]
      %va = vector.load %x[%p, %0, %i] : memref<?x8x?xf32>, vector<16xf32>
      %sa = arith.addf %a, %va : vector<16xf32>
      %vb = vector.load %x[%p, %1, %i] : memref<?x8x?xf32>, vector<16xf32>
      %sb = arith.addf %b, %vb : vector<16xf32>
      // [end streams]
      %vc = vector.load %x[%p, %2, %i] : memref<?x8x?xf32>, vector<16xf32>
      %sc = arith.addf %c, %vc : vector<16xf32>
      %vd = vector.load %x[%p, %3, %i] : memref<?x8x?xf32>, vector<16xf32>
      %sd = arith.addf %d, %vd : vector<16xf32>
      %ve = vector.load %x[%p, %4, %i] : memref<?x8x?xf32>, vector<16xf32>
      %se = arith.addf %e, %ve : vector<16xf32>
      %vf = vector.load %x[%p, %5, %i] : memref<?x8x?xf32>, vector<16xf32>
      %sf = arith.addf %f, %vf : vector<16xf32>
      %vg = vector.load %x[%p, %6, %i] : memref<?x8x?xf32>, vector<16xf32>
      %sg = arith.addf %g, %vg : vector<16xf32>
      %vh = vector.load %x[%p, %7, %i] : memref<?x8x?xf32>, vector<16xf32>
      %sh = arith.addf %h, %vh : vector<16xf32>
      scf.yield %sa, %sb, %sc, %sd, %se, %sf, %sg, %sh
          : vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>,
            vector<16xf32>, vector<16xf32>, vector<16xf32>, vector<16xf32>
    }
    %ab = arith.addf %sums#0, %sums#1 : vector<16xf32>
    %cd = arith.addf %sums#2, %sums#3 : vector<16xf32>
    %ef = arith.addf %sums#4, %sums#5 : vector<16xf32>
    %gh = arith.addf %sums#6, %sums#7 : vector<16xf32>
    %abcd = arith.addf %ab, %cd : vector<16xf32>
    %efgh = arith.addf %ef, %gh : vector<16xf32>
    %all = arith.addf %abcd, %efgh : vector<16xf32>
    %sum = vector.reduction <add>, %all : vector<16xf32> into f32
    memref.store %sum, %out[%p] : memref<?xf32>
    scf.reduce
  }
  return
}
