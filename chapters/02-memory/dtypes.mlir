// The addition once for each element type that MLIR and NumPy share, sixteen elements each.
// Pipeline: cpu-buffers. Between two functions only the type and the operation differ.

// Floats: half, brain float, single, double.
func.func @add_f16(%a: memref<16xf16>, %b: memref<16xf16>, %out: memref<16xf16>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xf16>
    %y = memref.load %b[%i] : memref<16xf16>
    %sum = arith.addf %x, %y : f16
    memref.store %sum, %out[%i] : memref<16xf16>
  }
  return
}

func.func @add_bf16(%a: memref<16xbf16>, %b: memref<16xbf16>, %out: memref<16xbf16>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xbf16>
    %y = memref.load %b[%i] : memref<16xbf16>
    %sum = arith.addf %x, %y : bf16
    memref.store %sum, %out[%i] : memref<16xbf16>
  }
  return
}

func.func @add_f32(%a: memref<16xf32>, %b: memref<16xf32>, %out: memref<16xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xf32>
    %y = memref.load %b[%i] : memref<16xf32>
    %sum = arith.addf %x, %y : f32
    memref.store %sum, %out[%i] : memref<16xf32>
  }
  return
}

func.func @add_f64(%a: memref<16xf64>, %b: memref<16xf64>, %out: memref<16xf64>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xf64>
    %y = memref.load %b[%i] : memref<16xf64>
    %sum = arith.addf %x, %y : f64
    memref.store %sum, %out[%i] : memref<16xf64>
  }
  return
}

// [region i8]
// Integers have no sign here: adding int8 and adding uint8 are one operation, modulo 256.
func.func @add_i8(%a: memref<16xi8>, %b: memref<16xi8>, %out: memref<16xi8>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xi8>
    %y = memref.load %b[%i] : memref<16xi8>
    %sum = arith.addi %x, %y : i8
    memref.store %sum, %out[%i] : memref<16xi8>
  }
  return
}
// [end i8]

func.func @add_i16(%a: memref<16xi16>, %b: memref<16xi16>, %out: memref<16xi16>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xi16>
    %y = memref.load %b[%i] : memref<16xi16>
    %sum = arith.addi %x, %y : i16
    memref.store %sum, %out[%i] : memref<16xi16>
  }
  return
}

func.func @add_i32(%a: memref<16xi32>, %b: memref<16xi32>, %out: memref<16xi32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xi32>
    %y = memref.load %b[%i] : memref<16xi32>
    %sum = arith.addi %x, %y : i32
    memref.store %sum, %out[%i] : memref<16xi32>
  }
  return
}

func.func @add_i64(%a: memref<16xi64>, %b: memref<16xi64>, %out: memref<16xi64>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xi64>
    %y = memref.load %b[%i] : memref<16xi64>
    %sum = arith.addi %x, %y : i64
    memref.store %sum, %out[%i] : memref<16xi64>
  }
  return
}

// [region complex64]
// A complex number is the pair (real, imaginary), in memory as in NumPy and in C.
func.func @add_complex64(%a: memref<16xcomplex<f32>>, %b: memref<16xcomplex<f32>>, %out: memref<16xcomplex<f32>>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xcomplex<f32>>
    %y = memref.load %b[%i] : memref<16xcomplex<f32>>
    %sum = complex.add %x, %y : complex<f32>
    memref.store %sum, %out[%i] : memref<16xcomplex<f32>>
  }
  return
}
// [end complex64]

func.func @add_complex128(%a: memref<16xcomplex<f64>>, %b: memref<16xcomplex<f64>>, %out: memref<16xcomplex<f64>>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 16 : index
  scf.for %i = %zero to %size step %one {
    %x = memref.load %a[%i] : memref<16xcomplex<f64>>
    %y = memref.load %b[%i] : memref<16xcomplex<f64>>
    %sum = complex.add %x, %y : complex<f64>
    memref.store %sum, %out[%i] : memref<16xcomplex<f64>>
  }
  return
}
