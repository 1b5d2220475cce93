#!/bin/sh
# Lowers the programs of chapter 4 with the command-line tools, and counts what the passes did.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/04-linalg
OUT=build/chapter-04/sh
mkdir -p "$OUT"

# lower PROGRAM-FILE PIPELINE-TEXT NAME: the program in the LLVM dialect
lower() {
    run mlir-opt --pass-pipeline="$2" "$1" -o "$OUT/$3.lowered.mlir"
}

# schedule PROGRAM NAME [PARAMETER=VALUE]: the program after the schedule of that name
schedule() {
    library=mlir/schedules/$2.mlir
    if [ $# -eq 3 ]; then
        fill="s/\${${3%%=*}}/${3#*=}/g"
        echo "\$ sed '$fill' $library >$OUT/$2.mlir"
        sed "$fill" "$library" >"$OUT/$2.mlir"
        library=$OUT/$2.mlir
    fi
    run mlir-opt --pass-pipeline="$(pipeline apply-schedule library="$library")" \
        "$IN/$1.mlir" -o "$OUT/$1.scheduled.mlir"
}

echo "== Named operations, and the generic ones that they stand for"
run mlir-opt --linalg-generalize-named-ops "$IN/named.mlir" -o "$OUT/generalized.mlir"
run mlir-opt "$IN/generic.mlir" -o "$OUT/generic.mlir"
run diff "$OUT/generalized.mlir" "$OUT/generic.mlir"
echo "result generics = $(count linalg.generic "$OUT/generic.mlir")"

echo "== Fusion: three operations become one; a value with two users stays"
for program in fusion shared; do
    run mlir-opt --linalg-generalize-named-ops "$IN/$program.mlir" -o "$OUT/$program.before.mlir"
    run mlir-opt --linalg-fuse-elementwise-ops "$OUT/$program.before.mlir" -o "$OUT/$program.after.mlir"
    echo "result $program-before = $(count linalg.generic "$OUT/$program.before.mlir")"
    echo "result $program-after = $(count linalg.generic "$OUT/$program.after.mlir")"
done

echo "== Tiling: by a schedule on tensors, by an affine pass on buffers"
schedule product linalg-tile 'tile=8, 16, 4'
lower "$OUT/product.scheduled.mlir" "$(pipeline cpu-tensors)" product
echo "result tile-loops = $(count scf.for "$OUT/product.scheduled.mlir")"
AFFINE='func.func(convert-linalg-to-affine-loops,affine-loop-tile{tile-sizes=8,16,4})'
run mlir-opt --pass-pipeline="builtin.module($AFFINE)" "$IN/product_buffers.mlir" \
    -o "$OUT/product_buffers.tiled.mlir"
lower "$OUT/product_buffers.tiled.mlir" "$(pipeline cpu-buffers)" product_buffers
echo "result affine-loops = $(count affine.for "$OUT/product_buffers.tiled.mlir")"

echo "== Bufferization of a layer: what is allocated, what is copied"
BUFFERIZE='bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map'
BUFFERIZE="eliminate-empty-tensors,one-shot-bufferize{$BUFFERIZE},canonicalize"
for program in layer layer_kept; do
    run mlir-opt --pass-pipeline="builtin.module($BUFFERIZE)" "$IN/$program.mlir" \
        -o "$OUT/$program.buffers.mlir"
    echo "result $program-allocations = $(count memref.alloc "$OUT/$program.buffers.mlir")"
    echo "result $program-copies = $(count memref.copy "$OUT/$program.buffers.mlir")"
done

schedule layer_chain linalg-tile-and-fuse 'tile=16, 8'
lower "$OUT/layer_chain.scheduled.mlir" "$(pipeline cpu-tensors)" layer_chain
echo "result chain-loops = $(count scf.for "$OUT/layer_chain.scheduled.mlir")"

echo "== Vectors"
schedule vectors linalg-vectorize 'tile=4, 16, 2'
lower "$OUT/vectors.scheduled.mlir" "$(pipeline cpu-vectors)" vectors
echo "result vector-multiply-adds = $(count 'fmuladd.*-> vector<16xf32>' "$OUT/vectors.lowered.mlir")"
schedule masked linalg-vectorize-masked width=16
lower "$OUT/masked.scheduled.mlir" "$(pipeline cpu-vectors)" masked
echo "result masked-loads = $(count llvm.intr.masked.load "$OUT/masked.lowered.mlir")"

echo "== Softmax, and the row kernels"
schedule softmax linalg-softmax
lower "$OUT/softmax.scheduled.mlir" "$(pipeline cpu-tensors)" softmax
echo "result softmax-generics = $(count linalg.generic "$OUT/softmax.scheduled.mlir")"
lower mlir/kernels/rows.mlir "$(pipeline cpu-vectors)" rows
run mlir-translate --mlir-to-llvmir "$OUT/rows.lowered.mlir" -o "$OUT/rows.ll"
run llc -O3 -relocation-model=pic -filetype=obj "$OUT/rows.ll" -o "$OUT/rows.o"
echo "result rows-undefined-symbols = $(llvm-nm --undefined-only "$OUT/rows.o" | wc -l | tr -d ' ')"

echo "== The tile unit"
for program in tile microkernel chains product permission; do
    lower "$IN/tiles/$program.mlir" "$(pipeline cpu-tiles)" "$program"
done
lower "$IN/tiles/split.mlir" "$(pipeline cpu-vectors)" split
sed -n '/llvm.func @block(/,/llvm.func @_mlir_ciface_block(/p' "$OUT/microkernel.lowered.mlir" >"$OUT/block.mlir"
echo "result products-a-step = $(count tdpbf16ps "$OUT/block.mlir")"
if grep -qs amx_bf16 /proc/cpuinfo; then
    run mlir-runner -e main --entry-point-result=i32 "$OUT/permission.lowered.mlir" | tee "$OUT/permission.txt"
    case $(tail -1 "$OUT/permission.txt") in
        -*) echo "not run: the system refuses AMX tiles" ;;
        *) echo "result tile-of-ones = $(tail -1 "$OUT/permission.txt")" ;;
    esac
else
    echo "not run: this processor has no AMX tiles"
fi

echo "== The other programs lower"
for program in named generic broadcast fusion shared layer layer_kept; do
    lower "$IN/$program.mlir" "$(pipeline cpu-tensors)" "$program"
done
