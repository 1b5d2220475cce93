#!/bin/sh
# Lowers the programs of chapter 3 with the command-line tools, compares each pair, runs threads that print.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/03-affine-openmp
OUT=build/chapter-03/sh
mkdir -p "$OUT"

# The OpenMP runtime: of the LLVM that was chosen, or of the environment.
RUNTIME=
for candidate in ${STEPDOWN_LLVM:+"$STEPDOWN_LLVM"/lib/libomp.so* "$STEPDOWN_LLVM"/lib/libiomp5.so} \
    .venv/lib/libiomp5.so .venv/lib/libomp.dylib .venv/lib/libiomp5.dylib; do
    if [ -z "$RUNTIME" ] && [ -f "$candidate" ]; then RUNTIME=$candidate; fi
done
[ -n "$RUNTIME" ] || {
    echo "error: no OpenMP runtime (libiomp5, libomp): run 'make setup'" >&2
    exit 1
}

# lower PROGRAM PIPELINE-TEXT OUTPUT
lower() {
    run mlir-opt --pass-pipeline="$2" "$IN/$1.mlir" -o "$OUT/$3.mlir"
}

echo "== Each pair: the passes that NAME.mlir names print NAME.after.mlir"
same=0
for after in "$IN"/passes/*.after.mlir; do
    before=${after%.after.mlir}.mlir
    passes=$(sed -n 's,^// passes: ,,p' "$before")
    run mlir-opt --pass-pipeline="builtin.module($passes)" "$before" -o "$OUT/after.mlir"
    cmp "$OUT/after.mlir" "$after"
    same=$((same + 1))
done
echo "result pairs-as-kept = $same"

echo "== Parallel loops that are found, and the threads that they become"
for program in wavefront_rows wavefront wavefront_tiles; do
    lower "passes/$program" "$(pipeline affine-parallel)" "$program.parallel"
    echo "result parallel-loops-of-$program = $(grep -c affine.parallel "$OUT/$program.parallel.mlir" || true)"
done
for program in matmul convolution; do
    lower "$program" "$(pipeline affine-parallel)" "$program.parallel"
    run mlir-opt --pass-pipeline="$(pipeline cpu-openmp)" "$OUT/$program.parallel.mlir" -o "$OUT/$program.mlir"
    echo "result parallel-regions-of-$program = $(grep -c 'omp.parallel {' "$OUT/$program.mlir" || true)"
    run mlir-translate --mlir-to-llvmir "$OUT/$program.mlir" -o "$OUT/$program.ll"
    run llc -O3 -relocation-model=pic -filetype=obj "$OUT/$program.ll" -o "$OUT/$program.o"
    run llvm-nm --undefined-only "$OUT/$program.o"
done

echo "== Threads that print"
lower openmp/hello "$(pipeline cpu-openmp)" hello
echo "\$ OMP_NUM_THREADS=3 mlir-runner $OUT/hello.mlir -e main --entry-point-result=i32 --shared-libs=$RUNTIME"
OMP_NUM_THREADS=3 mlir-runner "$OUT/hello.mlir" -e main --entry-point-result=i32 \
    --shared-libs="$RUNTIME" >"$OUT/hello.txt"
sort "$OUT/hello.txt"
echo "result threads-that-printed = $(sort -u "$OUT/hello.txt" | grep -c 'thread . of 3')"

echo "== The other programs lower"
for program in maps conditions; do
    lower "$program" "$(pipeline cpu-buffers)" "$program"
done
for program in parallel loop barrier reduction critical atomic from_scf from_affine threads scratch; do
    lower "openmp/$program" "$(pipeline cpu-openmp)" "$program"
done
lower passes/vectors "$(pipeline affine-vectors lanes=4)" vectors.of4
run mlir-opt --pass-pipeline="$(pipeline cpu-vectors)" "$OUT/vectors.of4.mlir" -o "$OUT/vectors.mlir"
