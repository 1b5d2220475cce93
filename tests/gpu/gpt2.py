"""GPT-2 on the GPU: ten steps compared with NumPy, the true small size in tokens per second."""

from __future__ import annotations

import statistics
import time

import numpy as np

from stepdown import gpu
from stepdown.gpt2 import cached, model, tiny, verify
from stepdown.gpt2.parameters import rounded
from tests.bench import Row

from . import RUNS, Session, functions
from .compiled import ready
from .memory import copy_bandwidth

STEPS = 10
PROMPTS = (128, 512)
TOKENS = 20  # that are decoded for a measurement
ALLOWED = 1e-3  # of a logit of the true size, as of the CPU's fast road


def run(session: Session) -> None:
    verified(session)
    config, p = functions.GPT2, tiny.random(functions.GPT2)
    ids = np.random.default_rng(0).integers(0, config.vocabulary, max(PROMPTS))
    bandwidth = copy_bandwidth(session)
    for weights, host in (("float32", p), ("bfloat16", rounded(p))):
        texts = {each.name: each for each in functions.steps() if weights in each.name}
        on_device = gpu.put(host)
        for name, function in texts.items():
            if name.startswith("prefill"):
                measure_prefill(session, function, on_device, host, ids, weights)
        size = bytes_of(on_device)
        for name, function in texts.items():
            if name.startswith("decode"):
                measure_decode(session, function, on_device, ids, bandwidth, size)
        del on_device


def verified(session: Session) -> None:
    """Chapter 13's comparison of every step: sublayers, and the whole pass in two forms."""
    with session.attempt(f"GPT-2, {STEPS} steps of a little model") as detail:
        made = {name: ready(session, f) for name, f in functions.sublayers().items()}

        def on_host(name: str):
            return lambda *arguments: np.asarray(made[name](*arguments))

        p = tiny.random(functions.LITTLE, spread=0.1)
        heads = functions.LITTLE.heads
        sublayers = verify.Sublayers(*map(on_host, ("embed", "attention", "mlp", "logits")))
        roads = {
            name: lambda ids, name=name: on_host(name)(ids, p, heads)
            for name in ("whole", "whole, flash")
        }
        prompt = list(range(7, 19))
        faults, largest = [], 0.0
        for step in verify.steps(p, heads, prompt, STEPS, sublayers, roads):
            faults += step.faults
            largest = max(largest, *(d.absolute for d in step.differences))
        if faults:
            raise AssertionError(f"{len(faults)} differences; the first: {faults[0]}")
        detail.append(f"the largest difference is {largest:.1e}")


class Text:
    """A text on the device: its cache, and how far it is written."""

    def __init__(self, parameters: object) -> None:
        config = functions.GPT2
        room = np.zeros(cached.empty_cache(config, 1, functions.ROOM).shape, np.float32)
        self.cache, self.starts = gpu.put(room), gpu.put(np.zeros(1, np.int64))
        self.parameters, self.heads, self.length = parameters, config.heads, 0
        self.bound: dict[object, object] = {}  # what a step takes in Python grows with its arrays

    def feed(self, call: object, ids: np.ndarray) -> gpu.Array:
        """The logits of the last token, on the device."""
        self.length += len(ids)
        if call not in self.bound:
            self.bound[call] = call.bind(p=self.parameters, heads=self.heads)
        return self.bound[call](ids[None], self.cache[..., : self.length, :], self.starts)[0]


def measure_prefill(session: Session, function, on_device, host, ids, weights: str) -> None:
    for count in PROMPTS:
        with session.attempt(f"{function.name}, {count} tokens") as detail:
            call = ready(session, function)
            text = Text(on_device)
            got = np.asarray(text.feed(call, ids[:count]))[0]
            if count == min(PROMPTS) and weights == "float32":
                wanted = model.forward(ids[:count], host, functions.GPT2.heads)[-1]
                apart = float(np.abs(got - wanted).max())
                # Tensor cores read 19 bits of a float32: some thousandths of the largest.
                loose = 20 * ALLOWED if "tensor" in function.name else ALLOWED
                if not apart <= loose * max(1.0, float(np.abs(wanted).max())):
                    raise AssertionError(f"logits differ by {apart:.1e}")
                detail.append(f"logits within {apart:.1e}")

            def again(count: int, text=text, call=call) -> float:
                """Seconds of a prompt of so many tokens."""

                def once() -> None:
                    text.length = 0
                    np.asarray(text.feed(call, ids[:count]))

                return wall(once)

            each = again(count)
            rate, flops = count / each, 2 * functions.GPT2.parameters * count / each
            detail.append(f"{rate:,.0f} tokens/s, {flops / 1e12:.1f} TFLOP/s")
            session.measured(Row(f"{function.name}, {count} tokens", "prompts of one token", rate,
                                 1 / again(1), "tokens/s", "higher", None, RUNS))  # fmt: skip


def measure_decode(session: Session, function, on_device, ids, bandwidth: float, size: int) -> None:
    """Tokens per second beside the bound: each weight read once for a token, as fast as a copy."""
    with session.attempt(f"{function.name}, {TOKENS} tokens") as detail:
        call = ready(session, function)
        text = Text(on_device)

        def several() -> None:
            text.length = min(PROMPTS)
            for token in ids[:TOKENS]:
                np.asarray(text.feed(call, token[None]))

        rate, bound = TOKENS / wall(several), bandwidth * 1e9 / size
        detail.append(f"{rate:.0f} tokens/s")
        session.measured(Row(function.name, "weights at a copy's bandwidth", rate, bound,
                             "tokens/s", "higher", 0.5, RUNS))  # fmt: skip


def bytes_of(parameters: object) -> int:
    """Bytes that a token reads: all weights, but of the positions' table one row."""
    from stepdown.frontend import tree

    leaves = tree.flatten(parameters)[0]
    return sum(leaf.nbytes for leaf in leaves) - parameters.positions.nbytes


def wall(call: object) -> float:
    """The median seconds of a call that waits for its results, the host's part included."""
    call()
    taken = []
    for _ in range(RUNS):
        started = time.perf_counter()
        call()
        taken.append(time.perf_counter() - started)
    return statistics.median(taken)
