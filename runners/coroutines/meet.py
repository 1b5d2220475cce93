"""Serves what threads wait for: exchanges within a warp, printing, copies, named barriers.

A warp's operation happens when every thread of its mask that has not ended waits at it. When no
thread can go on, the block is stuck: a LaunchError says who waits where. A barrier that all threads
of a block reach never comes here: the native schedule sees to it.
"""

from __future__ import annotations

import ctypes
import re
from typing import TYPE_CHECKING

import numpy as np

from ..errors import CompileError
from ..launch import WARP, LaunchError
from . import engine, records, tensor_cores
from .records import DONE, READY, WAITING

if TYPE_CHECKING:
    from .engine import State
    from .kernel import Site

_FULL = 0xFFFFFFFF
# The number of the operand that is the mask of lanes, where there is one.
_MASK = {"nvvm.bar.warp.sync": 0, "nvvm.match.sync": 0, "nvvm.redux.sync": 1,
         "nvvm.shfl.sync": 0, "nvvm.vote.sync": 0, "nvvm.elect.sync": 0}  # fmt: skip


def serve(state: State) -> None:
    """Make at least one thread ready, or raise LaunchError."""
    threads = state.threads
    waiting = threads["state"] == WAITING
    for number in np.flatnonzero(waiting & (threads["waits_for"] == records.FOR_CALLER)):
        _serve_thread(state, int(number))
    _serve_warps(state, np.flatnonzero(waiting & (threads["waits_for"] == records.FOR_WARP)))
    if not (threads["state"] == READY).any():
        raise LaunchError(_stuck(state))


# Warps --------------------------------------------------------------------------------------


def _serve_warps(state: State, numbers: np.ndarray) -> None:
    """Perform the operations of all groups of lanes that are complete, like ones at once."""
    if not len(numbers):
        return
    threads, sites = state.threads, state.kernel.kernel.sites
    at = threads["site"][numbers]
    if len(numbers) == state.launch.threads and (at == at[0]).all():
        site = sites[at[0]]
        masks = _masks(state, site, numbers)
        every = _FULL if len(numbers) >= WARP else (1 << len(numbers)) - 1
        if (masks & every == every).all() and (masks == masks[0]).all():  # the whole block
            whole = len(numbers) // WARP * WARP
            for group in (numbers[:whole].reshape(-1, WARP), numbers[whole:][None]):
                if group.size:
                    _perform(state, site, group[0] % WARP, group)
            threads["state"] = READY
            return
    masks = np.empty(len(numbers), np.uint64)
    for site in np.unique(at):
        masks[at == site] = _masks(state, sites[site], numbers[at == site])
    groups: dict[tuple[int, int, int], list[int]] = {}
    for number, site, mask in zip(numbers.tolist(), at.tolist(), masks.tolist(), strict=True):
        groups.setdefault((number // WARP, site, mask), []).append(number)
    alive = np.flatnonzero(threads["state"] != DONE).tolist()
    ready: dict[tuple[int, tuple[int, ...]], list[list[int]]] = {}
    for (warp, site, mask), members in groups.items():
        there = sum(1 << number % WARP for number in members)
        if there & ~mask:
            outside = next(number for number in members if not mask >> number % WARP & 1)
            raise LaunchError(_not_in_mask(state, sites[site], outside, mask))
        expected = sum(1 << number % WARP for number in alive if number // WARP == warp) & mask
        if not expected & ~there:
            lanes = tuple(number % WARP for number in members)
            ready.setdefault((site, lanes), []).append(members)
    for (site, lanes), members in ready.items():
        _perform(state, sites[site], np.array(lanes), np.array(members))
        threads["state"][np.concatenate(members)] = READY


def _masks(state: State, site: Site, numbers: np.ndarray) -> np.ndarray:
    """The mask of lanes that each of these threads gives at the site."""
    operand = _MASK.get(site.operation)
    if operand is None or operand >= len(site.operands):
        return np.full(len(numbers), _FULL, np.uint64)
    return state.threads["words"][numbers, site.operands[operand][0]] & _FULL


def _not_in_mask(state: State, site: Site, number: int, mask: int) -> str:
    return (
        f"{state.launch.kernel}: {engine.at(site)}{engine.who(state.threads[number])} is lane "
        f"{number % WARP}, which is not in the mask {mask:#010x} of the {_short(site)} that it "
        "takes part in: PTX leaves this undefined"
    )


def _perform(state: State, site: Site, lanes: np.ndarray, members: np.ndarray) -> None:
    """One operation for several groups; `members` are numbers of threads, [group, lane]."""
    words = state.threads["words"][members]  # [group, lane, word], a copy
    operands = [words[..., start] for start, _ in site.operands]
    if site.operation in _OPERATIONS:
        results = _OPERATIONS[site.operation](site, lanes, operands)
    else:
        results = []
        for group in range(len(members)):
            results.append(tensor_cores.perform(state, site, lanes, words[group], members[group]))
        if results[0] is None:
            return
        for group, result in enumerate(results):
            state.threads["words"][members[group], : result.shape[-1]] = result
        return
    for (start, _), result in zip(site.results, results, strict=False):
        state.threads["words"][members, start] = result


def _by_lane(values: np.ndarray, lanes: np.ndarray, missing: int) -> np.ndarray:
    """Values [group, lane] with all 32 lanes."""
    whole = np.full((len(values), WARP), missing, np.uint64)
    whole[:, lanes] = values
    return whole


def _shuffle(site: Site, lanes: np.ndarray, operands: list) -> list[np.ndarray]:
    """shfl.sync, as the PTX manual's pseudocode has it."""
    _, values, offsets, controls = operands
    offset, control = (offsets & 0x1F).astype(int), (controls & 0x1FFF).astype(int)
    segment, clamp = control >> 8, control & 0x1F
    lowest = lanes & segment
    highest = lowest | (clamp & ~segment & 0x1F)
    kind = _kind(site)
    source = {
        "up": lambda: lanes - offset,
        "down": lambda: lanes + offset,
        "bfly": lambda: lanes ^ offset,
        "idx": lambda: lowest | (offset & ~segment & 0x1F),
    }[kind]()
    valid = source >= highest if kind == "up" else source <= highest
    source = np.where(valid, source, lanes)
    undefined = 0xFFFFFFFFFFFFFFFF  # the value of a lane that takes no part
    found = np.take_along_axis(_by_lane(values, lanes, undefined), source, axis=1)
    return [found, valid.astype(np.uint64)]


def _vote(site: Site, lanes: np.ndarray, operands: list) -> list[np.ndarray]:
    said = (operands[1] & 1).astype(bool)
    kind = _kind(site)
    if kind == "ballot":
        bits = (said.astype(np.uint64) << lanes.astype(np.uint64)).sum(axis=1, dtype=np.uint64)
    elif kind == "uni":
        bits = (said == said[:, :1]).all(axis=1)
    else:
        bits = said.any(axis=1) if kind == "any" else said.all(axis=1)
    return [np.broadcast_to(bits.astype(np.uint64)[:, None], said.shape)]


def _match(site: Site, lanes: np.ndarray, operands: list) -> list[np.ndarray]:
    bits = 8 * site.operands[1][1]
    values = operands[1] & np.uint64((1 << bits) - 1)
    same = values[:, :, None] == values[:, None, :]
    masks = (same.astype(np.uint64) << lanes.astype(np.uint64)).sum(axis=2, dtype=np.uint64)
    if _kind(site) == "any":
        return [masks]
    all_ = same.all(axis=(1, 2))[:, None]
    return [np.where(all_, masks, 0), np.broadcast_to(all_, masks.shape).astype(np.uint64)]


def _elect(_site: Site, lanes: np.ndarray, operands: list) -> list[np.ndarray]:
    return [np.broadcast_to(np.arange(len(lanes)) == 0, (1, len(lanes))).astype(np.uint64)]


def _reduce(site: Site, _lanes: np.ndarray, operands: list) -> list[np.ndarray]:
    """redux.sync over the lanes: 32-bit integers, and f32 where the chip has it."""
    low = operands[0].astype(np.uint32)
    kind = _kind(site)
    if kind.startswith("f"):
        low = low.view(np.float32)
    elif kind in ("add", "min", "max"):
        low = low.view(np.int32)
    function = {
        "add": np.add, "and": np.bitwise_and, "or": np.bitwise_or, "xor": np.bitwise_xor,
        "min": np.minimum, "max": np.maximum, "umin": np.minimum, "umax": np.maximum,
        "fmin": np.fmin, "fmax": np.fmax,
    }[kind]  # fmt: skip
    result = function.reduce(low, axis=1, dtype=low.dtype).view(np.uint32).astype(np.uint64)
    return [np.broadcast_to(result[:, None], low.shape)]


_OPERATIONS = {
    "nvvm.bar.warp.sync": lambda _site, _lanes, _operands: [],
    "nvvm.elect.sync": _elect,
    "nvvm.match.sync": _match,
    "nvvm.redux.sync": _reduce,
    "nvvm.shfl.sync": _shuffle,
    "nvvm.vote.sync": _vote,
}


def _kind(site: Site) -> str:
    """`bfly` of the attribute #nvvm<shfl_kind bfly>."""
    return re.split(r"[ <]", site.attributes["kind"].rstrip(">"))[-1]


# Threads by themselves ----------------------------------------------------------------------


def _serve_thread(state: State, number: int) -> None:
    thread = state.threads[number]
    site = state.kernel.kernel.sites[thread["site"]]
    words = [int(thread["words"][start]) for start, _ in site.operands]
    name = site.operation
    if name == "vprintf":
        state.result.output += _formatted(words[0], words[1], site)
    elif name == "__assertfail":
        message, file, line = _text(words[0]), _text(words[1]), words[2] & _FULL
        where = "" if file in ("", "(unknown)", "<stdin>", "-") else f" ({file}:{line})"
        raise LaunchError(
            f"{state.launch.kernel}: {engine.at(site)}{engine.who(thread)}: assertion failed: "
            f"{message}{where}"
        )
    elif name.startswith("nvvm.barrier"):
        if not _serve_named_barrier(state, site, number, words):
            return
    else:
        _copy(state, site, number, words)
    thread["state"] = READY


def _serve_named_barrier(state: State, site: Site, number: int, words: list[int]) -> bool:
    """Let go all threads at the barrier of that number when there are as many as it takes."""
    sizes = [int(each) for each in re.findall(r"\d+", site.attributes["operandSegmentSizes"])[1:]]
    if len(sizes) > 2 and sizes[2]:
        raise CompileError(f"{engine.at(site)}{site.operation}: a barrier that reduces "
                           "does not run as a coroutine")  # fmt: skip
    count = words[1] & _FULL if len(words) > 1 else state.launch.threads
    identity = words[0] & _FULL
    threads, sites = state.threads, state.kernel.kernel.sites
    there = [
        other
        for other in np.flatnonzero(threads["state"] == WAITING).tolist()
        if sites[threads["site"][other]].operation == "nvvm.barrier"
        and sites[threads["site"][other]].operands
        and int(threads["words"][other, 0]) & _FULL == identity
    ]
    if len(there) < count:
        return False
    threads["state"][there] = READY
    return True


def _copy(state: State, site: Site, number: int, words: list[int]) -> None:
    """cp.async: bytes arrive when their group is waited for, as late as the hardware may."""
    groups = state.pending.setdefault(number, [[]])
    name = site.operation
    if name == "nvvm.cp.async.shared.global":
        bytes_ = int(site.attributes["size"].partition(" ")[0])
        given = min(words[2] & _FULL, bytes_) if len(words) > 2 else bytes_
        tensor_cores.check(state, site, number, words[0], bytes_, bytes_, "writes")
        if given:
            tensor_cores.check(state, site, number, words[1], given, bytes_, "reads")
        groups[-1].append((words[0], words[1], given, bytes_))
    elif name == "nvvm.cp.async.commit.group":
        groups.append([])
    else:
        left = int(site.attributes["n"].partition(" ")[0])
        while len(groups) > left + 1:
            for target, source, given, bytes_ in groups.pop(0):
                ctypes.memset(target, 0, bytes_)
                ctypes.memmove(target, source, given)


_CONVERSION = re.compile(
    r"%([-+ #0]*)(\*|\d+)?(?:\.(\d+))?(?:hh|h|ll|l|z|j|t)?([diouxXeEfFgGaAcsp%])"
)
_SCALARS = {"i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8", "f32": "f4", "f64": "f8"}


def _formatted(format_: int, buffer: int, site: Site) -> str:
    """What printf makes of the values in the buffer."""
    values = iter(site.printed)

    def convert(found: re.Match) -> str:
        flags, width, precision, letter = found.groups()
        if letter == "%":
            return "%"
        place = next(values, None)
        if place is None:
            return found[0]
        start, kind = place
        if letter == "s":
            return _text(int.from_bytes(ctypes.string_at(buffer + start, 8), "little"))
        if kind.startswith("!llvm.ptr"):
            return hex(int.from_bytes(ctypes.string_at(buffer + start, 8), "little"))
        kind = _SCALARS.get(kind, "i1")
        if letter in "ouxX":
            kind = kind.replace("i", "u")
        dtype = np.dtype(f"<{kind}")
        value = np.frombuffer(ctypes.string_at(buffer + start, dtype.itemsize), dtype)[0].item()
        spec = f"%{flags}{width or ''}{'.' + precision if precision else ''}"
        if letter == "c":
            return chr(value & 0xFF)
        return (spec + ("d" if letter in "iu" else letter)) % value

    return _CONVERSION.sub(convert, _text(format_))


def _text(pointer: int) -> str:
    return ctypes.string_at(pointer).decode(errors="replace") if pointer else ""


# A block that is stuck ----------------------------------------------------------------------


def _short(site: Site) -> str:
    """`barrier` for nvvm.barrier0, `shuffle` for nvvm.shfl.sync."""
    names = {"nvvm.barrier0": "barrier", "nvvm.barrier": "barrier", "nvvm.shfl.sync": "shuffle",
             "nvvm.bar.warp.sync": "warp barrier"}  # fmt: skip
    return names.get(site.operation, site.operation.removeprefix("nvvm."))


def _stuck(state: State) -> str:
    threads, sites = state.threads, state.kernel.kernel.sites
    block = tuple(map(int, threads["block_id"][0]))
    parts, barrier = [], None
    for site in np.unique(threads["site"][threads["state"] == WAITING]).tolist():
        there = threads[(threads["state"] == WAITING) & (threads["site"] == site)]
        barrier = barrier or _short(sites[site])
        place = f" at {sites[site].place}" if sites[site].place else ""
        parts.append(f"{_some(there)} at the {_short(sites[site])}{place}")
    ended = threads[threads["state"] == DONE]
    parts = ["; ".join(parts).replace(" at the", " wait at the", 1)]
    if len(ended):
        parts.append(f"{_some(ended)} ended without it")
    return (
        f"{state.launch.kernel}: a {barrier} is not reached by all threads of block {block}: "
        + "; ".join(parts)
    )


def _some(threads: np.ndarray) -> str:
    first = tuple(map(int, threads["thread_id"][0]))
    if len(threads) == 1:
        return f"thread {first}"
    return f"{len(threads)} threads ({first} first)"
