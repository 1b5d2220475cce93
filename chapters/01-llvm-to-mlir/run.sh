#!/bin/sh
# Takes the programs of chapter 1 to machine code and runs them, with the command-line tools only.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/01-llvm-to-mlir
OUT=build/chapter-01/sh
mkdir -p "$OUT"
needs_compiler

# evaluate NAME RESULT-TYPE FILE: run @main of a lowered module, print its result
evaluate() {
    printf '$ mlir-runner %s -e main --entry-point-result=%s\n' "$3" "$2"
    value=$(mlir-runner "$3" -e main --entry-point-result="$2")
    echo "result $1 = $value"
}

echo "== LLVM IR to an executable"
run llc -O2 -relocation-model=pic -filetype=obj "$IN/return42.ll" -o "$OUT/return42.o"
run "$CC" "$OUT/return42.o" -o "$OUT/return42"
code=0
run "$OUT/return42" || code=$?
echo "result exit-code = $code"

echo "== A loop in MLIR: by mlir-runner, and as a shared library that a C program calls"
run mlir-opt --pass-pipeline="$(pipeline cpu-loops)" "$IN/sum.mlir" -o "$OUT/sum.lowered.mlir"
evaluate sum i32 "$OUT/sum.lowered.mlir"
run mlir-translate --mlir-to-llvmir "$OUT/sum.lowered.mlir" -o "$OUT/sum.ll"
run mlir-translate --mlir-to-llvmir "$IN/phi.mlir" -o "$OUT/phi.ll"
for name in sum phi; do
    run llc -O2 -relocation-model=pic -filetype=obj "$OUT/$name.ll" -o "$OUT/$name.o"
done
run "$CC" -shared "$OUT/sum.o" "$OUT/phi.o" -o "$OUT/libloops.so"
run "$CC" "$IN/call.c" "$OUT/libloops.so" -Wl,-rpath,"$ROOT/$OUT" -o "$OUT/call"
values=$("$OUT/call")
echo "result sum-from-c = ${values% *}"
echo "result triangle-from-c = ${values#* }"

echo "== Assembly for each processor that this llc was built for"
known=$(llc --version)
for target in x86_64-linux-gnu aarch64-linux-gnu armv7-linux-gnueabihf nvptx64-nvidia-cuda \
    riscv64-linux-gnu wasm32-unknown-unknown; do
    case $target in
        x86_64-*) name=x86-64 ;;
        armv7-*) name=arm ;;
        *) name=${target%%-*} ;;
    esac
    if echo "$known" | grep -q "^ *$name "; then
        run llc -O2 -mtriple="$target" "$IN/phi.ll" -o "$OUT/phi.${target%%-*}.s"
    else
        echo "no $name: this llc has another set of targets, see llc --version"
    fi
done

echo "== The IR after each pass"
run mlir-opt --pass-pipeline="$(pipeline cpu-loops)" "$IN/sum.mlir" -o "$OUT/sum.last.mlir" \
    --mlir-print-ir-after-all --mlir-print-ir-tree-dir="$OUT/tree"
run ls "$OUT/tree/builtin_module_no-symbol-name"

echo "== A dialect and rewrites without C++"
run mlir-opt --transform-preload-library=transform-library-paths="$IN/lowerings.mlir" \
    --transform-interpreter "$IN/missing.mlir" -o "$OUT/missing.mlir"
count=$(grep -c ' math\.' "$OUT/missing.mlir" || true)
echo "result math-operations-left = $count"

# 7 * 10 + 7 * 11 on a clock: as written, and with the factor taken out first.
run cp "$IN/residue/clock.mlir" "$OUT/clock.mlir"
run mlir-pdll -x=mlir "$IN/residue/factor.pdll" -o "$OUT/factor.pdl.mlir"
run mlir-opt "$OUT/factor.pdl.mlir" -o "$OUT/factor.module.mlir"
sed '1d;/^}/d' "$OUT/factor.module.mlir" >"$OUT/factor.patterns"
sed "/\[patterns\]/r $OUT/factor.patterns" "$IN/residue/apply.mlir" >"$OUT/factor.mlir"
run mlir-opt --irdl-file="$IN/residue/residue.irdl.mlir" "$OUT/clock.mlir" -o "$OUT/clock.factored.mlir" \
    --transform-preload-library=transform-library-paths="$OUT/factor.mlir" --transform-interpreter
for name in clock clock.factored; do
    run mlir-opt --irdl-file="$IN/residue/residue.irdl.mlir" "$OUT/$name.mlir" -o "$OUT/$name.arith.mlir" \
        --transform-preload-library=transform-library-paths="$IN/residue/lower.mlir" \
        --transform-interpreter --reconcile-unrealized-casts --canonicalize --cse
    echo "result $name-products = $(grep -c 'arith.muli' "$OUT/$name.arith.mlir")"
    run mlir-opt --pass-pipeline="$(pipeline cpu-loops)" "$OUT/$name.arith.mlir" -o "$OUT/$name.lowered.mlir"
    evaluate "$name" i64 "$OUT/$name.lowered.mlir"
done
