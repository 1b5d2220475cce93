// A tile times itself. Each operand of the instruction has to be in a register of its own, and no
// tool of LLVM 22.1.8 says so: the processor does, with SIGILL.
func.func @squared(%a: memref<16x32xbf16>, %c: memref<16x16xf32>)
    attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %x = amx.tile_load %a[%c0, %c0] : memref<16x32xbf16> into !amx.tile<16x32xbf16>
  %nothing = amx.tile_zero : !amx.tile<16x16xf32>
  %product = amx.tile_mulf %x, %x, %nothing
      : !amx.tile<16x32xbf16>, !amx.tile<16x32xbf16>, !amx.tile<16x16xf32>
  amx.tile_store %c[%c0, %c0], %product : memref<16x16xf32>, !amx.tile<16x16xf32>
  return
}
