"""`make doctor`: a table of every tool and library, where it is, or how to get it.

Finding is `toolchain`'s; here is what is asked for, for which chapters, and how it is told.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from . import toolchain
from .errors import ToolchainError


@dataclass(frozen=True)
class _Row:
    """A line of the doctor's table: where a thing is, or the error that says how to get it."""

    name: str
    version: str
    chapters: str  # `all`, numbers, or what else uses it
    where: str

    @property
    def style(self) -> str:
        return "" if self.version != "missing" else "bold red" if self.needed else "yellow"

    @property
    def needed(self) -> bool:
        return self.chapters == "all" or bool({"1", "2", "3", "4"} & set(self.chapters.split(", ")))


def examine() -> int:
    """Print what was found, with versions; 1 if something that chapters 1 to 4 need is missing."""
    rows = [_row(name, chapters, probe, *names) for name, chapters, probe, *names in _checks()]
    _print_table(rows)
    loaded = ", ".join(map(_short, toolchain.openmp_runtimes_loaded())) or "none"
    print(f"Python {sys.version.split()[0]} in {_short(Path(sys.prefix))}, {os.uname().machine}")
    print(f"OpenMP runtimes loaded in this process: {loaded}")
    libraries = [
        *toolchain.site_packages().glob("*/lib/lib*"),
        *toolchain.site_packages().glob("*.libs/lib*"),
    ]
    brought = sorted(path for path in libraries if toolchain.OPENMP.match(path.name))
    if brought:
        print(f"OpenMP runtimes that packages bring: {', '.join(map(_short, brought))}")
    for warning in toolchain.check_versions():
        print(f"warning: {warning}")
    missing = [row.name for row in rows if row.needed and row.version == "missing"]
    if not (3, 11) <= sys.version_info < (3, 14):
        missing.append("Python 3.11, 3.12 or 3.13 (make clean setup PYTHON=python3.12)")
    if missing:
        print(f"error: chapters 1 to 4 need {', '.join(missing)}")
    else:
        print("Everything that chapters 1 to 4 need is here.")
    return bool(missing)


def _checks() -> list[tuple]:
    """(name, chapters, probe, the probe's arguments) of each row. Chapter 8's are optional."""
    return [
        *(
            (name, "all", _probe_tool, name)
            for name in ("mlir-opt", "mlir-translate", "opt", "llc")
        ),
        ("mlir-runner", "1, 2", _probe_tool, "mlir-runner"),
        ("mlir-pdll", "1", _probe_tool, "mlir-pdll"),
        ("llvm-objdump", "1", _probe_tool, "llvm-objdump"),
        ("FileCheck", "tests", _probe_tool, "FileCheck"),
        ("mlir_c_runner_utils", "all", _probe_library, "mlir_c_runner_utils"),
        ("mlir_runner_utils", "all", _probe_library, "mlir_runner_utils"),
        ("mlir_float16_utils", "2", _probe_library, "mlir_float16_utils"),
        ("OpenMP runtime", "3, 4", lambda: (toolchain.openmp_runtime(), "found")),
        ("compiler or linker", "all", _probe_linker),
        ("Python bindings", "all", _probe_bindings),
        *((name, "all", _probe_package, name) for name in ("numpy", "rich", "matplotlib")),
        ("ml_dtypes", "2", _probe_package, "ml_dtypes"),
        ("egglog", "6", _probe_extra, "egglog", "egraphs"),
        *((name, "tests", _probe_package, name) for name in ("lit", "pytest", "hypothesis")),
        ("ruff", "lint", _probe_package, "ruff"),
        ("ptxas", "8, 14", _probe_cuda_tool, "ptxas"),
        ("nvdisasm", "8", _probe_cuda_tool, "nvdisasm"),
        ("libdevice", "8, 14", _probe_libdevice),
        ("cuda-python", "8, 14", _probe_extra, "cuda-python", "gpu"),
        ("CUDA driver", "8, 14", _probe_driver),
    ]


def _row(name: str, chapters: str, probe: Callable[..., tuple], *arguments: str) -> _Row:
    try:
        where, version = probe(*arguments)
    except ToolchainError as error:
        return _Row(name, "missing", chapters, str(error))
    return _Row(name, version, chapters, _short(where))


def _probe_tool(name: str) -> tuple[Path, str]:
    return toolchain.tool(name).parent, toolchain.llvm_version(name)


def _probe_library(name: str) -> tuple[Path, str]:
    return toolchain.library(name).parent, "found"


def _probe_linker() -> tuple[str, str]:
    command = list(toolchain.linker().command)
    result = toolchain.start([*command, "--version"], timeout=60)
    found = re.search(r"\b\d+\.\d+(\.\d+)?\b", result.stdout)
    if result.returncode or not found:
        raise ToolchainError(
            f"{shlex.join(command)} --version fails: {result.stderr.strip()[:200]}"
        )
    return shlex.join(command), found[0]


def _probe_bindings() -> tuple[Path, str]:
    """Imports the bindings in a process of its own: a bad mix of wheels can abort it."""
    version = toolchain.bindings_version()
    modules = "mlir.ir, mlir.passmanager, mlir.execution_engine"
    result = toolchain.start([sys.executable, "-c", f"import {modules}"], timeout=120)
    if result.returncode:
        last = (result.stderr.strip().splitlines() or [f"exit {result.returncode}"])[-1]
        raise ToolchainError(
            f"{toolchain.BINDINGS} {version} is here, but import mlir.ir fails: {last}"
        )
    return toolchain.bindings_folder() or toolchain.site_packages(), version


def _probe_package(name: str) -> tuple[Path, str]:
    from importlib import metadata

    try:
        return toolchain.site_packages(), metadata.version(name)
    except metadata.PackageNotFoundError:
        raise ToolchainError(
            f"no package {name} beside {sys.executable}; run `make clean setup`"
        ) from None


def _probe_cuda_tool(name: str) -> tuple[Path, str]:
    path = _optional(toolchain.cuda_tool, name)
    found = re.search(r"\bV(\d+\.\d+\.\d+)", toolchain.says(path))
    return path, found[1] if found else "found"


def _probe_libdevice() -> tuple[Path, str]:
    return _optional(toolchain.libdevice), "found"


def _probe_extra(name: str, extra: str) -> tuple[Path, str]:
    """A package that only some chapters need."""
    return _optional(_probe_package, name, extra=extra)


def _optional(find: Callable, *arguments: str, extra: str = "gpu") -> object:
    """What is found; where it is not, a word on how to get it that says it may be left away."""
    try:
        return find(*arguments)
    except ToolchainError as error:
        if os.environ.get("STEPDOWN_CUDA"):
            raise  # what was selected is not there
        wanted = " ".join(arguments) or find.__name__
        otherwise = ", or set STEPDOWN_CUDA" if extra == "gpu" else ""
        raise ToolchainError(
            f"optional: no {wanted} here; make setup EXTRAS=dev,{extra}{otherwise}"
        ) from error


def _probe_driver() -> tuple[str, str]:
    import ctypes

    number = ctypes.c_int()
    try:
        status = ctypes.CDLL("libcuda.so.1").cuDriverGetVersion(ctypes.byref(number))
    except OSError:
        raise ToolchainError(
            "optional: comes with NVIDIA's driver, on a machine with a GPU"
        ) from None
    if status:
        raise ToolchainError(f"libcuda.so.1 is here, but cuDriverGetVersion returns {status}")
    return "libcuda.so.1", f"{number.value // 1000}.{number.value % 1000 // 10}"


def _short(path: object) -> str:
    """A path as the table shows it: from site-packages or the repository, else whole."""
    for base, prefix in ((toolchain.site_packages(), "site-packages"), (toolchain.ROOT, "")):
        if isinstance(path, Path) and path.is_relative_to(base):
            return str(prefix / path.relative_to(base))
    return str(path)


def _print_table(rows: list[_Row]) -> None:
    """The table through rich, or plain where rich is one of the things that are missing."""
    heads = ("what", "version", "chapters", "where, or how to get it")
    if not importlib.util.find_spec("rich"):
        for row in (_Row(*heads), *rows):
            print(f"{row.name:<20} {row.version:<9} {row.chapters:<8} {row.where}")
        return
    from rich import box, console, table, text

    grid = table.Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
    for head in heads:
        grid.add_column(head, overflow="fold", no_wrap=head != heads[-1])
    for row in rows:
        cells = (row.name, row.version, row.chapters, row.where)
        grid.add_row(*(text.Text(cell, style=row.style) for cell in cells))
    console.Console(highlight=False).print(grid)
