// Functions of NVIDIA's libdevice that the C library does not have, by their names without __nv_.
// runners/coroutines puts those that a kernel calls beside it; the others are the C library's.

func.func @rsqrtf(%x: f32) -> f32 {
  %one = arith.constant 1.0 : f32
  %root = math.sqrt %x : f32
  %result = arith.divf %one, %root : f32
  return %result : f32
}

func.func @rsqrt(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %root = math.sqrt %x : f64
  %result = arith.divf %one, %root : f64
  return %result : f64
}

func.func @powif(%x: f32, %n: i32) -> f32 {
  %result = math.fpowi %x, %n : f32, i32
  return %result : f32
}

func.func @powi(%x: f64, %n: i32) -> f64 {
  %result = math.fpowi %x, %n : f64, i32
  return %result : f64
}
