#!/bin/sh
# Chapter 6 with the command-line tools: the rules as PDL patterns in two orders, and the kernels
# that the e-graph chose, lowered and counted.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/06-e-graphs
OUT=build/chapter-06/sh
mkdir -p "$OUT"

# operations FUNCTION FILE: how many operations of arith and math stand in it, constants aside
operations() {
    sed -n "/func @$1(/,/^  }/p" "$2" | grep -v arith.constant | grep -c -E '= (arith|math)\.' || true
}

echo "== The rules as PDL patterns, applied once each, in two orders"
echo "\$ mlir-pdll -x=mlir $IN/rewrites/rules.pdll | mlir-opt | sed '1d;/^}/d' >$OUT/rules.patterns"
mlir-pdll -x=mlir "$IN/rewrites/rules.pdll" | mlir-opt | sed '1d;/^}/d' >"$OUT/rules.patterns"
for order in double_first cancel_first; do
    echo "\$ sed '/\\[patterns\\]/r $OUT/rules.patterns' $IN/rewrites/$order.mlir >$OUT/$order.mlir"
    sed "/\\[patterns\\]/r $OUT/rules.patterns" "$IN/rewrites/$order.mlir" >"$OUT/$order.mlir"
    run mlir-opt --transform-preload-library=transform-library-paths="$OUT/$order.mlir" \
        --transform-interpreter --canonicalize "$IN/rewrites/terms.mlir" -o "$OUT/$order.after.mlir"
    for term in halved quotient angles; do
        echo "result $order-$term = $(operations $term "$OUT/$order.after.mlir")"
    done
done

echo "== What the e-graph chose, beside what was written: one loop each, and libm's functions in it"
for name in written chosen; do
    run mlir-opt --pass-pipeline="$(pipeline cpu-buffers)" "$IN/built/$name.mlir" \
        -o "$OUT/$name.lowered.mlir"
    functions=$(grep -c -E 'llvm.intr.(sin|cos)' "$OUT/$name.lowered.mlir" || true)
    echo "result $name-functions = $functions"
done

echo "== The same on vectors: the sine is arithmetic, libm is asked for large arguments alone"
run mlir-opt --pass-pipeline="$(pipeline cpu-vectors)" "$IN/built/vectors.mlir" \
    -o "$OUT/vectors.lowered.mlir"
run mlir-translate --mlir-to-llvmir "$OUT/vectors.lowered.mlir" -o "$OUT/vectors.ll"
run llc -O3 -relocation-model=pic -filetype=obj "$OUT/vectors.ll" -o "$OUT/vectors.o"
echo "result vectors-libm = $(llvm-nm --undefined-only "$OUT/vectors.o" | grep -c sinf)"
echo "result vectors-sines = $(count 'llvm.call @vector_sin(' "$OUT/vectors.lowered.mlir")"
run mlir-opt --pass-pipeline="$(pipeline cpu-vectors)" mlir/kernels/sines.mlir \
    -o "$OUT/sines.lowered.mlir"
echo "result sines-fused = $(count 'llvm.intr.fma' "$OUT/sines.lowered.mlir")"
