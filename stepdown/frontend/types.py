"""The type of a traced value: shape, dtype, and whether it came from a Python scalar.

Dtypes are NumPy's, and so is their promotion: it is asked of NumPy itself. How a dtype is stored in
MLIR is `ELEMENTS`: a bool takes a byte in memory, as in NumPy.
"""

from __future__ import annotations

import functools
import sys
from dataclasses import dataclass

import numpy as np

from .dims import Dim, Size
from .where import failure

# NumPy dtype -> element type in MLIR. Signless integers: an operation says how it reads them.
ELEMENTS = {
    "bool": "i8", "int8": "i8", "int16": "i16", "int32": "i32", "int64": "i64",
    "uint8": "i8", "uint16": "i16", "uint32": "i32", "uint64": "i64",
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64",
}  # fmt: skip
# How an array with gaps lies in memory: along its last axis its elements may be neighbours.
ROWS, ANY = "rows", "any"
_PYTHON = {bool: "bool", int: "int64", float: "float64"}


@dataclass(frozen=True)
class Type:
    """A traced value's type. `weak` is bool, int or float for what a Python scalar gave: NumPy lets
    a number take the dtype of what it meets, as long as the kind of number allows it. A bool is one
    of NumPy's to NumPy; to Python's own operators it is 0 or 1."""

    shape: tuple[Size, ...]
    dtype: np.dtype
    weak: type | None = None

    @property
    def rank(self) -> int:
        return len(self.shape)

    @property
    def is_guess(self) -> bool:
        """Whether its dtype is that of what it meets: a Python int's or float's, not a bool's."""
        return self.weak in (int, float)

    def __str__(self) -> str:
        sizes = ", ".join(map(str, self.shape))
        return f"{'weak ' if self.weak else ''}{self.dtype.name}[{sizes}]"


@functools.cache
def bfloat16() -> np.dtype:
    import ml_dtypes

    return np.dtype(ml_dtypes.bfloat16)


def finfo(dtype: np.dtype) -> object:
    if dtype.kind == "f":
        return np.finfo(dtype)
    import ml_dtypes

    return ml_dtypes.finfo(dtype)


def is_float(dtype: np.dtype) -> bool:
    return dtype.kind == "f" or dtype.name == "bfloat16"


def is_half(dtype: np.dtype) -> bool:
    return is_float(dtype) and dtype.itemsize == 2


def other_rules(array: np.ndarray) -> str:
    """What an array is called that means something else by the same operators; of others, ""."""
    if isinstance(array, np.matrix):
        return "matrix"
    masked = sys.modules.get("numpy.ma")  # which NumPy loads when somebody asks for it
    return "masked array" if masked and isinstance(array, masked.MaskedArray) else ""


def check_dtype(dtype: np.dtype) -> np.dtype:
    """The dtype; TraceError for one that is not compiled. Another byte order counts as such."""
    if dtype.name not in ELEMENTS or not dtype.isnative:
        raise failure(f"dtype {dtype} is not compiled; these are: {', '.join(ELEMENTS)}")
    return dtype


def of_scalar(value: object) -> Type | None:
    """The type of a Python or NumPy scalar, None for what is neither."""
    if type(value) in _PYTHON:
        return Type((), np.dtype(_PYTHON[type(value)]), type(value))
    if isinstance(value, np.generic):
        return Type((), check_dtype(value.dtype))
    return None


# [region resolve]
def ufunc_dtypes(ufunc: np.ufunc, types: tuple[Type, ...]) -> tuple[np.dtype, ...]:
    """The dtypes of the loop that NumPy would choose: each input's, then each output's.

    Raises NumPy's own TypeError where it has no loop, such as for `-` on booleans.
    """
    asked = [t.weak if t.is_guess else t.dtype for t in types]
    if all(kind is int for kind in asked):  # `<` of two of them NumPy leaves to Python
        asked[0] = np.dtype(np.int64)
    return ufunc.resolve_dtypes((*asked, *[None] * ufunc.nout))
    # [end resolve]


def promote(types: tuple[Type, ...]) -> Type:
    """The common dtype of arrays that are put together (`concatenate`), as a rank-0 type."""
    strong = [t.dtype for t in types if not t.is_guess]
    weak = {t.weak for t in types if t.is_guess}
    if not strong:
        kind = float if float in weak else int
        return Type((), np.dtype(_PYTHON[kind]), kind)
    try:
        return Type((), np.result_type(*strong, *[kind(0) for kind in weak]))
    except TypeError as error:
        raise failure(str(error)) from None


def broadcast(shapes: list[tuple[Size, ...]]) -> tuple[tuple[Size, ...], list[tuple[Size, Size]]]:
    """NumPy's broadcast shape, and the pairs of sizes that a call has to find equal.

    Raises TraceError where static sizes differ. A dynamic size is taken to be the other one's: it
    is not stretched where it turns out to be 1.
    """
    rank = max(map(len, shapes), default=0)
    result: list[Size] = []
    equal: list[tuple[Size, Size]] = []
    for axis in range(rank):
        sizes = [s[axis - rank + len(s)] for s in shapes if axis - rank + len(s) >= 0]
        wide = [size for size in sizes if isinstance(size, Dim) or size != 1]
        static = [size for size in wide if not isinstance(size, Dim)]
        if len(set(static)) > 1:
            shown = " and ".join(str(s) for s in dict.fromkeys(shapes))
            raise failure(f"shapes {shown} do not broadcast together")
        chosen = static[0] if static else wide[0] if wide else 1
        result.append(chosen)
        equal += [(size, chosen) for size in wide if size != chosen]
    return tuple(result), equal
