#!/bin/sh
# Takes the stages that Stepdown wrote further down with the command-line tools, and counts what they did.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/09-front-end/stages
OUT=build/chapter-09/sh
mkdir -p "$OUT"
needs_compiler

echo "== One operation for each step, and one loop after fusion; MLIR's own pass finds the same"
echo "result scale-bias-traced = $(count linalg.generic "$IN/scale_bias.traced.mlir")"
echo "result scale-bias-optimized = $(count linalg.generic "$IN/scale_bias.optimized.mlir")"
run mlir-opt --linalg-fuse-elementwise-ops "$IN/scale_bias.traced.mlir" -o "$OUT/scale_bias.fused.mlir"
echo "result scale-bias-fused-upstream = $(count linalg.generic "$OUT/scale_bias.fused.mlir")"

echo "== To buffers: what Stepdown does in its own process, mlir-opt does too"
for program in scale_bias turned distances lookup joined pairs; do
    run mlir-opt --pass-pipeline="$(pipeline tensor-bufferize)" "$IN/$program.optimized.mlir" \
        -o "$OUT/$program.buffers.mlir"
    echo "result $program-allocations = $(count 'memref.alloc(' "$OUT/$program.buffers.mlir")"
    run mlir-opt --pass-pipeline="$(pipeline tensor-to-llvm)" "$OUT/$program.buffers.mlir" \
        -o "$OUT/$program.lowered.mlir"
done

echo "== To a shared library, called from a second module"
run mlir-translate --mlir-to-llvmir "$OUT/scale_bias.lowered.mlir" -o "$OUT/scale_bias.ll"
run llc -O3 -relocation-model=pic -filetype=obj "$OUT/scale_bias.ll" -o "$OUT/scale_bias.o"
run "$CC" -shared "$OUT/scale_bias.o" -o "$OUT/scale_bias.so"
run mlir-opt --pass-pipeline="$(pipeline cpu-buffers)" chapters/09-front-end/main.mlir \
    -o "$OUT/main.lowered.mlir"
printf '$ mlir-runner %s -e main --entry-point-result=f32 --shared-libs=%s\n' \
    "$OUT/main.lowered.mlir" "$OUT/scale_bias.so"
total=$(mlir-runner "$OUT/main.lowered.mlir" -e main --entry-point-result=f32 \
    --shared-libs="$OUT/scale_bias.so")
echo "result scale-bias-total = $total"
