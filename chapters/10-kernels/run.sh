#!/bin/sh
# Takes the kernels that Stepdown wrote down to machine code with the command-line tools, and counts what came out.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/10-kernels/stages
OUT=build/chapter-10/sh
mkdir -p "$OUT"
needs_compiler

echo "== What fusion leaves of the steps"
for kernel in gelu softmax; do
    for stage in traced optimized; do
        echo "result $kernel-$stage = $(count 'linalg.generic {' "$IN/$kernel.$stage.mlir")"
    done
done

echo "== To buffers: what is allocated"
for kernel in gelu gelu_half softmax layer_norm column_total largest_at; do
    run mlir-opt --pass-pipeline="$(pipeline tensor-bufferize)" "$IN/$kernel.optimized.mlir" \
        -o "$OUT/$kernel.buffers.mlir"
    echo "result $kernel-allocations = $(count 'memref.alloc(' "$OUT/$kernel.buffers.mlir")"
done

echo "== Softmax to assembly, for a processor with AVX-512: the exponential in vectors, and not called"
run mlir-opt --pass-pipeline="$(pipeline tensor-to-llvm)" "$IN/softmax.bufferized.mlir" \
    -o "$OUT/softmax.lowered.mlir"
run mlir-translate --mlir-to-llvmir "$OUT/softmax.lowered.mlir" -o "$OUT/softmax.ll"
run opt -O3 -mtriple=x86_64-linux-gnu -mcpu=x86-64-v4 -S "$OUT/softmax.ll" -o "$OUT/softmax.opt.ll"
run llc -O3 -mtriple=x86_64-linux-gnu -mcpu=x86-64-v4 "$OUT/softmax.opt.ll" -o "$OUT/softmax.s"
sed -n '/^softmax:/,/^\.Lfunc_end/p' "$OUT/softmax.s" >"$OUT/softmax.body.s"
echo "result softmax-vector-multiply-adds = $(count 'vf[a-z]*[0-9]*ps.*%ymm' "$OUT/softmax.body.s")"
echo "result softmax-calls = $(count 'call' "$OUT/softmax.body.s")"

echo "== Softmax as a shared library for this processor, called from a second module"
run llc -O3 -relocation-model=pic -filetype=obj "$OUT/softmax.ll" -o "$OUT/softmax.o"
run "$CC" -shared "$OUT/softmax.o" -lm -o "$OUT/softmax.so"
run mlir-opt --pass-pipeline="$(pipeline cpu-buffers)" chapters/10-kernels/main.mlir \
    -o "$OUT/main.lowered.mlir"
for name in total last; do
    printf '$ mlir-runner %s -e %s --entry-point-result=i32 --shared-libs=%s\n' \
        "$OUT/main.lowered.mlir" "$name" "$OUT/softmax.so"
    value=$(mlir-runner "$OUT/main.lowered.mlir" -e "$name" --entry-point-result=i32 \
        --shared-libs="$OUT/softmax.so")
    echo "result softmax-$name = $value"
done
