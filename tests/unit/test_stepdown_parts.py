"""Parts of arrays: cut along dynamic axes, picked where nothing is, added where indices say."""

import numpy as np
import pytest

from stepdown import ArgumentError, grad, jit, update, vjp
from stepdown.lowering import parallel

RNG = np.random.default_rng(0)


# Cut ---------------------------------------------------------------------------------------------


def test_a_dynamic_axis_is_split_as_numpy_does():
    def cut(x):
        n = x.shape[0]
        return [
            np.array_split(x + 0, 3),
            np.split(x + 0, [n // 2, -1]),
            np.split(x[: n // 4 * 4], 4),
        ]

    once = jit(cut, dynamic={"x": (0,)})
    for count in range(2, 9):
        x = RNG.normal(size=(count, 2))
        for ours, theirs in zip(once(x), cut(x), strict=True):
            for mine, its in zip(ours, theirs, strict=True):
                np.testing.assert_array_equal(mine, its)
    with pytest.raises(ArgumentError, match=r"x_0 to be equal to 2\*\(x_0 // 2\); here .* 3 and 2"):
        jit(lambda x: np.split(x, 2)[0] + 1, dynamic={"x": (0,)})(np.ones(3))


def test_static_parts_are_as_even_and_the_gradients_of_dynamic_ones_whole():
    def loss(x):
        return sum(np.sum(part ** (n + 2)) for n, part in enumerate(np.array_split(x, 3)))

    static, dynamic = grad(loss), grad(jit(loss, dynamic={"x": (0,)}))
    for count in (1, 5):
        x = RNG.normal(size=count)
        parts = np.array_split(x, 3)
        wanted = np.concatenate([(n + 2) * p ** (n + 1) for n, p in enumerate(parts)])
        np.testing.assert_allclose(static(x), wanted, rtol=1e-14)
        np.testing.assert_allclose(dynamic(x), wanted, rtol=1e-14)
    with pytest.raises(ValueError, match="number of sections must be larger than 0"):
        jit(lambda x: np.array_split(x, 0))(np.ones(3))


# Picked ------------------------------------------------------------------------------------------


def test_nothing_is_picked_from_nothing_along_dynamic_axes():
    def pick(x, i):
        return x[i], grad(lambda x: np.sum(x[i] ** 2))(x)

    once = jit(pick, dynamic={"x": (0,), "i": (0,)})
    for rows, ids in ((0, []), (2, []), (2, [1, 0, 1, -1])):
        x, i = RNG.normal(size=(rows, 3)), np.array(ids, int)
        picked, slope = once(x, i)
        np.testing.assert_array_equal(picked, x[i])
        wanted = np.zeros_like(x)
        np.add.at(wanted, i, 2 * x[i])
        np.testing.assert_allclose(slope, wanted, rtol=1e-14)
    with pytest.raises(ArgumentError, match="here they are 0 and 1: an index is out of bounds"):
        once(np.zeros((0, 3)), np.zeros(4, int))
    with pytest.raises(IndexError, match="out of bounds for axis 0"):
        once(np.zeros((1, 3)), np.array([0, 1]))


def test_nothing_is_picked_along_an_axis_of_nothing():
    sizes = {"x": {0: "n", 1: "c"}, "i": {0: "m", 1: "c"}}
    once = jit(lambda x, i: np.take_along_axis(x, i, 0), dynamic=sizes)
    for shape, of_index in (((0, 3), (0, 3)), ((0, 0), (2, 0)), ((3, 2), (2, 2))):
        x, i = RNG.normal(size=shape), RNG.integers(0, max(shape[0], 1), of_index)
        np.testing.assert_array_equal(once(x, i), np.take_along_axis(x, i, 0))
    with pytest.raises(ArgumentError, match="out of bounds for axis 0 with size n"):
        once(np.zeros((0, 1)), np.zeros((2, 1), int))


# Added -------------------------------------------------------------------------------------------


def _scattered(x, indices, cotangents, keys):
    """What was picked, brought back to where it was."""
    found = []
    for array, given, cotangent, axes in zip(x, indices, cotangents, keys, strict=True):
        left = iter(given)
        key = tuple(next(left) if d in axes else slice(None) for d in range(3))
        found.append(vjp(lambda x, key=key: x[key], array)[1](cotangent)[0])
    return found


@pytest.mark.parametrize("unsigned", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_parts_are_added_in_strips_with_the_same_bits_as_in_turn(monkeypatch, unsigned):
    monkeypatch.setattr(parallel, "WORTHWHILE", 1)
    keys = [(0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2)]
    shapes = [(40, 3, 130), (3, 9, 70), (5, 70, 4), (6, 5, 200), (7, 5, 4), (4, 150, 6), (3, 4, 5)]
    x = [RNG.normal(size=shape).astype(np.float32) for shape in shapes]
    indices = [
        [RNG.integers(0 if unsigned else -shape[a], shape[a], (4, 3)) for a in axes]
        for axes, shape in zip(keys, shapes, strict=True)
    ]
    if unsigned:
        indices = [[i.astype(np.uint8) for i in given] for given in indices]
    whole = []
    for axes, given in zip(keys, indices, strict=True):
        left = iter(given)
        whole.append(tuple(next(left) if d in axes else slice(None) for d in range(3)))
    cotangents = [
        RNG.normal(size=array[key].shape).astype(np.float32)
        for array, key in zip(x, whole, strict=True)
    ]
    function = jit(lambda x, indices, cotangents: _scattered(x, indices, cotangents, keys))
    alone = jit(function.function, threads=False)
    ours = function(x, indices, cotangents)
    for mine, other in zip(ours, alone(x, indices, cotangents), strict=True):
        assert np.array_equal(mine, other)
    for mine, array, key, cotangent in zip(ours, x, whole, cotangents, strict=True):
        wanted = np.zeros(array.shape)
        np.add.at(wanted, key, cotangent)
        np.testing.assert_allclose(mine, wanted, rtol=1e-5, atol=1e-5)
    text = function.compile(x, indices, cotangents).optimized
    assert text.count("scf.forall") >= len(keys) - 1  # elements by three indices have no strips
    assert "scf.forall" not in alone.compile(x, indices, cotangents).optimized


@pytest.mark.parametrize("axis", [0, 1])
def test_elements_picked_along_an_axis_are_added_in_strips_of_the_others(monkeypatch, axis):
    monkeypatch.setattr(parallel, "WORTHWHILE", 1)
    x = RNG.normal(size=(70, 90))
    shape = (5, 90) if axis == 0 else (70, 5)
    ids, cotangent = RNG.integers(-x.shape[axis], x.shape[axis], shape), RNG.normal(size=shape)

    def back(x, ids, cotangent):
        return vjp(lambda x: np.take_along_axis(x, ids, axis), x)[1](cotangent)[0]

    sizes = {name: {1 - axis: "n"} for name in ("x", "ids", "cotangent")}
    wanted = np.zeros_like(x)
    ramp = np.arange(x.shape[1 - axis])
    np.add.at(wanted, (ids, ramp) if axis == 0 else (ramp[:, None], ids), cotangent)
    for options in ({}, {"threads": False}, {"dynamic": sizes}):
        np.testing.assert_allclose(jit(back, **options)(x, ids, cotangent), wanted, rtol=1e-13)
    made = jit(back).compile(x, ids, cotangent)
    assert "scf.forall" in made.bufferized
    kinds = made.bufferized.split("memref.alloc()")
    assert not any(part.split(" : ")[1].startswith("memref<5x90xi64>") for part in kinds[1:])


def test_parts_are_added_to_a_donated_table_where_it_lies(monkeypatch):
    monkeypatch.setattr(parallel, "WORTHWHILE", 1)

    def learn(table, ids):
        return table - 0.5 * grad(lambda t: np.sum(t[ids] ** 2) + np.sum(t @ t.T))(table)

    table, ids = RNG.normal(size=(30, 130)), np.array([3, 3, -1, 0])
    wanted = learn_by_numpy(table, ids)
    given = table.copy()
    assert jit(learn, donate=("table",))(given, ids) is given
    np.testing.assert_allclose(given, wanted, rtol=1e-12, atol=1e-12)


def learn_by_numpy(table, ids):
    slope = 2 * np.ones_like(table) * table.sum(0)
    np.add.at(slope, ids, 2 * table[ids])
    return table - 0.5 * slope


# Products of what was stretched ------------------------------------------------------------------


def test_a_product_takes_an_operand_that_was_stretched_along_what_is_summed():
    b, row, column = RNG.normal(size=(5, 4)), RNG.normal(size=5), RNG.normal(size=3)

    def products(b, row, column, number):
        wide = np.broadcast_to(column[:, None], (3, 5))
        return (
            np.broadcast_to(number, (3, 5)) @ b,
            np.broadcast_to(row, (3, 5)) @ b,
            wide @ b,
            wide @ np.broadcast_to(row[:2], (5, 2)),
            np.broadcast_to(row, (2, 3, 5)) @ b,
            np.broadcast_to(number, (5,)) @ row,
        )

    ours = jit(products)(b, row, column, np.float64(2))
    for mine, wanted in zip(ours, products(b, row, column, np.float64(2)), strict=True):
        np.testing.assert_allclose(mine, wanted, rtol=1e-13)


# Assigned ----------------------------------------------------------------------------------------


def test_the_error_for_an_assignment_names_what_does_it():
    def assigns(x):
        x[1:] = 0.0
        return x

    with pytest.raises(TypeError, match=r"stepdown\.update\(x, new, start\) gives x with a part"):
        jit(assigns)(np.ones(3))
    found = jit(lambda x: update(x, np.zeros(2, like=x), 1))(np.ones(3))
    np.testing.assert_array_equal(found, [1, 0, 0])
