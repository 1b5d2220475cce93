#!/bin/sh
# Takes the stages of chapter 12 down with the command-line tools, and counts what each step did.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/12-execution/stages
OUT=build/chapter-12/sh
mkdir -p "$OUT"

# bufferize NAME: stages/NAME.mlir over buffers
bufferize() {
    run mlir-opt --pass-pipeline="$(pipeline tensor-bufferize)" "$IN/$1.mlir" -o "$OUT/$1.buffers.mlir"
}

# lower FILE NAME: a module over buffers to the LLVM dialect
lower() {
    run mlir-opt --pass-pipeline="$(pipeline tensor-to-llvm)" "$1" -o "$OUT/$2.lowered.mlir"
}

echo "== Fusion"
for program in chain softmax; do
    echo "result $program-generics-as-written = $(count linalg.generic "$IN/$program.traced.mlir")"
    echo "result $program-loops-as-written = $(count 'scf.for ' "$IN/$program.traced.mlir")"
    echo "result $program-generics = $(count linalg.generic "$IN/$program.optimized.mlir")"
    echo "result $program-loops = $(count 'scf.for ' "$IN/$program.optimized.mlir")"
done

echo "== Buffers: the caller's memory, the stack, the heap"
for program in chain differences passed_on softmax spread spread_long layer; do
    bufferize "$program.optimized"
    echo "result $program-on-the-stack = $(count 'memref.alloca()' "$OUT/$program.optimized.buffers.mlir")"
    echo "result $program-on-the-heap = $(count 'memref.alloc()' "$OUT/$program.optimized.buffers.mlir")"
    echo "result $program-freed = $(count 'memref.dealloc' "$OUT/$program.optimized.buffers.mlir")"
    echo "result $program-copies = $(count memref.copy "$OUT/$program.optimized.buffers.mlir")"
done

echo "== Zeros that two products share"
BUFFERIZE='bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map'
ZEROS=chapters/12-execution/zeros.mlir
run mlir-opt --cse --one-shot-bufferize="$BUFFERIZE" --canonicalize $ZEROS -o "$OUT/shared.mlir"
run mlir-opt --empty-tensor-to-alloc-tensor --cse --one-shot-bufferize="$BUFFERIZE" --canonicalize \
    $ZEROS -o "$OUT/apart.mlir"
echo "result copies-where-zeros-are-shared = $(count memref.copy "$OUT/shared.mlir")"
echo "result copies-where-they-are-apart = $(count memref.copy "$OUT/apart.mlir")"

echo "== The pass that moves results, on a value that is needed again"
run mlir-opt --eliminate-empty-tensors --one-shot-bufferize="$BUFFERIZE" --canonicalize \
    chapters/04-linalg/wrong/overwritten.mlir -o "$OUT/overwritten.mlir"
echo "result overwritten-returns-the-callers-buffer = $(count 'return %arg3' "$OUT/overwritten.mlir")"

echo "== A product for BLAS"
lower "$IN/layer.bufferized.mlir" layer
echo "result calls-of-blas = $(count 'llvm.call @.*cblas_sgemm' "$OUT/layer.lowered.mlir")"

echo "== Threads"
bufferize softmax_shared.optimized
lower "$OUT/softmax_shared.optimized.buffers.mlir" softmax_shared
echo "result parallel-regions = $(count 'omp.parallel' "$OUT/softmax_shared.lowered.mlir")"
echo "result shared-loops = $(count 'omp.wsloop' "$OUT/softmax_shared.lowered.mlir")"

echo "== Vectors: in float32, exp and tanh become part of the loop; in float64 they are the C library's"
TRIPLE=$(llc --version | sed -n 's/.*Default target: //p')
for program in wave wave_wide; do
    lower "$IN/$program.bufferized.mlir" "$program"
    run mlir-translate --mlir-to-llvmir "$OUT/$program.lowered.mlir" -o "$OUT/$program.ll"
    for cpu in native generic; do
        run opt -O3 -mtriple="$TRIPLE" -mcpu=$cpu "$OUT/$program.ll" -S -o "$OUT/$program.$cpu.ll"
        run llc -O3 -mtriple="$TRIPLE" -mcpu=$cpu -relocation-model=pic -filetype=obj \
            "$OUT/$program.$cpu.ll" -o "$OUT/$program.$cpu.o"
        called=$(llvm-nm --undefined-only "$OUT/$program.$cpu.o" | sed 's/.* //' | sort | tr '\n' ' ')
        echo "result $program-for-$cpu-calls = ${called:-nothing}"
    done
done
sed -n '/^define.* @wave(/,/^}/p' "$OUT/wave.native.ll" >"$OUT/wave.body.ll"
echo "result several-at-once = $(grep -q 'fmul <[0-9]* x float>' "$OUT/wave.body.ll" && echo yes || echo no)"
