#!/bin/sh
# A smoke test of the command-line tools: one program through each of them, down to an executable.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/00-toolchain
OUT=build/chapter-00/sh
mkdir -p "$OUT"

echo "== mlir-opt lowers, mlir-runner runs"
run mlir-opt --pass-pipeline="$(pipeline cpu-loops)" "$IN/gcd.mlir" -o "$OUT/gcd.lowered.mlir"
run mlir-runner "$OUT/gcd.lowered.mlir" -e main --entry-point-result=i32 >"$OUT/gcd.txt"
cat "$OUT/gcd.txt"
echo "result gcd-runner = $(tail -n 1 "$OUT/gcd.txt")"

echo "== mlir-translate, opt and llc make an object"
run mlir-translate --mlir-to-llvmir "$OUT/gcd.lowered.mlir" -o "$OUT/gcd.ll"
run opt -O2 -S "$OUT/gcd.ll" -o "$OUT/gcd.opt.ll"
run llc -O2 -relocation-model=pic -filetype=obj "$OUT/gcd.opt.ll" -o "$OUT/gcd.o"

CC=${CC:-cc}
if command -v "${CC%% *}" >/dev/null; then
    echo "== The C compiler links an executable; its exit code is what main returns"
    run $CC "$OUT/gcd.o" -o "$OUT/gcd"
    code=0
    run "$OUT/gcd" || code=$?
    echo "result gcd-executable = $code"
else
    echo "No C compiler was found, so no executable is linked: see the table of make doctor."
fi
