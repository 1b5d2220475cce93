// The index dialect: arithmetic on sizes and positions, whose width the target decides.
// Pipeline cpu-loops (a target of 32 bits: convert-index-to-llvm{index-bitwidth=32}).

func.func @index_add(%a: index, %b: index) -> index {
  %r = index.add %a, %b
  return %r : index
}

func.func @index_sub(%a: index, %b: index) -> index {
  %r = index.sub %a, %b
  return %r : index
}

func.func @index_mul(%a: index, %b: index) -> index {
  %r = index.mul %a, %b
  return %r : index
}

// Signed: toward zero, down, up, and the remainder of the first. Then unsigned.
func.func @index_divs(%a: index, %b: index) -> index {
  %r = index.divs %a, %b
  return %r : index
}

func.func @index_floordivs(%a: index, %b: index) -> index {
  %r = index.floordivs %a, %b
  return %r : index
}

func.func @index_ceildivs(%a: index, %b: index) -> index {
  %r = index.ceildivs %a, %b
  return %r : index
}

func.func @index_rems(%a: index, %b: index) -> index {
  %r = index.rems %a, %b
  return %r : index
}

func.func @index_divu(%a: index, %b: index) -> index {
  %r = index.divu %a, %b
  return %r : index
}

func.func @index_ceildivu(%a: index, %b: index) -> index {
  %r = index.ceildivu %a, %b
  return %r : index
}

func.func @index_remu(%a: index, %b: index) -> index {
  %r = index.remu %a, %b
  return %r : index
}

func.func @index_mins(%a: index, %b: index) -> index {
  %r = index.mins %a, %b
  return %r : index
}

func.func @index_maxs(%a: index, %b: index) -> index {
  %r = index.maxs %a, %b
  return %r : index
}

func.func @index_minu(%a: index, %b: index) -> index {
  %r = index.minu %a, %b
  return %r : index
}

func.func @index_maxu(%a: index, %b: index) -> index {
  %r = index.maxu %a, %b
  return %r : index
}

func.func @index_and(%a: index, %b: index) -> index {
  %r = index.and %a, %b
  return %r : index
}

func.func @index_or(%a: index, %b: index) -> index {
  %r = index.or %a, %b
  return %r : index
}

func.func @index_xor(%a: index, %b: index) -> index {
  %r = index.xor %a, %b
  return %r : index
}

func.func @index_shl(%a: index, %b: index) -> index {
  %r = index.shl %a, %b
  return %r : index
}

func.func @index_shrs(%a: index, %b: index) -> index {
  %r = index.shrs %a, %b
  return %r : index
}

func.func @index_shru(%a: index, %b: index) -> index {
  %r = index.shru %a, %b
  return %r : index
}

func.func @index_cmp_slt(%a: index, %b: index) -> i1 {
  %r = index.cmp slt(%a, %b)
  return %r : i1
}

func.func @index_cmp_ult(%a: index, %b: index) -> i1 {
  %r = index.cmp ult(%a, %b)
  return %r : i1
}

// To and from integers of a fixed width: with the sign, or with zeros.
func.func @index_casts(%a: i32) -> index {
  %r = index.casts %a : i32 to index
  return %r : index
}

func.func @index_castu(%a: i32) -> index {
  %r = index.castu %a : i32 to index
  return %r : index
}

// How many bits an index has.
func.func @index_sizeof() -> index {
  %r = index.sizeof
  return %r : index
}
