"""Chapter 2: arrays into native code and out again; what `make chapter-2` runs.

`run.sh` lowers the same programs with the command-line tools; both print the same results.
"""

import ctypes
import sys

import ml_dtypes
import numpy as np
import refused
from resident import growth

import runners
from runners import pipeline, report

BUFFERIZE = (
    "one-shot-bufferize{bufferize-function-boundaries=true "
    "function-boundary-type-conversion=identity-layout-map}"
)
DTYPES = {
    "f16": np.float16, "bf16": ml_dtypes.bfloat16, "f32": np.float32, "f64": np.float64,
    "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "complex64": np.complex64, "complex128": np.complex128,
}  # fmt: skip

f32 = np.float32
run = report.Run(2, "memory")
random = np.random.default_rng(seed=2)


def compiled(name: str, passes: str) -> object:
    """Show the line that compiles a program of this chapter, run it, and return the library."""
    run.python(f"{name} = runners.load('chapters/02-memory/{name}.mlir').compile('{passes}')")
    return run.names[name]


run.step("Array addition, ahead of time")
run.say("From MLIR to a shared library, one tool after another.")
run.shell("mkdir -p build/chapter-02")
run.shell(
    'mlir-opt --pass-pipeline="$(python -m runners pipelines cpu-buffers)" '
    "chapters/02-memory/array_add.mlir -o build/chapter-02/array_add.lowered.mlir"
)
run.shell(
    "mlir-translate --mlir-to-llvmir build/chapter-02/array_add.lowered.mlir "
    "-o build/chapter-02/array_add.ll"
)
run.shell(
    "llc -O3 -relocation-model=pic -filetype=obj build/chapter-02/array_add.ll "
    "-o build/chapter-02/array_add.o"
)
run.shell("${CC:-cc} -shared build/chapter-02/array_add.o -o build/chapter-02/array_add.so")
run.say("The library, called through ctypes with descriptors filled by hand:")
shown = run.shell("python chapters/02-memory/by_hand.py build/chapter-02/array_add.so")
run.check("by hand: equal to NumPy", "equal to NumPy's a + b: True" in shown)
run.say("The same road with the checks and the packing done for you:")
run.python(
    "program = runners.load('chapters/02-memory/array_add.mlir')\n"
    "ahead = program.compile('cpu-buffers', how='aot', keep='build/chapter-02/array_add')\n"
    "a = np.arange(1024, dtype=np.float32)\n"
    "b = 2 * a\n"
    "out = np.empty_like(a)\n"
    "ahead.array_add(a, b, out)"
)
a, b, out = (run.names[name] for name in ("a", "b", "out"))
run.equal("out[i] = a[i] + b[i]", out, a + b)
run.result("array-add-total", f"{out.sum(dtype=np.float64):.6e}")
run.file(run.names["ahead"].path, "the shared library")
run.file(run.names["ahead"].header, "and its C header")
run.file("build/chapter-02/array_add/passes", "the module after each pass")

run.step("The same in this process")
run.python("here = program.compile('cpu-buffers')\nout[:] = 0\nhere.array_add(a, b, out)")
run.equal("the JIT adds the same", out, a + b)

run.step("Ranks and dynamic sizes")
run.say("A memref of rank N is 3 + 2 N values; a size of ? is read from the descriptor.")
ranks = compiled("ranks", "cpu-buffers")
run.python("six = ranks.doubled(np.array(3, np.float32))")
run.equal("rank 0: doubled", run.names["six"], np.array(6, f32))
for name, shape in {"add_2d": (4, 6), "add_3d": (2, 3, 4)}.items():
    x, y, out = random.random(shape, f32), random.random(shape, f32), np.empty(shape, f32)
    ranks[name](x, y, out)
    run.equal(f"{name}, shape {shape}", out, x + y)
for shape in ((0,), (1,), (1000,), (3, 0), (17, 31)):
    x, y, out = random.random(shape, f32), random.random(shape, f32), np.empty(shape, f32)
    ranks["add_dynamic" if len(shape) == 1 else "add_dynamic_2d"](x, y, out)
    run.equal(f"dynamic sizes, shape {shape}", out, x + y)

run.step("Element types")
run.say("One addition for each type; integers wrap around as NumPy's do.")
dtypes = compiled("dtypes", "cpu-buffers")
rows = []
for name, dtype in DTYPES.items():
    x = (random.random(16) * 100).astype(dtype)
    y = (random.random(16) * 100).astype(dtype)
    out = np.empty_like(x)
    function = dtypes[f"add_{name}"]
    function(x, y, out)
    right = np.array_equal(out, x + y)
    element = dtypes.signatures[f"add_{name}"].argument_types[0].element
    rows.append((element, np.dtype(dtype).name, x.itemsize, "yes" if right else "NO"))
    run.check(f"{element} sums as NumPy's {np.dtype(dtype).name}, bit for bit", right)
run.table("", ["MLIR", "NumPy", "bytes", "equal"], rows)
bytes_in = np.full(16, 200, np.uint8)
bytes_out = np.empty_like(bytes_in)
dtypes.add_i8(bytes_in, bytes_in, bytes_out)
run.equal("uint8 through i8: 200 + 200 = 144 modulo 256", bytes_out[0], 144)

run.step("Views without a copy")
run.say("strided<[?, ?], offset: ?> takes any view that NumPy can make of a float32 matrix.")
views = compiled("views", "cpu-buffers")
base = np.arange(24, dtype=f32).reshape(4, 6)
cases = {
    "x": base, "x.T": base.T, "x[::-1, 1::2]": base[::-1, 1::2], "x[1:3, 2:5]": base[1:3, 2:5],
}  # fmt: skip
rows = []
for name, view in cases.items():
    out = np.zeros(view.shape, f32)
    views.add_views(view, view, out)
    run.equal(f"{name} + {name}", out, view + view)
    offset, *strides = views.metadata(view)
    rows.append((name, view.shape, tuple(strides), view.flags.c_contiguous))
    run.equal(f"strides of {name}", strides, [step // 4 for step in view.strides])
run.table("", ["view", "sizes", "strides in elements", "contiguous"], rows)
out = np.zeros((4, 6), f32)
views.add_views(base.T, base.T, out.T)
run.equal("a transposed output is written through", out, 2 * base)
run.equal("sum of column 2", views.sum_column(base[:, 2]), base[:, 2].sum())

run.step("Tensors are values")
run.say("Buffers and copies are bufferization's business; the caller's array stays as it was.")
tensors = compiled("tensors", "cpu-tensors")
run.equal("from_elements", tensors.rotation(0.6, 0.8), np.array([[0.6, -0.8], [0.8, 0.6]], f32))
run.equal("generate: identity(4)", tensors.identity(4), np.eye(4, dtype=f32))
run.equal("insert in a loop: squares(100000)", tensors.squares(100_000), np.arange(100_000) ** 2)
x = np.arange(6, dtype=f32)
run.equal("extract and insert", tensors.swap_ends(x), x[[5, 1, 2, 3, 4, 0]])
run.equal("the argument is as it was", x, np.arange(6))
square = np.arange(9, dtype=f32).reshape(3, 3)
run.equal("slices", tensors.repeat_first_column(square), square[:, [0, 0, 2]])

run.step("Memrefs are places")
run.say("alloc makes a buffer; subview, cast and reinterpret_cast make descriptors of it.")
memrefs = compiled("memrefs", "cpu-buffers")
run.equal("alloc: ramp(5)", memrefs.ramp(5), np.arange(5))
run.equal("dim", memrefs.shape(np.zeros((7, 3), f32)), (7, 3))
out = np.empty((4, 3), f32)
memrefs.odd_columns(base, out)
run.equal("subview and copy: x[:, 1::2]", out, base[:, 1::2])
run.equal("cast: sum of 24", memrefs.sum_of_24(base.ravel()), base.sum())
square = np.arange(25, dtype=f32).reshape(5, 5)
run.equal("reinterpret_cast: trace", memrefs.trace(square), np.trace(square))

run.step("Layouts")
layouts = compiled("layouts", "cpu-buffers")
padded = np.arange(32, dtype=f32).reshape(4, 8)[:, :6]
run.equal("rows with padding", layouts.sum_padded(padded), padded.sum())
run.equal("by columns", layouts.sum_by_columns(np.asfortranarray(base)), base.sum())
run.say("A tiled layout has no strides. normalize-memrefs makes it more dimensions:")
run.python(
    "tiled = runners.load('chapters/02-memory/tiled_argument.mlir').lower(\n"
    "    'builtin.module(normalize-memrefs)')\n"
    "print(tiled.functions['pack'])"
)
tiles = np.empty((2, 2, 2, 3), f32)
run.names["tiled"].compile("cpu-buffers").pack(base, tiles)
run.equal("tiles of 2x3", tiles, base.reshape(2, 2, 2, 3).transpose(0, 2, 1, 3))
out = np.empty_like(base)
tiled = runners.load("chapters/02-memory/tiled_layout.mlir")
tiled.lower("builtin.module(normalize-memrefs)").compile("cpu-buffers").through_tiles(base, out)
run.equal("into tiles and back", out, base)

run.step("Structs, arrays and vectors")
run.say("The LLVM dialect's own aggregates, and values that live in vector registers.")
structs = compiled("structs", "cpu-loops")
run.equal("struct values: midpoint", structs.midpoint_of(0.0, 1.0, 2.0, 4.0), (1.0, 2.5))
run.equal("an array in memory", [structs.prime(n) for n in range(6)], [2, 3, 5, 7, 11, 13])


class Record(ctypes.Structure):
    """The struct of structs.mlir as C lays it out."""

    _fields_ = (("flag", ctypes.c_int8), ("size", ctypes.c_int64), ("x", ctypes.c_float * 2))


run.equal("a struct in memory", structs.second_sample(1, 2, 3.0, 4.0), 4.0)
run.equal("its size is the one in C", structs.record_size(), ctypes.sizeof(Record))
run.result("record-size", structs.record_size())
run.result("packed-record-size", structs.packed_size())
vectors = compiled("vectors", "cpu-vectors")
x, y, z = (random.random(8, f32) for _ in range(3))
exact = (x.astype(np.float64) * y + z).astype(f32)
run.equal("arithmetic: x * y + z", vectors.multiply_add(x, y, z), exact, rtol=2e-7)
low, high = np.arange(4, dtype=np.int32), np.arange(4, 8, dtype=np.int32)
run.equal("shuffle", vectors.interleave(low, high), [0, 4, 1, 5, 2, 6, 3, 7])
pair = np.arange(8, dtype=f32).reshape(2, 4)
run.equal("extract and reduction", vectors.row_sum_and_corner(pair), (22.0, 7.0))
run.equal("largest lane", vectors.largest(x), x.max())
run.equal("and NaN wins", vectors.largest(np.array([1, np.nan] * 4, f32)), np.nan)
run.result("sum-of-1-to-8", f"{vectors.sum_of_1_to_8():.6e}")
masks = compiled("masks", "cpu-vectors")
right = True
for size in range(40):
    x, y, out = random.random(size, f32), random.random(size, f32), np.empty(size, f32)
    masks.add_any_length(x, y, out)
    right = right and np.array_equal(out, x + y)
run.check("masked transfers: every length from 0 to 39", right)
sums = [masks.sum_up_to_8(np.ones(size, f32)) for size in range(9)]
run.equal("padding reads as zero", sums, np.arange(9))

run.step("Any rank")
unranked = compiled("unranked", "cpu-buffers")
shapes = ((), (5,), (4, 6), (2, 3, 4))
found = [unranked.rank_and_size(np.zeros(shape, f32)) for shape in shapes]
run.equal("rank and size", found, [(0, 1), (1, 5), (2, 24), (3, 24)])
run.equal("sum of a matrix", unranked.sum(base), base.sum())

run.step("Results")
run.say("A returned buffer becomes an array that frees it when the array is gone.")
results = compiled("results", "cpu-buffers")
run.python("mean, variance = results.mean_variance(np.array([1, 2, 3, 4], np.float32))")
run.equal("mean of 1, 2, 3, 4", run.names["mean"], 2.5)
run.equal("variance", run.names["variance"], 1.25)
run.result("mean-of-1-to-4", f"{run.names['mean']:.6e}")
run.result("variance-of-1-to-4", f"{run.names['variance']:.6e}")
means, variances = results.row_moments(base)
run.equal("two buffers: means of rows", means, base.mean(axis=1))
run.equal("and variances", variances, base.var(axis=1), rtol=1e-6)
run.equal("a view into a returned buffer", results.odd_tail(), [5, 7, 9])
x = np.ones(1024, f32)
flat = growth(lambda: results.scaled(x, 2.0), calls=100_000)
run.check(
    "100,000 calls that return 4 KiB each leave nothing behind",
    flat[-1][1] < 4 << 20,
    f"{flat[-1][1] / 2**20:+.1f} MiB, and 391 MiB if nobody freed them",
)

run.step("Bufferization: to copy or not to copy")
run.say("The same insertion: in place, unless the old value is needed afterwards.")
for name in ("insert", "insert_keep"):
    program = runners.load(f"chapters/02-memory/{name}.mlir")
    copies = program.lower(f"builtin.module({BUFFERIZE})").text.count("memref.copy")
    run.result(f"{name}-copies", copies)
x = np.zeros(4, f32)
run.equal("insert", compiled("insert", "cpu-tensors").replace(x, 5.0), [5, 0, 0, 0])
run.equal("written in place, as its writable argument allows", x, [5, 0, 0, 0])
x = np.zeros(4, f32)
new, old = compiled("insert_keep", "cpu-tensors").replace(x, 5.0)
run.equal("insert, with a second use", new, [5, 0, 0, 0])
run.equal("the second use sees the old value", old, 0.0)
run.equal("and so does the caller", x, np.zeros(4))
out = np.empty(8, f32)
left, right = random.random(8, f32), random.random(8, f32)
compiled("destination", "cpu-tensors").scaled_sum(left, right, 2.0, out)
run.equal("computed straight into the caller's buffer", out, f32(2) * left + right, rtol=2e-7)
crossing = compiled("crossing", "cpu-tensors")
crossing.set_first(x, 9.0)
run.equal("to_tensor, insert, and back into the same buffer", x, [9, 0, 0, 0])
run.equal("to_buffer", crossing.first(x), 9.0)

run.step("Who frees what")
run.say("An allocator written in MLIR counts; the process's resident memory confirms.")
deallocation = compiled("deallocation", "cpu-tensors")
x, out = np.arange(4, dtype=f32), np.empty(4, f32)
run.equal("a temporary: 3 x", deallocation.tripled(x), 3 * x)
for itself, expected in ((0, x + 1), (1, x + x)):
    deallocation.add_one_or_self(x, itself, out)
    run.equal(f"a buffer of one path only, self = {itself}", out, expected)
same = deallocation.same(x)
run.equal("returning the argument", same, x)
run.check("returns a copy of it", not np.shares_memory(same, x))
program = runners.load("chapters/02-memory/ownership.mlir")
counted = pipeline.load("cpu-tensors").text()
counted = counted.replace(
    ",convert-to-llvm,", ",finalize-memref-to-llvm{use-generic-functions=true},convert-to-llvm,"
)
x = np.zeros(1024, f32)
curves = {"100,000: scaled, its results owned by NumPy": flat}
for label, passes in {
    "with": counted,
    "without": counted.replace("buffer-deallocation-pipeline,", ""),
}.items():
    library = program.compile(passes)
    run.equal(
        f"{label} deallocation: a fresh buffer's last element", library.last_of_fresh(x, 3.0), 3.0
    )
    run.equal("  one allocation", library.allocated(), 1)
    run.equal("  frees", library.freed(), int(label == "with"))
    seen = growth(lambda library=library: library.last_of_fresh(x, 3.0), calls=10_000)
    curves[f"10,000: last_of_fresh, {label} deallocation"] = seen
    before = library.allocated() - library.freed()
    run.result(f"left-{label}-deallocation", library.left_after_10000_calls() - before)
    if label == "with":
        run.check("10,000 calls: flat", seen[-1][1] < 4 << 20, f"{seen[-1][1] / 2**20:+.1f} MiB")
    else:
        grown = seen[-1][1]
        run.check("10,000 calls: grown", grown > 30 << 20, f"{grown / 2**20:+.1f} MiB, a leak")
columns = ["calls made", *(f"{share} %" for share in range(0, 101, 20))]
rows = [
    [label, *(f"{grown / 2**20:+.1f}" for _, grown in seen[::2])] for label, seen in curves.items()
]
run.table("Resident memory, MiB more than before", columns, rows)

run.step("What is refused, and how")
run.say("Native code is never entered with a descriptor that it does not expect.")
libraries = {"array_add": "here", "ranks": "ranks", "views": "views"}
for what, call in refused.refusals(
    lambda name: run.names[libraries[name]] if name in libraries else refused.compiled(name)
):
    text = refused.message(call)
    run.check(what, bool(text), text or "it passed")

sys.exit(run.finish())
