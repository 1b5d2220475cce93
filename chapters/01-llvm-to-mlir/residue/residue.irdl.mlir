// A dialect as data, written in IRDL: whole numbers modulo n, with n in the type.
// `mlir-opt --irdl-file=` loads it and derives parser, printer and verifier; there is no C++.

irdl.dialect @residue {
  // !residue.int<7> holds 0 ... 6.
  // [region type]
  irdl.type @int {
    %modulus = irdl.base "#builtin.integer"
    irdl.parameters(modulus: %modulus)
  }
  // [end type]

  // encode takes a plain number modulo n, decode gives back the one in 0 ... n - 1.
  irdl.operation @encode {
    %plain = irdl.is i64
    %modulus = irdl.base "#builtin.integer"
    %int = irdl.parametric @residue::@int<%modulus>
    irdl.attributes {"modulus" = %modulus}
    irdl.operands(plain: %plain)
    irdl.results(residue: %int)
  }
  irdl.operation @decode {
    %plain = irdl.is i64
    %int = irdl.base @residue::@int
    irdl.operands(residue: %int)
    irdl.results(plain: %plain)
  }

  // One constraint variable used four times: both operands, the result and the attribute agree.
  // [region add]
  irdl.operation @add {
    %modulus = irdl.base "#builtin.integer"
    %int = irdl.parametric @residue::@int<%modulus>
    irdl.attributes {"modulus" = %modulus}
    irdl.operands(lhs: %int, rhs: %int)
    irdl.results(sum: %int)
  }
  // [end add]
  irdl.operation @mul {
    %modulus = irdl.base "#builtin.integer"
    %int = irdl.parametric @residue::@int<%modulus>
    irdl.attributes {"modulus" = %modulus}
    irdl.operands(lhs: %int, rhs: %int)
    irdl.results(product: %int)
  }
}
