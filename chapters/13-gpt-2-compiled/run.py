"""Chapter 13: GPT-2 compiled, verified at each step, with keys and values kept; `make chapter-13`.

`run.sh` takes the stages further with the command-line tools; both print the same results.
"""

import os
import re
import sys
import time

# Threads that have nothing to do sleep at once; it has to be said before OpenMP is first used.
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import costs
import counts
import kept
import numpy as np
import stages

from runners import report
from stepdown import gpt2
from stepdown.gpt2 import model, places, verify
from stepdown.gpt2.generation import Generation
from stepdown.gpt2.sampling import GREEDY, Sampling

HERE = "chapters/13-gpt-2-compiled"
run = report.Run(13, "GPT-2, compiled")
STAGES = {stage.name: stage for stage in stages.STAGES}


def text_of(name: str, pipeline: str = "") -> str:
    """A function of `stages`, after fusion or over buffers, without what comes after that."""
    from stepdown.lowering import contexts, passes

    with contexts.context():
        module = STAGES[name].compiled().module()
        if pipeline:
            passes.run(module, pipeline)
        return str(module)


def lines(text: str, pattern: str) -> int:
    """As `grep -c` counts."""
    return sum(re.search(pattern, line) is not None for line in text.splitlines())


run.step("The model")
folder, word = places.published()
run.say(f"{word[:1].upper()}{word[1:]}." + ("" if folder else " The tiny model is made for this."))
run.python(
    "from stepdown import gpt2, jit\nfrom stepdown.gpt2 import places\n"
    "found = gpt2.load(places.made())"
)
found = run.names["found"]
p, heads = found.parameters, found.config.heads
prompt = found.tokenizer.encode(verify.SAYING)
ids = np.array(prompt)

run.step("Four functions, each compiled once")
run.python("from stepdown.gpt2 import verify\nfour = verify.compiled()")
four = run.names["four"]
plain = dict(verify.Sublayers().run(ids, p, heads))
for name, got in four.run(ids, p, heads):
    run.equal(name, got, plain[name], rtol=1e-5, atol=2e-5)
block = p.blocks
x = plain["embeddings"]
code = four.attention.compile(x, block[0], heads)
run.check("one program for all blocks", four.attention.compile(x, block[1], heads) is code)
run.check("and for all lengths", four.attention.compile(x[:3], block[0], heads) is code)

run.step("The forward pass as it stands, in one module")
run.python(
    "from stepdown.gpt2 import model\n"
    "forward = jit(model.forward, static=('heads',), dynamic={'ids': {0: 'tokens'}})"
)
forward = run.names["forward"]
for count in (1, 5, len(ids)):
    wanted = model.forward(ids[:count], p, heads)
    run.equal(f"{count} tokens", forward(ids[:count], p, heads), wanted, rtol=1e-5, atol=2e-5)
rows = [(f"{n} blocks", *vars(counts.counts(counts.forward(n))).values()) for n in (2, 3)]
run.table("", counts.COLUMNS, rows)
run.check("more blocks call the same functions", len({row[-1] for row in rows}) == 1)
for name in ("attention", "mlp", "forward", "step"):
    text = text_of(name)
    run.result(f"{name}-products", lines(text, "linalg.contract"))
    run.result(f"{name}-generics", lines(text, "linalg.generic"))
run.file(f"{HERE}/pictures/groups.svg", "the loops and products of a block")

run.step("Verified, step by step")
run.shell("python -m stepdown.gpt2.verify --model tiny --steps 2")
run.shell(f"python {HERE}/wrong/offset.py mask", expect=1)

run.step("What a step costs")
config = gpt2.Config()
table = []
for name, work in (
    ("all of 512 tokens again", costs.work(config, 512, 512)),
    ("one token beside 511 kept ones", costs.work(config, 1, 512)),
    ("the same, bfloat16 weights", costs.work(config, 1, 512, weight=2)),
):
    table.append((name, f"{work.flop / 1e9:.2f}", f"{work.bytes / 1e6:.0f}",
                  f"{work.flop / work.bytes:.1f}"))  # fmt: skip
run.table("small GPT-2", ["", "GFLOP", "MB", "FLOP/byte"], table)

run.step("Keys and values, kept in place")
for name in ("keep", "keep_donated"):
    text = text_of(name, "tensor-bufferize")
    run.result(f"{name}-copies-of-the-cache", lines(text, "copy[^:]*%arg0[ ,]"))
    run.result(f"{name}-copies-of-the-row", lines(text, "copy[^:]*%arg1[ ,]"))
    run.result(f"{name}-results", int("%arg2" in text))
text = text_of("step", "tensor-bufferize")
run.result("step-writes-to-the-cache", lines(text, r"memref.subview %arg1\[0, 0, 0, 0, %"))
run.result("step-copies-of-the-cache", lines(text, "copy[^:]*%arg1[ ,]"))
run.python(
    "import functions\n"
    "cache, new = np.zeros((2, 8, 4), np.float32), np.ones((2, 1, 4), np.float32)\n"
    "keep = jit(functions.keep, dynamic={'cache': {1: 'n'}}, donate=('cache',))\n"
    "view = cache[:, :5]\n"
    "result = keep(view, new)"
)
cache, view = run.names["cache"], run.names["view"]
run.check("the result is the array that was given", run.names["result"] is view)
run.equal("row 4 is written, the rest is not", cache[0, :, 0], [0, 0, 0, 0, 1, 0, 0, 0])
in_place, copying, right = kept.both(n=1000)
run.check("right both ways", right)
run.table("a row more for 1000 of the small GPT-2", ["in place", "by a copy"], [
    (f"{1e6 * in_place:.0f} us", f"{1e6 * copying:.0f} us")
])  # fmt: skip
static, _, dynamic = kept.compilations(range(10, 14))
run.equal("four positions that are static: compiled", static, 4)
run.equal("four that are the size of an axis: compiled", dynamic, 1)

run.step("The engine: a prompt, then one token at a time")
run.python(
    "from stepdown.gpt2.engine import Engine\n"
    "engine = Engine.of(found)\n"
    f"session = engine.session()\n"
    f"scores = session.feed(np.array([found.tokenizer.encode({verify.SAYING!r})]))"
)
engine, session, scores = (run.names[name] for name in ("engine", "session", "scores"))
text, begun = list(prompt), time.perf_counter()
for _ in range(10):
    wanted = model.forward(np.array(text), p, heads)[-1:]
    ok = np.allclose(scores, wanted, rtol=1e-5, atol=2e-5)
    if not ok:
        break
    text.append(int(scores[0].argmax()))
    scores = session.feed(np.array([text[-1:]]))
run.check("ten steps of it beside NumPy", ok, found.tokenizer.decode(text[len(prompt) :]))
run.equal("tokens in the cache", session.length, len(text))

run.step("Several prompts, and sampling")
sayings = [verify.SAYING, "the weft passes over", "a row"]
prompts = [found.tokenizer.encode(saying) for saying in sayings]
together = Generation(engine, prompts, 8)
for _ in together:
    pass
alone = []
for one in prompts:
    single = Generation(engine, [one], 8)
    alone += [single.ids for _ in single][-1]
run.check("together they say what each says alone", together.ids == alone)
for saying, new in zip(sayings, together.ids, strict=True):
    run.say(f"  {saying} |{found.tokenizer.decode(new)}")
for sampling in (GREEDY, Sampling(temperature=1.0, top_k=20, seed=1), Sampling(20.0, seed=1)):
    drawn = []
    for _ in range(2):
        generation = Generation(engine, prompts[:1], 8, sampling)
        for _ in generation:
            pass
        drawn.append(generation.ids[0])
    shown = found.tokenizer.decode(drawn[0])
    run.check(f"{sampling}: the same twice", drawn[0] == drawn[1], repr(shown))

run.step("How fast is memory read?")
run.python(
    f"read = runners.load('{HERE}/read.mlir')\n"
    "total = read.compile('cpu-openmp', threads=1).total\n"
    "x, out = np.ones((64, 8, 1 << 17), np.float32), np.empty(64, np.float32)\n"
    "total(x, out)"
)
total, x, out = (run.names[name] for name in ("total", "x", "out"))
run.equal("each part adds up to its size", out, np.full(64, 8 * 2**17))
seconds = kept.seconds(lambda: total(x, out))
token = seconds / x.nbytes * costs.work(config, 1, 1).bytes
run.say(
    f"{x.nbytes / seconds / 1e9:.1f} GB/s on one thread; a token of GPT-2: {1e3 * token:.0f} ms"
)
run.shell(
    'mlir-opt --pass-pipeline="$(python -m runners pipelines cpu-openmp --set threads=1)" '
    f"{HERE}/read.mlir | mlir-translate --mlir-to-llvmir -o build/chapter-13/read.ll"
)
translated = (run.out / "read.ll").read_text()
run.result("loads-of-16-numbers", lines(translated, "load <16 x float>"))
run.result("parallel-regions", lines(translated, r"call void .*@__kmpc_fork_call"))

run.say("`make verify-gpt2` verifies ten steps, `make bench-gpt2` measures at the true size.")
sys.exit(run.finish())
