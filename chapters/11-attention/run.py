"""Chapter 11: products, views and attention, built up step by step beside NumPy; `make chapter-11`.

`run.sh` takes the same stages further with the command-line tools; both print the same results.
"""

import os
import sys

# Threads that have nothing to do sleep at once; it has to be said before OpenMP is first used.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import causal
import functions
import hand_made
import numpy as np
import stages
import traffic

import stepdown
from runners import report
from stepdown import jit

f32 = np.float32
CHAPTER = "chapters/11-attention"
run = report.Run(11, "attention")
run.names |= {"jit": jit, "stepdown": stepdown, "functions": functions}
random = np.random.default_rng(seed=11)
STAGES = {stage.name: stage for stage in stages.STAGES}


def normal(*shape: int, scale: float = 1.0) -> np.ndarray:
    return random.standard_normal(shape, f32) * f32(scale)


def lines(text: str, what: str) -> int:
    """As `grep -c` counts."""
    return sum(what in line for line in text.splitlines())


def buffers(compiled, optimized: bool = True) -> str:
    """A stage over buffers, before products become calls."""
    from stepdown.lowering import contexts, passes

    with contexts.context():
        module = compiled.module(fused=optimized)
        passes.run(module, "tensor-bufferize")
        return str(module)


run.say("In Python: sys.path.insert(0, 'chapters/11-attention'); import functions, stepdown; "
        "from stepdown import jit")  # fmt: skip

run.step("Products, whatever the batch")
run.python("product = jit(functions.product)")
product = run.names["product"]
rows = []
for first, second in (
    ((4, 6), (6, 3)), ((6,), (6, 3)), ((4, 6), (6,)), ((6,), (6,)), ((2, 3, 4, 5), (3, 5, 6)),
    ((1, 3, 4, 5), (2, 1, 5, 6)), ((7, 4, 5), (5, 6)), ((4, 0), (0, 3)),
):  # fmt: skip
    a, b = normal(*first), normal(*second)
    run.equal(f"{first} @ {second}", product(a, b), a @ b, rtol=2e-6, atol=2e-6)
    compiled = product.compile(a, b)
    maps = next(v.params["maps"] for v in compiled.graph.used() if v.primitive.kind == "product")
    rows.append((first, second, np.shape(a @ b), ", ".join(maps[:2]) + " -> " + maps[2]))
run.table("one linalg.contract each", ["a", "b", "a @ b", "subscripts"], rows)
for name in ("product", "batched", "stretched"):
    compiled = STAGES[name].compiled()
    run.result(f"{name}-contracts", lines(compiled.traced, "linalg.contract"))
    run.result(f"{name}-allocations", lines(buffers(compiled, False), "memref.alloc"))

run.step("einsum, and what `@` and transposes say in more words")
query, key = normal(32, 4, 16), normal(32, 4, 16)
run.python(
    "by_einsum = jit(functions.scores_by_einsum)\nby_matmul = jit(functions.scores_by_matmul)"
)
by_einsum, by_matmul = run.names["by_einsum"], run.names["by_matmul"]
one, other = by_einsum(query, key), by_matmul(query, key)
run.equal("einsum", one, functions.scores_by_einsum(query, key), rtol=1e-5, atol=1e-5)
run.check("`@` gives the same bits", np.array_equal(one, other))
texts = [
    f.compile(query, key).optimized.replace(f.__name__, "scores") for f in (by_einsum, by_matmul)
]
different = sum(a != b for a, b in zip(*map(str.splitlines, texts), strict=True))
run.result("lines-in-which-einsum-and-matmul-differ", different)

run.step("Views, a join, a mask and a lookup")
x, table, places = normal(5, 12), normal(50, 64), normal(32, 64)
tokens = np.array([3, 49, -2, 0])
cases = {
    "middle": (x,),
    "append": (normal(5, 8), normal(8)),
    "seen": (normal(5, 8),),
    "embed": (tokens, table, places),
}
for name, arguments in cases.items():
    run.python(f"{name} = jit(functions.{name})")
    compiled, function = run.names[name], getattr(functions, name)
    run.equal(name, compiled(*arguments), function(*arguments))
    made = STAGES[name].compiled()
    run.result(f"{name}-generics", lines(made.optimized, "linalg.generic"))
    text = buffers(made)
    run.result(f"{name}-allocations", lines(text, "memref.alloc()"))
    run.result(f"{name}-copies", lines(text, "memref.copy"))
for bad in (50, -51):
    try:
        run.names["embed"](np.array([3, bad]), table, places)
    except IndexError as error:
        run.check(f"token {bad} of 50 is an IndexError", True, str(error).rpartition(": ")[2])
    else:
        run.check(f"token {bad} of 50 is an IndexError", False)

run.step("Attention, step by step")
run.say("48 tokens of width 64, four heads. Each line adds a step to the one before.")
x, to_qkv, to_out = normal(48, 64), normal(64, 192, scale=1 / 8), normal(64, 64, scale=1 / 8)
heads = jit(lambda x, w: tuple(functions.by_head(p, 4) for p in functions.parts(x, w)))
for name, got, expected in (
    ("queries, keys, values", jit(functions.parts)(x, to_qkv), functions.parts(x, to_qkv)),
    ("by head", heads(x, to_qkv), tuple(
        functions.by_head(p, 4) for p in functions.parts(x, to_qkv))),
    ("weights", jit(functions.weights, static=("heads",))(x, to_qkv, 4),
     functions.weights(x, to_qkv, 4)),
    ("attention", jit(functions.attention, static=("heads",))(x, to_qkv, to_out, 4),
     functions.attention(x, to_qkv, to_out, 4)),
    ("attention, by einsum", jit(functions.attention_by_einsum, static=("heads",))(
        x, to_qkv, to_out, 4), functions.attention(x, to_qkv, to_out, 4)),
):  # fmt: skip
    run.equal(name, got, expected, rtol=1e-5, atol=2e-6)

run.step("Heads made by hand")
run.say("A layer whose heads look at the token before, the same letter, all alike, the first.")
text = "abcadbcabd"
x, (to_qkv, to_out) = hand_made.tokens(text), hand_made.parameters()
weights = jit(functions.weights, static=("heads",))(x, to_qkv, hand_made.HEADS)
before = weights[0].argmax(-1)
run.equal("head 0 looks at the token before", before, [0, *range(len(text) - 1)])
same = np.array([[a == b for b in text] for a in text])
taken = (weights[1] * same).sum(-1)
run.equal("head 1 takes all of the same letter", taken, np.ones(len(text)), atol=2e-3)
counts = np.arange(1, len(text) + 1)[:, None]
alike = np.where(np.tri(len(text), dtype=bool), 1 / counts, 0)
run.equal("head 2 takes the same of each", weights[2], alike, rtol=1e-6)
run.equal("head 3 looks at the first", weights[3].argmax(-1), np.zeros(len(text), int))
from matplotlib import pyplot  # noqa: E402

figure, axes = pyplot.subplots(1, 4, figsize=(11, 3.2), layout="constrained")
for axis, name, weight in zip(axes, hand_made.NAMES, weights, strict=True):
    axis.imshow(np.where(np.tri(len(text)), weight, np.nan), cmap="Blues", vmin=0, vmax=1)
    axis.set(title=name, xticks=range(len(text)), xticklabels=text, yticks=range(len(text)),
             yticklabels=text)  # fmt: skip
run.figure(figure, "heads")

run.step("What comes later changes nothing of what comes earlier")
model = causal.Model.random()
tokens = random.integers(0, 100, 48)
for products in ("blas", "loops"):
    logits = causal.compiled(products)
    whole = logits(tokens, *model.rest)
    expected = functions.logits(tokens, *model.rest)
    run.equal(f"logits, products by {products}", whole, expected, rtol=1e-5, atol=2e-5)
    places_ = (1, 7, 24, 47)
    differ = [causal.replaced(logits, model, tokens, place) for place in places_]
    run.equal("  bits that differ before a place when the rest is replaced", differ, [0] * 4)
    prefix = [causal.left_out(logits, model, tokens, place) for place in places_]
    largest = max(error for _, error, _ in prefix)
    run.check("  when it is left out: equal to a millionth", largest < 1e-6, f"{largest:.1e}")
    run.check("  and the same token is the likeliest", all(stays for *_, stays in prefix))
poisoned = model.table.copy()
poisoned[99] = np.nan
tokens[-1] = 99
got = logits(tokens, poisoned, *model.rest[1:])[:-1, :99]
run.check("but NaN in a later token reaches all: 0 times NaN is NaN", np.isnan(got).all())

run.step("A row that sees nothing")
scores, real = normal(4, 6), np.arange(6) < np.array([6, 3, 0, 1])[:, None]
plain, zero = jit(functions.padded)(scores, real), jit(functions.padded_to_zero)(scores, real)
run.equal("rows that are NaN", np.isnan(plain).all(axis=1), [False, False, True, False])
with np.errstate(invalid="ignore"):
    expected = functions.padded(scores, real)
run.equal("as NumPy has it", plain, expected, rtol=1e-6, atol=1e-7)
run.equal("and with zeros there", zero, np.nan_to_num(expected), rtol=1e-6, atol=1e-7)

run.step("What fusion made of it")
attention = STAGES["attention"].compiled()
run.result("attention-generics-as-written", lines(attention.traced, "linalg.generic"))
for name in ("attention", "attention_any_length", "attention_by_einsum"):
    made = STAGES[name].compiled()
    run.result(f"{name}-generics", lines(made.optimized, "linalg.generic"))
    run.result(f"{name}-contracts", lines(buffers(made), "linalg.contract"))
run.result("calls-of-blas", lines(attention.lowered, "llvm.call @scipy_cblas_sgemm"))
made = traffic.attention()
found = {fused: traffic.steps(made, fused) for fused in (False, True)}
rows = [(s.what, s.times, f"{s.read >> 10:,}", f"{s.written >> 10:,}") for s in found[True]]
run.table("128 tokens, 12 heads", ["operation", "times", "reads, KiB", "writes, KiB"], rows)
moved = {
    fused: traffic.total([s for s in steps if s.what != "contract"])
    for fused, steps in found.items()
}
run.check(
    "between the products, at most a quarter of the bytes",
    4 * moved[True] <= moved[False],
    f"{moved[True] / 2**20:.1f} MiB, as written {moved[False] / 2**20:.1f}",
)
run.file(f"{CHAPTER}/pictures/groups.svg", "the groups")

run.step("Any number of tokens, compiled once")
run.python(
    "attention = jit(functions.attention, static=('heads',), dynamic={'x': (0,)})\n"
    "code = attention.compile(np.ones((8, 64), np.float32), np.ones((64, 192), np.float32),\n"
    "                         np.ones((64, 64), np.float32), 4)"
)
any_length, code = run.names["attention"], run.names["code"]
to_qkv, to_out = normal(64, 192, scale=1 / 8), normal(64, 64, scale=1 / 8)
for count in (1, 2, 7, 64, 200):
    x = normal(count, 64)
    expected = functions.attention(x, to_qkv, to_out, 4)
    run.equal(f"{count} tokens", any_length(x, to_qkv, to_out, 4), expected, rtol=1e-5, atol=5e-6)
    run.check("  by the same code", any_length.compile(x, to_qkv, to_out, 4) is code)
try:
    any_length(normal(0, 64), to_qkv, to_out, 4)
except stepdown.ArgumentError as error:
    run.check("no token at all is refused", True, str(error).rpartition(": ")[2])
else:
    run.check("no token at all is refused", False)

# The exponential is a function of the module, and becomes part of the loops.
run.shell(
    f'mkdir -p build/chapter-11 && mlir-opt --pass-pipeline="$(python -m runners pipelines '
    f'tensor-to-llvm)" {CHAPTER}/stages/attention.bufferized.mlir | mlir-translate '
    "--mlir-to-llvmir | opt -O3 -S -o build/chapter-11/attention.opt.ll"
)
optimized = (run.out / "attention.opt.ll").read_text()
run.result("calls-of-exp", sum("call" in line and "@exp" in line.partition("call")[2]
                               for line in optimized.splitlines()))  # fmt: skip

sys.exit(run.finish())
