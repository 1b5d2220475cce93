"""Chapter 4: operations on whole arrays, what passes make of them, and rows; `make chapter-4`.

`run.sh` lowers the same programs with the command-line tools; both print the same results.
"""

import math
import statistics
import subprocess
import sys
import time

import numpy as np
import ulp
from ladder import rungs
from tiles import parts, speed

import runners
from runners import amx, pipeline, report

f32, f64 = np.float32, np.float64
HERE = "chapters/04-linalg"
BUFFERIZE = (
    "eliminate-empty-tensors,one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map},canonicalize"
)
run = report.Run(4, "linear algebra")
random = np.random.default_rng(seed=4)


def matrix(*shape: int) -> np.ndarray:
    return random.standard_normal(shape, f32)


def compiled(name: str, passes: str = "cpu-tensors") -> object:
    """Show the line that compiles a program of this chapter, run it, and return the library."""
    run.python(f"{name} = runners.load('{HERE}/{name}.mlir').compile('{passes}')")
    return run.names[name]


def scheduled(name: str, schedule: str, passes: str, **parameters: object) -> object:
    """Show the lines that apply a schedule and compile, run them, and return the program."""
    given = "".join(f", {key}={value}" for key, value in parameters.items())
    run.python(
        f"{name} = runners.load('{HERE}/{name}.mlir').apply_schedule('{schedule}'{given})\n"
        f"{name}_library = {name}.compile('{passes}')"
    )
    return run.names[name]


def lines(text: str, what: str) -> int:
    """As `grep -c` counts."""
    return sum(what in line for line in text.splitlines())


def milliseconds(*functions) -> list[float]:
    """The median time of a call of each function, in rounds that take turns."""
    found = [[] for _ in functions]
    for _ in range(9):
        for function, times in zip(functions, found, strict=True):
            start = time.perf_counter()
            function()
            times.append((time.perf_counter() - start) * 1e3)
    return [statistics.median(times) for times in found]


run.step("Named operations beside linalg.generic")
run.say("One pass makes the generic file of the named one; both are compiled and compared.")
run.shell(
    f"mkdir -p {run.out.relative_to(report.ROOT)} && "
    f"mlir-opt --linalg-generalize-named-ops {HERE}/named.mlir -o build/chapter-04/generalized.mlir"
)
run.shell(f"mlir-opt {HERE}/generic.mlir -o build/chapter-04/generic.mlir")
run.shell("diff build/chapter-04/generalized.mlir build/chapter-04/generic.mlir && echo the same")
run.result("generics", lines((run.out / "generic.mlir").read_text(), "linalg.generic"))
named, generic = compiled("named"), compiled("generic")
a, b, bt = matrix(5, 7), matrix(7, 4), matrix(4, 7)
cube_a, cube_b, image, kernel = matrix(3, 5, 7), matrix(3, 7, 2), matrix(12, 9), matrix(3, 2)
images, kernels = matrix(2, 9, 9, 3), matrix(3, 3, 3, 4)
windows = np.lib.stride_tricks.sliding_window_view
patches = windows(images, (3, 3), axis=(1, 2))[:, ::2, ::2]
cases = {
    "filled": ((2.5, b), np.full_like(b, 2.5)),
    "roots": ((np.abs(a[0]),), np.sqrt(np.abs(a[0]))),
    "sum": ((a, bt[:1].repeat(5, 0)), a + bt[:1]),
    "transposed": ((cube_a,), cube_a.transpose(2, 0, 1)),
    "repeated": ((a[0], bt), np.tile(a[0], (4, 1))),
    "row_sums": ((a,), a.sum(axis=1)),
    "row_maxima": ((a,), a.max(axis=1)),
    "inner": ((a[0], bt[0]), a[0] @ bt[0]),
    "product": ((a, b), a @ b),
    "product_transposed": ((a, bt), a @ bt.T),
    "products": ((cube_a, cube_b), cube_a @ cube_b),
    "convolved": ((image, kernel), np.einsum("ijkl,kl", windows(image, (3, 2)), kernel)),
    "convolved_channels": ((images, kernels), np.einsum("nijcde,decf->nijf", patches, kernels)),
}
for name, (arguments, expected) in cases.items():
    got = named[name](*arguments)
    run.equal(f"{name}{expected.shape}", got, expected, rtol=1e-5, atol=1e-5)
    run.check(
        "  its generic form gives the same bits", np.array_equal(got, generic[name](*arguments))
    )
run.equal("max of [1, nan, 2]", named.row_maxima(np.array([[1, np.nan, 2]], f32)), [np.nan])
run.equal("the sum of no columns", named.row_sums(np.empty((2, 0), f32)), np.zeros(2))

run.step("Broadcasting, beside NumPy")
broadcast = compiled("broadcast")
column, row = matrix(3, 1), matrix(1, 4)
run.equal("(3, 1) + (1, 4)", broadcast.column_plus_row(column, row), column + row)
run.equal("(3, 4) + (4,)", broadcast.plus_row(column + row, row[0]), column + row + row[0])
for first, second in (((3, 1), (1, 4)), ((1, 1), (3, 4)), ((3, 4), (3, 4)), ((3, 4), (1, 4))):
    x, y = matrix(*first), matrix(*second)
    run.equal(f"sizes known at run time: {first} + {second}", broadcast.plus(x, y), x + y)

run.step("Fusion: three operations become one")
x, y, z = matrix(64, 48), matrix(64, 48), matrix(64, 48)
for name in ("fusion", "shared"):
    before = run.shell(f"mlir-opt --linalg-generalize-named-ops {HERE}/{name}.mlir", show=False)
    after = run.shell(
        f"mlir-opt --linalg-generalize-named-ops --linalg-fuse-elementwise-ops {HERE}/{name}.mlir",
        show=False,
    )
    run.result(f"{name}-before", lines(before, "linalg.generic"))
    run.result(f"{name}-after", lines(after, "linalg.generic"))
fused = compiled("fusion").rectified(x, y, z)
passes = pipeline.load("cpu-tensors").text()
unfused_passes = passes.replace("linalg-fuse-elementwise-ops,", "")
run.check("cpu-tensors without fusion is another pipeline", unfused_passes != passes)
unfused = runners.load(f"{HERE}/fusion.mlir").compile(unfused_passes).rectified(x, y, z)
run.equal("max(0, x y + z)", fused, np.maximum(x * y + z, 0), rtol=1e-6, atol=1e-6)
run.equal("fused and not fused", fused, unfused, rtol=1e-6, atol=1e-6)

run.step("Tiling: on tensors by a schedule, on buffers by an affine pass")
product = scheduled("product", "linalg-tile", "cpu-tensors", tile=(8, 16, 4))
run.result("tile-loops", lines(product.text, "scf.for"))
tiled = runners.load(f"{HERE}/product_buffers.mlir").lower(
    "builtin.module(func.func(convert-linalg-to-affine-loops,affine-loop-tile{tile-sizes=8,16,4}))"
)
run.result("affine-loops", lines(tiled.text, "affine.for"))
affine = tiled.compile("cpu-buffers")
for m, n, k in ((16, 32, 8), (23, 17, 13), (1, 1, 1), (5, 40, 0)):
    a, b, c = matrix(m, k), matrix(k, n), matrix(m, n)
    by_schedule = run.names["product_library"].add_product(a, b, c)
    by_pass = c.copy()
    affine.add_product(a, b, by_pass)
    run.equal(f"{m} x {n} x {k}, by schedule", by_schedule, c + a @ b, rtol=1e-5, atol=1e-5)
    run.check("  by pass: the same bits", np.array_equal(by_schedule, by_pass))

run.step("A layer as a whole: tensors, buffers, tiles")
x, w, bias = matrix(37, 5), matrix(5, 8), matrix(8)
for name in ("layer", "layer_kept"):
    text = runners.load(f"{HERE}/{name}.mlir").lower(f"builtin.module({BUFFERIZE})").text
    run.result(f"{name}-allocations", lines(text, "memref.alloc"))
    run.result(f"{name}-copies", lines(text, "memref.copy"))
expected, out = np.maximum(x @ w + bias, 0), np.empty((37, 8), f32)
compiled("layer").layer(x, w, bias, out)
run.equal("max(0, x w + bias), in the caller's buffer", out, expected, rtol=1e-5, atol=1e-5)
kept = compiled("layer_kept").layer_and_product(x, w, bias, out)
run.equal("and the product beside it", kept, x @ w, rtol=1e-5, atol=1e-5)
scheduled("layer", "linalg-tile-and-fuse", "cpu-tensors", tile=(16, 8))
run.names["layer_library"].layer(x, w, bias, out)
run.equal("tiled and fused", out, expected, rtol=1e-5, atol=1e-5)
chain = scheduled("layer_chain", "linalg-tile-and-fuse", "cpu-tensors", tile=(16, 8))
run.result("chain-loops", lines(chain.text, "scf.for"))
run.names["layer_chain_library"].layer(x, w, bias, out)
run.equal("two operations after the product, tiled and fused", out, expected, rtol=1e-5, atol=1e-5)

run.step("Vectors")
vectors = scheduled("vectors", "linalg-vectorize", "cpu-vectors", tile=(4, 16, 2))
text = vectors.lower("cpu-vectors").text
counted = sum("fmuladd" in line and "-> vector<16xf32>" in line for line in text.splitlines())
run.result("vector-multiply-adds", counted)
a, b, c = matrix(32, 24), matrix(24, 48), matrix(32, 48)
expected = c + a @ b
run.names["vectors_library"].add_product(a, b, c)
run.equal("a product of 4x16 tiles", c, expected, rtol=1e-5, atol=1e-5)
masked = scheduled("masked", "linalg-vectorize-masked", "cpu-vectors", width=16)
run.result("masked-loads", lines(masked.lower("cpu-vectors").text, "llvm.intr.masked.load"))
right = True
for columns in range(40):
    a, b, out = matrix(3, columns), matrix(3, columns), np.empty((3, columns), f32)
    run.names["masked_library"].rectified(a, b, out)
    right = right and np.array_equal(out, np.maximum(a * b, 0))
run.check("rows of every length from 0 to 39", right)

run.step("Softmax, as an operation and as a kernel")
softmax = scheduled("softmax", "linalg-softmax", "cpu-tensors")
run.result("softmax-generics", lines(softmax.text, "linalg.generic"))
run.python(
    "program = runners.load('mlir/kernels/rows.mlir')\n"
    "rows = program.compile('cpu-vectors', keep='build/chapter-04/rows')"
)
rows = run.names["rows"]
symbols = subprocess.run(
    "llvm-nm --undefined-only build/chapter-04/rows/module.o | wc -l",
    shell=True, env=report.environment(), capture_output=True, text=True, check=True,
)  # fmt: skip
run.result("rows-undefined-symbols", symbols.stdout.strip())
x = matrix(64, 100)
x[0], x[1, 50:], x[2, 3] = -np.inf, -np.inf, np.nan
with np.errstate(invalid="ignore"):
    e = np.exp(x - x.max(axis=1, keepdims=True))
    expected = e / e.sum(axis=1, keepdims=True)
out = np.empty_like(x)
rows.softmax(x, out)
run.equal("the kernel, with rows of -inf and NaN", out, expected, rtol=2e-6, atol=1e-9)
got = run.names["softmax_library"].softmax(x)
run.equal("linalg.softmax, decomposed", got, expected, rtol=2e-6, atol=1e-9)

run.step("exp and tanh on vectors: the error in ulp")
from matplotlib import pyplot  # noqa: E402

figure, axes = pyplot.subplots(2, figsize=(9, 6), layout="constrained")
for axis, (name, exact, low, high, limit) in zip(
    axes, (("exp", np.exp, -104, 88.7, 0.9), ("tanh", np.tanh, -9.5, 9.5, 1.05)), strict=True
):
    for label, function in (("NumPy", exact), ("rows.mlir", ulp.through(rows[f"{name}_rows"]))):
        middle, least, most = ulp.envelope(function, exact, low, high)
        axis.fill_between(middle, least, most, alpha=0.6, label=label, color=ulp.COLOURS[label])
    largest = max(-least.min(), most.max())
    run.check(f"{name}: within {limit} ulp", largest < limit, f"{largest:.2f} at 600,000 points")
    axis.set(title=f"{name}(x)", ylabel="error in ulp")
    axis.legend()
run.figure(figure, "ulp")

run.step("Rows beside NumPy, on one thread")
x, out, scale, shift = matrix(1024, 768), np.empty((1024, 768), f32), matrix(768), matrix(768)


def numpy_softmax() -> np.ndarray:
    np.exp(np.subtract(x, x.max(axis=1, keepdims=True), out=out), out=out)
    return np.divide(out, out.sum(axis=1, keepdims=True), out=out)


def numpy_layer_norm() -> np.ndarray:
    np.subtract(x, x.mean(axis=1, keepdims=True), out=out)
    np.divide(out, np.sqrt(np.square(out).mean(axis=1, keepdims=True) + f32(1e-5)), out=out)
    return np.add(np.multiply(out, scale, out=out), shift, out=out)


def numpy_gelu() -> np.ndarray:
    np.multiply(np.multiply(x, x, out=out), f32(0.044715), out=out)
    np.multiply(np.add(out, f32(1), out=out), x, out=out)
    np.tanh(np.multiply(out, f32(math.sqrt(2 / math.pi)), out=out), out=out)
    return np.multiply(np.multiply(np.add(out, f32(1), out=out), x, out=out), f32(0.5), out=out)


turns = {
    "softmax": (lambda: rows.softmax(x, out), numpy_softmax, 2e-6),
    "layer norm": (lambda: rows.layer_norm(x, scale, shift, 1e-5, out), numpy_layer_norm, 4e-6),
    "GELU, tanh form": (lambda: rows.gelu_tanh(x, out), numpy_gelu, 1e-6),
}
table = []
for name, (ours, numpy, tolerance) in turns.items():
    expected = numpy().copy()
    ours()
    run.equal(f"{name} of 1024 rows of 768", out, expected, rtol=tolerance, atol=tolerance)
    mine, theirs = milliseconds(ours, numpy)
    table.append((name, f"{mine:.2f}", f"{theirs:.2f}", f"{theirs / mine:.1f}"))
run.table("", ["1024 x 768", "rows.mlir, ms", "NumPy, ms", "ratio"], table)
at_one = np.empty((1, 1), f32)
for name, expected in (("gelu_tanh", 0.8411920), ("gelu_erf", 0.8413447)):
    rows[name](np.ones((1, 1), f32), at_one)
    run.equal(f"{name}(1)", at_one[0, 0], f32(expected), atol=6e-8)

run.step("The ladder")
run.say("One product, rung by rung, of sizes that are no multiples of a tile.")
climbed = []
for name, right, rate in rungs.climb(500, 301, 397):
    run.check(f"{name}: equal to the exact product, as close as float32 sums come", right)
    climbed.append((name, f"{rate:.1f}"))
run.table("500 x 301 x 397", ["rung", "GFLOP/s"], climbed)

run.step("The tile unit")
microkernel = f"{run.out.relative_to(report.ROOT)}/microkernel"
run.shell(
    f"python -m runners lower {HERE}/tiles/microkernel.mlir -p cpu-tiles -o {microkernel}.mlir"
)
text = (run.out / "microkernel.mlir").read_text()
block = text[text.index("llvm.func @block(") : text.index("llvm.func @_mlir_ciface_block(")]
run.result("products-a-step", lines(block, "tdpbf16ps"))
if missing := amx.missing():
    run.say(f"Not run: {missing}.")
else:
    run.shell(
        f"python -m runners lower {HERE}/tiles/permission.mlir -p cpu-tiles "
        "| mlir-runner -e main --entry-point-result=i32 | tee build/chapter-04/permission.txt"
    )
    run.result("tile-of-ones", (run.out / "permission.txt").read_text().strip())
    bf16 = speed.bf16
    a, b, c = matrix(16, 32).astype(bf16), matrix(32, 16).astype(bf16), matrix(16, 16)
    expected = c + a.astype(f64) @ b.astype(f64)
    run.python(f"tile = runners.load('{HERE}/tiles/tile.mlir').compile('cpu-tiles')")
    run.names["tile"].add_product(a, speed.as_pairs(b), c)
    run.equal("C + A B on tiles", c, expected, rtol=1e-5, atol=1e-5)
    reached = speed.on_registers()
    run.table("", ["", "GFLOP/s"], [(name, f"{value:.0f}") for name, value in reached])
    whole = [(n, f"{value:.0f}", f"{error:.1e}") for n, value, error in speed.whole(512)]
    run.table("512 x 512 x 512", ["", "GFLOP/s", "error"], whole)
found = parts.errors()
run.table("float32 from bfloat16", ["", "error"], [(n, f"{e:.1e}") for n, e in found.items()])
run.check("bf16x6 errs no more than BLAS in float32", found["bf16x6"] <= found["float32"])

sys.exit(run.finish())
