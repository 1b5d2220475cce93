#!/bin/sh
# Takes a loss, its gradient and the two passes that it is cut into down to machine code with the command-line tools.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/15-differentiation/stages
OUT=build/chapter-15/sh
mkdir -p "$OUT"
needs_compiler

echo "== The passes: products, tanh, and what goes from one to the other"
for stage in loss joint forward_all backward_all forward_cut backward_cut; do
    echo "result $stage-products = $(count linalg.contract "$IN/$stage.optimized.mlir")"
    echo "result $stage-tanh = $(count 'call @tanh_f32' "$IN/$stage.optimized.mlir")"
done
for policy in all cut; do
    kept=$(grep 'func.func @loss_backward' "$IN/backward_$policy.optimized.mlir" | grep -o 64x48xf32 | wc -l)
    echo "result $policy-keeps = $((kept * 64 * 48 * 4))"
done

echo "== To buffers: what is allocated"
for stage in joint forward_cut backward_cut; do
    run mlir-opt --pass-pipeline="$(pipeline tensor-bufferize)" "$IN/$stage.optimized.mlir" \
        -o "$OUT/$stage.buffers.mlir"
    echo "result $stage-allocations = $(count 'memref.alloc(' "$OUT/$stage.buffers.mlir")"
done

echo "== A step in place: results are written to the arguments' memory"
echo "result descend-copies = $(count memref.copy "$IN/descend.bufferized.mlir")"
echo "result descend-arguments = $(grep 'func.func @descend' "$IN/descend.bufferized.mlir" | grep -o '%arg' | wc -l)"

echo "== The gradient as a shared library, and a step down it, in MLIR"
run mlir-opt --pass-pipeline="$(pipeline tensor-to-llvm)" "$IN/joint.bufferized.mlir" -o "$OUT/joint.lowered.mlir"
run mlir-translate --mlir-to-llvmir "$OUT/joint.lowered.mlir" -o "$OUT/joint.ll"
run opt -O2 -S "$OUT/joint.ll" -o "$OUT/joint.opt.ll"
run llc -O3 -relocation-model=pic -filetype=obj "$OUT/joint.opt.ll" -o "$OUT/joint.o"
run "$CC" -shared "$OUT/joint.o" -lm -o "$OUT/joint.so"
run mlir-opt --pass-pipeline="$(pipeline cpu-buffers)" chapters/15-differentiation/main.mlir \
    -o "$OUT/main.lowered.mlir"
for name in value slope moved; do
    printf '$ mlir-runner %s -e %s --entry-point-result=i32 --shared-libs=%s\n' \
        "$OUT/main.lowered.mlir" "$name" "$OUT/joint.so"
    value=$(mlir-runner "$OUT/main.lowered.mlir" -e "$name" --entry-point-result=i32 \
        --shared-libs="$OUT/joint.so")
    echo "result $name-times-10000 = $value"
done
