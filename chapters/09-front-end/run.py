"""Chapter 9: NumPy functions traced, typed, and written as MLIR by Stepdown; `make chapter-9`.

`run.sh` takes the same stages further with the command-line tools; both print the same results.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np

os.environ["STEPDOWN_CACHE"] = "off"  # this chapter is about compiling: nothing found from before
HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE / "tiny")]
import functions  # noqa: E402
import promotion  # noqa: E402
import stages  # noqa: E402

import runners  # noqa: E402
from runners import pipeline, report  # noqa: E402
from runners.stages import compared  # noqa: E402
from stepdown import ArgumentError, TraceError, jit  # noqa: E402

f32 = np.float32
run = report.Run(9, "the front end")
run.names.update(jit=jit, functions=functions)
random = np.random.default_rng(seed=9)
say = run.say


def normal(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, f32)


def count(text: str, what: str = "linalg.generic") -> int:
    """As `grep -c` counts."""
    return sum(what in line for line in text.splitlines())


def lowered(text: str, name: str) -> str:
    """A stage taken through the pipeline of that name by mlir-opt."""
    return runners.load(text).lower(pipeline.load(name).text()).text


run.step("A tracer and a builder in a hundred lines")
run.shell("python chapters/09-front-end/tiny/tracer.py")
run.python(
    "import builder, tracer\ngelu = builder.compiled(tracer.gelu, arguments=1, shape=(64, 100))"
)
x = normal(64, 100)
run.equal("GELU, compiled", run.names["gelu"](x), run.names["tracer"].gelu(x), rtol=1e-5, atol=1e-6)

run.step("jit: the graph of a function, and its stages")
run.python(
    "x, weight, bias = (np.arange(n, dtype=np.float32) + 1 for n in (12, 3, 3))\n"
    "x = x.reshape(4, 3) - 1\n"
    "bias = 10 * bias\n"
    "scale_bias = jit(functions.scale_bias)\n"
    "compiled = scale_bias.compile(x, weight, bias)\n"
    "print(compiled.graph)"
)
compiled = run.names["compiled"]
x, weight, bias = (run.names[name] for name in ("x", "weight", "bias"))
out = compiled(x, weight, bias)
run.equal("x * weight + bias", out, functions.scale_bias(x, weight, bias))
for stage in ("traced", "optimized", "bufferized", "lowered"):
    path = run.out / f"scale_bias.{stage}.mlir"
    path.write_text(getattr(compiled, stage))
    run.file(path)
run.result("scale-bias-traced", count(compiled.traced))
run.result("scale-bias-optimized", count(compiled.optimized))
fused = runners.load(compiled.traced).lower("builtin.module(linalg-fuse-elementwise-ops)")
run.result("scale-bias-fused-upstream", count(fused.text))
run.result("scale-bias-total", f"{out.sum(dtype=np.float64):.6e}")

run.step("The stages' files are what Stepdown writes")
for name, same in compared(HERE / "stages", stages.STAGES):
    run.check(name, same)
for name in ("scale_bias", "turned", "distances", "lookup", "joined", "pairs"):
    text = (HERE / "stages" / f"{name}.optimized.mlir").read_text()
    run.result(f"{name}-allocations", count(lowered(text, "tensor-bufferize"), "memref.alloc("))

run.step("A primitive added from outside")
run.shell("python chapters/09-front-end/heaviside.py")

run.step("Types: NumPy is asked")
run.table("", ["", "NumPy", "compiled"], [(k, *v) for k, v in promotion.answers().items()])
run.check(
    "each the same, an error for an error",
    all(
        a == b or (a, b) == ("TypeError", "TraceError") for a, b in promotion.answers().values()
    ),
)  # fmt: skip

run.step("Layouts: what lies otherwise in memory is not copied")
run.shell("python chapters/09-front-end/layouts.py")

run.step("Specialisation: what compiles anew, and what is found")
run.shell("python chapters/09-front-end/keys.py")

run.step("Trees, captured arrays, nested functions")
network = jit(functions.network)
layers = [functions.Layer(normal(3, 4), normal(4)), functions.Layer(normal(4, 2), normal(2))]
x = normal(5, 3)
for name, value in functions.network(layers, x).items():
    run.equal(f"network(...)[{name!r}]", network(layers, x)[name], value, rtol=1e-5, atol=1e-6)
run.shell("python chapters/09-front-end/surroundings.py")

run.step("Dynamic sizes")
some = jit(functions.joined, dynamic={"x": {0: "n"}, "y": {0: "m"}})
kinds = set()
for n, m in ((3, 4), (0, 1), (1, 1), (500, 300)):
    x, y = normal(n), normal(m)
    kinds.add(id(some.compile(x, y)))
    right = all(map(np.array_equal, some(x, y), functions.joined(x, y)))
    run.check(f"n = {n}, m = {m}", right)
run.check("compiled once", len(kinds) == 1)
pairs = jit(functions.pairs, dynamic={"x": {0: "n"}})
run.equal("pairs of 6", pairs(np.arange(6, dtype=f32)), [1, 5, 9])

run.step("What goes wrong, with the line")
refused = {
    "pairs of 7": (lambda: pairs(np.arange(7, dtype=f32)), ArgumentError),
    "a branch on a value": (lambda: jit(lambda x: 1 if x > 0 else x)(f32(1)), TraceError),
    "an index out of bounds": (lambda: jit(functions.lookup)(np.array([3, 26])), IndexError),
}
for name, (call, kind) in refused.items():
    try:
        call()
        run.check(name, False, "not refused")
    except kind as error:
        run.check(name, True, str(error).splitlines()[0])
for path in sorted((HERE / "wrong").glob("*.py")):
    done = subprocess.run([sys.executable, path], capture_output=True, text=True)
    last = [line for line in done.stderr.splitlines() if "Error: " in line]
    run.check(path.name, done.returncode == 1 and bool(last), last[-1].partition(": ")[0])

sys.exit(run.finish())
