# Shared by every run.sh; read with `.`, not run. Gives:
#   run COMMAND ...            print the command, then run it
#   pipeline NAME [KEY=VALUE]  print the pass pipeline of mlir/pipelines/NAME.pipeline on one line
#   count TEXT FILE            print how many lines of FILE have TEXT
#   needs_compiler             set CC to the C compiler, or end with what to do
#   needs_ptxas                print which ptxas is used, or end with what to do
# and puts the command-line tools on PATH. STEPDOWN_LLVM=/usr/lib/llvm-22 picks another LLVM.

: "${ROOT:?set ROOT to the repository before reading runners/shell.sh}"

if [ -n "${STEPDOWN_LLVM:-}" ]; then
    PATH="$STEPDOWN_LLVM/bin:$ROOT/.venv/bin:$PATH"
else
    PATH="$ROOT/.venv/bin:$PATH"
fi
export PATH

for tool in mlir-opt mlir-translate llc opt; do
    command -v "$tool" >/dev/null || {
        echo "error: $tool not found: run 'make setup' in $ROOT, or set STEPDOWN_LLVM" >&2
        exit 1
    }
done

run() {
    printf '$'
    for word in "$@"; do
        case $word in
            *[!A-Za-z0-9_./=:,@%+-]*) printf " '%s'" "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    "$@"
}

count() {
    grep -c -e "$1" "$2" || true
}

needs_compiler() {
    CC=${CC:-cc}
    command -v "$CC" >/dev/null || {
        echo "error: no C compiler to link with: install one, or name it with CC=..." >&2
        exit 1
    }
}

needs_ptxas() {
    command -v ptxas >/dev/null || {
        echo "error: no ptxas: run 'make setup EXTRAS=dev,gpu', or put one on PATH" >&2
        exit 1
    }
    echo "ptxas: $(command -v ptxas)"
}

pipeline() {
    name=$1
    shift
    if [ ! -f "$ROOT/mlir/pipelines/$name.pipeline" ]; then
        echo "error: no pipeline '$name' in $ROOT/mlir/pipelines" >&2
        return 1
    fi
    awk -v given="$*" '
        BEGIN {
            count = split(given, pairs, " ")
            for (i = 1; i <= count; i++) {
                at = index(pairs[i], "=")
                value[substr(pairs[i], 1, at - 1)] = substr(pairs[i], at + 1)
            }
        }
        /^# parameter / {
            split($0, head, ":")
            split(head[1], words, " ")
            if (!(words[3] in value)) value[words[3]] = words[5]
            known[words[3]] = 1
        }
        { sub(/#.*/, ""); text = text " " $0 }
        END {
            for (key in value) {
                if (!(key in known)) {
                    print "error: the pipeline has no parameter \"" key "\"" > "/dev/stderr"
                    exit 1
                }
                while ((at = index(text, "${" key "}")) > 0)
                    text = substr(text, 1, at - 1) value[key] substr(text, at + length(key) + 3)
            }
            gsub(/[ \t]+/, " ", text)
            gsub(/\( /, "(", text)
            gsub(/, /, ",", text)
            gsub(/ \)/, ")", text)
            gsub(/^ | $/, "", text)
            print text
        }' "$ROOT/mlir/pipelines/$name.pipeline"
}
