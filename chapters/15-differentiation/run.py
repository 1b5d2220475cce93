"""Chapter 15: gradients, traced and compiled; two networks trained with them; `make chapter-15`.

`run.sh` takes the same passes down with the command-line tools; both print the same results.
"""

import os
import re
import statistics
import sys
import time

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import functions
import moons
import numpy as np
import policies
import stages
import tape
import train

from runners import report
from runners.stages import compared
from stepdown import grad, jit, jvp, split, value_and_grad, vjp
from stepdown.frontend import tree
from stepdown.training import Characters

CHAPTER = "chapters/15-differentiation"
STAGES = report.ROOT / CHAPTER / "stages"
run = report.Run(15, "differentiation, compiled")
run.names |= {"functions": functions, "grad": grad, "split": split, "vjp": vjp}
w, x = functions.arguments()
run.names |= {"w": w, "x": x}


def stage(name: str) -> str:
    return (STAGES / f"{name}.mlir").read_text(encoding="utf-8")


def lines(text: str, what: str) -> int:
    """As `grep -c` counts."""
    return sum(re.search(what, line) is not None for line in text.splitlines())


def milliseconds(*calls) -> list[float]:
    """The median time of each, in rounds that take turns."""
    found = [[] for _ in calls]
    for _ in range(15):
        for call, times in zip(calls, found, strict=True):
            start = time.perf_counter()
            call()
            times.append(1e3 * (time.perf_counter() - start))
    return [statistics.median(times) for times in found]


run.say("In Python: sys.path.insert(0, 'chapters/15-differentiation'); import functions; "
        "from stepdown import grad, split, vjp; w, x = functions.arguments()")  # fmt: skip

run.step("A gradient, four ways")
run.python("gradient = grad(functions.loss)(w, x)")
gradient = run.names["gradient"]
run.equal("with pencil and paper", gradient, functions.by_hand(w, x), atol=1e-8)
generator = np.random.default_rng(1)
along = generator.normal(size=w.shape)
wide, at = w.astype(np.float64), x.astype(np.float64)
step = 1e-4
change = functions.loss(wide + step * along, at) - functions.loss(wide - step * along, at)
run.equal("finite differences", np.vdot(gradient, along), change / (2 * step), rtol=1e-5)
_, tangent = jvp(functions.loss, (w, x), (along.astype(np.float32), None))
run.equal("forwards, along the same direction", tangent, np.vdot(gradient, along), rtol=1e-5)
value, pull = vjp(functions.loss, w, x)
run.equal("vjp, with a cotangent of 2", pull(2.0)[0], 2 * gradient, rtol=1e-6)
run.check(
    "differentiated as written, a rounding would have no slope; with its own rule it has",
    not grad(lambda w: functions.loss(np.rint(w * 8) / 8, x))(w).any()
    and grad(functions.rounded_loss)(w, x).any(),
)

run.step("One graph, or two functions")
for name in ("loss", "joint", "forward_all", "backward_all", "forward_cut", "backward_cut"):
    run.result(f"{name}-products", lines(stage(f"{name}.optimized"), "linalg.contract"))
    run.result(f"{name}-tanh", lines(stage(f"{name}.optimized"), "call @tanh_f32"))
sizes = {"w": {1: "columns"}, "x": {0: "rows"}}  # compiled once, for these and for larger ones
dynamic = jit(functions.loss, dynamic=sizes)
halves = {policy: split(dynamic, policy=policy) for policy in ("all", "cut")}
for policy, passes in halves.items():
    result, kept = passes.forward(w, x)
    run.result(f"{policy}-keeps", kept.bytes)
    run.equal("its gradient", passes.backward(kept), gradient, atol=1e-8)
for name in ("joint", "forward_cut", "backward_cut"):
    pipe = "$(python -m runners pipelines tensor-bufferize)"
    text = run.shell(
        f'mlir-opt --pass-pipeline="{pipe}" {CHAPTER}/stages/{name}.optimized.mlir', show=False
    )
    run.result(f"{name}-allocations", lines(text, r"memref\.alloc\("))
run.table(
    "four layers, in arrays of 131,072 bytes",
    ["policy", "kept", "the backward pass's own", "products computed again"],
    [
        (name, f"{m.kept:.0f}", f"{m.backward:.0f}", m.partition.products)
        for name, m in policies.memory(4)
    ],
)
wide = generator.normal(size=(32, 2048)).astype(np.float32) / 6
tall = generator.normal(size=(1024, 32)).astype(np.float32)
left = {policy: half.forward(wide, tall)[1] for policy, half in halves.items()}
times = milliseconds(
    *(lambda half=half: half.forward(wide, tall) for half in halves.values()),
    *(lambda half=half, policy=policy: half.backward(left[policy])
      for policy, half in halves.items()),
)  # fmt: skip
run.table(
    "loss, with w of 32 x 2048 and x of 1024 x 32",
    ["policy", "kept, MB", "forward, ms", "backward, ms"],
    [
        (policy, f"{kept.bytes / 1e6:.1f}", f"{times[n]:.2f}", f"{times[2 + n]:.2f}")
        for n, (policy, kept) in enumerate(left.items())
    ],
)
run.file(f"{CHAPTER}/pictures/cut.svg", "what is kept, and what is computed again")

run.step("The stages' files are what Stepdown writes")
for name, same in compared(STAGES, stages.STAGES):
    run.check(name, same)

run.step("A step in place")
text = stage("descend.bufferized")
run.result("descend-copies", lines(text, "memref.copy"))
run.result("descend-arguments", len(re.findall("%arg", re.search("func.func @descend.*", text)[0])))
descend = jit(functions.descend, donate=("w", "velocity"))
mine, velocity = w.copy(), np.zeros_like(w)
first, _, _ = descend(mine, velocity, x)
run.check("w is the same array, with other numbers", first is mine and not np.array_equal(mine, w))
run.equal("  which are these", mine, w - 0.1 * gradient, atol=1e-7)


def element(rows: int, columns: int) -> np.ndarray:
    place = (7 * np.arange(rows)[:, None] + 3 * np.arange(columns)) % 11 - 5
    return (place / 8).astype(np.float32)


start, given = element(32, 48), element(64, 32)
both = value_and_grad(functions.loss)
value, slope = both(start, given)
run.result("value-times-10000", round(1e4 * float(value)))
run.result("slope-times-10000", round(1e4 * float(slope[0, 0])))
run.result("moved-times-10000", round(1e4 * float(both(start - slope, given)[0])))

run.step("Eager: an operation at a time, with the same rules")
network = functions.layers(generator, 2, 16, 16, 2)
points = functions.moons(64, generator)
ahead = value_and_grad(functions.moons_loss)
(loss, found), (wanted, those) = (
    tape.gradient(functions.moons_loss, network, *points),
    ahead(network, *points),
)
run.equal("the loss", loss, wanted, rtol=1e-6)
for n, (mine, theirs) in enumerate(zip(found, those, strict=True)):
    run.equal(f"layer {n}", mine[0], theirs[0], rtol=1e-4, atol=1e-6)
eager, compiled = milliseconds(
    lambda: tape.gradient(functions.moons_loss, network, *points),
    lambda: ahead(network, *points),
)
rows = [("as it is written, with a tape", f"{eager:.3f}"), ("ahead of time", f"{compiled:.3f}")]
run.table("a gradient of the two-moons network", ["", "ms"], rows)

run.step("Two moons")
learnt = moons.learn(np.random.default_rng(1))
run.equal("300 steps were taken", learnt.steps, 300)
last = np.mean(learnt.losses[-20:])
run.check("the loss fell", last < 0.05 < learnt.losses[0], f"{learnt.losses[0]:.3f} to {last:.4f}")
run.check("of 1000 new points 97 % and more are told apart", learnt.right > 0.97,
          f"{learnt.right:.1%}")  # fmt: skip
run.figure(moons.boundary(learnt), "moons")

run.step("A GPT-2 of one layer, on the characters of Python's help")
plan = train.Plan(layers=1, width=32, heads=2, length=32, batch=8, rate=3e-3, planned=200)
characters = Characters(train.corpus.text(plan.text))
training = train.Training(plan, characters)
begun = training.validate()
checkpoint = run.out / "halfway.safetensors"
for n in run.progress(range(200), "training"):
    if n == 100:
        training.save(checkpoint)
    training.advance()
    if training.step % 20 == 0:
        training.validate()
reached = training.validate()
run.check("the validation loss fell", reached < begun - 1.0, f"{begun:.3f} to {reached:.3f}")
again = train.Training(plan, characters)
again.resume(checkpoint)
for _ in range(100):
    again.advance()
same = zip(*(tree.flatten(t.parameters)[0] for t in (again, training)), strict=True)
run.check(
    "resumed halfway, it comes to the same numbers to the bit",
    again.losses == training.losses and all(np.array_equal(a, b) for a, b in same),
)
figure = train.curve(training.losses, training.validated, training.config.vocabulary)
run.figure(figure, "characters")
run.say(" ".join(training.text(80).split()))
run.say(f"python {CHAPTER}/train.py --text shakespeare --steps 800 trains one of four layers.")

run.step("What goes wrong")
run.shell(f"python {CHAPTER}/wrong/refused.py")
printed = run.shell(f"python {CHAPTER}/wrong/nan.py 2>&1 | tail -n 1", show=False)
run.check("the NaN is found", "the gradient of sqrt is the first to hold a NaN" in printed, printed)

sys.exit(run.finish())
