// float32 from bfloat16: x is the sum of three parts of 8 bits each, x1 = round(x),
// x2 = round(x - x1), x3 = x - x1 - x2, and no subtraction rounds. Lower it with cpu-vectors.
// [region split]
func.func @split(%x: memref<?xf32>, %parts: memref<3x?xbf16>) attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %size = memref.dim %x, %c0 : memref<?xf32>
  scf.for %i = %c0 to %size step %c16 {
    %all = vector.transfer_read %x[%i], %zero : memref<?xf32>, vector<16xf32>
    %x1 = arith.truncf %all : vector<16xf32> to vector<16xbf16>
    %first = arith.extf %x1 : vector<16xbf16> to vector<16xf32>
    %rest = arith.subf %all, %first : vector<16xf32>
    %x2 = arith.truncf %rest : vector<16xf32> to vector<16xbf16>
    %second = arith.extf %x2 : vector<16xbf16> to vector<16xf32>
    %last = arith.subf %rest, %second : vector<16xf32>
    %x3 = arith.truncf %last : vector<16xf32> to vector<16xbf16>
    vector.transfer_write %x1, %parts[%c0, %i] : vector<16xbf16>, memref<3x?xbf16>
    vector.transfer_write %x2, %parts[%c1, %i] : vector<16xbf16>, memref<3x?xbf16>
    vector.transfer_write %x3, %parts[%c2, %i] : vector<16xbf16>, memref<3x?xbf16>
  }
  return
}
// [end split]
