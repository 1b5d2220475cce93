"""Arrays written over others that nothing reads again: which, and that no result changes."""

from __future__ import annotations

import numpy as np
import pytest

from stepdown import jit
from stepdown.execution import leaves
from stepdown.frontend.trace import trace
from stepdown.lowering import donation, fuse, reuse

f32 = np.float32
ROWS, COLUMNS, INNER = 512, 256, 16  # 131,072 elements of a result: more than are left alone


def over(function, *arguments) -> list[tuple[str, str]]:
    """The names of what is written over what."""
    compiled = jit(function)
    graph, _ = trace(compiled, leaves.Call(compiled, arguments, {}))
    groups = donation.ordered(graph, fuse.groups(graph))
    found = reuse.overwritten(graph, groups, fuse.kept(groups, graph))
    values = {id(v): v for v in graph.values}
    return [(values[key].primitive.name, old.primitive.name) for key, old in found.items()]


@pytest.fixture(scope="module")
def arrays():
    normal = np.random.default_rng(0).standard_normal
    return [normal(s).astype(f32) for s in ((ROWS, INNER), (INNER, COLUMNS), (COLUMNS, COLUMNS))]


def biased(x, w, other):
    """A sum over a product, which is not read again, and which a product reads."""
    return (x @ w + x[0, 0]) @ other


def read_again(x, w, other):
    h = x @ w
    return (h + x[0, 0]) @ other + h


def turned(x, w, other):
    """What is read in another order cannot be written over in its own."""
    h = (x @ w)[:COLUMNS]
    return (h + h.T) @ other


def returned(x, w, other):
    h = x @ w
    return h, (h + x[0, 0]) @ other


def of_rows(x, w, other):
    """The last pass over a row writes where the first ones read."""
    h = x @ w
    h = h - np.mean(h, axis=-1, keepdims=True)
    return (h / np.sqrt(np.mean(h * h, axis=-1, keepdims=True) + f32(1))) @ other


def reshaped(x, w, other):
    """The same memory under two shapes is one array."""
    h = (x @ w).reshape(ROWS // 4, 4, COLUMNS)
    return np.sum((np.tanh(h) + f32(1)) @ other, axis=0)


def reshaped_and_read_again(x, w, other):
    h = x @ w
    y = np.tanh(h.reshape(ROWS // 4, 4, COLUMNS)) @ other
    return y.reshape(ROWS, COLUMNS) + h


def of_an_argument(x, w, other):
    """Only what was computed here may be written over."""
    return (other[:ROWS] * f32(2)) @ other


FUNCTIONS = {
    biased: [("add", "contract")],
    read_again: [],
    turned: [],
    returned: [],
    of_rows: [("divide", "contract")],
    reshaped: [("add", "reshape")],
    reshaped_and_read_again: [],
    of_an_argument: [],
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_what_is_not_read_again_is_written_over_and_nothing_else(arrays, function):
    assert over(function, *arrays) == FUNCTIONS[function]


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda f: f.__name__)
def test_results_are_numpys(arrays, function, threads):
    before = [a.copy() for a in arrays]
    got, wanted = jit(function, threads=threads)(*arrays), function(*arrays)
    for g, w in zip(*((r if isinstance(r, tuple) else (r,)) for r in (got, wanted)), strict=True):
        np.testing.assert_allclose(g, w, rtol=1e-4, atol=1e-3)
    for array, old in zip(arrays, before, strict=True):
        np.testing.assert_array_equal(array, old)


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("function", [biased, of_rows], ids=lambda f: f.__name__)
def test_nothing_is_copied_for_it_and_one_array_is_enough(arrays, function, threads):
    compiled = jit(function, threads=threads).compile(*arrays)
    assert "linalg.copy" not in compiled.bufferized
    assert compiled.workspace_bytes(arrays) == 4 * ROWS * COLUMNS
