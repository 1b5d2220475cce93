"""PTX in the disk cache: an entry is one file, which holds its own checksum.

The folder, who may use it, and what happens when it is full are `execution.cache`'s; the key is
that of `fingerprint`, with the chip and the pipeline that made the PTX.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import tempfile

from runners import pipeline

from ..execution import cache, fingerprint
from ..frontend.graph import Graph

FORMAT = "ptx 1"


def key(graph: Graph, name: str, strided: list[str], options: object) -> str | None:
    """The key of a graph's PTX, whose arrays lie so in memory; None where none may be used."""
    texts = [pipeline.load(each).text() for each in ("gpu-nvvm", "gpu-inline-ptx")]
    return fingerprint.key(graph, name, strided, (options, texts))


def load(key: str) -> str | None:
    """The PTX of an entry, None where there is none that can be trusted."""
    kept = cache.current()
    if kept is None or not kept._readable or not kept._is_private():
        return None
    path = kept.folder / f"{key}.json"
    try:
        entry = json.loads(cache.read(path))
        if (entry["format"], entry["key"]) != (FORMAT, key):
            raise ValueError("it is of another format or of another function")
        if _digest(entry["ptx"]) != entry["sha256"]:
            raise ValueError("its PTX is not what was written")
        with contextlib.suppress(OSError):
            os.utime(path)
        return entry["ptx"]
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        cache.warn(f"the cache's entry {path} is not used and made again: {error}")
        cache.remove(path)
        return None


def store(key: str, name: str, ptx: str) -> None:
    """Make an entry, in one step."""
    kept = cache.current()
    if kept is None or not kept._writable:
        return
    entry = {"format": FORMAT, "key": key, "function": name, "sha256": _digest(ptx), "ptx": ptx}
    try:
        kept.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not kept._is_private():
            return
        number, scratch = tempfile.mkstemp(prefix=".making-", dir=kept.folder)
        with os.fdopen(number, "w", encoding="utf-8") as file:
            json.dump(entry, file)
        os.replace(scratch, kept.folder / f"{key}.json")
        kept._shrink()
    except OSError as error:
        kept._give_up(f"nothing can be written to it: {error}", readable=True)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
