#!/bin/sh
# Takes the kernels of chapter 14 to PTX and machine code with the command-line tools alone.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/14-gpt-2-on-a-gpu/stages
OUT=build/chapter-14/sh
mkdir -p "$OUT"

for ptxas in "$ROOT"/.venv/lib/*/site-packages/nvidia/cu13/bin/ptxas; do
    if [ -x "$ptxas" ]; then PATH="${ptxas%/*}:$PATH"; fi
done
needs_ptxas

# ptx NAME CHIP: stages/NAME.mlir as PTX. mlir-opt puts it into the module as a string; awk takes it
# out. All sizes are known, so that an array is passed as its address.
ptx() {
    run mlir-opt --pass-pipeline="$(pipeline gpu-nvvm bare-pointers=true)" "$IN/$1.mlir" -o "$OUT/$1.nvvm.mlir"
    run mlir-opt --pass-pipeline="$(pipeline gpu-inline-ptx)" "$OUT/$1.nvvm.mlir" -o "$OUT/$1.inline.mlir"
    run mlir-opt --nvvm-attach-target="chip=$2 O=3" --gpu-module-to-binary=format=isa \
        "$OUT/$1.inline.mlir" -o "$OUT/$1.binary.mlir"
    awk -F 'assembly = "' '/assembly = "/ {
        text = $2
        sub(/">.*/, "", text)
        gsub(/\\0A/, "\n", text); gsub(/\\09/, "\t", text); gsub(/\\22/, "\"", text)
        gsub(/\\00/, "", text)
        print text
    }' "$OUT/$1.binary.mlir" >"$OUT/$1.ptx"
}

# total PATTERN FILE: the sum of the numbers before a word, over all kernels that ptxas speaks of
total() {
    sed -n "s/.* \([0-9][0-9]*\) $1.*/\1/p" "$2" | awk '{ sum += $1 } END { print sum + 0 }'
}

for name in gelu short_rows long_rows columns product edges one_row tensor_cores scores flash; do
    chip=sm_75
    [ "$name" != tensor_cores ] || chip=sm_80
    echo "== $name"
    ptx "$name" "$chip"
    run ptxas -v -arch="$chip" "$OUT/$name.ptx" -o "$OUT/$name.cubin" 2>"$OUT/$name.log"
    echo "result $name-kernels = $(grep -c '^\.visible \.entry' "$OUT/$name.ptx")"
    case $name in
    short_rows) echo "result $name-shuffles = $(count 'shfl\.sync' "$OUT/$name.ptx")" ;;
    long_rows | flash)
        echo "result $name-shuffles = $(count 'shfl\.sync' "$OUT/$name.ptx")"
        echo "result $name-barriers = $(count 'bar\.sync\|barrier\.sync' "$OUT/$name.ptx")"
        ;;
    tensor_cores) echo "result $name-products = $(count 'mma\.sync' "$OUT/$name.ptx")" ;;
    esac
    echo "result $name-registers = $(total registers "$OUT/$name.log")"
    echo "result $name-shared-bytes = $(total 'bytes smem' "$OUT/$name.log")"
    echo "result $name-spilled-bytes = $(total 'bytes spill stores' "$OUT/$name.log")"
done
