"""What compiled code depends on, as a key: what was traced, and everything that turns it into code.

A function's source would not do: what it computes also hangs on closures, globals and the functions
that it calls. So the key is made of the graph, after tracing, written out exactly; of the sources
of the compiler, the releases of MLIR and NumPy; and of the processor. Nothing here imports MLIR.
"""

from __future__ import annotations

import contextlib
import functools
import glob
import hashlib
import os
import platform
import struct
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from runners import toolchain

from ..errors import CacheWarning
from ..frontend.dims import Dim, Quotient
from ..frontend.graph import Graph
from ..frontend.types import Type
from ..primitives import OURS

ROOT = Path(__file__).resolve().parents[2]
# What decides how a graph becomes code. The calls of it are in here too: they have to fit it.
SOURCES = ("stepdown/**/*.py", "runners/*.py", "mlir/pipelines/tensor-*",
           "mlir/pipelines/cpu-tiles*", "mlir/kernels/*.mlir")  # fmt: skip
_LOADED = time.time()  # sources that changed later are not those that this process runs


def kernel_key(name: str, threads: bool) -> str | None:
    """The key of the code of a kernel of our own; None if the sources changed meanwhile."""
    surroundings = environment()
    if surroundings is None:
        return None
    parts = [*surroundings, f"the kernel {name}", repr(threads)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


# [region key]
def key(graph: Graph, name: str, strided: Sequence[bool], options: object) -> str | None:
    """The key of a graph's code: 64 hexadecimal digits.

    None for code that no key can stand for: the sources changed meanwhile, or a primitive was
    defined outside of this package.
    """
    if any(value.primitive.name not in OURS for value in graph.used()):
        return None
    surroundings = environment()
    if surroundings is None:
        return None
    parts = [*surroundings, repr(options), name, repr(list(strided)), *_lines(graph)]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()
    # [end key]


def _lines(graph: Graph) -> Iterator[str]:
    """The graph as text in which two graphs agree only if the same code is right for both.

    Which line of the user's program asked for a value is left out: the code is the same.
    """
    numbers: dict[int, int] = {}
    captured = [value for value, _ in graph.captured]
    for value in [*graph.arguments, *captured, *graph.used()]:
        numbers[id(value)] = len(numbers)
        what = value.primitive.name if value.primitive else value.name[:1] == "#"
        params = [part for item in sorted(value.params.items()) for part in map(exact, item)]
        inputs = [numbers[id(i)] for i in value.inputs]
        yield f"{what} {inputs} {params} {exact(value.type)}"
    yield f"{len(graph.arguments)} {len(graph.checks)} {[numbers[id(v)] for v in graph.outputs]}"
    yield f"{sorted(graph.donated.items())}"
    for constraint in graph.constraints:
        yield f"{exact(constraint.first)} {exact(constraint.second)} {constraint.equal}"


def exact(value: object) -> str:
    """A parameter as text; two that differ in any way have different texts."""
    match value:
        case bool() | None | str():
            return repr(value)
        case int():
            return f"{value:d}"
        case float():
            return struct.pack("<d", value).hex()  # tells -0.0 from 0.0, and one NaN from another
        case tuple() | list():
            return f"({', '.join(map(exact, value))})"
        case np.dtype():
            return value.name
        case type():
            return value.__name__
        case Type():
            return f"{exact(value.shape)} {value.dtype.name} {exact(value.weak)}"
        case Dim():
            return f"Dim{exact([*value.terms.items()])}"
        case Quotient():
            return f"Quotient{exact((value.dividend, value.divisor))}"
    raise AssertionError(f"no exact text for {value!r}")


# What surrounds a graph ----------------------------------------------------------------------


@functools.cache
def environment() -> tuple[str, ...] | None:
    """Everything but the graph; None if a source is newer than this process's copy of it."""
    digest = sources()
    if digest is None:
        warnings.warn(
            "the sources of Stepdown are newer than what this process has loaded of them: nothing "
            "is taken from or put into the disk cache",
            CacheWarning,
            stacklevel=2,
        )
        return None
    return digest, _bindings(), _numpy(), sys.platform, platform.machine(), processor()


def sources() -> str | None:
    """A digest of the compiler itself, as it lies on disk."""
    digest = hashlib.sha256()
    for pattern in SOURCES:
        for path in sorted(glob.glob(pattern, root_dir=ROOT, recursive=True)):
            with open(os.path.join(ROOT, path), "rb", buffering=0) as file:
                if os.fstat(file.fileno()).st_mtime > _LOADED:
                    return None
                content = file.read()
            digest.update(f"{path} {len(content)}\n".encode())
            digest.update(content)
    return digest.hexdigest()


def _bindings() -> str:
    """Which MLIR and LLVM: the bindings' compiled parts, by name, size and time."""
    folder = toolchain.bindings_folder()
    return "no bindings" if folder is None else _listing(folder / "_mlir_libs")


def _numpy() -> str:
    """NumPy's release, and the libraries that it ships: BLAS is called where it lies."""
    folder = Path(np.__file__).parent.parent / "numpy.libs"
    return f"{np.__version__} {_listing(folder)}"


def _listing(folder: Path) -> str:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return f"{folder}: nothing"
    found = [(e.name, e.stat().st_size, e.stat().st_mtime_ns) for e in entries if e.is_file()]
    return f"{folder} {found}"


# Of x86, then of AArch64.
_FIELDS = (
    "vendor_id", "cpu family", "model", "model name", "flags",
    "CPU implementer", "CPU architecture", "CPU variant", "CPU part", "Features",
)  # fmt: skip


def processor() -> str:
    """The processor's model and features, which is what code for `native` is made for."""
    found = []
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as lines:
        # What is said of the first processor; a blank line ends it.
        for line in iter(lambda: lines.readline().strip(), ""):
            name, _, value = line.partition(":")
            if name.strip() in _FIELDS:
                found.append(f"{name.strip()}: {value.strip()}")
    # Elsewhere LLVM's name of the model, which implies the features.
    return "\n".join(found) or toolchain.host_cpu()
