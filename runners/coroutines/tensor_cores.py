"""Matrix operations of a warp on NumPy: ldmatrix, mma.sync, and the wmma that gpu.subgroup_mma is.

Which lane holds which element of an mma.sync or ldmatrix is as the PTX manual says. PTX leaves that
of wmma open, so a fragment here holds element i in lane i % 32.
"""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING

import numpy as np

from ..errors import CompileError
from ..launch import WARP, LaunchError
from . import engine

if TYPE_CHECKING:
    from .engine import State
    from .kernel import Site

_LANES = np.arange(WARP)
_ROW, _COLUMN = _LANES // 4, _LANES % 4  # of a lane in an 8 x 4 arrangement
_TYPES = {"f16": np.float16, "f32": np.float32, "tf32": np.float32, "f64": np.float64,
          "s8": np.int8, "u8": np.uint8, "s32": np.int32}  # fmt: skip


def perform(
    state: State, site: Site, lanes: np.ndarray, words: np.ndarray, members: np.ndarray
) -> np.ndarray | None:
    """The results [lane, word] of one operation of a whole warp, or None where it has none."""
    if len(lanes) != WARP:
        raise LaunchError(
            f"{state.launch.kernel}: {engine.at(site)}{site.operation} takes all {WARP} threads of "
            f"a warp; {len(lanes)} take part"
        )
    function = {
        "nvvm.ldmatrix": _ldmatrix, "nvvm.mma.sync": _mma, "nvvm.wmma.load": _wmma_load,
        "nvvm.wmma.mma": _wmma, "nvvm.wmma.store": _wmma_store,
    }[site.operation]  # fmt: skip
    return function(state, site, words, members)


def check(
    state: State, site: Site, number: int, low: int, bytes_: int, step: int, what: str
) -> None:
    """LaunchError for an access outside the launch's memory, or not aligned to `step` bytes."""
    inside = any(m.low <= low and low + bytes_ <= m.high for m in state.memories)
    if inside and low % step == 0:
        return
    why = f"which is not aligned to {step} bytes" if inside else "which is outside of all memory"
    raise LaunchError(
        f"{state.launch.kernel}: {engine.at(site)}{engine.who(state.threads[number])} {what} "
        f"{bytes_} bytes at {low:#x}, {why} of the launch"
    )


def _unsupported(site: Site, what: str) -> CompileError:
    return CompileError(f"{engine.at(site)}{site.operation} {what} does not run as a coroutine")


def _numbers(site: Site) -> tuple[int, int, int]:
    """(m, n, k) of the attributes of an operation."""
    shape = site.attributes.get("shape", "")
    if shape:
        return tuple(int(re.search(rf"\b{axis} = (\d+)", shape)[1]) for axis in "mnk")
    return tuple(int(site.attributes[axis].partition(" ")[0]) for axis in "mnk")


def _word(site: Site, key: str) -> str:
    """`row` of #nvvm.mma_layout<row>."""
    return site.attributes.get(key, "<>").rpartition("<")[2].rstrip(">")


def _values(site: Site, words: np.ndarray, first: int, count: int, dtype: type) -> np.ndarray:
    """Operands `first` and up as elements, [lane, operand, element]."""
    parts = []
    for start, bytes_ in site.operands[first : first + count]:
        raw = np.ascontiguousarray(words[:, start : start + -(-bytes_ // 8)]).view(np.uint8)
        parts.append(raw.reshape(WARP, -1)[:, :bytes_])
    return np.ascontiguousarray(np.stack(parts, axis=1)).view(dtype)


def _results(site: Site, values: np.ndarray) -> np.ndarray:
    """Elements [lane, result, element] as words."""
    count = len(site.results)
    words = np.zeros((WARP, count), np.uint64)
    raw = np.ascontiguousarray(values).view(np.uint8).reshape(WARP, count, -1)
    words.view(np.uint8).reshape(WARP, count, 8)[:, :, : raw.shape[2]] = raw
    return words


def _ldmatrix(state: State, site: Site, words: np.ndarray, members: np.ndarray) -> np.ndarray:
    count = int(site.attributes["num"].partition(" ")[0])
    shape = site.attributes.get("shape", "m = 8, n = 8")
    if "m = 8, n = 8" not in shape or _word(site, "eltType") not in ("b16", ""):
        raise _unsupported(site, f"of shape {shape}")
    results = np.zeros((WARP, count, 2), np.uint16)
    for number in range(count):
        rows = []
        for lane in range(8 * number, 8 * number + 8):
            where = int(words[lane, 0])
            check(state, site, int(members[lane]), where, 16, 16, "reads")
            rows.append(np.frombuffer(ctypes.string_at(where, 16), np.uint16))
        matrix = np.stack(rows)
        matrix = matrix.T if _word(site, "layout") == "col" else matrix
        results[:, number] = matrix.reshape(WARP, 2)  # lane 4r + c has row r, elements 2c, 2c + 1
    return _results(site, results)


def _mma(state: State, site: Site, words: np.ndarray, _members: np.ndarray) -> np.ndarray:
    m, n, k = _numbers(site)
    kind, other = _word(site, "multiplicandAPtxType"), _word(site, "multiplicandBPtxType")
    counts = [
        int(each) for each in re.findall(r"(\d+)[,>]", site.attributes["operandSegmentSizes"])
    ]
    if (kind not in _TYPES and kind != "bf16") or (m, n) not in ((16, 8), (8, 8)):
        raise _unsupported(site, f"m{m}n{n}k{k} on {kind}")
    if (m, n) == (8, 8) and kind != "f64":
        raise _unsupported(site, f"m{m}n{n}k{k} on {kind}")
    a = _elements(_values(site, words, 0, counts[0], _raw(kind)), kind)
    b = _elements(_values(site, words, counts[0], counts[1], _raw(other)), other)
    accumulator = _accumulator(site.types[-1])
    c = _values(site, words, counts[0] + counts[1], counts[2], accumulator)
    left, right = np.zeros((m, k), a.dtype), np.zeros((k, n), b.dtype)
    for register in range(a.shape[1]):
        for element in range(a.shape[2]):
            each = a.shape[2]
            row = _ROW + 8 * (register & 1) * (m == 16)
            part = register >> 1 if m == 16 else register
            left[row, _COLUMN * each + part * 4 * each + element] = a[:, register, element]
    for register in range(b.shape[1]):
        for element in range(b.shape[2]):
            each = b.shape[2]
            right[_COLUMN * each + register * 4 * each + element, _ROW] = b[:, register, element]
    flat = c.reshape(WARP, -1)  # element i of a lane: row 8 (i / 2), column 2 lane + i % 2
    whole = np.zeros((m, n), accumulator)
    for element in range(flat.shape[1]):
        whole[_ROW + 8 * (element >> 1), 2 * _COLUMN + (element & 1)] = flat[:, element]
    product = (_wide(left) @ _wide(right) + _wide(whole)).astype(accumulator)
    result = np.empty_like(flat)
    for element in range(flat.shape[1]):
        result[:, element] = product[_ROW + 8 * (element >> 1), 2 * _COLUMN + (element & 1)]
    return _results(site, result)


def _raw(kind: str) -> type:
    return np.uint16 if kind == "bf16" else _TYPES[kind]


def _elements(values: np.ndarray, kind: str) -> np.ndarray:
    """bf16 as f32, tf32 without the bits that it does not have."""
    if kind == "bf16":
        return (values.astype(np.uint32) << 16).view(np.float32)
    if kind == "tf32":
        return (values.view(np.uint32) & 0xFFFFE000).view(np.float32)
    return values


def _wide(values: np.ndarray) -> np.ndarray:
    return values.astype(np.int64 if values.dtype.kind in "iu" else np.float64)


def _accumulator(text: str) -> type:
    return {"f32": np.float32, "f64": np.float64, "i32": np.int32}.get(text, np.float16)


# wmma ---------------------------------------------------------------------------------------


def _wmma_shape(site: Site) -> tuple[int, int]:
    m, n, k = _numbers(site)
    return {"a": (m, k), "b": (k, n)}.get(_word(site, "frag"), (m, n))


def _wmma_addresses(
    state: State, site: Site, words: np.ndarray, members: np.ndarray, what: str, dtype: type
) -> list[int]:
    """The address of each line of a matrix in memory (a row, or a column where it is stored so)."""
    rows, columns = _wmma_shape(site)
    lines, length = (rows, columns) if _word(site, "layout") != "col" else (columns, rows)
    pointer = int(words[0, site.operands[0][0]])
    step = int(words[0, site.operands[-1][0]]) & 0xFFFFFFFF
    bytes_ = np.dtype(dtype).itemsize
    where = [pointer + line * step * bytes_ for line in range(lines)]
    for each in where:
        check(state, site, int(members[0]), each, length * bytes_, bytes_, what)
    return where


def _wmma_load(state: State, site: Site, words: np.ndarray, members: np.ndarray) -> np.ndarray:
    kind = _word(site, "eltype")
    if kind not in _TYPES:
        raise _unsupported(site, f"on {kind}")
    dtype, (rows, columns) = _TYPES[kind], _wmma_shape(site)
    where = _wmma_addresses(state, site, words, members, "reads", dtype)
    length = rows * columns // len(where)
    bytes_ = length * np.dtype(dtype).itemsize
    matrix = np.stack([np.frombuffer(ctypes.string_at(each, bytes_), dtype) for each in where])
    matrix = matrix.T if _word(site, "layout") == "col" else matrix
    return _fragment(site, matrix)


def _fragment(site: Site, matrix: np.ndarray) -> np.ndarray:
    """A matrix spread over the lanes; registers beyond its elements stay zero."""
    count, bytes_ = len(site.results), site.results[0][1]
    each = bytes_ // matrix.dtype.itemsize
    spread = np.zeros((WARP, count * each), matrix.dtype)
    own = matrix.size // WARP
    spread[:, :own] = matrix.reshape(own, WARP).T
    return _results(site, spread.reshape(WARP, count, each))


def _gathered(values: np.ndarray, rows: int, columns: int) -> np.ndarray:
    """The matrix of a fragment."""
    flat = values.reshape(WARP, -1)
    return flat[:, : rows * columns // WARP].T.reshape(rows, columns)


def _wmma(_state: State, site: Site, words: np.ndarray, _members: np.ndarray) -> np.ndarray:
    m, n, k = _numbers(site)
    kind = _word(site, "eltypeA")
    if kind not in _TYPES:
        raise _unsupported(site, f"on {kind}")
    dtype, accumulator = _TYPES[kind], _accumulator(site.types[-1])
    # A and B have as many registers; what is left is C.
    of_c = len(site.results)
    of_a = _wmma_registers(m, k, dtype, site.operands[0][1], len(site.operands) - of_c, (m, n, k))
    of_b = len(site.operands) - of_c - of_a
    a = _elements(_gathered(_values(site, words, 0, of_a, dtype), m, k), kind)
    b = _elements(_gathered(_values(site, words, of_a, of_b, dtype), k, n), kind)
    c = _gathered(_values(site, words, of_a + of_b, of_c, accumulator), m, n)
    return _fragment(site, (_wide(a) @ _wide(b) + _wide(c)).astype(accumulator))


def _wmma_registers(
    m: int, k: int, dtype: type, bytes_: int, both: int, shape: tuple[int, int, int]
) -> int:
    """How many of the operands are A's: half of them for 16-bit floats, else what A fills."""
    if dtype is np.float16 or shape[0] == shape[1]:
        return both // 2
    return max(m * k * np.dtype(dtype).itemsize // (WARP * bytes_), 1)


def _wmma_store(state: State, site: Site, words: np.ndarray, members: np.ndarray) -> None:
    rows, columns = _wmma_shape(site)
    dtype = _accumulator(site.types[1])
    where = _wmma_addresses(state, site, words, members, "writes", dtype)
    matrix = _gathered(_values(site, words, 1, len(site.operands) - 2, dtype), rows, columns)
    matrix = matrix.T if _word(site, "layout") == "col" else matrix
    for each, line in zip(where, np.ascontiguousarray(matrix), strict=True):
        ctypes.memmove(each, line.ctypes.data, line.nbytes)
