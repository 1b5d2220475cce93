"""Matrices as a whole: norms, diagonals, powers, products of several and of all pairs."""

from __future__ import annotations

import functools
import operator

import numpy as np

from ..frontend import ops
from ..frontend.array import Array, as_arrays, implements, lift, wrap
from ..frontend.dims import Dim
from ..frontend.where import failure
from .creating import ramps


@implements(np.linalg.norm)
def norm(x, ord=None, axis=None, keepdims=False):
    """Of vectors any `ord`; of matrices "fro", and the largest or smallest sum of a column (1, -1)
    or a row (inf, -inf). The other norms of matrices are of singular values, which need an SVD."""
    x = x.astype(np.float64) if x.dtype.kind in "iub" else x
    if axis is None and ord is not None and x.ndim not in (1, 2):
        raise failure("Improper number of dimensions to norm.", ValueError)
    along = ops.axes_of(axis, x.ndim)
    if ord is None or (ord, len(along)) in ((2, 1), ("fro", 2)):
        return np.sqrt(np.sum(x * x, axis=axis, keepdims=keepdims))
    if len(along) == 2:
        return _of_matrices(x, ord, axis, keepdims)
    if isinstance(ord, str):
        raise failure(f"Invalid norm order {ord!r} for vectors", ValueError)
    if ord == 0:
        return np.sum((x != 0).astype(x.dtype), axis=axis, keepdims=keepdims)
    size = np.abs(x)
    if np.isinf(ord):
        return (np.max if ord > 0 else np.min)(size, axis=axis, keepdims=keepdims)
    if ord == 1:
        return np.sum(size, axis=axis, keepdims=keepdims)
    return np.sum(size**ord, axis=axis, keepdims=keepdims) ** (1 / ord)


def _of_matrices(x: Array, ord: object, axis: object, keepdims: bool) -> Array:
    if ord in (2, -2, "nuc"):
        raise failure(
            f"numpy.linalg.norm with ord={ord!r} of a matrix is of its singular values, which are "
            "not compiled; ord 'fro', 1, -1, np.inf and -np.inf are, and compute it before the call"
        )
    if ord not in (1, -1, np.inf, -np.inf):
        raise failure("Invalid norm order for matrices.", ValueError)
    row, column = (ops.axis_of(i, x.ndim) for i in ((0, 1) if axis is None else axis))
    summed, other = (row, column) if abs(ord) == 1 else (column, row)
    sums = np.sum(np.abs(x), axis=summed, keepdims=True)
    found = (np.max if ord > 0 else np.min)(sums, axis=other, keepdims=True)
    return found if keepdims else np.squeeze(found, (row, column))


# Diagonals --------------------------------------------------------------------------------------


@implements(np.diagonal)
def diagonal(a, offset=0, axis1=0, axis2=1):
    if a.ndim < 2:
        raise failure("diag requires an array of at least two dimensions", ValueError)
    a = np.moveaxis(a, (axis1, axis2), (-2, -1))
    rows, columns = a.shape[-2:]
    down, right = max(-offset, 0), max(offset, 0)
    if rows == columns:
        count = rows - abs(offset)
        if isinstance(count, Dim):
            a.graph.at_least(count, 0)
    elif isinstance(rows, Dim) or isinstance(columns, Dim):
        raise failure(f"a diagonal of {rows} rows and {columns} columns: which are fewer is not "
                      "known while the function is traced")  # fmt: skip
    else:
        count = min(rows - down, columns - right)
    count = count if isinstance(count, Dim) else max(count, 0)
    graph = a.graph
    ramp = wrap(graph, graph.add("iota", shape=(count,), axis=0, dtype=ops.INT64))
    places = (
        lift(graph, ramp + down if down else ramp),
        lift(graph, ramp + right if right else ramp),
    )
    return wrap(graph, graph.add("take", a.value, *places, axes=(a.ndim - 2, a.ndim - 1)))


@implements(np.trace)
def trace(a, offset=0, axis1=0, axis2=1, dtype=None, out=None):
    return np.sum(diagonal(a, offset, axis1, axis2), axis=-1, dtype=dtype, out=out)


@implements(np.diag)
def diag(v, k=0):
    if v.ndim == 2:
        return diagonal(v, k)
    if v.ndim != 1:
        raise failure("Input must be 1- or 2-d.", ValueError)
    size = v.shape[0] + abs(k)
    if k:
        v = np.pad(v, (0, abs(k)))
    rows, columns = ramps(v, size, size)
    spread = v[:, None] if k >= 0 else v[None, :]
    return np.where(columns - rows == k, spread, np.asarray(0, v.dtype)[()])


@implements(np.diagflat)
def diagflat(v, k=0):
    return diag(np.ravel(v), k)


# Products ---------------------------------------------------------------------------------------


@implements(np.linalg.matrix_power)
def matrix_power(a, n):
    n = operator.index(n)
    if n < 0:
        raise failure("numpy.linalg.matrix_power: a negative power needs an inverse, which is not "
                      "compiled; compute it before the call, and pass it")  # fmt: skip
    if not n:
        unit = np.eye(a.shape[-1], dtype=a.dtype, like=a)
        return np.broadcast_to(unit, a.shape)
    result = None
    while n:
        if n & 1:
            result = a if result is None else result @ a
        n >>= 1
        a = a @ a if n else a
    return result


@implements(np.linalg.multi_dot)
def multi_dot(arrays, *, out=None):
    """In the order of the fewest multiplications; from left to right where a size is dynamic."""
    if out is not None:
        raise failure("numpy.linalg.multi_dot: out= is not compiled")
    arrays = as_arrays(*arrays)
    if len(arrays) < 2:
        raise failure("Expecting at least two arrays.", ValueError)
    sizes = [1 if arrays[0].ndim == 1 else arrays[0].shape[0]]
    sizes += [a.shape[-1] if a.ndim == 2 or n == 0 else 1 for n, a in enumerate(arrays)]
    if any(isinstance(size, Dim) for size in sizes):
        return functools.reduce(operator.matmul, arrays)

    @functools.cache
    def cheapest(first: int, last: int) -> tuple[int, int]:
        """Multiplications of a run of factors, and after which one to cut it."""
        if first == last:
            return 0, first
        return min(
            (cheapest(first, cut)[0] + cheapest(cut + 1, last)[0]
             + sizes[first] * sizes[cut + 1] * sizes[last + 1], cut)
            for cut in range(first, last)
        )  # fmt: skip

    def multiply(first: int, last: int) -> Array:
        if first == last:
            return arrays[first]
        cut = cheapest(first, last)[1]
        return multiply(first, cut) @ multiply(cut + 1, last)

    return multiply(0, len(arrays) - 1)


@implements(np.kron)
def kron(a, b):
    a, b = as_arrays(a, b)
    rank = max(a.ndim, b.ndim)
    first, second = ((1,) * (rank - x.ndim) + x.shape for x in (a, b))
    wide = np.reshape(a, [s for size in first for s in (size, 1)])
    narrow = np.reshape(b, [s for size in second for s in (1, size)])
    return np.reshape(wide * narrow, [s * t for s, t in zip(first, second, strict=True)])


@implements(np.cross, np.linalg.cross)
def cross(a, b, /, axisa=-1, axisb=-1, axisc=-1, axis=None):
    axisa, axisb, axisc = (axisa, axisb, axisc) if axis is None else (axis,) * 3
    a, b = as_arrays(a, b)
    a, b = np.moveaxis(a, axisa, -1), np.moveaxis(b, axisb, -1)
    if (a.shape[-1], b.shape[-1]) != (3, 3):
        raise failure("numpy.cross is compiled for vectors of three numbers; got "
                      f"{a.shape[-1]} and {b.shape[-1]}", ValueError)  # fmt: skip
    (x, y, z), (u, v, w) = ([c[..., n] for n in range(3)] for c in (a, b))
    return np.stack([y * w - z * v, z * u - x * w, x * v - y * u], axis=axisc)


@implements(np.vander)
def vander(x, N=None, increasing=False):
    count = x.shape[0] if N is None else operator.index(N)
    dtype = np.promote_types(x.dtype, np.int64)
    powers = np.arange(count)[:: 1 if increasing else -1]
    return np.stack([x.astype(dtype) ** int(n) for n in powers], axis=1)
