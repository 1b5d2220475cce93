"""Chapter 5: from numbers that remember their making to a compiled training step; `make chapter-5`.

`run.sh` lowers and runs the MLIR programs with the command-line tools; both print the same results.
`moons.py --help` has what this leaves out: larger networks, other losses, more epochs.
"""

import math
import statistics
import sys
import time

import numpy as np
from chains import CALM, ONE, WILD, X, logistic, memory
from emitted import write
from moons import EPOCHS, SEED, boundary, curves, trainer
from refusals import message, refusals
from tinynn import Value, compiled, draw, tape
from tinynn.trainer import Trainer, fit

import runners
from runners import report

HERE = "chapters/05-neural-networks"
run = report.Run(5, "neural networks")


def lines(text: str, what: str) -> int:
    """As `grep -c` counts."""
    return sum(what in line for line in text.splitlines())


def program(name: str, passes: str) -> object:
    """Show the line that compiles a program of this chapter, run it, and return the library."""
    variable = name.rpartition("/")[2]
    run.python(f"{variable} = runners.load('{HERE}/{name}.mlir').compile('{passes}')")
    return run.names[variable]


def saved(picture: object, name: str) -> None:
    path = run.out / f"{name}.svg"
    path.write_text(str(picture), encoding="utf-8")
    run.file(path)


run.step("Numbers that remember how they were made")
run.python(
    f"import sys; sys.path.append('{HERE}')\n"
    "from tinynn import Value\n"
    "a, b, c = Value(2.0, 'a'), Value(-3.0, 'b'), Value(0.0, 'c')\n"
    "L = (a * b + c.exp()) * a\n"
    "L.backward()"
)
L, (a, b, c) = run.names["L"], (run.names[name] for name in "abc")
run.equal("L", L.data, -10.0)
run.equal("its slopes by a, b, c", [a.grad, b.grad, c.grad], [-11.0, 4.0, 2.0])
saved(draw.graph(L), "graph")
run.python("a = Value(1.0)\nb = a + a\nc = b + b\nc.backward()")
run.equal("a, used twice, and b again: dc/da", run.names["a"].grad, 4.0)
run.python("c.backward()")
run.equal("a second backward adds the same again", run.names["a"].grad, 8.0)

run.step("Deep chains")
total = Value(0.0, "first")
for _ in run.progress(range(10_000), "adding"):
    total = total + 1.0
total.backward()
first = total.graph()[0]
run.equal(f"10,000 additions, recursion limit {sys.getrecursionlimit()}: the sum", total.data, 1e4)
run.equal("and its slope by the first number", first.grad, 1.0)

run.step("The tape")
run.python(
    "from tinynn import tape\n"
    "program = [*[tape.INPUT] * 3, ('*', (0, 1)), ('exp', (2,)), ('+', (3, 4)), ('*', (5, 0))]\n"
    "found = tape.gradient(program, [2.0, -3.0, 0.0])"
)
found = run.names["found"]
run.equal("L and its slopes", [found.value, *found.gradient], [-10.0, -11.0, 4.0, 2.0])
recorded, inputs = tape.record(L)
run.check("the graph above, recorded, is this tape", recorded == run.names["program"])
entries = logistic(33_333)
everything = tape.gradient(entries, [X, CALM, ONE])
borders = tape.checkpointed(entries, [X, CALM, ONE])
run.say(f"x <- r x (1 - x), 33,333 times: {len(entries)} entries, forward and backward.")
run.check("the same to the last bit with checkpoints",
          (everything.value, everything.gradient) == (borders.value, borders.gradient))  # fmt: skip
run.table("", ["way", "values kept", "values computed"], [
    ("all kept", everything.peak, everything.computed),
    ("borders kept", borders.peak, borders.computed),
])  # fmt: skip
bound = 3 * math.sqrt(len(entries))
run.check(f"within 3 sqrt(T) = {bound:.0f}", borders.peak <= bound, f"{borders.peak} kept")
run.figure(memory([3, 10, 33, 100, 333, 1000]), "memory")

run.step("The same derivatives as MLIR, by hand")
expression = program("expression", "cpu-loops")
got = expression.gradient(2.0, -3.0, 0.0)
run.equal("L and its slopes", got, (-10.0, -11.0, 4.0, 2.0))
run.result("expression", " ".join(f"{x:g}" for x in got))
checkpoint = program("checkpoint", "cpu-buffers")
for steps, length in ((100, 10), (101, 10), (5, 7), (0, 3)):
    got = checkpoint.keep_borders(X, WILD, steps, length)
    run.check(f"{steps} steps in segments of {length}: as with all kept, to the last bit",
              got == checkpoint.keep_all(X, WILD, steps))  # fmt: skip
got = checkpoint.keep_borders(X, WILD, 100, 10)
wanted = tape.checkpointed(logistic(100), [X, WILD, ONE])
run.equal("and as on the tape, to the last bit", got, [wanted.value, *wanted.gradient[:2]])
run.result("checkpoint", " ".join(f"{x:.17g}" for x in got))
neuron = program("neuron", "cpu-buffers")
random = np.random.default_rng(5)
w, x = random.standard_normal((2, 6))
weights, values, bias = [Value(float(v)) for v in w], [Value(float(v)) for v in x], Value(0.1)
y = sum((p * q for p, q in zip(weights, values, strict=True)), start=bias).tanh()
y.backward(0.5)
dw, dx = np.zeros((2, 6))
run.equal("a neuron", neuron.forward(w, x, 0.1), y.data, rtol=1e-15)
db = neuron.backward(w, x, y.data, 0.5, dw, dx)
slopes = [*(v.grad for v in weights), *(v.grad for v in values), bias.grad]
run.equal("its 13 slopes", np.array([*dw, *dx, db]), slopes, rtol=1e-15)
layer = program("layer", "cpu-tensors")
x, w, b = random.standard_normal((9, 4)), random.standard_normal((4, 3)), random.standard_normal(3)
y, dy = layer.forward(x, w, b), random.standard_normal((9, 3))
run.equal("a layer of a batch", y, np.maximum(x @ w + b, 0), rtol=1e-13, atol=1e-13)
dz = np.where(y > 0, dy, 0)
for name, got, wanted in zip(
    ("x", "w", "b"), layer.backward(x, w, y, dy), (dz @ w.T, x.T @ dz, dz.sum(axis=0)), strict=True
):
    run.equal(f"  its adjoints by {name}", got, wanted, rtol=1e-13, atol=1e-13)

run.step("What goes wrong by hand")
adjoints = np.zeros(3)
program("wrong/last_use_wins", "cpu-buffers").gradient(adjoints)
run.equal("stored instead of added: dc/da of the sum of sums, which is 4", adjoints[0], 1.0)
in_place = program("wrong/in_place", "cpu-tensors")
x, slope = np.arange(4.0), np.zeros(4)
in_place.on_buffers(x.copy(), slope)
run.check("squared in place: 2 x is wrong", not np.array_equal(slope, 2 * x), str(slope))
run.equal("on tensors it is right", in_place.on_tensors(x, slope), (x * x, 2 * x))
bufferized = runners.load(f"{HERE}/wrong/in_place.mlir").lower(
    "builtin.module(one-shot-bufferize{bufferize-function-boundaries=true})"
)
run.result("allocations-that-save-x", lines(bufferized.text, "memref.alloc"))

run.step("Two moons, in Python")
learner = trainer(Trainer)
run.say(f"{len(learner.optimizer.parameters)} parameters, 100 points, noise 0.1, batches of 10.")
history = fit(learner, EPOCHS, seed=SEED, goal=1.0, show=run.console.is_terminal)
run.say(f"{len(history.losses)} epochs in {history.seconds:.1f} s: {history.ended}")
run.check("at least 98 % right", learner.accuracy() >= 0.98, f"{learner.accuracy():.0%}")
run.check("in under 60 s", history.seconds < 60, f"{history.seconds:.1f} s")
run.figure(curves(history), "curves")
saved(draw.network(learner.model), "network")

run.step("The same training, compiled")
run.say("The engine runs once on numbers without values; what it does is recorded as MLIR.")
run.python(
    "from moons import trainer\n"
    "from tinynn import compiled\n"
    "learner = trainer(compiled.Trainer, keep='build/chapter-05/step')"
)
native = run.names["learner"]
again = fit(native, EPOCHS, seed=SEED, goal=1.0)
own = np.array([parameter.data for parameter in learner.optimizer.parameters])
run.check("the loss of every epoch is the same to the last bit", again.losses == history.losses)
run.check("and so is every parameter", np.array_equal(native.data, own))
run.equal("accuracy", native.accuracy(), learner.accuracy())
run.figure(boundary(native), "boundary")
run.file(run.out / "step", "the step after every pass, its LLVM IR and assembly")
lowered = runners.load(write.text()).lower("cpu-buffers").text
run.result("tanh-of-the-emitted-neuron", lines(lowered, "llvm.intr.tanh"))

run.step("Speed")
order, times = list(range(native.size)), []
for _ in range(9):
    begun = time.perf_counter()
    for _ in range(50):
        native.epoch(order)
    times.append((time.perf_counter() - begun) / 50)
slow, fast = history.seconds / len(history.losses), statistics.median(times)
run.table("", ["an epoch of 100 points", "milliseconds"], [
    ("the engine", f"{slow * 1e3:.0f}"), ("compiled", f"{fast * 1e3:.3f}"),
])  # fmt: skip
run.check("at least 100 times as fast", slow / fast >= 100, f"{slow / fast:.0f} times")

run.step("What is refused")
for what, call in refusals():
    run.check(what, message(call) != "", message(call).partition("\n")[0])
wild = trainer(compiled.Trainer, loss="squared", rate=1e6)
said = message(lambda: fit(wild, 5))
run.check("a rate too large", "smaller rate" in said, said)

sys.exit(run.finish())
