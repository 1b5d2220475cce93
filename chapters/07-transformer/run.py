"""Chapter 7: GPT-2 in NumPy, from the files of a checkpoint to the text; `make chapter-7`.

`run.sh` lowers the two MLIR programs with the command-line tools; both print the same results.
`generate.py`, `heatmaps.py` and `costs.py` take other prompts, other models and other sizes.
"""

import sys
import time

import heatmaps
import numpy as np
from costs import steps
from generate import TURING

import runners
from runners import report
from stepdown import gpt2
from stepdown.gpt2 import model as parts
from stepdown.gpt2 import places
from stepdown.gpt2.safetensors_file import SafeTensors

HERE = "chapters/07-transformer"
PROMPT = "a thread passes over the warp and a thread"
GOES_ON = [262, 749, 3665, 8217, 319, 262, 5440, 13, 198, 198]
run = report.Run(7, "a Transformer in NumPy")


def refused(what: str, call) -> None:
    """Check that a call ends in an error of the package, and show its first lines."""
    try:
        call()
    except gpt2.Error as error:
        run.check(what, True, " ".join(str(error).split())[:150])
    else:
        run.check(what, False, "nothing was said")


def nests(text: str, word: str) -> int:
    """As run.sh counts, above @main."""
    return sum(word in line for line in text.partition("func @main")[0].splitlines())


run.step("A checkpoint")
published, word = places.published()
run.say(f"{word[:1].upper()}{word[1:]}.")
run.say("The tiny model is made anew: GPT-2's format, two layers, weights set by hand from a seed.")
run.python(
    "from stepdown import gpt2\nfrom stepdown.gpt2 import places\nmodel = gpt2.load(places.made())"
)
model = run.names["model"]
p, tokenizer, heads = model.parameters, model.tokenizer, model.config.heads
run.file(places.TINY)
run.say(str(model.config))
file = SafeTensors(places.TINY / "model.safetensors")
run.table("", ["tensor", "type", "shape"], [
    (name, entry.dtype, entry.shape) for name, entry in list(file.entries.items())[:6]
])  # fmt: skip
leaves = gpt2.parameters.to_tensors(model.config, p)
run.equal("numbers in all", sum(x.size for x in leaves.values()), model.config.parameters)
run.check("all lie in the file, none is copied", all(
    not x.flags.owndata and not x.flags.writeable for x in leaves.values()
))  # fmt: skip

run.step("Tokens")
run.python(f"ids = np.array(model.tokenizer.encode({PROMPT!r}))")
ids = run.names["ids"]
run.say(" ".join(repr(tokenizer.word(i).decode()) for i in ids))
run.equal("and back", tokenizer.decode(ids), PROMPT)
emoji = "weft 🧵"
run.check("bytes make any text", tokenizer.decode(tokenizer.encode(emoji)) == emoji, emoji)

run.step("Shapes")
run.python("x = gpt2.model.embed(ids, model.parameters)")
x = run.names["x"]
run.equal("a row for each token", x.shape, (len(ids), model.config.width))
run.python("scores = gpt2.model.forward(ids, model.parameters, model.config.heads)")
scores = run.names["scores"]
run.equal("scores for each token's successor", scores.shape, (len(ids), len(tokenizer)))
run.equal("float32 all the way", scores.dtype.name, "float32")
run.table(f"{len(ids)} tokens", ["step", "times", "makes", "multiplications"], [
    (s.name, s.times, s.shape, f"{s.times * s.multiplications:,}")
    for s in steps(model.config, len(ids))
])  # fmt: skip

run.step("No token sees a later one")
later = ids.copy()
later[-1] = tokenizer.encode(" weft")[0]
changed = parts.forward(later, p, heads)
run.equal("another last token: the rows above it", changed[:-1], scores[:-1])
run.check("its own row differs", not np.allclose(changed[-1], scores[-1]))
short = parts.forward(ids[:4], p, heads)
run.equal("four tokens alone: their rows", short, scores[:4], rtol=1e-4, atol=1e-4)

run.step("What it looks at")
weights, words = heatmaps.maps(model, heatmaps.TEXT)
run.equal("each row of weights adds up to 1", weights.sum(-1), np.ones(weights.shape[:-1]),
          atol=1e-6)  # fmt: skip
run.equal("above the diagonal", np.triu(weights, 1).max(), 0.0)
back = weights[0, 0][range(1, len(words)), range(len(words) - 1)]
run.check(
    "layer 0, head 0 looks one back", back.min() > 0.99, f"weights of at least {back.min():.4f}"
)
run.figure(heatmaps.draw(weights, words), "attention")

run.step("Greedy decoding")
run.python(f"ids = model.tokenizer.encode({PROMPT!r})\nnew = list(gpt2.greedy(model, ids, 12))")
new = run.names["new"]
run.console.print(f"  {PROMPT}[bold]{''.join(tokenizer.stream(new))}[/]")
run.check(
    "it goes on as the text did before",
    tokenizer.decode(new).startswith(" passes over the warp and a thread"),
)
seconds = []
for tokens in (16, 64, 128):
    text = np.resize(ids, tokens)
    parts.hidden(text, p, heads)
    begun = time.perf_counter()
    for _ in range(5):
        parts.hidden(text, p, heads)
    seconds.append((tokens, (time.perf_counter() - begun) / 5))
run.table("", ["tokens so far", "milliseconds for the next"], [
    (tokens, f"{1e3 * s:.2f}") for tokens, s in seconds
])  # fmt: skip

run.step("GPT-2 itself")
if published is None:
    run.say(word)
else:
    real = gpt2.load(published)
    prompt = real.tokenizer.encode(TURING)
    begun, found = time.perf_counter(), []
    for piece in real.tokenizer.stream(found.append(i) or i for i in gpt2.greedy(real, prompt, 10)):
        run.console.print(piece, end="", style="bold")
    run.say(f"\n{10 / (time.perf_counter() - begun):.1f} tokens a second")
    if not places.named():
        run.equal("the ids that follow", found, GOES_ON)
    weights, words = heatmaps.maps(real, TURING)
    run.figure(heatmaps.draw(weights, words, [0, len(weights) // 2, len(weights) - 1]), "gpt2")

run.step("Two of its parts as MLIR, by hand")
run.python(
    f"norm = runners.load('{HERE}/layer_norm.mlir')\n"
    "norm_of = norm.compile('cpu-tensors').layer_norm"
)
generator = np.random.default_rng(7)
block = p.blocks[0]
x = parts.embed(np.array(ids), p) + generator.standard_normal((len(ids), 128), np.float32)
got = run.names["norm_of"](x, block.norm_1.gain, block.norm_1.bias)
run.equal("layer norm", got, parts.layer_norm(x, block.norm_1), rtol=2e-5, atol=2e-6)
row = np.array([[1, 2, 3, 6]], np.float32)
got = run.names["norm_of"](row, np.ones(4, np.float32), np.zeros(4, np.float32))
run.result("layer-norm", " ".join(f"{v:.9g}" for v in got[0]))
fused = run.names["norm"].lower(
    "builtin.module(linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize)"
)
source = (places.ROOT / HERE / "layer_norm.mlir").read_text(encoding="utf-8")
run.result("layer-norm-nests-before", nests(source, "linalg.generic"))
run.result("layer-norm-nests-after", sum(
    "ins" in line for line in fused.text.partition("func @main")[0].splitlines()
    if "linalg.generic" in line
))  # fmt: skip
run.python(
    f"head = runners.load('{HERE}/head.mlir').apply_schedule('linalg-softmax')\n"
    "head_of = head.compile('cpu-tensors').head"
)
head, head_of = run.names["head"], run.names["head_of"]
q, k, v = (generator.standard_normal((9, 16), np.float32) for _ in range(3))
run.equal(
    "a causal head", head_of(q, k, v), parts.attention_weights(q, k) @ v, rtol=1e-5, atol=1e-6
)
equal, values = np.zeros((4, 2), np.float32), np.zeros((4, 2), np.float32)
values[:, 0] = 12, 24, 36, 48
run.result("head", " ".join(f"{v:g}" for v in head_of(equal, equal, values)[:, 0]))
fused = head.lower(
    "builtin.module(linalg-generalize-named-ops,linalg-fuse-elementwise-ops,canonicalize)"
)
run.result("head-comparisons", sum("arith.cmpi" in line for line in fused.text.splitlines()))
wrong = runners.load(f"{HERE}/wrong/mask_after_softmax.mlir").apply_schedule("linalg-softmax")
wrong = wrong.compile("cpu-tensors").head(equal, equal, values)[:, 0]
run.check("the mask after softmax gives too little", not np.allclose(wrong, [12, 18, 24, 30]))
run.result("mask-after-softmax", " ".join(f"{v:g}" for v in wrong))

run.step("What is refused, before anything is computed")
config, tensors = model.config, dict(leaves)
load = gpt2.parameters.from_tensors
name = "h.1.mlp.c_fc.weight"
refused(
    "a tensor is missing", lambda: load(config, {n: t for n, t in tensors.items() if n != name})
)
refused("transposed", lambda: load(config, tensors | {name: tensors[name].T}))
poisoned = tensors[name].copy()
poisoned[3, 5] = np.nan
refused("not a number", lambda: load(config, tensors | {name: poisoned}))
given = config.to_json()
refused(
    "another activation", lambda: gpt2.config.from_json(given | {"activation_function": "relu"})
)
refused("heads that do not divide", lambda: gpt2.config.from_json(given | {"n_head": 3}))
refused("no prompt", lambda: gpt2.greedy(model, [], 1))
refused("a prompt too long", lambda: gpt2.greedy(model, [1] * 129, 1))
refused("a token that there is not", lambda: gpt2.greedy(model, [512], 1))
cut = run.out / "cut.safetensors"
cut.write_bytes((places.TINY / "model.safetensors").read_bytes()[:-100])
refused("a file that was cut off", lambda: SafeTensors(cut))

sys.exit(run.finish())
