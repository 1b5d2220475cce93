"""From NumPy arrays to loops: broadcasting, the fewest loops that do, and the layout of each array.

A dimension that an array is broadcast along is left out of the array, so that compiled code never
meets a size that turns out to be 1. Neighbouring dimensions that every array runs through in one go
become one loop.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.lib.stride_tricks import as_strided

from .emit import Layout, Operand


def prepared(
    arrays: Sequence[np.ndarray | np.generic | float | int], out: np.ndarray, unit_stride: bool
) -> tuple[Layout, list, np.ndarray]:
    """The layout, and what to pass: a view or a number for each argument, and a view of `out`.

    `unit_stride` asks for arrays whose last dimension is either contiguous or left out; an argument
    that is neither is copied. `out` has to be so already.
    """
    given = [x if isinstance(x, np.ndarray) and x.ndim else None for x in arrays]
    real = [x for x in given if x is not None]
    if out.flags.c_contiguous and all(x.shape == out.shape and x.flags.c_contiguous for x in real):
        flat = [
            _number(x) if y is None else y.reshape(-1) for x, y in zip(arrays, given, strict=True)
        ]
        operand = Operand((0,), "contiguous")
        scalar = Operand((), "scalar")
        layout = Layout(1, tuple(scalar if y is None else operand for y in given), operand)
        return layout, flat, out.reshape(-1)

    order = sorted(range(out.ndim), key=lambda n: -abs(out.strides[n]) if out.shape[n] > 1 else 0)
    order = [n for n in order if out.shape[n] > 1] or [0]
    shape = [out.shape[n] for n in order]
    strides = [_strides(x, out.ndim, order) for x in real]
    strides.append([out.strides[n] for n in order])
    shape, strides = _merged(shape, strides)
    loops = len(shape)
    views, operands = [], []
    for array, steps in zip((*real, out), strides, strict=True):
        used = [n for n in range(loops) if steps[n] is not None]
        view = as_strided(array, [shape[n] for n in used], [steps[n] for n in used])
        if unit_stride and used and used[-1] == loops - 1 and view.strides[-1] != view.itemsize:
            view = np.ascontiguousarray(view)
        operands.append(Operand(tuple(used), _form(view)))
        views.append(view if used else view[()])
    *inputs, result = views
    waiting_views, waiting_operands = iter(inputs), iter(operands)
    passed = [_number(x) if y is None else next(waiting_views)
              for x, y in zip(arrays, given, strict=True)]  # fmt: skip
    lying = tuple(Operand((), "scalar") if y is None else next(waiting_operands) for y in given)
    return Layout(loops, lying, operands[-1]), passed, result


def _number(value: object) -> object:
    return value[()] if isinstance(value, np.ndarray) else value


def _strides(array: np.ndarray, rank: int, order: list[int]) -> list[int | None]:
    """Bytes to the next element along each loop; None where the array is broadcast."""
    missing = rank - array.ndim
    found: list[int | None] = []
    for n in order:
        at = n - missing
        found.append(None if at < 0 or array.shape[at] == 1 else array.strides[at])
    return found


def _merged(
    shape: list[int], strides: list[list[int | None]]
) -> tuple[list[int], list[list[int | None]]]:
    """Neighbouring loops made one, where each array goes on where the inner one ends."""

    def one(steps: list[int | None], outer: int, inner: int) -> bool:
        if steps[outer] is None or steps[inner] is None:
            return steps[outer] is steps[inner]
        return steps[outer] == steps[inner] * shape[inner]

    shape, strides = list(shape), [list(steps) for steps in strides]
    at = len(shape) - 2
    while at >= 0:
        if all(one(steps, at, at + 1) for steps in strides):
            shape[at : at + 2] = [shape[at] * shape[at + 1]]
            for steps in strides:
                del steps[at]
        at -= 1
    return shape, strides


def _form(view: np.ndarray) -> str:
    if not view.ndim:
        return "scalar"
    if view.flags.c_contiguous:
        return "contiguous"
    return "inner" if view.strides[-1] == view.itemsize else "strided"
