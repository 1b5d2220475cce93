"""What a launch and its threads are in memory, shared with mlir/runtime/schedule.mlir.

The fields and their order are those of the types !launch and !thread there. Python fills the
records before a launch and reads them where the schedule stops.
"""

from __future__ import annotations

import numpy as np

READY, WAITING, DONE = range(3)
FOR_BLOCK, FOR_WARP, FOR_CALLER = range(3)
FINISHED, STOPPED, FAULT = range(3)  # what @run returns
OUTSIDE, MISALIGNED, ENDLESS = 1, 2, 3  # kinds of fault
WORDS = 32  # of 8 bytes: operands and results of an operation that a thread waits at
SINK = 4096  # bytes that a refused access may reach instead

LAUNCH = np.dtype(
    [
        ("threads", "u8"),
        ("order", "u8"),
        ("thread_count", "i8"),
        ("blocks", "u8"),
        ("block_count", "i8"),
        ("current", "i8"),
        ("started", "i8"),
        ("shared", "u8"),
        ("shared_bytes", "i8"),
        ("arguments", "u8"),
        ("ranges", "u8"),
        ("range_count", "i8"),
        ("rounds", "i8"),
        ("sink", "u8"),
        ("fault", "i8", 4),
        ("grid", "i4", 3),
        ("block", "i4", 3),
        ("kernel", "u8"),
    ],
    align=True,
)
THREAD = np.dtype(
    [
        ("coroutine", "u8"),
        ("launch", "u8"),
        ("state", "i4"),
        ("waits_for", "i4"),
        ("site", "i4"),
        ("number", "i4"),
        ("thread_id", "i4", 3),
        ("block_id", "i4", 3),
        ("rounds_left", "i8"),
        ("words", "u8", WORDS),
    ],
    align=True,
)


def offset(record: np.dtype, field: str, index: int = 0) -> int:
    """The place of a field, or of an item of it, in bytes from the record's start."""
    kind, start = record.fields[field][:2]
    return start + index * kind.base.itemsize


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]
