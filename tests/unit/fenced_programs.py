"""Programs for `test_stepdown_fenced`, each run in a process of its own: `fenced_programs.py NAME`.

All memory that compiled code is given ends at a page that nobody may touch. Each function is called
with several sizes, and gives what NumPy gives.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable

os.environ["STEPDOWN_CACHE"] = "off"  # a limit that is changed here is in no key

import fenced
import numpy as np
import pytest

import stepdown
from stepdown import jit
from stepdown.execution import workspace

random = np.random.default_rng(0)


def normal(*shape: int) -> np.ndarray:
    return fenced.array(random.normal(size=shape).astype(np.float32))


def check(compiled: Callable, function: Callable, *arguments: object) -> None:
    found, wanted = compiled(*arguments), function(*arguments)
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-4)


def masked(scores, starts):
    """Ones of size 1 on both sides of a dynamic size: (1, t, 1) beside (t, n)."""
    t, n = scores.shape
    rows, columns = np.arange(t, like=starts)[:, None], np.arange(n, like=starts)
    first = np.minimum(starts[:, None, None], rows)
    return np.where(columns >= first, scores, -1.0)


def mask() -> None:
    compiled = jit(masked, dynamic={"scores": {0: "t", 1: "n"}})
    for sizes in ((600, 600), (1, 1), (2, 3), (256, 257), (1, 900), (0, 4), (300, 1)):
        check(compiled, masked, normal(*sizes), np.zeros(1, np.int64))


def cache() -> None:
    """GPT-2's step with prompts on both sides of 256 tokens, and single tokens behind them."""
    from stepdown.gpt2 import Config, Engine, model, tiny

    config = Config(vocabulary=40, positions=400, width=24, heads=3, layers=2)
    parameters = tiny.random(config)
    engine, ids = Engine(config, parameters), random.integers(0, 40, 400)
    wanted = model.forward(ids, parameters, config.heads)
    for prompt in (300, 2, 257, 255, 398):
        session = engine.session()
        for end in (prompt, prompt + 1, prompt + 2):
            got = session.feed(ids[None, session.length : end])[0]
            np.testing.assert_allclose(got, wanted[end - 1], atol=1e-4)


def units() -> None:
    """Sums and picked elements along each axis of arrays with sizes of 1 between others."""
    fenced.no_size_is_too_small()
    pick = np.array([0, 0])

    def along(x, axis):
        y = np.exp(x)
        sums = np.cumsum(x, axis), y - y.sum(axis, keepdims=True)
        return np.concatenate([part.reshape(-1) for part in (*sums, np.take(y, pick, axis))])

    def picked(x, axis):
        return stepdown.grad(lambda x: (np.take(x, pick, axis) ** 2).sum())(x)

    for shape, axes in (((1, 5, 1), (0, 1, 2)), ((1, 5, 1, 7, 1), (2, 4))):
        dynamic = {"x": {a: f"n{a}" for a, size in enumerate(shape) if size > 1}}
        for axis in axes:
            check(jit(along, static=("axis",)), along, normal(*shape), axis)
            compiled = jit(along, static=("axis",), dynamic=dynamic)
            check(compiled, along, normal(*shape), axis)
            check(compiled, along, normal(*(min(size, 3) for size in shape)), axis)
            x = normal(*shape)
            made, wanted = jit(picked, static=("axis",))(x, axis), np.zeros_like(x)
            first = (slice(None),) * axis + (slice(0, 1),)
            wanted[first] = 4 * x[first]
            np.testing.assert_allclose(made, wanted, rtol=1e-5)


def spread(x):
    """Keeps a row of exponentials, in each thread."""
    return np.exp(x).var(axis=-1)


def threads() -> None:
    """Other numbers of threads than when it was compiled, several at once, and after a fork."""
    compiled = jit(spread, dynamic={"x": {0: "n", 1: "m"}})
    check(compiled, spread, normal(512, 700))
    runtime, failed = workspace._runtime(), []
    for count in (1, 2, 5, 3):
        runtime.omp_set_num_threads(count)
        for sizes in ((512, 900), (3, 7), (0, 3), (700, 300)):
            check(compiled, spread, normal(*sizes))

    def work(number: int) -> None:
        try:
            runtime.omp_set_num_threads(1 + number % 3)
            for columns in (10, 900, 70):
                check(compiled, spread, normal(300 + number, columns))
        except BaseException as error:
            failed.append(error)

    together = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in together:
        thread.start()
    for thread in together:
        thread.join()
    if failed:
        raise failed[0]
    child = os.fork()
    if not child:
        try:
            check(compiled, spread, normal(512, 900))
            os._exit(0)
        finally:
            os._exit(1)
    assert os.waitpid(child, 0)[1] == 0


def empty() -> None:
    """Indices into an axis that has no elements are an error, and no memory is touched."""
    where, nothing = fenced.array(np.arange(3)), np.zeros(0, np.float32)
    for function in (
        lambda x, i: x[i],
        lambda x, i: stepdown.grad(lambda x: (x[i] ** 2).sum())(x),
    ):
        compiled = jit(function, dynamic={"x": (0,)})
        compiled(normal(5), where)
        with pytest.raises(stepdown.ArgumentError, match="to be at least 1"):
            compiled(fenced.array(nothing), where)


PROGRAMS = {program.__name__: program for program in (mask, cache, units, threads, empty)}

if __name__ == "__main__":
    fenced.calls()
    PROGRAMS[sys.argv[1]]()
