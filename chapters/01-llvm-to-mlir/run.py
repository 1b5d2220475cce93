"""Chapter 1: from LLVM IR to MLIR. Runs every program of the chapter and checks what it gives."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import passes
import reference

import runners
from runners import report

IN, OUT = "chapters/01-llvm-to-mlir", "build/chapter-01"
LOOPS = '"$(python -m runners pipelines cpu-loops)"'
LOWERINGS = (
    f"builtin.module(transform-preload-library{{transform-library-paths={IN}/lowerings.mlir}},"
    "transform-interpreter)"
)
# Target -> its name in `llc --version`.
TARGETS = {
    "x86_64-linux-gnu": "x86-64",
    "aarch64-linux-gnu": "aarch64",
    "armv7-linux-gnueabihf": "arm",
    "nvptx64-nvidia-cuda": "nvptx64",
    "riscv64-linux-gnu": "riscv64",
    "wasm32-unknown-unknown": "wasm32",
}
# A line of assembly that is neither a directive nor a comment nor a brace; PTX may predicate it.
INSTRUCTION = re.compile(r"^\t(?:@%|[^.#/{}@\s])", re.MULTILINE)


def llvm_ir(run: report.Run) -> None:
    """return42.ll as a program and as a library."""
    run.step("LLVM IR to an executable, and to a library that Python calls")
    run.shell(f"llc -O2 -relocation-model=pic -filetype=obj {IN}/return42.ll -o {OUT}/return42.o")
    run.shell(f"cc {OUT}/return42.o -o {OUT}/return42")
    run.shell(f"{OUT}/return42", expect=42)
    run.result("exit-code", 42)  # the line above raises for any other code
    run.shell(f"cc -shared {OUT}/return42.o -o {OUT}/libreturn42.so")
    run.python(
        f"import ctypes\nlibrary = ctypes.CDLL('{OUT}/libreturn42.so')\nanswer = library.answer()"
    )
    run.equal("answer(), through ctypes", run.names["answer"], 42)


def phi(run: report.Run) -> None:
    """A phi of LLVM IR, a block argument of MLIR, and back."""
    run.step("A phi node is a block argument")
    run.shell(f"sed -n '/^header/,/br/p' {IN}/phi.ll")
    imported = run.shell(
        f"mlir-translate --import-llvm {IN}/phi.ll | sed -n '/bb1(.*:/,/cond_br/p'"
    )
    run.check("the import has no phi, and a block with two arguments",
              "phi" not in imported and "i32, " in imported)  # fmt: skip
    back = run.shell(f"mlir-translate --mlir-to-llvmir {IN}/phi.mlir | grep phi")
    run.equal("phi nodes after the way back", len(back.splitlines()), 2)
    run.python(
        f"loops = runners.load('{IN}/phi.mlir').compile('cpu-loops')\ntotal = loops.triangle(100)"
    )
    run.equal("0 + 1 + ... + 99", run.names["total"], 4950)


def loop(run: report.Run) -> None:
    """sum.mlir to the LLVM dialect, and three ways to run it."""
    run.step("A structured loop, lowered and run three ways")
    run.shell(f"mlir-opt --pass-pipeline={LOOPS} {IN}/sum.mlir -o {OUT}/sum.lowered.mlir")
    run.shell(f"sed -n '/@sum/,/^  }}/p' {OUT}/sum.lowered.mlir")
    value = run.shell(f"mlir-runner {OUT}/sum.lowered.mlir -e main --entry-point-result=i32")
    run.equal("by mlir-runner", int(value), 45)
    run.result("sum", int(value))
    run.python(
        f"program = runners.load('{IN}/sum.mlir')\n"
        f"ahead = program.compile('cpu-loops', how='aot', keep='{OUT}/aot')\n"
        f"jit = program.compile('cpu-loops', keep='{OUT}/sum')"
    )
    ahead, jit = run.names["ahead"], run.names["jit"]
    run.equal("by the shared library", ahead.sum(), 45)
    run.equal("by the JIT", jit.sum(), 45)
    run.file(ahead.path)
    run.file(f"{OUT}/sum", "every stage that the JIT went through")
    run.say("C calls the same code:")
    run.shell(f"mlir-translate --mlir-to-llvmir {IN}/phi.mlir | llc -O2 -relocation-model=pic "
              f"-filetype=obj -o {OUT}/phi.o")  # fmt: skip
    run.shell(f"mlir-translate --mlir-to-llvmir {OUT}/sum.lowered.mlir | llc -O2 "
              f"-relocation-model=pic -filetype=obj -o {OUT}/sum.o")  # fmt: skip
    run.shell(f"cc -shared {OUT}/sum.o {OUT}/phi.o -o {OUT}/libloops.so")
    run.shell(f'cc {IN}/call.c {OUT}/libloops.so -Wl,-rpath,"$PWD/{OUT}" -o {OUT}/call')
    first, second = run.shell(f"{OUT}/call").split()
    run.result("sum-from-c", first)
    run.result("triangle-from-c", second)
    run.check("C gets the same numbers", (first, second) == ("45", "4950"))
    optimised = Path(f"{OUT}/sum/module.opt.ll").read_text()
    run.check("LLVM computed the sum at compile time", "ret i32 45" in optimised,
              f"{OUT}/sum/module.opt.ll")  # fmt: skip


def stages(run: report.Run) -> None:
    """The table of what each pass changed."""
    run.step("The IR after each pass")
    run.shell(f"ls {OUT}/sum/passes")
    rows = list(passes.summary(Path(f"{OUT}/sum/passes")))
    run.table("What each pass changed in sum.mlir", ["after", "ops", "blocks", "changed"], rows)
    after = dict(zip([row[0] for row in rows], rows, strict=True))
    run.check(
        "convert-scf-to-cf takes the loop apart", "-1 scf.for" in after["convert-scf-to-cf"][3]
    )
    last = passes.stages(Path(f"{OUT}/sum/passes"))[-1]
    foreign = {name for name in last.operations if not name.startswith(("llvm.", "builtin."))}
    run.check("only the LLVM dialect is left", not foreign, ", ".join(sorted(foreign)))


def assembly(run: report.Run) -> None:
    """One LLVM IR, assembly for each target that llc knows."""
    run.step("One LLVM IR, several processors")
    known = run.shell("llc --version", show=False)
    rows = []
    for triple, name in TARGETS.items():
        if not re.search(rf"^ *{name} ", known, re.MULTILINE):
            rows.append((triple, "-", "this llc was built without it (`llc --version` lists)"))
            continue
        path = f"{OUT}/phi.{triple.partition('-')[0]}.s"
        run.shell(f"llc -O2 -mtriple={triple} {IN}/phi.ll -o {path}")
        text = Path(path).read_text()
        rows.append((triple, len(INSTRUCTION.findall(text)), path))
        run.check(f"{name} code has the function", "triangle" in text)
    run.table("triangle(n) of phi.ll", ["target", "instructions", "file"], rows)


def arithmetic(run: report.Run) -> None:
    """Every function of the chapter's programs against its twin in Python and NumPy."""
    run.step("Branches, structured control flow, arithmetic: every function, many operands")
    run.say("Each function is called on every combination of edge cases: the lowest and highest")
    run.say("numbers, negative operands, shifts, signed zeros, infinities, NaN.")
    rows, wrong = [], []
    for name in run.progress([*reference.PROGRAMS, "missing"], "comparing"):
        program = runners.load(f"{IN}/{name}.mlir")
        if name == "missing":
            program = program.lower(LOWERINGS)
        functions = reference.PROGRAMS.get(name, reference.missing)()
        library = program.compile("cpu-loops")
        found = [text for f in functions for text in f.disagreements(library[f.name])]
        calls = sum(len(f.calls()) for f in functions)
        rows.append((f"{name}.mlir", len(functions), calls, len(found)))
        wrong += found
    run.table("", ["program", "functions", "calls", "differences"], rows)
    run.check("all of them agree with Python and NumPy", not wrong, "; ".join(wrong[:3]))


def refused(run: report.Run) -> None:
    """Programs that the verifier refuses."""
    run.step("What the verifier refuses")
    for name in ("use_before_definition", "one_path_only"):
        text = run.shell(f"mlir-opt {IN}/wrong/{name}.mlir", expect=1)
        run.check("a use that its definition does not dominate", "does not dominate" in text)


def rewrites(run: report.Run) -> None:
    """Lowerings in PDL, a dialect in IRDL, a rewrite in PDLL."""
    run.step("Lowerings without C++: PDL patterns that mlir-opt applies")
    run.shell(f"mlir-opt {IN}/missing.mlir --pass-pipeline={LOOPS}", expect=1)
    run.shell(
        f"mlir-opt --transform-preload-library=transform-library-paths={IN}/lowerings.mlir "
        f"--transform-interpreter {IN}/missing.mlir -o {OUT}/missing.mlir"
    )
    left = run.shell(f"grep -c ' math\\.' {OUT}/missing.mlir || true", show=False)
    run.equal("operations of the math dialect left", int(left), 0)
    run.result("math-operations-left", int(left))

    run.step("A dialect without C++: whole numbers modulo n, defined in IRDL")
    dialect = f"--irdl-file={IN}/residue/residue.irdl.mlir"
    text = run.shell(f"mlir-opt {dialect} {IN}/residue/mixed.mlir", expect=1)
    run.check("12 and 7 do not mix", "expected '!residue.int<12 : i64>' but got" in text)
    run.shell(f"mlir-pdll -x=mlir {IN}/residue/factor.pdll | mlir-opt | sed '1d;/^}}/d' "
              f"> {OUT}/factor.patterns")  # fmt: skip
    run.shell(f"sed '/\\[patterns\\]/r {OUT}/factor.patterns' {IN}/residue/apply.mlir "
              f"> {OUT}/factor.mlir")  # fmt: skip
    interpreter = "--transform-preload-library=transform-library-paths="
    run.shell(f"mlir-opt {dialect} {interpreter}{OUT}/factor.mlir --transform-interpreter "
              f"{IN}/residue/clock.mlir -o {OUT}/clock.factored.mlir")  # fmt: skip
    run.shell(f"cp {IN}/residue/clock.mlir {OUT}/clock.mlir")
    for name, products in (("clock", 2), ("clock.factored", 1)):
        run.shell(
            f"mlir-opt {dialect} {interpreter}{IN}/residue/lower.mlir --transform-interpreter "
            f"--reconcile-unrealized-casts --canonicalize --cse {OUT}/{name}.mlir "
            f"-o {OUT}/{name}.arith.mlir"
        )
        text = Path(f"{OUT}/{name}.arith.mlir").read_text()
        run.equal(f"products in {name}", text.count("arith.muli"), products)
        run.result(f"{name}-products", text.count("arith.muli"))
        clock = runners.load(f"{OUT}/{name}.arith.mlir").compile("cpu-loops")
        triples = [(a, b, c) for a in range(-13, 14) for b in (-1, 0, 5, 11) for c in (-7, 10)]
        differ = [t for t in triples if clock.clock(*t) != (t[0] * t[1] + t[0] * t[2]) % 12]
        run.check(f"a * b + a * c modulo 12, {len(triples)} times", not differ, str(differ[:3])
                  if differ else "")  # fmt: skip
        run.result(name, clock.main())


def main() -> int:
    """Run the chapter; the exit code says whether every check held."""
    run = report.Run(1, "from LLVM IR to MLIR")
    for part in (llvm_ir, phi, loop, stages, assembly, arithmetic, refused, rewrites):
        part(run)
    return run.finish()


if __name__ == "__main__":
    sys.exit(main())
