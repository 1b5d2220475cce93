// A program that asks Linux for the tile registers itself, and then multiplies two tiles of ones.
// It returns 32, the sum of 32 products, or the error that the system gave, a number below 0.
!half = !amx.tile<16x32xbf16>
!sum = !amx.tile<16x16xf32>

// [region ask]
// System call 158 is arch_prctl; 0x1023, ARCH_REQ_XCOMP_PERM; 18, XFEATURE_XTILEDATA. `syscall`
// takes its number in rax and two arguments in rdi and rsi, answers in rax, and spoils rcx and r11.
func.func @ask() -> i32 {
  %arch_prctl = arith.constant 158 : i64
  %request = arith.constant 0x1023 : i64
  %tile_data = arith.constant 18 : i64
  %answer = llvm.inline_asm has_side_effects "syscall",
      "={rax},{rax},{rdi},{rsi},~{rcx},~{r11},~{memory}" %arch_prctl, %request, %tile_data
      : (i64, i64, i64) -> i64
  %error = arith.trunci %answer : i64 to i32
  return %error : i32
}
// [end ask]

// [region main]
func.func @main() -> i32 {
  %granted = arith.constant 0 : i32
  %error = func.call @ask() : () -> i32
  %is_ours = arith.cmpi eq, %error, %granted : i32
  %result = scf.if %is_ours -> i32 {
    %sum = func.call @product_of_ones() : () -> i32
    scf.yield %sum : i32
  } else {
    scf.yield %error : i32
  }
  return %result : i32
}

// A function of its own, so that no instruction on tiles can come before the question; and with its
// own features, so that it compiles for any x86-64.
func.func private @product_of_ones() -> i32
    attributes {no_inline, passthrough = ["noinline", ["target-features", "+amx-tile,+amx-bf16"]]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : bf16
  %ones = memref.alloca() : memref<2x16x32xbf16>
  %out = memref.alloca() : memref<16x16xf32>
  linalg.fill ins(%one : bf16) outs(%ones : memref<2x16x32xbf16>)
  %x = amx.tile_load %ones[%c0, %c0, %c0] : memref<2x16x32xbf16> into !half
  %y = amx.tile_load %ones[%c1, %c0, %c0] : memref<2x16x32xbf16> into !half
  %nothing = amx.tile_zero : !sum
  %product = amx.tile_mulf %x, %y, %nothing : !half, !half, !sum
  amx.tile_store %out[%c0, %c0], %product : memref<16x16xf32>, !sum
  %number = memref.load %out[%c0, %c0] : memref<16x16xf32>
  %sum = arith.fptosi %number : f32 to i32
  return %sum : i32
}
// [end main]
