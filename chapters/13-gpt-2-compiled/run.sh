#!/bin/sh
# Takes the stages of chapter 13 further with the command-line tools, and counts what came of them.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
HERE=chapters/13-gpt-2-compiled
IN=$HERE/stages
OUT=build/chapter-13/sh
mkdir -p "$OUT"

# bufferize NAME: stages/NAME.optimized.mlir over buffers
bufferize() {
    run mlir-opt --pass-pipeline="$(pipeline tensor-bufferize)" "$IN/$1.optimized.mlir" \
        -o "$OUT/$1.buffers.mlir"
}

echo "== The sublayers and the whole model: products, and loops between them"
for program in attention mlp forward step; do
    echo "result $program-products = $(count linalg.contract "$IN/$program.optimized.mlir")"
    echo "result $program-generics = $(count linalg.generic "$IN/$program.optimized.mlir")"
done

echo "== A row for the cache: what is copied"
for program in keep keep_donated; do
    bufferize "$program"
    echo "result $program-copies-of-the-cache = $(count 'copy[^:]*%arg0[ ,]' "$OUT/$program.buffers.mlir")"
    echo "result $program-copies-of-the-row = $(count 'copy[^:]*%arg1[ ,]' "$OUT/$program.buffers.mlir")"
    echo "result $program-results = $(count '%arg2' "$OUT/$program.buffers.mlir" | sed 's/^[1-9].*/1/')"
done

echo "== One step of the model: does it copy its cache?"
bufferize step
echo "result step-writes-to-the-cache = $(count 'memref.subview %arg1\[0, 0, 0, 0, %' "$OUT/step.buffers.mlir")"
echo "result step-copies-of-the-cache = $(count 'copy[^:]*%arg1[ ,]' "$OUT/step.buffers.mlir")"

echo "== Reading memory, eight streams"
run mlir-opt --pass-pipeline="$(pipeline cpu-openmp threads=1)" "$HERE/read.mlir" -o "$OUT/read.lowered.mlir"
run mlir-translate --mlir-to-llvmir "$OUT/read.lowered.mlir" -o "$OUT/read.ll"
echo "result loads-of-16-numbers = $(count 'load <16 x float>' "$OUT/read.ll")"
echo "result parallel-regions = $(count 'call void (ptr, i32, ptr, ...) @__kmpc_fork_call' "$OUT/read.ll")"
