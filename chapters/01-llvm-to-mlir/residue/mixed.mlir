// A program that the residue dialect must refuse: it adds a number modulo 12 to one modulo 7.
// mlir-opt --irdl-file=residue.irdl.mlir reports it, with the two types.

func.func @mixed(%a: i64, %b: i64) -> i64 {
  %x = "residue.encode"(%a) {modulus = 12} : (i64) -> !residue.int<12>
  %y = "residue.encode"(%b) {modulus = 7} : (i64) -> !residue.int<7>
  %sum = "residue.add"(%x, %y) {modulus = 12}
      : (!residue.int<12>, !residue.int<7>) -> !residue.int<12>
  %plain = "residue.decode"(%sum) : (!residue.int<12>) -> i64
  return %plain : i64
}
