#!/bin/sh
# Lowers the two MLIR programs of chapter 7 and the wrong one with the command-line tools, and runs them.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/07-transformer
OUT=build/chapter-07/sh
mkdir -p "$OUT"

FUSE='builtin.module(linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize)'

# schedule PROGRAM NAME: the program with its softmax taken apart
schedule() {
    run mlir-opt --pass-pipeline="$(pipeline apply-schedule library=mlir/schedules/linalg-softmax.mlir)" \
        "$IN/$1.mlir" -o "$OUT/$2.parts.mlir"
}

# printed FILE NAME: lower to the LLVM dialect, run, and report the line that @main prints
printed() {
    run mlir-opt --pass-pipeline="$(pipeline cpu-tensors)" "$1" -o "$OUT/$2.lowered.mlir"
    echo "\$ mlir-runner $OUT/$2.lowered.mlir -e main --entry-point-result=i32"
    mlir-runner "$OUT/$2.lowered.mlir" -e main --entry-point-result=i32 >"$OUT/$2.txt"
    echo "result $2 = $(grep ' ' "$OUT/$2.txt")"
}

echo "== Layer norm: five loop nests become four, and a root a row becomes a root an element"
run mlir-opt --pass-pipeline="$FUSE" "$IN/layer_norm.mlir" -o "$OUT/layer_norm.fused.mlir"
sed '/func @main/,$d' "$IN/layer_norm.mlir" >"$OUT/layer_norm.only.mlir"
sed '/func @main/,$d' "$OUT/layer_norm.fused.mlir" >"$OUT/layer_norm.fused.only.mlir"
echo "result layer-norm-nests-before = $(count linalg.generic "$OUT/layer_norm.only.mlir")"
echo "result layer-norm-nests-after = $(count 'linalg.generic.*ins' "$OUT/layer_norm.fused.only.mlir")"
printed "$IN/layer_norm.mlir" layer-norm

echo "== One head: the mean of all values so far, where all scores are equal"
schedule head head
run mlir-opt --pass-pipeline="$FUSE" "$OUT/head.parts.mlir" -o "$OUT/head.fused.mlir"
echo "result head-comparisons = $(count arith.cmpi "$OUT/head.fused.mlir")"
printed "$OUT/head.parts.mlir" head

echo "== The mask after softmax: too little for everyone but the last"
schedule wrong/mask_after_softmax wrong
printed "$OUT/wrong.parts.mlir" mask-after-softmax
