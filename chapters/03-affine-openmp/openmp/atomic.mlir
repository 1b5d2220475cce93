// omp.atomic.update: reading, adding and writing back are one step. A histogram of bytes. Pipeline cpu-openmp.
func.func @histogram(%bytes: memref<?xi8>, %counts: memref<256xi32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %bytes, %zero : memref<?xi8>
  // OpenMP's atomics take an address. The identity layout promises that counts starts at its aligned pointer.
  %address = memref.extract_aligned_pointer_as_index %counts : memref<256xi32> -> index
  %address_bits = arith.index_cast %address : index to i64
  %first = llvm.inttoptr %address_bits : i64 to !llvm.ptr
  // [region loop]
  omp.parallel {
    omp.wsloop {
      omp.loop_nest (%i) : index = (%zero) to (%size) step (%one) {
        %byte = memref.load %bytes[%i] : memref<?xi8>
        %bin = arith.extui %byte : i8 to i64
        %counter = llvm.getelementptr %first[%bin] : (!llvm.ptr, i64) -> !llvm.ptr, i32
        omp.atomic.update %counter : !llvm.ptr {
        ^bb0(%count: i32):
          %unit = llvm.mlir.constant(1 : i32) : i32
          %more = llvm.add %count, %unit : i32
          omp.yield(%more : i32)
        }
        omp.yield
      }
    }
    omp.terminator
  }
  // [end loop]
  return
}
