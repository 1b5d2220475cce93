"""Chapter 12: how compiled functions run: fused loops, buffers, BLAS, threads, the disk cache and
libraries; `make chapter-12`.

`run.sh` takes the same stages down with the command-line tools; both print the same results.
"""

import os
import re
import statistics
import subprocess
import sys
import time

# Threads that have nothing to do sleep at once; it has to be said before OpenMP is first used.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")
# The cache is shown in a folder of its own; what else is compiled is not for another process.
os.environ["STEPDOWN_CACHE"] = "off"

import accuracy
import functions
import numpy as np
import stages
import tiles
from unfused import unfused

import stepdown
from runners import amx, report, toolchain
from stepdown import jit

f32 = np.float32
CHAPTER = "chapters/12-execution"
run = report.Run(12, "execution")
run.names |= {"jit": jit, "stepdown": stepdown, "functions": functions}
random = np.random.default_rng(seed=12)
STAGES = {stage.name: stage for stage in stages.STAGES}


def normal(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, f32)


def lines(text: str, what: str) -> int:
    """As `grep -c` counts."""
    return sum(re.search(what, line) is not None for line in text.splitlines())


def passed(text: str, *passes: str) -> str:
    """A module after passes of mlir-opt."""
    done = toolchain.run("mlir-opt", "-", *passes, input=text)
    assert done.returncode == 0, done.stderr
    return done.stdout


def buffers(compiled) -> str:
    """A compiled function over buffers, before products become calls."""
    from stepdown.lowering import contexts, passes

    with contexts.context():
        module = compiled.module()
        passes.run(module, "tensor-bufferize")
        return str(module)


def milliseconds(*calls) -> list[float]:
    """The median time of each, in rounds that take turns."""
    found = [[] for _ in calls]
    for _ in range(7):
        for call, times in zip(calls, found, strict=True):
            start = time.perf_counter()
            call()
            times.append((time.perf_counter() - start) * 1e3)
    return [statistics.median(times) for times in found]


def python(command: str, **environment: str) -> str:
    """Show and run a script of this chapter in a process of its own; what it printed."""
    given = " ".join(f"{key}={value}" for key, value in environment.items())
    return run.shell(f"{given} python {CHAPTER}/{command}".strip())


run.say("In Python: sys.path.insert(0, 'chapters/12-execution'); import functions, stepdown; "
        "from stepdown import jit")  # fmt: skip

run.step("Fusion, counted and checked")
made = {name: STAGES[name].compiled() for name in STAGES}
for name in ("chain", "softmax"):
    run.result(f"{name}-generics-as-written", lines(made[name].traced, "linalg.generic"))
    run.result(f"{name}-loops-as-written", lines(made[name].traced, "scf.for "))
    run.result(f"{name}-generics", lines(made[name].optimized, "linalg.generic"))
    run.result(f"{name}-loops", lines(made[name].optimized, "scf.for "))
run.python("chain = jit(functions.chain, threads=False)")
large = normal(1500, 1000), normal(1500, 1000)
rows = []
for name, arguments in (("chain", large), ("softmax", large[:1])):
    apart = unfused(getattr(functions, name), *arguments)
    together = jit(getattr(functions, name), threads=False).compile(*arguments)
    got, wanted = together(*arguments), apart(*arguments)
    run.equal(f"{name}: as NumPy", got, getattr(functions, name)(*arguments), rtol=2e-6, atol=1e-9)
    if name == "chain":
        run.check("  fused or not, the same bits", np.array_equal(got, wanted))
    else:
        run.equal("  fused or not", got, wanted, rtol=2e-6, atol=1e-9)
    ours, theirs = milliseconds(lambda: together(*arguments), lambda: apart(*arguments))  # noqa: B023
    rows.append((name, f"{ours:.1f} ms", f"{theirs:.1f} ms", f"{theirs / ours:.1f}"))
run.table("1500 x 1000, one thread", ["", "fused", "as written", "times as fast"], rows)

run.step("Buffers: whose memory it is")
for name in ("chain", "differences", "passed_on", "softmax", "spread", "spread_long", "layer"):
    text = buffers(made[name])
    run.result(f"{name}-on-the-stack", lines(text, r"memref.alloca\(\)"))
    run.result(f"{name}-on-the-heap", lines(text, r"memref.alloc\(\)"))
    run.result(f"{name}-freed", lines(text, "memref.dealloc"))
    run.result(f"{name}-copies", lines(text, "memref.copy"))
x = normal(64, 48)
kept = x.copy()
run.python("passed_on = jit(functions.passed_on)")
same, double = run.names["passed_on"](x)
run.equal("an argument passed on", same, x)
run.check("  is a copy", not np.shares_memory(same, x))
same[:] = 0
run.equal("  the argument is as it was", x, kept)
line = normal(1000)
run.equal("a function of views that overlap", jit(lambda a, b: b - a)(line[:-1], line[1:]),
          line[1:] - line[:-1])  # fmt: skip
run.file(f"{CHAPTER}/pictures/lives.svg", "arguments, results, stack, heap")

run.step("Zeros that two products share")
boundaries = (
    "--one-shot-bufferize=bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map"
)
text = (report.ROOT / CHAPTER / "zeros.mlir").read_text()
shared = passed(text, "--cse", boundaries, "--canonicalize")
apart = passed(text, "--empty-tensor-to-alloc-tensor", "--cse", boundaries, "--canonicalize")
run.result("copies-where-zeros-are-shared", lines(shared, "memref.copy"))
run.result("copies-where-they-are-apart", lines(apart, "memref.copy"))
x, first, second, out = normal(64, 64), normal(64, 64), normal(64, 64), np.empty((64, 64), f32)
wanted = (x.astype(np.float64) @ first) * (x.astype(np.float64) @ second)
run.python(f"zeros = runners.load('{CHAPTER}/zeros.mlir').compile('cpu-tensors')")
run.names["zeros"].gated(x, first, second, out)
run.equal("by hand", out, wanted, rtol=1e-4, atol=5e-4)
run.equal("compiled by stepdown", jit(functions.gated)(x, first, second), wanted,
          rtol=1e-4, atol=5e-4)  # fmt: skip
text = (report.ROOT / "chapters/04-linalg/wrong/overwritten.mlir").read_text()
moved = passed(text, "--eliminate-empty-tensors", boundaries, "--canonicalize")
run.result("overwritten-returns-the-callers-buffer", lines(moved, "return %arg3"))

run.step("Products: BLAS, our kernels, or loops")
run.result("calls-of-blas", lines(made["layer"].lowered, "llvm.call @.*cblas_sgemm"))
x, weight, bias = normal(300, 200), normal(150, 200), normal(150)
expected = functions.layer(x.astype(np.float64), weight.astype(np.float64), bias)
for products in ("schedule", "blas", "loops"):
    layer = jit(functions.layer, products=products)
    run.equal(f"products by {products}", layer(x, weight, bias), expected, rtol=1e-4, atol=1e-4)
if reason := amx.missing():
    run.say(f"Not on tiles: {reason}.")
else:
    found = tiles.compared()
    rows = [(how, f"{error:.1e}", f"{speed:.0f}") for how, (error, speed) in found.items()]
    run.table("float32, also on tiles of bfloat16", ["products", "error", "GFLOP/s"], rows)
    run.check("no less accurate on tiles", found["bf16x6"][0] < found["schedule"][0])
rows = []
for size in (8, 16, 32, 64, 256):
    a, b = normal(size, size), normal(size, size)
    both = [jit(lambda a, b: a @ b, products=products) for products in ("blas", "loops")]
    for product in both:
        product(a, b)
    blas, loops = milliseconds(*(
        lambda f=f, a=a, b=b: [f(a, b) for _ in range(20)] for f in both
    ))  # fmt: skip
    called = "sgemm" in both[0].compile(a, b).bufferized
    rows.append((f"{size} x {size}", f"{blas * 50:.1f} us", f"{loops * 50:.1f} us",
                 "BLAS" if called else "loops"))  # fmt: skip
run.table("a @ b", ["", 'products="blas"', 'products="loops"', 'what "blas" does'], rows)

run.step("Threads")
text = made["softmax_shared"].lowered
run.result("parallel-regions", lines(text, "omp.parallel"))
run.result("shared-loops", lines(text, "omp.wsloop"))
for count in (1, 3):
    printed = python("threads.py", OMP_NUM_THREADS=str(count), OPENBLAS_NUM_THREADS="1")
    run.check(f"computed on {count}", f"shared among threads: {count}\n" in printed)
    run.check("and on one with threads=False", "threads=False: 1\n" in printed)
x = normal(300, 700)
run.check(
    "the same rows to the bit, with threads and without",
    np.array_equal(*(jit(functions.softmax, threads=t)(x) for t in (True, False))),
)

run.step("Vectors: exp, tanh, log, erf")
for name, limit in (("exp", 0.9), ("tanh", 1.05), ("log", 0.9), ("erf", 1.05)):
    found = accuracy.error(name, 40_000)
    run.check(f"{name}: within {limit} ulp", found < limit, f"{found:.2f}")
for name in ("wave", "wave_wide"):
    for cpu in ("native", "generic"):
        path = run.out / f"{name}-{cpu}.so"
        made[name].export(path, cpu=cpu)
        nm = subprocess.run(
            ["llvm-nm", "-D", "--undefined-only", str(path)], env=report.environment(),
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        symbols = [line.split()[-1].partition("@")[0] for line in nm.stdout.splitlines()]
        mathematical = sorted(s for s in symbols if s in ("exp", "tanh", "fmaf", "expf", "tanhf"))
        run.result(f"{name}-for-{cpu}-calls", " ".join(mathematical) or "nothing")
shown = "build/chapter-12/wave"
run.shell(f"llvm-objdump -d --no-show-raw-insn {shown}-native.so >{shown}.s; wc -l <{shown}.s")
assembly = (run.out / "wave.s").read_text()
packed = re.search(r"\bv?mulps\b|\bfmul\s+v\d+\.4s|\bfmla\s+v\d+\.4s", assembly)
run.result("several-at-once", "yes" if packed else "no")

run.step("The disk cache")
run.shell("rm -rf build/chapter-12/cache")
here = {"STEPDOWN_CACHE": "build/chapter-12/cache"}
run.check("the first process compiles", python("cached.py", **here).startswith("compiled, right"))
printed = python("cached.py", **here)
run.check("the next one loads, without MLIR", printed.startswith("disk cache, right; MLIR not"))
run.shell("printf x >>$(ls build/chapter-12/cache/*.so)")
printed = run.shell(
    f"STEPDOWN_CACHE=build/chapter-12/cache python {CHAPTER}/cached.py 2>&1 "
    "| grep -o -e 'is not what was written' -e 'compiled, right'"
)
found = printed.splitlines()
run.equal(
    "damage is noticed, said and mended", found, ["is not what was written", "compiled, right"]
)
run.check("after that it is found again", python("cached.py", **here).startswith("disk cache"))

run.step("A library for C")
python("library.py")
linker = toolchain.linker()
run.say("layer.so with layer.h beside it; a C program asks for the result's size, and calls.")
if not linker.is_compiler:
    run.say("There is no C compiler here to build chapters/12-execution/call.c with.")
else:
    compiler, out = " ".join(linker.command), "build/chapter-12"
    run.shell(f"{compiler} -I {out} {CHAPTER}/call.c {out}/layer.so -o {out}/call")
    printed = run.shell("LD_LIBRARY_PATH=build/chapter-12 build/chapter-12/call")
    run.check("what C printed", printed.startswith("6 18 30 42 54"))
    run.check("a wrong size is a status", "3: bias has to be float32[40]" in printed)

run.step("Many calls, many threads")
printed = python("steady.py")
grown = [int(number) for number in re.findall(r"(\d+) KiB more", printed)]
run.check("memory is flat", max(grown) < 1024, f"{grown} KiB")
run.check("traced once a shape, every answer right", "traced 2 times, 8 answers right" in printed)

run.step("What it cost")
softmax = jit(functions.softmax)
explanation = stepdown.explain(softmax, normal(1024, 768))
run.console.print(explanation)
run.check("three generics in one loop over rows", explanation.generics == (5, 3))
phases = explanation.seconds
named = sum(seconds for phase, seconds in phases.items() if not phase.endswith("call"))
run.check("phases add up to less than the first call", named < phases["first call"])

sys.exit(run.finish())
