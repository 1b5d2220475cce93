// Three functions that allocate and never free. Pass: buffer-deallocation-pipeline (in cpu-tensors).
// Look for memref.dealloc: where it comes, under which condition, and where a copy comes in its place.

// %doubled is garbage when the function returns; %tripled belongs to the caller from then on.
// [region temporary]
func.func @tripled(%x: memref<4xf32>) -> memref<4xf32> attributes {llvm.emit_c_interface} {
  %doubled = memref.alloc() : memref<4xf32>
  %tripled = memref.alloc() : memref<4xf32>
  linalg.add ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%doubled : memref<4xf32>)
  linalg.add ins(%doubled, %x : memref<4xf32>, memref<4xf32>) outs(%tripled : memref<4xf32>)
  return %tripled : memref<4xf32>
}
// [end temporary]

// %shift is a new buffer on one path and the caller's on the other: only the first may be freed.
// [region conditional]
func.func @add_one_or_self(%x: memref<4xf32>, %self: i8, %out: memref<4xf32>)
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : i8
  %one = arith.constant 1.0 : f32
  %add_one = arith.cmpi eq, %self, %zero : i8
  %shift = scf.if %add_one -> memref<4xf32> {
    %ones = memref.alloc() : memref<4xf32>
    linalg.fill ins(%one : f32) outs(%ones : memref<4xf32>)
    scf.yield %ones : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  linalg.add ins(%shift, %x : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// [end conditional]

// A result always belongs to the caller. The argument does not, so it cannot be the result.
// [region same]
func.func @same(%x: memref<4xf32>) -> memref<4xf32> attributes {llvm.emit_c_interface} {
  return %x : memref<4xf32>
}
// [end same]
