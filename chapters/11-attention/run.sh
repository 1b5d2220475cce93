#!/bin/sh
# Takes the stages of chapter 11 further with the command-line tools, and counts what came of them.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/11-attention/stages
OUT=build/chapter-11/sh
mkdir -p "$OUT"

# bufferize NAME: stages/NAME.mlir over buffers
bufferize() {
    run mlir-opt --pass-pipeline="$(pipeline tensor-bufferize)" "$IN/$1.mlir" -o "$OUT/$1.buffers.mlir"
}

echo "== Products: one operation, whatever the batch"
for program in product batched stretched; do
    bufferize "$program.traced"
    echo "result $program-contracts = $(count linalg.contract "$IN/$program.traced.mlir")"
    echo "result $program-allocations = $(count memref.alloc "$OUT/$program.traced.buffers.mlir")"
done
for how in einsum matmul; do
    echo "\$ sed s/scores_by_$how/scores/ $IN/scores_by_$how.optimized.mlir >$OUT/$how.mlir"
    sed "s/scores_by_$how/scores/" "$IN/scores_by_$how.optimized.mlir" >"$OUT/$how.mlir"
done
run diff "$OUT/einsum.mlir" "$OUT/matmul.mlir"
echo "result lines-in-which-einsum-and-matmul-differ = $(diff "$OUT/einsum.mlir" "$OUT/matmul.mlir" | wc -l | tr -d ' ')"

echo "== Views, a join, a mask and a lookup: no memory of their own"
for program in middle append seen embed; do
    bufferize "$program.optimized"
    echo "result $program-generics = $(count linalg.generic "$IN/$program.optimized.mlir")"
    echo "result $program-allocations = $(count 'memref.alloc()' "$OUT/$program.optimized.buffers.mlir")"
    echo "result $program-copies = $(count memref.copy "$OUT/$program.optimized.buffers.mlir")"
done

echo "== Attention"
echo "result attention-generics-as-written = $(count linalg.generic "$IN/attention.traced.mlir")"
for program in attention attention_any_length attention_by_einsum; do
    bufferize "$program.optimized"
    echo "result $program-generics = $(count linalg.generic "$IN/$program.optimized.mlir")"
    echo "result $program-contracts = $(count linalg.contract "$OUT/$program.optimized.buffers.mlir")"
done
run mlir-opt --pass-pipeline="$(pipeline tensor-to-llvm)" "$IN/attention.bufferized.mlir" \
    -o "$OUT/attention.lowered.mlir"
run mlir-translate --mlir-to-llvmir "$OUT/attention.lowered.mlir" -o "$OUT/attention.ll"
run opt -O3 "$OUT/attention.ll" -S -o "$OUT/attention.opt.ll"
echo "result calls-of-blas = $(count 'llvm.call @.*cblas_sgemm' "$OUT/attention.lowered.mlir")"
# Without a link to a library, the exponential has become part of the loops.
echo "result calls-of-exp = $(count 'call.*@exp' "$OUT/attention.opt.ll")"
