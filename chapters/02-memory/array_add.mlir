// out[i] = a[i] + b[i] for 1024 floats, the program that most of this chapter takes apart.
// Pipeline: cpu-buffers. Count the arguments: three memrefs here, fifteen values in the LLVM dialect.
// [region program]
func.func @array_add(%a: memref<1024xf32>, %b: memref<1024xf32>, %out: memref<1024xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 1024 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<1024xf32>
    %y = memref.load %b[%i] : memref<1024xf32>
    %sum = arith.addf %x, %y : f32
    memref.store %sum, %out[%i] : memref<1024xf32>
  }
  return
}
// [end program]
