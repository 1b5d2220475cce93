"""Chapter 3: affine loops, what passes make of them, and threads; what `make chapter-3` runs.

`run.sh` does the same lowerings with the command-line tools; both print the same results.
"""

import os
import sys

# A nonsensical OMP_NUM_THREADS then costs a warning, not a million threads. See "Did threads run
# it?" in the README; it has to be said before the OpenMP runtime is first called.
os.environ.setdefault("OMP_THREAD_LIMIT", str(max(64, 4 * (os.cpu_count() or 1))))
# Threads that have nothing to do sleep at once instead of taking a core from the next compilation.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import numpy as np
import speed
from owners import TURNS, cores, owners
from pairs import PAIRS, Pair, correlation, edit_distances, strings

import runners
from runners import report

FOLDER = "chapters/03-affine-openmp"
f32 = np.float32
run = report.Run(3, "affine and OpenMP")
random = np.random.default_rng(seed=3)


def compiled(name: str, passes: str) -> object:
    """Show the line that compiles a program of this chapter, run it, and return the library."""
    variable = name.rpartition("/")[2]
    run.python(f"{variable} = runners.load('{FOLDER}/{name}.mlir').compile('{passes}')")
    return run.names[variable]


run.step("Maps: the arithmetic of subscripts")
run.say("floordiv rounds down, ceildiv up, and mod is never negative, as in Python.")
maps = compiled("maps", "cpu-buffers")
for i in (-13, -8, -1, 0, 7, 8, 13):
    run.equal(f"divisions({i})", maps.divisions(i), (i // 8, -(-i // 8), i % 8))
run.result("divisions-of-minus-13", " ".join(map(str, maps.divisions(-13))))
run.equal("place (2, 3) in rows of 10", maps.place(2, 3, 10), 23)
x = random.random((16, 32), f32)
tiles = np.empty((4, 4, 4, 8), f32)
maps.to_tiles(x, tiles)
run.equal("tiles of 4x8", tiles, x.reshape(4, 4, 4, 8).swapaxes(1, 2))
run.equal("a window cut at both ends", [maps.window(i, 2, 10) for i in (0, 5, 9)],
          [(0, 3), (3, 8), (7, 10)])  # fmt: skip
row, turned = np.arange(10, dtype=f32), np.empty(10, f32)
maps.rotate(row, -3, turned)
run.equal("rotated by -3", turned, np.roll(row, 3))

run.step("Sets: conditions on indices")
conditions = compiled("conditions", "cpu-buffers")
square, out = random.random((9, 13), f32), np.empty((9, 13), f32)
run.equal("the shapes fit", conditions.lower_triangle(square, out), True)
run.equal("the lower triangle", out, np.tril(square))
field = random.random((9, 12))
relaxed = field.copy()
conditions.relax_white(relaxed)
mean = ((field[:-2, 1:-1] + field[2:, 1:-1]) + (field[1:-1, :-2] + field[1:-1, 2:])) * 0.25
white = np.add.outer(np.arange(1, 8), np.arange(1, 11)) % 2 == 0
run.equal("white cells: the mean of their neighbours", relaxed[1:-1, 1:-1][white], mean[white])
run.equal("black cells: as they were", relaxed[1:-1, 1:-1][~white], field[1:-1, 1:-1][~white])

run.step("Passes, before and after")
run.say("passes/NAME.mlir through the passes that its second line names is passes/NAME.after.mlir.")
run.shell(
    f"mlir-opt --affine-loop-invariant-code-motion {FOLDER}/passes/invariant.mlir "
    f"| diff - {FOLDER}/passes/invariant.after.mlir"
)
run.say("So for each pair; before and after compute what NumPy computes, bit for bit.")


def judged(pair: Pair) -> tuple[bool, bool, bool]:
    """Whether the passes print the after-file, and whether both programs agree with NumPy."""
    return (
        pair.printed() == pair.after_path.read_text(encoding="utf-8"),
        pair.agrees(pair.before_path, "cpu-buffers"),
        pair.agrees(pair.after_path, pair.after),
    )


verdicts = [judged(pair) for pair in run.progress(PAIRS, "compiling each pair")]
for pair, (printed, before, after) in zip(PAIRS, verdicts, strict=True):
    wrong = [
        what
        for what, ok in {
            "the passes print something else": printed,
            "wrong before": before,
            "wrong after": after,
        }.items()
        if not ok
    ]
    run.check(f"{pair.name}: {pair.passes}, then {pair.after}", not wrong, "; ".join(wrong))

run.result("pairs-as-kept", sum(printed for printed, _, _ in verdicts))

run.step("Pipelines with parameters")
run.say("The same passes as pipelines, for any size of a tile and any width of a vector.")
tiling = runners.load(f"{FOLDER}/passes/tiling.mlir")
x, y = random.random((100, 90), f32), np.empty((90, 100), f32)
for sizes in ("7,50", "200,3"):
    tiling.lower("affine-tile", sizes=sizes).compile("cpu-buffers").transpose(x, y)
    run.equal(f"transposed in tiles of {sizes}", y, x.T)
vectors = runners.load(f"{FOLDER}/passes/vectors.mlir")
a, b, c = (random.random((32, 50), f32) for _ in range(3))
wanted = a * b + c
vectors.lower("affine-vectors", lanes=16).compile("cpu-vectors").multiply_add(a, b, c)
run.equal("vectors of 16", c, wanted)

run.step("A matrix product of any sizes")
run.python(
    f"program = runners.load('{FOLDER}/matmul.mlir')\n"
    "parallel = program.lower('affine-parallel')\n"
    "matmul = parallel.compile('cpu-openmp').matmul\n"
    "serial = program.compile('cpu-buffers').matmul"
)
regions = run.names["parallel"].lower("cpu-openmp").text.count("omp.parallel {")
run.equal("a loop was found parallel, and becomes a region of threads", regions, 1)
run.result("parallel-regions-of-matmul", regions)
for m, k, n in ((2, 3, 4), (1, 1, 1), (17, 0, 5), (0, 4, 4), (127, 101, 113)):
    a, b = random.random((m, k), f32), random.random((k, n), f32)
    for how in ("serial", "matmul"):
        c = np.full((m, n), np.nan, f32)
        run.names[how](a, b, c)
        run.equal(f"{how} {m}x{k} by {k}x{n}", c, a.astype(np.float64) @ b, rtol=1e-5)
run.equal("sizes that do not fit", run.names["matmul"](a, a, c), False)

run.step("A convolution")
run.python(
    f"program = runners.load('{FOLDER}/convolution.mlir')\n"
    "parallel = program.lower('affine-parallel')\n"
    "convolve = parallel.compile('cpu-openmp').convolve"
)
convolve = run.names["convolve"]
regions = run.names["parallel"].lower("cpu-openmp").text.count("omp.parallel {")
run.result("parallel-regions-of-convolution", regions)
for height, width, *window_shape in ((128, 128, 16, 16), (5, 9, 5, 9), (31, 17, 1, 4)):
    image, window = random.random((height, width), f32), random.random(window_shape, f32)
    out = np.empty((height - window_shape[0] + 1, width - window_shape[1] + 1), f32)
    convolve(image, window, out)
    what = f"{height}x{width} by {window.shape[0]}x{window.shape[1]} gives {out.shape}"
    run.equal(what, out, correlation(image, window), rtol=1e-5)
run.equal("sizes that do not fit", convolve(image, window, out[1:]), False)

run.step("A wavefront")
run.say("No loop of the row-by-row form is parallel; skewed, the inner loop is.")
words = [np.frombuffer(word, np.uint8) for word in (b"wavefront", b"waterfront")]
text = strings(random, 200, 300)
distances = edit_distances(*text)
for name in ("wavefront_rows", "wavefront", "wavefront_tiles"):
    run.python(
        f"{name} = runners.load('{FOLDER}/passes/{name}.mlir').lower('affine-parallel')\n"
        f"library = {name}.compile('cpu-openmp')"
    )
    run.result(f"parallel-loops-of-{name}", run.names[name].text.count("affine.parallel"))
    edit_distance = run.names["library"].edit_distance
    table = np.empty((10, 11), np.int32)
    edit_distance(*words, table)
    run.equal(f"{name}: from wavefront to waterfront", table[-1, -1], 2)
    edit_distance(*text)
    run.equal("  all distances of 200 and 300 letters", text[-1], distances)
run.file(f"{FOLDER}/pictures/wavefront.svg", "why it is allowed")

run.step("OpenMP by hand")
run.say("One program for each idea. Each thread prints, through C:")
hello = run.shell(
    f"OMP_NUM_THREADS=3 python -m runners run {FOLDER}/openmp/hello.mlir -p cpu-openmp -f main "
    "| sort"
)
printed = sum(f"thread {number} of 3\n" in hello for number in range(3))
run.equal("threads that printed", printed, 3)
run.result("threads-that-printed", printed)
parallel = compiled("openmp/parallel", "cpu-openmp")
for threads in (1, 3, 8):
    seen = np.zeros(8, np.int32)
    parallel.sign_in(threads, seen)
    run.equal(f"parallel: {threads} asked for, each came once", seen, np.arange(8) < threads)
x, y = random.random(1000, f32), np.empty(1000, f32)
compiled("openmp/loop", "cpu-openmp").scale(3.0, x, y)
run.equal("wsloop, loop_nest: 3 x", y, 3 * x)
written, read = np.zeros((2, 4), np.int32)
threads = compiled("openmp/barrier", "cpu-openmp").neighbours(written, read)
run.equal("barrier: what the neighbour wrote", read, np.roll(10 * np.arange(4), -1))
x = random.standard_normal(100_000).astype(f32)
reduction = compiled("openmp/reduction", "cpu-openmp")
run.equal("reduction: maximum", reduction.maximum(x), x.max())
run.equal("of nothing", reduction.maximum(x[:0]), -np.inf)
run.equal("and NaN wins", reduction.maximum(np.array([1, np.nan, 2], f32)), np.nan)
x = random.integers(0, 50, 20_000).astype(f32)
critical = compiled("openmp/critical", "cpu-openmp")
run.equal("critical: largest and first place", critical.argmax(x), (x.max(), x.argmax()))
data, counts = random.integers(0, 256, 100_000).astype(np.uint8), np.zeros(256, np.int32)
compiled("openmp/atomic", "cpu-openmp").histogram(data, counts)
run.equal("atomic: histogram", counts, np.bincount(data, minlength=256))

run.step("OpenMP by pass")
x, y = random.random((2, 100_000))
for name in ("from_scf", "from_affine"):
    dot = compiled(f"openmp/{name}", "cpu-openmp").dot(x, y)
    run.equal(f"{name}: dot product", dot, x @ y, rtol=1e-12)
x = x.astype(f32)
run.equal("two reductions at once", run.names["from_scf"].extremes(x), (x.min(), x.max()))
x = random.random((1000, 8), f32)
wanted = x[:, ::-1].copy()
compiled("openmp/scratch", "cpu-openmp").reverse_rows(x)
run.equal("scratch memory, a slice for each turn: rows reversed", x, wanted)

run.step("Which threads ran it")
here = len(np.unique(owners()))
run.say(f"{cores()} cores; OMP_NUM_THREADS is {os.environ.get('OMP_NUM_THREADS', 'not set')}.")
run.say(f"A loop of {TURNS} turns ran on {here} thread{'s' if here > 1 else ''} of this process.")
for threads in (2, 5):
    ran = np.unique(owners(threads=threads))
    run.equal(f"cpu-openmp with threads={threads}", ran, np.arange(threads))
    run.result(f"threads-of-{threads}", len(ran))

run.step("Speed against threads")
run.say("Each number of threads has a process of its own; medians of up to nine calls.")
found = list(run.progress(speed.lines(), "measuring"))
for threads, one in zip(speed.counts(), found, strict=True):
    run.equal(f"OMP_NUM_THREADS={threads}: threads that ran a loop", one["threads"], threads)
names = list(found[0]["milliseconds"])
rows = [
    (one["threads"], *(
        f"{one['milliseconds'][name]:.1f} ms, "
        f"{found[0]['milliseconds'][name] / one['milliseconds'][name]:.2f}x" for name in names
    ))
    for one in found
]  # fmt: skip
run.table("Time, and times as fast as on one thread", ["threads", *names], rows)
run.say(
    f"This process may use {cores()} core{'s' if cores() > 1 else ''}: about {cores()} times "
    f"as fast at best, and no faster with more threads than that."
)
if speed.disturbed(found):
    others = max(one["others"] for one in found)
    run.say(f"The machine is busy: repeat. Other processes wanted up to {others} of its cores.")
run.figure(speed.plot(found), "threads")

sys.exit(run.finish())
