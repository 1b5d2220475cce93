"""Values of many threads at once, as NumPy holds them.

A scalar that is the same in every thread is a NumPy scalar; any other is an array of shape (b, t),
where b is 1 or the blocks of the batch and t is 1 or the threads of a block. A vector has its own
dimensions after these two. Arithmetic then broadcasts by itself, and what depends on the thread's
number alone is computed once for all blocks. Integers carry no sign in MLIR: signed dtypes here.
"""

from __future__ import annotations

import functools
import math
from typing import TYPE_CHECKING, Any

import ml_dtypes
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from mlir import ir

BF16 = np.dtype(ml_dtypes.bfloat16)
F16, F32, F64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)
BOOL = np.dtype(np.bool_)
DTYPES = {
    "i1": BOOL,
    "i8": np.dtype(np.int8),
    "i16": np.dtype(np.int16),
    "i32": np.dtype(np.int32),
    "i64": np.dtype(np.int64),
    "index": np.dtype(np.int64),
    "f16": F16,
    "bf16": BF16,
    "f32": F32,
    "f64": F64,
}
_UNSIGNED = {np.dtype(f"int{bits}"): np.dtype(f"uint{bits}") for bits in (8, 16, 32, 64)}


def element_dtype(kind: ir.Type) -> np.dtype | None:
    """The dtype of a scalar or element type; None for one that the simulator does not hold."""
    return DTYPES.get(str(kind))


def dtype_and_shape(kind: ir.Type) -> tuple[np.dtype | None, tuple[int, ...]]:
    """The dtype of a scalar or vector type, and the vector's shape."""
    shape = getattr(kind, "shape", None)
    if shape is None:
        return element_dtype(kind), ()
    if getattr(kind, "scalable", False):
        return None, tuple(shape)
    return element_dtype(kind.element_type), tuple(shape)


def wide(value: Any, rank: int) -> np.ndarray:
    """A value with its two leading dimensions in place, for a vector of that rank or a scalar."""
    value = np.asarray(value)
    return value if value.ndim >= 2 + rank else value.reshape((1, 1, *value.shape))


def across(value: Any, rank: int) -> Any:
    """A scalar of each thread with `rank` more dimensions, to meet a vector."""
    return value.reshape(value.shape + (1,) * rank) if np.ndim(value) else value


def unsigned(value: Any) -> Any:
    """The same bits, read without a sign."""
    return value if value.dtype == BOOL else value.view(_UNSIGNED[value.dtype])


def signed(value: Any, dtype: np.dtype) -> Any:
    """Bits computed without a sign, as this module holds them."""
    return value.view(dtype) if value.dtype.itemsize == dtype.itemsize else value.astype(dtype)


def is_float(dtype: np.dtype) -> bool:
    return dtype.kind == "f" or dtype == BF16


def in_single(function: Callable) -> Callable:
    """A function on floats that computes 16-bit ones in f32 and rounds the result once."""

    @functools.wraps(function)
    def computed(*values: Any) -> Any:
        dtype = values[0].dtype
        if dtype != F16 and dtype != BF16:
            return function(*values)
        return function(*(value.astype(F32) for value in values)).astype(dtype)

    return computed


def to_float(value: Any, dtype: np.dtype) -> Any:
    """A float or integer rounded once, to nearest even, to a float type."""
    source = value.dtype
    if dtype in (F16, BF16) and source.kind in "iub":
        value = value.astype(F64)
    if dtype == BF16 and value.dtype == F64:
        value = odd(value)
    return value.astype(dtype)


def odd(value: Any) -> Any:
    """f64 to f32 by rounding to odd, after which a second rounding gives what one would have."""
    near = np.asarray(value.astype(F32))
    inexact = near.astype(F64) != value
    down = np.where(np.abs(near.astype(F64)) > np.abs(value), np.nextafter(near, F32.type(0)), near)
    return (down.view(np.uint32) | inexact).view(F32)


def to_integer(value: Any, dtype: np.dtype, sign: bool = True) -> Any:
    """A float cut to an integer; out of range it saturates and NaN is 0, as `cvt.rzi` does."""
    value = np.trunc(value.astype(F64))
    target = dtype if sign else unsigned(np.zeros((), dtype)).dtype
    if dtype == BOOL:
        return value != 0
    info = np.iinfo(target)
    low, high = float(info.min), math.ldexp(1.0, info.bits - sign)
    inside = (value >= low) & (value < high)
    result = np.where(inside, value, 0.0).astype(target)
    result = np.where(value >= high, target.type(info.max), result)
    result = np.where(value < low, target.type(info.min), result)
    return scalar_again(result.view(dtype))


def scalar_again(value: Any) -> Any:
    """A rank-0 array as a NumPy scalar; anything else as it is."""
    return value[()] if isinstance(value, np.ndarray) and value.ndim == 0 else value


def resize(value: Any, dtype: np.dtype, sign: bool) -> Any:
    """An integer of another width: cut off, or extended with its sign or with zeros."""
    if dtype == BOOL:
        return (value & value.dtype.type(1)).astype(BOOL)
    if value.dtype == BOOL:
        wider = value.astype(dtype)
        return -wider if sign else wider
    if sign or value.dtype.itemsize >= dtype.itemsize:
        return value.astype(dtype)
    return unsigned(value).astype(dtype)
