#!/bin/sh
# Lowers the programs of chapter 5 with the command-line tools, and runs those that print.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/05-neural-networks
OUT=build/chapter-05/sh
mkdir -p "$OUT"

# lower PROGRAM PIPELINE NAME: the program in the LLVM dialect
lower() {
    run mlir-opt --pass-pipeline="$(pipeline "$2")" "$IN/$1.mlir" -o "$OUT/$3.lowered.mlir"
}

# printed NAME: the line that @main of a lowered program prints
printed() {
    echo "\$ mlir-runner $OUT/$1.lowered.mlir -e main --entry-point-result=i32"
    mlir-runner "$OUT/$1.lowered.mlir" -e main --entry-point-result=i32 >"$OUT/$1.txt"
    grep ' ' "$OUT/$1.txt" >"$OUT/$1.line"
    echo "result $1 = $(cat "$OUT/$1.line")"
}

echo "== L = (a b + exp(c)) a at a = 2, b = -3, c = 0, and its slopes by a, b and c"
lower expression cpu-loops expression
printed expression

echo "== x <- r x (1 - x), 100 times: the last x, its slope by the first, its slope by r"
lower checkpoint cpu-buffers checkpoint
printed checkpoint

echo "== The step of a neuron that the emitter built"
lower emitted/neuron cpu-buffers emitted
run mlir-translate --mlir-to-llvmir "$OUT/emitted.lowered.mlir" -o "$OUT/emitted.ll"
run opt -O3 -S "$OUT/emitted.ll" -o "$OUT/emitted.opt.ll"
run llc -O3 -relocation-model=pic -filetype=obj "$OUT/emitted.opt.ll" -o "$OUT/emitted.o"
run llvm-nm --undefined-only "$OUT/emitted.o"
echo "result tanh-of-the-emitted-neuron = $(grep -c 'llvm.intr.tanh' "$OUT/emitted.lowered.mlir")"

echo "== In place on buffers; saved by an allocation on tensors"
run mlir-opt --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})' \
    "$IN/wrong/in_place.mlir" -o "$OUT/in_place.buffers.mlir"
echo "result allocations-that-save-x = $(grep -c memref.alloc "$OUT/in_place.buffers.mlir")"

echo "== The other programs lower"
lower neuron cpu-buffers neuron
lower layer cpu-tensors layer
lower wrong/last_use_wins cpu-buffers last_use_wins
lower wrong/in_place cpu-tensors in_place
