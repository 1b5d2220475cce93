"""A checkpoint's numbers written once more, so that they can be used where they lie in the file.

In the published file each tensor begins at an odd byte, where no float32 may: using it means to
copy all of it, each time. So a copy is written beside it, aligned, or with the matrices rounded to
bfloat16. It is a safetensors file, too. What it was made of stands in its header; a copy of another
file, or one that changed since, is made again.
"""

from __future__ import annotations

import errno
import hashlib
import json
import math
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import numpy as np

from . import parameters as trees
from .config import Config
from .errors import CheckpointError
from .safetensors_file import SafeTensors

ALIGNMENT = 64  # bytes: where the numbers begin, and each tensor of a multiple of them
SPARE = 50_000_000  # bytes to leave free on the disk
BLOCK = 1 << 20  # bytes that are summed up together
_UNKNOWN = "0" * 64  # a digest that is not there yet


# [region ready]
def ready(
    folder: Path,
    config: Config,
    weights: str = "float32",
    finite: bool = True,
    watch: Callable[[int, int], None] = lambda done, total: None,
) -> SafeTensors:
    """The file to map for these weights: the checkpoint itself if it will do, else the copy of it,
    which is written if there is none that is right. `watch` is told bytes written, of how many.

    CheckpointError where the checkpoint is of no use, or the copy cannot be written: then nothing
    of it is left.
    """
    if weights not in trees.WEIGHTS:
        raise CheckpointError(f"weights are one of {', '.join(trees.WEIGHTS)}; got {weights!r}")
    source = SafeTensors(folder / "model.safetensors")
    prefix = trees.check(config, source, str(source.path), finite=False)
    if weights == "float32" and _usable(source, prefix, config):
        if finite:
            trees.check(config, source, str(source.path))
        return source
    path, origin = folder / f"model.{weights}.safetensors", fingerprint(source)
    copy = _right(path, origin, config, finite)
    if copy is None:
        trees.check(config, source, str(source.path))
        source.forget()
        _write(path, source, prefix, config, weights, origin, watch)
        copy = SafeTensors(path)
    return copy
    # [end ready]


def fingerprint(file: SafeTensors) -> str:
    """What tells a checkpoint from the one before it: its name, size, time and header. Reading all
    of it would take as long as writing the copy."""
    status = file.path.stat()
    seen = f"{file.path.name} {status.st_size} {status.st_mtime_ns} {file.entries}"
    return hashlib.sha256(seen.encode()).hexdigest()


def sums(file: SafeTensors) -> str:
    """A digest of all numbers of a file as fast as memory is read: of the sums of its blocks."""
    data = file.numbers()
    whole = len(data) - len(data) % BLOCK
    blocks = data[:whole].view(np.uint64).reshape(-1, BLOCK // 8).sum(axis=1, dtype=np.uint64)
    return hashlib.sha256(blocks.tobytes() + data[whole:].tobytes()).hexdigest()


def _usable(source: SafeTensors, prefix: str, config: Config) -> bool:
    """Whether all that the model needs lies in the file as aligned float32."""
    entries = (source.entries[prefix + name] for name in trees.shapes(config))
    return all(e.dtype == "F32" and (source.data_at + e.begin) % 4 == 0 for e in entries)


def _right(path: Path, origin: str, config: Config, whole: bool) -> SafeTensors | None:
    """The copy, if it was made of that checkpoint; `whole` reads all of it to find it unchanged."""
    if not path.exists():
        return None
    try:
        copy = SafeTensors(path)
        trees.check(config, copy, str(path), finite=False)
    except CheckpointError:
        return None
    same = copy.metadata.get("source") == origin
    return copy if same and (not whole or copy.metadata.get("sums") == sums(copy)) else None


# [region write]
def _write(
    path: Path,
    source: SafeTensors,
    prefix: str,
    config: Config,
    weights: str,
    origin: str,
    watch: Callable[[int, int], None],
) -> None:
    """Write the copy under another name, and rename it when it is whole."""
    shapes = trees.shapes(config)
    kinds = {name: trees.dtype_of(name, shape, weights) for name, shape in shapes.items()}
    sizes = {name: math.prod(shape) * kinds[name].itemsize for name, shape in shapes.items()}
    # What is a multiple of the alignment first, so that all of those begin at one.
    names = sorted(shapes, key=lambda name: (sizes[name] % ALIGNMENT != 0, -kinds[name].itemsize))
    total, done = sum(sizes.values()), 0
    try:
        _room(path.parent, total)
        with _made_whole(path, source.path) as file:
            file.write(_header(names, shapes, kinds, {"source": origin, "sums": _UNKNOWN}))
            for name in names:
                file.write(source[prefix + name].astype(kinds[name]).tobytes())
                source.forget()
                done += sizes[name]
                watch(done, total)
            file.flush()
            known = {"source": origin, "sums": sums(SafeTensors(Path(file.name)))}
            file.seek(0)
            file.write(_header(names, shapes, kinds, known))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        raise CheckpointError(
            f"{path}, an aligned copy of the checkpoint, cannot be written: {error.strerror}. "
            "Nothing is left of it"
        ) from None


# [end write]


@contextmanager
def _made_whole(path: Path, like: Path) -> Iterator[BinaryIO]:
    """A file that gets its name at the end, if all went well, and is removed otherwise."""
    with tempfile.NamedTemporaryFile(
        prefix=f".{path.name}-", suffix=".part", dir=path.parent, delete=False
    ) as file:
        try:
            yield file
            os.chmod(file.name, like.stat().st_mode & 0o666)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def _room(folder: Path, need: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < need + SPARE:
        raise OSError(
            errno.ENOSPC,
            f"{need / 1e6:.0f} MB are to be written and {SPARE / 1e6:.0f} MB shall stay free, and "
            f"the disk has {free / 1e6:.0f} MB",
        )


def _header(
    names: list[str],
    shapes: dict[str, tuple[int, ...]],
    kinds: dict[str, np.dtype],
    metadata: dict[str, str],
) -> bytes:
    """The length and the JSON of the format; spaces at its end align what follows."""
    header: dict[str, object] = {"__metadata__": metadata}
    at = 0
    for name in names:
        end = at + math.prod(shapes[name]) * kinds[name].itemsize
        dtype = "F32" if kinds[name] == np.float32 else "BF16"
        header[name] = {"dtype": dtype, "shape": shapes[name], "data_offsets": [at, end]}
        at = end
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % ALIGNMENT)
    return len(text).to_bytes(8, "little") + text
