// Wrong: b = a + a, c = b + b, and a way back that stores each contribution instead of adding it. dc/da is 4.
// Pipeline: cpu-buffers. Look at the two stores to one place.

// [region program]
// adjoints: of a, b and c.
func.func @gradient(%adjoints: memref<3xf64>) attributes {llvm.emit_c_interface} {
  %a = arith.constant 0 : index
  %b = arith.constant 1 : index
  %c = arith.constant 2 : index
  %seed = arith.constant 1.0 : f64
  memref.store %seed, %adjoints[%c] : memref<3xf64>
  %dc = memref.load %adjoints[%c] : memref<3xf64>
  memref.store %dc, %adjoints[%b] : memref<3xf64>     // c = b + b, by its left b
  memref.store %dc, %adjoints[%b] : memref<3xf64>     // by its right b
  %db = memref.load %adjoints[%b] : memref<3xf64>
  memref.store %db, %adjoints[%a] : memref<3xf64>     // b = a + a, by its left a
  memref.store %db, %adjoints[%a] : memref<3xf64>     // by its right a
  return
}
// [end program]
