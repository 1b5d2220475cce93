"""A safetensors file as arrays that lie in the file: mapped into memory, not read, not copied.

The format is a length (8 bytes), a JSON header of that length, and the numbers. All that the header
says is checked against the file before the first array is made; nothing of it is code.
"""

from __future__ import annotations

import json
import math
import mmap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import ml_dtypes
import numpy as np

from .errors import CheckpointError

# [region dtypes]
DTYPES: dict[str, np.dtype] = {
    "F64": np.dtype("<f8"), "F32": np.dtype("<f4"), "F16": np.dtype("<f2"),
    "BF16": np.dtype(ml_dtypes.bfloat16), "BOOL": np.dtype(np.bool_),
    "I64": np.dtype("<i8"), "I32": np.dtype("<i4"), "I16": np.dtype("<i2"), "I8": np.dtype("i1"),
    "U64": np.dtype("<u8"), "U32": np.dtype("<u4"), "U16": np.dtype("<u2"), "U8": np.dtype("u1"),
}  # fmt: skip
# [end dtypes]
LARGEST_HEADER = 100_000_000  # bytes, the format's own limit


@dataclass(frozen=True)
class Entry:
    """What the header says of one tensor; begin and end are bytes after the header."""

    dtype: str
    shape: tuple[int, ...]
    begin: int
    end: int


class SafeTensors(Mapping[str, np.ndarray]):
    """The tensors of a file by name: read-only arrays on a memory map of it.

    `data_at` is where the numbers begin in the file. CheckpointError where the file is not what
    its header says, or is no such file at all.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            with path.open("rb") as file:
                size = file.seek(0, 2)
                # No file of 0 bytes can be mapped.
                self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b""
        except OSError as error:
            raise CheckpointError(f"{path}: {error.strerror or error}") from None
        self.entries, self.metadata, self.data_at = _header(self._map, size, str(path))

    # [region view]
    def __getitem__(self, name: str) -> np.ndarray:
        entry = self.entries[name]
        flat = np.frombuffer(
            self._map, DTYPES[entry.dtype], math.prod(entry.shape), self.data_at + entry.begin
        )
        return flat.reshape(entry.shape)

    # [end view]

    def numbers(self) -> np.ndarray:
        """All that follows the header, byte by byte."""
        return np.frombuffer(self._map, np.uint8, offset=self.data_at)

    def forget(self) -> None:
        """Give back the memory of what was read so far; it is read again if it is asked for."""
        if self._map:
            self._map.madvise(mmap.MADV_DONTNEED)

    def __contains__(self, name: object) -> bool:
        return name in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


def _header(data: mmap.mmap | bytes, size: int, where: str) -> tuple[dict[str, Entry], dict, int]:
    """The entries, the metadata, and where the numbers begin."""

    def broken(what: str) -> CheckpointError:
        return CheckpointError(f"{where} is not a whole safetensors file: {what}")

    if size < 8:
        raise broken(f"it has {size} bytes, and begins with a length of 8")
    length = int.from_bytes(data[:8], "little")
    if length > LARGEST_HEADER:
        raise broken(f"its first 8 bytes promise a header of {length} bytes")
    if size < 8 + length:
        raise broken(f"it ends after {size} bytes, inside of its header of {length}")
    try:
        header = json.loads(data[8 : 8 + length].decode("utf-8"), object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise broken(f"its header is not JSON: {error}") from None
    if not isinstance(header, dict):
        raise broken("its header is not an object of names")
    metadata = header.pop("__metadata__", {})
    entries = {}
    for name, given in header.items():
        try:
            entries[name] = _entry(given)
        except (KeyError, TypeError, ValueError) as error:
            raise broken(f"{name}: {error}") from None
    # The tensors lie one after the other, from the first byte to the last.
    at, last = 0, "the header"
    for name, entry in sorted(entries.items(), key=lambda item: (item[1].begin, item[1].end)):
        if entry.begin != at:
            raise broken(f"{name} begins at byte {entry.begin}, and {last} ends at {at}")
        at, last = entry.end, name
    if size != 8 + length + at:
        raise broken(
            f"its header speaks of {at} bytes of numbers, and it has {size - 8 - length}: "
            + ("the rest is missing" if size < 8 + length + at else "something follows them")
        )
    return entries, metadata, 8 + length


def _entry(given: object) -> Entry:
    """One tensor's part of the header, checked by itself."""
    if not isinstance(given, dict):
        raise TypeError(f"an object is wanted, not {given!r:.40}")
    missing = [key for key in ("dtype", "shape", "data_offsets") if key not in given]
    if missing:
        raise ValueError(f"{', '.join(missing)} missing")
    dtype, shape, offsets = given["dtype"], given["shape"], given["data_offsets"]
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise ValueError(f"the type {dtype!r:.40} is none of {', '.join(DTYPES)}")
    for what, numbers in (("shape", shape), ("data_offsets", offsets)):
        if not isinstance(numbers, list) or any(type(n) is not int or n < 0 for n in numbers):
            raise ValueError(f"{what} is {numbers!r:.60}, not a list of sizes")
    if len(offsets) != 2:
        raise ValueError(f"data_offsets is {offsets!r:.60}, not a begin and an end")
    begin, end = offsets
    bytes_ = math.prod(shape) * DTYPES[dtype].itemsize
    if end - begin != bytes_:
        raise ValueError(f"{dtype} {tuple(shape)} takes {bytes_} bytes, and it has {end - begin}")
    return Entry(dtype, tuple(shape), begin, end)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object whose names differ: of two that are equal, readers would pick either."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(n for n in names if names.count(n) > 1)!r} stands there twice")
    return found
