#!/bin/sh
# Lowers the kernels of chapter 8 to PTX and assembles them, with the command-line tools alone.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/08-gpu
OUT=build/chapter-08/sh
mkdir -p "$OUT"

for ptxas in "$ROOT"/.venv/lib/*/site-packages/nvidia/cu13/bin/ptxas; do
    if [ -x "$ptxas" ]; then PATH="${ptxas%/*}:$PATH"; fi
done
needs_ptxas

# lower PIPELINE FILE NAME
lower() {
    run mlir-opt --pass-pipeline="$(pipeline "$1")" "$2" -o "$OUT/$3.mlir"
}

# ptx FILE NAME CHIP: the kernels of a program that holds a gpu.module, as PTX. mlir-opt links
# libdevice, which it carries, and puts the PTX into the module as a string; awk takes it out.
ptx() {
    lower gpu-nvvm "$1" "$2.nvvm"
    lower gpu-inline-ptx "$OUT/$2.nvvm.mlir" "$2.inline"
    run mlir-opt --nvvm-attach-target="chip=$3 O=3" --gpu-module-to-binary=format=isa \
        "$OUT/$2.inline.mlir" -o "$OUT/$2.binary.mlir"
    awk -F 'assembly = "' '/assembly = "/ {
        text = $2
        sub(/">.*/, "", text)
        gsub(/\\0A/, "\n", text); gsub(/\\09/, "\t", text); gsub(/\\22/, "\"", text)
        gsub(/\\00/, "", text)
        print text
    }' "$OUT/$2.binary.mlir" >"$OUT/$2.ptx"
}

# assemble FILE NAME CHIP: what ptxas says of it
assemble() {
    run ptxas -v -arch="$3" "$1" -o "$OUT/$2.cubin" 2>"$OUT/$2.log"
    grep 'Used' "$OUT/$2.log"
}

# number PATTERN FILE: the number before a word in what ptxas said, 0 where it is not there
number() {
    found=$(sed -n "s/.* \([0-9][0-9]*\) $1.*/\1/p" "$2" | head -n 1)
    echo "${found:-0}"
}

echo "== PTX written by hand"
for name in store42 square; do
    assemble "$IN/first/$name.ptx" "$name" sm_75
    echo "result $name-by-hand-registers = $(number registers "$OUT/$name.log")"
done

echo "== The module of a gpu.module, taken out, translated and compiled"
lower gpu-nvvm "$IN/first/from_nvvm.mlir" from_nvvm
run mlir-translate --mlir-to-llvmir "$OUT/from_nvvm.mlir" -o "$OUT/empty.ll"
echo "result definitions-in-an-empty-module = $(grep -c '^define' "$OUT/empty.ll" || true)"
sed -n '/^  gpu.module/,/^  }/p' "$OUT/from_nvvm.mlir" | sed 's/^  gpu.module.*/module {/' \
    >"$OUT/from_nvvm.body.mlir"
run mlir-translate --mlir-to-llvmir "$OUT/from_nvvm.body.mlir" -o "$OUT/from_nvvm.ll"
echo "result definitions = $(grep -c '^define' "$OUT/from_nvvm.ll")"
run llc -march=nvptx64 -mcpu=sm_75 -O3 "$OUT/from_nvvm.ll" -o "$OUT/from_nvvm.ptx"
assemble "$OUT/from_nvvm.ptx" from_nvvm sm_75

echo "== Loops that become kernels"
for name in square saxpy; do
    for road in gpu-affine gpu-parallel-loops; do
        lower "$road" "$IN/$name.mlir" "$name.$road"
        size=$(sed -n 's/.*known_block_size = array<i32: \([0-9, ]*\)>.*/\1/p' "$OUT/$name.$road.mlir")
        echo "result $name-$road-block = $size"
    done
done

echo "== Kernels to PTX and machine code"
for name in reduce_shared reduce_shuffle row_sums softmax transpose_naive transpose_shared \
    transpose_padded matmul_naive matmul_tiled matmul_tensor; do
    chip=sm_75
    [ "$name" != matmul_tensor ] || chip=sm_80
    ptx "$IN/$name.mlir" "$name" "$chip"
    echo "result $name-parameters = $(grep -c '^[[:space:]]*\.param' "$OUT/$name.ptx")"
    assemble "$OUT/$name.ptx" "$name" "$chip"
    echo "result $name-shared-bytes = $(number 'bytes smem' "$OUT/$name.log")"
    echo "result $name-spilled-bytes = $(number 'bytes spill stores' "$OUT/$name.log")"
done

echo "== Hopper's instructions"
ptx "$IN/matmul_hopper.mlir" matmul_hopper sm_90a
assemble "$OUT/matmul_hopper.ptx" matmul_hopper sm_90a
echo "result matmul_hopper-wgmma = $(grep -c '^wgmma.mma_async' "$OUT/matmul_hopper.ptx")"
