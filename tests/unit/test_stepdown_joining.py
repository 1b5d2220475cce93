"""Arrays that are put together of products: each product is written where it belongs."""

import re

import numpy as np
import pytest
from tensors import normal

from stepdown import grad, jit
from stepdown.execution.leaves import Call
from stepdown.frontend.trace import trace
from stepdown.lowering import joining

MOVED = re.compile(r"memref\.copy|linalg\.(copy|generic)")


def parts(function, *arguments) -> list[tuple[int, ...]]:
    """Where the parts begin that are computed in their places."""
    made = jit(function)
    graph = trace(made, Call(made, arguments, {}))[0]
    return [part.starts for part in joining.parts_of(graph).values()]


def close(got, wanted):
    np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)


def beside(a, b, c):
    return np.concatenate([a @ b, a @ c], axis=1)


def heads(a, b, c):
    """The products are of rank 3; in the whole their last two dimensions are one."""
    first = np.einsum("ik,hkn->ihn", a, b).reshape(a.shape[0], -1)
    return np.concatenate([first, a @ c], axis=-1)


@pytest.mark.parametrize(
    ("function", "shapes", "starts"),
    [
        (beside, ((90, 40), (40, 30), (40, 50)), [(0, 0), (0, 30)]),
        (heads, ((90, 40), (3, 40, 20), (40, 50)), [(0, 0), (0, 60)]),
        (
            lambda a, b, c: np.concatenate([a @ b, c, b.T @ a.T], axis=0),
            ((60, 40), (40, 60), (7, 60)),
            [(0, 0), (67, 0)],
        ),
    ],
)
def test_products_are_computed_in_the_array_that_they_are_parts_of(function, shapes, starts):
    arrays = [normal(*shape) for shape in shapes]
    assert parts(function, *arrays) == starts
    made = jit(function, products="schedule").compile(*arrays)
    close(made(*arrays), function(*arrays))
    if len(starts) == len(re.findall("tensor.insert_slice", made.optimized)):
        assert not MOVED.search(made.bufferized)


def test_the_gradient_of_an_array_that_was_split_is_written_part_by_part():
    x, w, t = normal(80, 30), normal(30, 96), normal(80, 32)

    def loss(w, x, t):
        first, second, third = np.split(x @ w, 3, axis=-1)
        return np.sum((first @ t.T) @ third) + np.sum(second @ t.T)

    made = jit(grad(loss), products="schedule").compile(w, x, t)
    assert made.optimized.count("tensor.insert_slice") == 3
    assert not re.search(r"memref\.copy|linalg\.copy", made.bufferized)
    ones = np.ones((80, 32), np.float64)
    first, third = (x @ w)[:, :32].astype(np.float64), (x @ w)[:, 64:].astype(np.float64)
    parts_ = [ones @ third.T @ t, np.ones((80, 80)) @ t, (first @ t.T).T @ ones]
    np.testing.assert_allclose(
        made(w, x, t), x.T.astype(np.float64) @ np.hstack(parts_), rtol=2e-3, atol=2e-2
    )


def test_what_no_part_covers_is_zero():
    def loss(x, b):
        return np.sum((x[10:70, 5:45] @ b) ** 2)

    x, b = normal(80, 60), normal(40, 50)
    exact = np.zeros((80, 60))
    exact[10:70, 5:45] = 2 * (x[10:70, 5:45].astype(np.float64) @ b) @ b.T
    np.testing.assert_allclose(jit(grad(loss))(x, b), exact, rtol=1e-3, atol=1e-2)


@pytest.mark.parametrize(
    "function",
    [
        lambda a, b: (np.concatenate([a @ b, a], axis=1), (a @ b).sum()),  # read elsewhere
        lambda a, b: (np.concatenate([a @ b, a @ b], axis=1), a),  # twice in it
        lambda a, b: (np.concatenate([a @ b + 1, a], axis=1), a),  # no product
        lambda a, b: (np.concatenate([(a @ b).reshape(-1, 4), a.reshape(-1, 4)]), a),  # rows cut
    ],
)
def test_what_is_read_elsewhere_or_lies_otherwise_is_not_computed_in_the_whole(function):
    a, b = normal(60, 60), normal(60, 60)
    assert parts(function, a, b) == []
    for got, wanted in zip(jit(function)(a, b), function(a, b), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("rows", [1, 3, 64])
def test_parts_of_dynamic_size(rows):
    a, b, c = normal(rows, 40), normal(40, 30), normal(40, 50)
    close(DYNAMIC(a, b, c), beside(a, b, c))


DYNAMIC = jit(beside, dynamic={"a": (0,)})


def test_a_donated_array_that_is_read_until_the_end_is_not_overwritten_too_early():
    x, b, c = normal(90, 80), normal(80, 30), normal(80, 50)

    def step(x, b, c):
        return np.concatenate([x @ b, x @ c], axis=1), x.sum()

    wanted = step(x, b, c)
    given = x.copy()
    got = jit(step, donate=("x",))(given, b, c)
    assert got[0] is given
    np.testing.assert_allclose(got[0], wanted[0], rtol=1e-3, atol=1e-3)
    np.testing.assert_allclose(got[1], wanted[1], rtol=1e-3, atol=1e-3)


def test_parts_on_a_simulated_gpu():
    a, b, c = normal(20, 16), normal(16, 8), normal(16, 24)
    close(jit(beside, target="gpu-sim")(a, b, c), beside(a, b, c))
