// A second module that calls @array_add, which is compiled elsewhere: it adds i and 2 i for each i, and
// returns the sum of what came out. Pipeline: cpu-buffers. Look at the call: it passes fifteen values.
func.func private @array_add(memref<1024xf32>, memref<1024xf32>, memref<1024xf32>)

func.func @main() -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = arith.constant 1024 : index
  %two = arith.constant 2.0 : f32
  %nothing = arith.constant 0.0 : f32
  %a = memref.alloc() : memref<1024xf32>
  %b = memref.alloc() : memref<1024xf32>
  %out = memref.alloc() : memref<1024xf32>
  scf.for %i = %zero to %size step %one {
    %integer = arith.index_cast %i : index to i32
    %x = arith.sitofp %integer : i32 to f32
    %y = arith.mulf %two, %x : f32
    memref.store %x, %a[%i] : memref<1024xf32>
    memref.store %y, %b[%i] : memref<1024xf32>
  }
  call @array_add(%a, %b, %out)
      : (memref<1024xf32>, memref<1024xf32>, memref<1024xf32>) -> ()
  %total = scf.for %i = %zero to %size step %one iter_args(%partial = %nothing) -> f32 {
    %x = memref.load %out[%i] : memref<1024xf32>
    %next = arith.addf %partial, %x : f32
    scf.yield %next : f32
  }
  memref.dealloc %a : memref<1024xf32>
  memref.dealloc %b : memref<1024xf32>
  memref.dealloc %out : memref<1024xf32>
  return %total : f32
}
