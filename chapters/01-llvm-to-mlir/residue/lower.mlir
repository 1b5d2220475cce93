// The residue dialect to arith, as four PDL patterns, one an operation, run by mlir-opt's transform
// interpreter. Each result goes back through a cast to its old type; reconcile-unrealized-casts
// removes the pairs. Products need n * n < 2^63.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.with_pdl_patterns %module : !transform.any_op {
    ^bb0(%payload: !transform.any_op):
      // encode: remsi's remainder has the sign of %plain; + n and once more gives 0 ... n - 1.
      pdl.pattern @encode : benefit(1) {
        %i64 = pdl.type : i64
        %int = pdl.type
        %n = pdl.attribute
        %plain = pdl.operand : %i64
        %encode = pdl.operation "residue.encode"(%plain : !pdl.value) {"modulus" = %n}
            -> (%int : !pdl.type)
        pdl.rewrite %encode {
          %constant = pdl.operation "arith.constant" {"value" = %n} -> (%i64 : !pdl.type)
          %modulus = pdl.result 0 of %constant
          %rem = pdl.operation "arith.remsi"(%plain, %modulus : !pdl.value, !pdl.value)
              -> (%i64 : !pdl.type)
          %signed = pdl.result 0 of %rem
          %add = pdl.operation "arith.addi"(%signed, %modulus : !pdl.value, !pdl.value)
              -> (%i64 : !pdl.type)
          %positive = pdl.result 0 of %add
          %again = pdl.operation "arith.remui"(%positive, %modulus : !pdl.value, !pdl.value)
              -> (%i64 : !pdl.type)
          %residue = pdl.result 0 of %again
          %cast = pdl.operation "builtin.unrealized_conversion_cast"(%residue : !pdl.value)
              -> (%int : !pdl.type)
          pdl.replace %encode with %cast
        }
      }

      // decode: what the type holds is the number.
      pdl.pattern @decode : benefit(1) {
        %i64 = pdl.type : i64
        %int = pdl.type
        %residue = pdl.operand : %int
        %decode = pdl.operation "residue.decode"(%residue : !pdl.value) -> (%i64 : !pdl.type)
        pdl.rewrite %decode {
          %cast = pdl.operation "builtin.unrealized_conversion_cast"(%residue : !pdl.value)
              -> (%i64 : !pdl.type)
          pdl.replace %decode with %cast
        }
      }

      // add: cast both to i64, add, take the remainder, cast back.
      // [region add]
      pdl.pattern @add : benefit(1) {
        %i64 = pdl.type : i64
        %int = pdl.type
        %n = pdl.attribute
        %lhs = pdl.operand : %int
        %rhs = pdl.operand : %int
        %add = pdl.operation "residue.add"(%lhs, %rhs : !pdl.value, !pdl.value) {"modulus" = %n}
            -> (%int : !pdl.type)
        pdl.rewrite %add {
          %left = pdl.operation "builtin.unrealized_conversion_cast"(%lhs : !pdl.value)
              -> (%i64 : !pdl.type)
          %a = pdl.result 0 of %left
          %right = pdl.operation "builtin.unrealized_conversion_cast"(%rhs : !pdl.value)
              -> (%i64 : !pdl.type)
          %b = pdl.result 0 of %right
          %plain = pdl.operation "arith.addi"(%a, %b : !pdl.value, !pdl.value) -> (%i64 : !pdl.type)
          %sum = pdl.result 0 of %plain
          %constant = pdl.operation "arith.constant" {"value" = %n} -> (%i64 : !pdl.type)
          %modulus = pdl.result 0 of %constant
          %rem = pdl.operation "arith.remui"(%sum, %modulus : !pdl.value, !pdl.value)
              -> (%i64 : !pdl.type)
          %residue = pdl.result 0 of %rem
          %cast = pdl.operation "builtin.unrealized_conversion_cast"(%residue : !pdl.value)
              -> (%int : !pdl.type)
          pdl.replace %add with %cast
        }
      }
      // [end add]

      // mul: the same with a product.
      pdl.pattern @mul : benefit(1) {
        %i64 = pdl.type : i64
        %int = pdl.type
        %n = pdl.attribute
        %lhs = pdl.operand : %int
        %rhs = pdl.operand : %int
        %mul = pdl.operation "residue.mul"(%lhs, %rhs : !pdl.value, !pdl.value) {"modulus" = %n}
            -> (%int : !pdl.type)
        pdl.rewrite %mul {
          %left = pdl.operation "builtin.unrealized_conversion_cast"(%lhs : !pdl.value)
              -> (%i64 : !pdl.type)
          %a = pdl.result 0 of %left
          %right = pdl.operation "builtin.unrealized_conversion_cast"(%rhs : !pdl.value)
              -> (%i64 : !pdl.type)
          %b = pdl.result 0 of %right
          %plain = pdl.operation "arith.muli"(%a, %b : !pdl.value, !pdl.value) -> (%i64 : !pdl.type)
          %product = pdl.result 0 of %plain
          %constant = pdl.operation "arith.constant" {"value" = %n} -> (%i64 : !pdl.type)
          %modulus = pdl.result 0 of %constant
          %rem = pdl.operation "arith.remui"(%product, %modulus : !pdl.value, !pdl.value)
              -> (%i64 : !pdl.type)
          %residue = pdl.result 0 of %rem
          %cast = pdl.operation "builtin.unrealized_conversion_cast"(%residue : !pdl.value)
              -> (%int : !pdl.type)
          pdl.replace %mul with %cast
        }
      }

      // pdl_match walks the module and applies the pattern wherever it matches. The handle it
      // returns points at operations that the rewrite has replaced: never use it.
      // [region apply]
      sequence %payload : !transform.any_op failures(propagate) {
      ^bb1(%root: !transform.any_op):
        pdl_match @encode in %root : (!transform.any_op) -> !transform.any_op
        pdl_match @add in %root : (!transform.any_op) -> !transform.any_op
        pdl_match @mul in %root : (!transform.any_op) -> !transform.any_op
        pdl_match @decode in %root : (!transform.any_op) -> !transform.any_op
      }
      // [end apply]
    }
    transform.yield
  }
}
