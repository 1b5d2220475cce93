"""The sum of two cotangents of one value, in the form that costs least.

Parts of a value that were cut out one by one come back one by one, each among zeros: where they do
not overlap they become one array, with no zeros if nothing is left out. Rows that were picked by
index are added where they belong to what is there already.
"""

from __future__ import annotations

from ..frontend.array import Array
from ..frontend.dims import Size
from ..frontend.graph import Value
from ..primitives.derivatives import made
from .simplify import number


def of(first: Array, second: Array) -> Array:
    """first + second."""
    if _is(first.value, "place") and _is(second.value, "place"):
        together = _together(first, second)
        if together is not None:
            return together
    for base, added in ((first, second), (second, first)):
        if _is(added.value, "scatter_add") and number(added.value.inputs[0]) == 0:
            operands = [Array(first.graph, v) for v in added.value.inputs[1:]]
            return made("scatter_add", base, *operands, **added.value.params)
    return first + second


def _is(value: Value, name: str) -> bool:
    return value.primitive is not None and value.primitive.name == name


def _together(first: Array, second: Array) -> Array | None:
    """Both as one array of pieces, if no two of them overlap."""
    pieces = [
        (Array(a.graph, piece), place)
        for a in (first, second)
        for piece, place in zip(a.value.inputs, a.value.params["places"], strict=True)
    ]
    count = len(first.value.inputs)
    if not all(_apart(one, other) for one in pieces[:count] for other in pieces[count:]):
        return None
    pieces.sort(key=_order)
    arrays, places = zip(*pieces, strict=True)
    return made("place", *arrays, shape=first.shape, places=places)


def _order(piece: tuple[Array, tuple]) -> list:
    """By place, as far as it is known, so that the same pieces always give the same value."""
    starts, steps = piece[1]
    return [(str(start), step) if not isinstance(start, int) else ("", start, step)
            for start, step in zip(starts, steps, strict=True)]  # fmt: skip


def _apart(one: tuple[Array, tuple], other: tuple[Array, tuple]) -> bool:
    """Whether two pieces certainly do not overlap: along one axis one ends before the other."""
    (a, (starts, steps)), (b, (other_starts, other_steps)) = one, other
    axes = zip(starts, a.shape, steps, other_starts, b.shape, other_steps, strict=True)
    return any(
        _before(start, size, step, start_2) or _before(start_2, size_2, step_2, start)
        for start, size, step, start_2, size_2, step_2 in axes
    )


def _before(start: Size, size: Size, step: int, next_start: Size) -> bool:
    last = start + (size - 1) * step
    gap = next_start - last
    return isinstance(gap, int) and gap > 0
