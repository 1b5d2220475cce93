"""Memref descriptors to and from NumPy: any rank, strides, offset and element type.

A ranked memref crosses the C interface as a pointer to its descriptor: allocated pointer, aligned
pointer, offset, then a size and a stride (in elements) for each dimension. An unranked one is the
rank and a pointer to such a descriptor. Checks come first: a descriptor is built only for an array
that fits the type. Calling is left to `call`.

Source of the layout: "Ranked MemRef Types" in MLIR's page "LLVM IR Target".
"""

from __future__ import annotations

import ctypes
import functools
import struct
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np

from .errors import ArgumentError

C_CONTIGUOUS, ALIGNED, WRITEABLE = 0x1, 0x100, 0x400  # numpy/ndarraytypes.h
STATIC_ALLOCATION = 0xDEADBEEF  # what a lowered memref.get_global has as its allocated pointer

# Element type -> NumPy names, the one used for results first. MLIR's iN has no sign, so both fit.
_ELEMENTS: dict[str, tuple[str, ...]] = {
    "f16": ("float16",),
    "bf16": ("bfloat16",),
    "f32": ("float32",),
    "f64": ("float64",),
    "i8": ("int8", "uint8", "bool"),
    "i16": ("int16", "uint16"),
    "i32": ("int32", "uint32"),
    "i64": ("int64", "uint64"),
    "index": ("int64", "uint64"),
    "complex<f32>": ("complex64",),
    "complex<f64>": ("complex128",),
} | {f"{sign}i{bits}": (f"{name}{bits}",) for sign, name in (("s", "int"), ("u", "uint"))
     for bits in (8, 16, 32, 64)}  # fmt: skip


@dataclass(frozen=True)
class MemRef:
    """A memref type. `None` stands for a size, stride or offset that only the call knows.

    `strides` is None for the identity layout (row-major, contiguous, no offset), `shape` is None
    for an unranked memref. Sizes, strides and the offset count elements.
    """

    text: str
    element: str
    shape: tuple[int | None, ...] | None
    strides: tuple[int | None, ...] | None = None
    offset: int | None = 0

    @property
    def rank(self) -> int | None:
        return None if self.shape is None else len(self.shape)


# What a packer gives: descriptor, lowest address, address past the end,
# allocated pointer. A plain tuple, because one is made for each argument of each call.
Packer = Callable[[object], tuple]


@functools.cache
def dtypes(element: str) -> tuple[np.dtype, ...]:
    """The NumPy dtypes that an element type takes, that of results first; () if there is none."""
    names = _ELEMENTS.get(element, ())
    if names == ("bfloat16",):
        import ml_dtypes

        return (np.dtype(ml_dtypes.bfloat16),)
    return tuple(np.dtype(name) for name in names)


def largest(element: str) -> float:
    """The largest finite number of a floating-point element type."""
    import ml_dtypes

    return float(ml_dtypes.finfo(dtypes(element)[0]).max)


def unsupported(ref: MemRef) -> str | None:
    """Why arrays of this type cannot cross the boundary, or None when they can."""
    if ref.element == "i1":
        return f"{ref.text}: a memref of i1 has no layout in memory that LLVM accepts; use i8"
    if not dtypes(ref.element):
        return f"{ref.text}: NumPy has no dtype for {ref.element}"
    if ref.rank is not None and ref.rank > 64:
        return f"{ref.text}: NumPy's arrays have 64 dimensions at most"
    return None


def packer(ref: MemRef, where: str, written: bool) -> Packer:
    """A function from an array to (descriptor, low, high, allocated) for arguments of type `ref`.

    `where` names the argument in messages; `written` says that the program may write to it. The
    function raises ArgumentError, before any descriptor exists, for what does not fit.
    """
    accepted = dtypes(ref.element)
    itemsize = accepted[0].itemsize
    need = ALIGNED | (WRITEABLE if written else 0)
    # ctypes finds the address of a writable contiguous buffer five times faster than NumPy tells
    # it, but ml_dtypes' arrays do not export a buffer.
    quick = C_CONTIGUOUS | ALIGNED | WRITEABLE if ref.element != "bf16" else -1
    from_buffer, addressof = ctypes.c_char.from_buffer, ctypes.addressof

    def refuse(array: object) -> ArgumentError:
        return ArgumentError(f"{where} {_why_not(array, ref, written)}")

    if ref.shape is None:
        return _unranked_packer(ref, refuse, accepted, need)
    rank, wanted = len(ref.shape), ref.shape
    static, known = None not in wanted, any(size is not None for size in wanted)
    pack = struct.Struct("@PPn" + "n" * 2 * rank).pack

    if ref.strides is not None:
        return _strided_packer(ref, refuse, accepted, need, pack)

    def identity(array: object) -> tuple:
        if type(array) is not np.ndarray:
            array = _plain(array, refuse)
        shape, flags = array.shape, array.flags.num
        if (
            array.dtype not in accepted
            or len(shape) != rank
            or flags & need != need
            or not flags & C_CONTIGUOUS
            or (known and not _sizes_match(shape, wanted))
        ):
            raise refuse(array)
        size = array.nbytes
        if flags & quick == quick and size:
            pointer = addressof(from_buffer(array))
        else:
            pointer = array.__array_interface__["data"][0]
        strides = _row_major(shape)
        return pack(pointer, pointer, 0, *shape, *strides), pointer, pointer + size, pointer

    if not static:
        return identity
    tail = struct.pack("@n" + "n" * 2 * rank, 0, *wanted, *_row_major(wanted))
    head = struct.Struct("@PP").pack
    size = itemsize * int(np.prod(wanted, dtype=object))

    def fixed(array: object) -> tuple:
        """The same as `identity` where every size is known: only the pointer changes."""
        if type(array) is not np.ndarray or size == 0:
            return identity(array)
        flags = array.flags.num
        if array.shape != wanted or flags & quick != quick or array.dtype not in accepted:
            return identity(array)
        pointer = addressof(from_buffer(array))
        return head(pointer, pointer) + tail, pointer, pointer + size, pointer

    return fixed


def _strided_packer(ref: MemRef, refuse: Callable, accepted: tuple, need: int, pack) -> Packer:
    itemsize, wanted, strides, offset = (
        accepted[0].itemsize,
        ref.shape,
        ref.strides,
        ref.offset or 0,
    )

    def strided(array: object) -> tuple:
        if type(array) is not np.ndarray:
            array = _plain(array, refuse)
        if (
            array.dtype not in accepted
            or array.ndim != len(wanted)
            or array.flags.num & need != need
            or not _sizes_match(array.shape, wanted)
        ):
            raise refuse(array)
        found = _element_strides(array, strides)
        if found is None:
            raise refuse(array)
        data = array.__array_interface__["data"][0]
        low, high = bounds(array, data)
        base = data - offset * itemsize  # code adds a static offset itself
        return pack(base, base, offset, *array.shape, *found), low, high, base

    return strided


_OUTER = struct.Struct("@nP")


def _unranked_packer(ref: MemRef, refuse: Callable, accepted: tuple, need: int) -> Packer:
    def unranked(array: object) -> tuple:
        if type(array) is not np.ndarray:
            array = _plain(array, refuse)
        if (
            array.dtype not in accepted
            or array.flags.num & need != need
            or not array.flags.num & C_CONTIGUOUS
        ):
            raise refuse(array)
        data, shape = array.__array_interface__["data"][0], array.shape
        inner = struct.pack(
            "@PPn" + "n" * 2 * len(shape), data, data, 0, *shape, *_row_major(shape)
        )
        both = ctypes.create_string_buffer(_OUTER.size + len(inner))
        outer = _OUTER.pack(len(shape), ctypes.addressof(both) + _OUTER.size)
        both.raw = outer + inner
        return both, data, data + array.nbytes, data

    return unranked


def _plain(array: object, refuse: Callable) -> np.ndarray:
    """An instance of a subclass as a plain array, whose shape and address cannot be made up."""
    if not isinstance(array, np.ndarray) or isinstance(array, np.ma.MaskedArray):
        raise refuse(array)
    return np.ndarray.view(array, np.ndarray)


def _sizes_match(shape: tuple[int, ...], wanted: tuple[int | None, ...]) -> bool:
    return all(size == want for size, want in zip(shape, wanted, strict=True) if want is not None)


def _row_major(shape: tuple[int, ...]) -> list[int]:
    strides, step = [], 1
    for size in reversed(shape):
        strides.append(step)
        step *= size
    return strides[::-1]


def _element_strides(array: np.ndarray, wanted: tuple[int | None, ...]) -> list[int] | None:
    """Strides in elements, or None where they are no whole elements or not the type's.

    A dimension of size 1 (or any, of an empty array) is never stepped over, so its stride is free.
    """
    found = []
    for size, stride, want in zip(array.shape, array.strides, wanted, strict=True):
        steps, rest = divmod(stride, array.itemsize)
        if size <= 1 or array.size == 0:
            steps = steps if want is None else want
        elif rest or (want is not None and steps != want):
            return None
        found.append(steps)
    return found


def bounds(array: np.ndarray, data: int) -> tuple[int, int]:
    """The lowest address of the array's elements and the address past the highest."""
    if array.size == 0:
        return data, data
    reach = [(n - 1) * stride for n, stride in zip(array.shape, array.strides, strict=True)]
    low = data + sum(step for step in reach if step < 0)
    return low, data + sum(step for step in reach if step > 0) + array.itemsize


def _why_not(array: object, ref: MemRef, written: bool) -> str:
    """The reason why `array` is refused; read only on the way to an error."""
    expects = f"expects {ref.text}"
    if not isinstance(array, np.ndarray):
        return f"{expects}, a NumPy array; got {type(array).__name__} {short(array)}"
    if isinstance(array, np.ma.MaskedArray):
        return f"{expects}; got a masked array, whose mask would be lost: pass .filled(value)"
    accepted = dtypes(ref.element)
    if array.dtype not in accepted:
        names = " or ".join(str(dtype) for dtype in accepted)
        return f"{expects}, so dtype {names}; got dtype {_dtype_name(array.dtype)}"
    if ref.shape is not None:
        if array.ndim != len(ref.shape):
            got = f"rank {array.ndim}, shape {array.shape}"
            return f"{expects}, so rank {len(ref.shape)}; got {got}"
        if not _sizes_match(array.shape, ref.shape):
            sizes = ", ".join("?" if size is None else str(size) for size in ref.shape)
            comma = "," if len(ref.shape) == 1 else ""
            return f"{expects}, so shape ({sizes}{comma}); got shape {array.shape}"
    if written and not array.flags.writeable:
        return f"{expects} that the program may write to; got a read-only array: pass a copy"
    if not array.flags.aligned:
        return f"{expects}; got an array whose elements are not aligned: pass a copy"
    steps = ", ".join(f"{stride / array.itemsize:g}" for stride in array.strides)
    if ref.strides is None:
        declare = ", or declare the layout strided<[?, ...], offset: ?>" if ref.shape else ""
        return (
            f"{expects}, contiguous in row-major order; got strides ({steps}) in elements: pass "
            f"np.ascontiguousarray(x){declare}"
        )
    wanted = ", ".join("?" if stride is None else str(stride) for stride in ref.strides)
    return f"{expects}, so strides ({wanted}) in elements; got ({steps})"


def _dtype_name(dtype: np.dtype) -> str:
    return str(dtype) if dtype.isnative else f"{dtype.str} (not this machine's byte order)"


def short(value: object) -> str:
    """A value as a message shows it, on a line and not too long."""
    if isinstance(value, int) and value.bit_length() > 256:
        return f"(an integer of {value.bit_length()} bits)"
    text = " ".join(repr(value).split())
    return text if len(text) <= 40 else text[:37] + "..."


def pairs(arrays: Collection[int], written: Collection[int]) -> list[tuple[int, int]]:
    """The pairs of array arguments, by number, that may not overlap: one of the two is written."""
    return [(w, n) for w in arrays if w in written
            for n in arrays if n != w and not (n in written and n < w)]  # fmt: skip


def overlap(first: np.ndarray, second: np.ndarray) -> bool:
    """Whether two arrays share an element; arrays too intricate to decide count as sharing."""
    try:
        return np.shares_memory(first, second, max_work=100_000)
    except (np.exceptions.TooHardError, ValueError):  # ValueError: strides that reach too far
        return True


# Results ------------------------------------------------------------------------------------

_libc = ctypes.CDLL(None)
_free = _libc.free
_free.argtypes = [ctypes.c_void_p]
_free.restype = None


class _Owner:
    """Native memory with an array over it; frees it when the last such array is gone."""

    __slots__ = ("__array_interface__", "_pointer")

    def __init__(self, pointer: int) -> None:
        self._pointer = pointer

    def __del__(self, free=_free) -> None:
        free(self._pointer)


class _View:
    """An array interface over memory that `owner` keeps alive."""

    __slots__ = ("__array_interface__", "owner")

    def __init__(self, owner: object) -> None:
        self.owner = owner


@functools.cache
def descriptor_struct(rank: int) -> type:
    """The ctypes structure of a ranked descriptor; without sizes and strides for rank 0."""
    fields = [
        ("allocated", ctypes.c_void_p),
        ("aligned", ctypes.c_void_p),
        ("offset", ctypes.c_ssize_t),
    ]
    if rank:
        array = ctypes.c_ssize_t * rank
        fields += [("sizes", array), ("strides", array)]
    return type(f"Descriptor{rank}", (ctypes.Structure,), {"_fields_": fields})


class UnrankedDescriptor(ctypes.Structure):
    """The rank and a pointer to the ranked descriptor."""

    _fields_ = (("rank", ctypes.c_ssize_t), ("descriptor", ctypes.c_void_p))


def array_from(
    descriptor: ctypes.Structure,
    ref: MemRef,
    arguments: list[tuple],
    owners: dict[int, object],
) -> np.ndarray:
    """The array that a returned descriptor stands for.

    `arguments` are the arrays that went in, as (allocated pointer, low, high, array): a result that
    lies in one of them keeps it alive and frees nothing. Any other buffer was handed over by the
    callee and belongs to the array, which frees it; `owners`, shared by the results of one call,
    has each buffer freed once. Memory of a memref.global belongs to the program, so it is copied.
    """
    if isinstance(descriptor, UnrankedDescriptor):
        pointer = descriptor.descriptor
        ranked = descriptor_struct(descriptor.rank)
        inner = ranked.from_buffer_copy(ctypes.string_at(pointer, ctypes.sizeof(ranked)))
        _free(pointer)  # the callee puts the descriptor itself on the heap
        return array_from(inner, ref, arguments, owners)

    dtype = dtypes(ref.element)[0]
    itemsize, allocated = dtype.itemsize, descriptor.allocated or 0
    data = (descriptor.aligned or 0) + descriptor.offset * itemsize
    # What went in as the allocated pointer of a strided view is computed, and may be the address of
    # something else: the elements tell whose they are.
    sources = [
        array for pointer, low, high, array in arguments
        if pointer == allocated and low <= data <= high
    ]  # fmt: skip
    if sources:
        holder = _View(sources)
    elif allocated == STATIC_ALLOCATION:
        holder = _View(None)
    elif allocated in owners:
        holder = _View(owners[allocated])
    else:
        holder = owners[allocated] = _Owner(allocated)
    read_only = any(not source.flags.writeable for source in sources)
    holder.__array_interface__ = {
        "version": 3,
        "typestr": f"<u{itemsize}" if ref.element == "bf16" else dtype.str,
        "shape": tuple(getattr(descriptor, "sizes", ())),
        "strides": tuple(step * itemsize for step in getattr(descriptor, "strides", ())),
        "data": (data, read_only),
    }
    array = np.asarray(holder)
    if ref.element == "bf16":
        array = array.view(dtype)
    return array.copy() if allocated == STATIC_ALLOCATION else array
