#!/bin/sh
# Lowers the programs of chapter 2 with the command-line tools, and runs those that need no arguments.
set -eu
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
. "$ROOT/runners/shell.sh"
cd "$ROOT"
IN=chapters/02-memory
OUT=build/chapter-02/sh
mkdir -p "$OUT"
needs_compiler

# lower PROGRAM PIPELINE-TEXT: the program of that name, in the LLVM dialect
lower() {
    run mlir-opt --pass-pipeline="$2" "$IN/$1.mlir" -o "$OUT/$1.lowered.mlir"
}

# call PROGRAM FUNCTION TYPE RESULT-NAME [OPTION]: run a function without arguments
call() {
    printf '$ mlir-runner %s -e %s --entry-point-result=%s%s\n' \
        "$OUT/$1.lowered.mlir" "$2" "$3" "${5:+ $5}"
    value=$(mlir-runner "$OUT/$1.lowered.mlir" -e "$2" --entry-point-result="$3" ${5:+"$5"})
    echo "result $4 = $value"
}

echo "== Array addition, ahead of time: a shared library, called from a second module"
lower array_add "$(pipeline cpu-buffers)"
run mlir-translate --mlir-to-llvmir "$OUT/array_add.lowered.mlir" -o "$OUT/array_add.ll"
run llc -O3 -relocation-model=pic -filetype=obj "$OUT/array_add.ll" -o "$OUT/array_add.o"
run "$CC" -shared "$OUT/array_add.o" -o "$OUT/array_add.so"
lower array_add_main "$(pipeline cpu-buffers)"
call array_add_main main f32 array-add-total --shared-libs="$OUT/array_add.so"

echo "== Structs and vectors"
lower structs "$(pipeline cpu-loops)"
call structs record_size i64 record-size
call structs packed_size i64 packed-record-size
lower vectors "$(pipeline cpu-vectors)"
call vectors sum_of_1_to_8 f32 sum-of-1-to-8

echo "== Two results"
lower results "$(pipeline cpu-buffers)"
call results mean_of_1_to_4 f32 mean-of-1-to-4
call results variance_of_1_to_4 f32 variance-of-1-to-4

echo "== Bufferization: does the insertion copy?"
BUFFERIZE='bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map'
for program in insert insert_keep; do
    run mlir-opt --one-shot-bufferize="$BUFFERIZE" "$IN/$program.mlir" -o "$OUT/$program.buffers.mlir"
    echo "result $program-copies = $(count memref.copy "$OUT/$program.buffers.mlir")"
done

echo "== Deallocation: what 10,000 calls leave behind, with the pass and without it"
COUNTED=$(pipeline cpu-tensors |
    sed 's/,convert-to-llvm,/,finalize-memref-to-llvm{use-generic-functions=true},convert-to-llvm,/')
lower ownership "$COUNTED"
call ownership left_after_10000_calls i64 left-with-deallocation
lower ownership "$(echo "$COUNTED" | sed 's/buffer-deallocation-pipeline,//')"
call ownership left_after_10000_calls i64 left-without-deallocation

echo "== The other programs lower"
for program in ranks views dtypes memrefs layouts unranked; do
    lower "$program" "$(pipeline cpu-buffers)"
done
lower masks "$(pipeline cpu-vectors)"
for program in tensors insert insert_keep destination crossing deallocation; do
    lower "$program" "$(pipeline cpu-tensors)"
done
for program in tiled_layout tiled_argument; do
    lower "$program" "$(pipeline cpu-buffers | sed 's/builtin.module(/builtin.module(normalize-memrefs,/')"
done
