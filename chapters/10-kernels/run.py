"""Chapter 10: kernels of neural networks, compiled; `make chapter-10`.

`run.sh` takes the same kernels further with the command-line tools; both print the same results.
"""

import os
import sys
import time
from pathlib import Path

import numpy as np

os.environ["STEPDOWN_CACHE"] = "off"  # this chapter looks at compiling: nothing found from before
HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import accuracy  # noqa: E402
import precision  # noqa: E402
import special  # noqa: E402
import stages  # noqa: E402
from examples import SHAPES, arguments, function  # noqa: E402

import runners  # noqa: E402
from runners import pipeline, report  # noqa: E402
from runners.stages import compared  # noqa: E402
from stepdown import jit, kernels  # noqa: E402
from stepdown.special import erf  # noqa: E402

f32 = np.float32
STAGES = HERE / "stages"
run = report.Run(10, "kernels")
run.names.update(jit=jit, kernels=kernels)
random = np.random.default_rng(seed=10)


def normal(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, f32)


def count(text: str, what: str) -> int:
    """As `grep -c` counts."""
    return sum(what in line for line in text.splitlines())


def stage(name: str) -> str:
    return (STAGES / f"{name}.mlir").read_text(encoding="utf-8")


run.step("Each kernel beside NumPy")
for name in SHAPES:
    kernel, given = function(name), arguments(name)
    run.equal(name, jit(kernel)(*given), kernel(*given), rtol=2e-5, atol=2e-6)
one = np.ones(1, f32)
run.equal("gelu(1), with tanh", jit(kernels.gelu)(one)[0], f32(0.8411920), atol=1e-7)
run.equal("gelu(1), with erf", jit(kernels.gelu_erf)(one)[0], f32(0.8413447), atol=1e-7)

run.step("What fusion leaves of the steps")
for name in ("gelu", "softmax"):
    for which in ("traced", "optimized"):
        run.result(f"{name}-{which}", count(stage(f"{name}.{which}"), "linalg.generic {"))
run.shell("python chapters/10-kernels/phases.py softmax layer_norm")

run.step("The stages' files are what Stepdown writes")
for name, same in compared(STAGES, stages.STAGES):
    run.check(name, same)
for name in ("gelu", "gelu_half", "softmax", "layer_norm", "column_total", "largest_at"):
    buffers = runners.load(stage(f"{name}.optimized")).lower(
        pipeline.load("tensor-bufferize").text()
    )
    run.result(f"{name}-allocations", count(buffers.text, "memref.alloc("))

run.step("Softmax to assembly: the exponential in vectors")
out = run.out.relative_to(report.ROOT)
pipe = "$(python -m runners pipelines tensor-to-llvm)"
run.shell(
    f'mlir-opt --pass-pipeline="{pipe}" chapters/10-kernels/stages/softmax.bufferized.mlir '
    f"| mlir-translate --mlir-to-llvmir -o {out}/softmax.ll"
)
cpu = "-O3 -mtriple=x86_64-linux-gnu -mcpu=x86-64-v4"
run.shell(f"opt {cpu} -S {out}/softmax.ll -o {out}/softmax.opt.ll")
run.shell(f"llc {cpu} {out}/softmax.opt.ll -o {out}/softmax.s")
body = run.shell(f"sed -n '/^softmax:/,/^\\.Lfunc_end/p' {out}/softmax.s", show=False)
vectors = run.shell(
    f"sed -n '/^softmax:/,/^\\.Lfunc_end/p' {out}/softmax.s | grep -c 'vf[a-z]*[0-9]*ps.*%ymm'"
)
run.result("softmax-vector-multiply-adds", vectors.strip())
run.result("softmax-calls", count(body, "call"))
run.file(run.out / "softmax.s")
x = (np.arange(128)[None, :] - np.arange(64)[:, None]).astype(f32) * f32(0.125)
rows = jit(kernels.softmax)(x)
run.result("softmax-total", round(1e3 * rows.sum(dtype=np.float64)))
run.result("softmax-last", round(1e6 * rows[0, 127]))

run.step("Mixed precision: the dtypes are NumPy's")
names = [np.dtype(dtype).name for dtype in precision.DTYPES]
ours = precision.table(precision.compiled)
run.table("", ["", *names], [(name, *row) for name, row in ours.items()])
run.check("each as NumPy's, or kept", ours == precision.expected())

run.step("Accuracy, in ulp, at 65,600 floats of every magnitude")
for name, of_numpy in accuracy.FUNCTIONS.items():
    exact = accuracy.compiled(erf) if name == "erf" else of_numpy
    worst, where = accuracy.worst(accuracy.compiled(of_numpy), exact, 65_479)
    limit = accuracy.LIMITS[name]
    run.check(f"{name}: within {limit} ulp", worst < limit, f"{worst:.2f} at {where:.6g}")

run.step("NaN and infinities")
for name in special.KERNELS:
    theirs, mine = special.both(name)
    run.equal(name, mine, theirs, rtol=1e-6)

run.step("Beside NumPy")
pairs = {
    "softmax, 1024 x 768": (kernels.softmax, [normal(1024, 768)]),
    "layer norm, 1024 x 768": (kernels.layer_norm, [normal(1024, 768), normal(768), normal(768)]),
    "GELU, 1024 x 768": (kernels.gelu, [normal(1024, 768)]),
    "mean of columns, 1024 x 768": (lambda x: x.mean(0), [normal(1024, 768)]),
}
table = []
for name, (kernel, given) in pairs.items():
    compiled = jit(kernel)
    run.equal(name, compiled(*given), kernel(*given), rtol=3e-5, atol=3e-6)
    times: list[list[float]] = [[], []]
    for _ in range(9):
        for which, each in enumerate((compiled, kernel)):
            start = time.perf_counter()
            each(*given)
            times[which].append(1e3 * (time.perf_counter() - start))
    mine, theirs = map(min, times)
    table.append((name, f"{mine:.2f}", f"{theirs:.2f}", f"{theirs / mine:.1f}"))
run.table("the least of nine", ["float32", "compiled, ms", "NumPy, ms", "ratio"], table)

sys.exit(run.finish())
