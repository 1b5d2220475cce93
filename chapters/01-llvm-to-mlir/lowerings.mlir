// Lowerings for the operations of missing.mlir, as PDL patterns that mlir-opt's transform
// interpreter applies: mlir-opt --transform-preload-library=transform-library-paths=lowerings.mlir
// --transform-interpreter missing.mlir

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
    transform.with_pdl_patterns %module : !transform.any_op {
    ^bb0(%payload: !transform.any_op):
      // clampf(x, low, high) = minimum(maximum(x, low), high).
      // [region clampf]
      pdl.pattern @clampf : benefit(1) {
        %type = pdl.type
        %x = pdl.operand : %type
        %low = pdl.operand : %type
        %high = pdl.operand : %type
        %clampf = pdl.operation "math.clampf"(%x, %low, %high : !pdl.value, !pdl.value, !pdl.value)
            -> (%type : !pdl.type)
        pdl.rewrite %clampf {
          %maximum = pdl.operation "arith.maximumf"(%x, %low : !pdl.value, !pdl.value)
              -> (%type : !pdl.type)
          %at_least = pdl.result 0 of %maximum
          %minimum = pdl.operation "arith.minimumf"(%at_least, %high : !pdl.value, !pdl.value)
              -> (%type : !pdl.type)
          pdl.replace %clampf with %minimum
        }
      }
      // [end clampf]

      // LLVM's is.fpclass tests for classes, one bit each: here the two infinities, 4 and 512.
      // [region isinf]
      pdl.pattern @isinf : benefit(1) {
        %type = pdl.type
        %i1 = pdl.type : i1
        %x = pdl.operand : %type
        %isinf = pdl.operation "math.isinf"(%x : !pdl.value) -> (%i1 : !pdl.type)
        pdl.rewrite %isinf {
          %classes = pdl.attribute = 516 : i32
          %test = pdl.operation "llvm.intr.is.fpclass"(%x : !pdl.value) {"bit" = %classes}
              -> (%i1 : !pdl.type)
          pdl.replace %isinf with %test
        }
      }
      // [end isinf]

      // The two classes of normal numbers, 8 and 256.
      pdl.pattern @isnormal : benefit(1) {
        %type = pdl.type
        %i1 = pdl.type : i1
        %x = pdl.operand : %type
        %isnormal = pdl.operation "math.isnormal"(%x : !pdl.value) -> (%i1 : !pdl.type)
        pdl.rewrite %isnormal {
          %classes = pdl.attribute = 264 : i32
          %test = pdl.operation "llvm.intr.is.fpclass"(%x : !pdl.value) {"bit" = %classes}
              -> (%i1 : !pdl.type)
          pdl.replace %isnormal with %test
        }
      }

      // A call to the C library. The function must be declared in the program.
      // [region expm1]
      pdl.pattern @expm1 : benefit(1) {
        %f64 = pdl.type : f64
        %x = pdl.operand : %f64
        %expm1 = pdl.operation "math.expm1"(%x : !pdl.value) -> (%f64 : !pdl.type)
        pdl.rewrite %expm1 {
          %callee = pdl.attribute = @expm1
          %call = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %callee}
              -> (%f64 : !pdl.type)
          pdl.replace %expm1 with %call
        }
      }
      // [end expm1]

      pdl.pattern @log1p : benefit(1) {
        %f64 = pdl.type : f64
        %x = pdl.operand : %f64
        %log1p = pdl.operation "math.log1p"(%x : !pdl.value) -> (%f64 : !pdl.type)
        pdl.rewrite %log1p {
          %callee = pdl.attribute = @log1p
          %call = pdl.operation "func.call"(%x : !pdl.value) {"callee" = %callee}
              -> (%f64 : !pdl.type)
          pdl.replace %log1p with %call
        }
      }

      // pdl_match walks the module and applies the pattern wherever it matches. The handle it
      // returns points at operations that the rewrite has replaced: never use it.
      // [region apply]
      sequence %payload : !transform.any_op failures(propagate) {
      ^bb1(%root: !transform.any_op):
        pdl_match @clampf in %root : (!transform.any_op) -> !transform.any_op
        pdl_match @isinf in %root : (!transform.any_op) -> !transform.any_op
        pdl_match @isnormal in %root : (!transform.any_op) -> !transform.any_op
        pdl_match @expm1 in %root : (!transform.any_op) -> !transform.any_op
        pdl_match @log1p in %root : (!transform.any_op) -> !transform.any_op
      }
      // [end apply]
    }
    transform.yield
  }
}
