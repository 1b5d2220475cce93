"""Ahead of time: a compiled function as a shared library with a C header.

The library has two functions. NAME(arguments, results) checks the descriptors that it is given,
computes, and returns 0 or the number of what is wrong; NAME_sizes(arguments, results) fills in the
results' sizes, so that a caller knows how much memory to provide. Both are built here in MLIR,
around the function that a call from Python enters; `c_header` describes them.
"""

from __future__ import annotations

import _ctypes
import ctypes
import dataclasses
import os
import platform
import re
import shutil
import tempfile
from pathlib import Path

from mlir import ir

from runners import native, toolchain

from ..errors import ArgumentError, CompileError
from ..lowering import contexts
from ..products import own_kernels
from . import c_header, machine, wrapper


def write(compiled, path: Path, cpu: str) -> Path:
    """The library at `path` and its header, both or neither; see `Compiled.export`."""
    header = path.with_suffix(".h")
    _check_places(compiled.title, path, header)
    with tempfile.TemporaryDirectory(prefix="stepdown-") as folder:
        work = Path(folder)
        interface = c_header.Interface(compiled)
        needs = _lower(compiled, interface, work)
        target = [f"-mtriple={toolchain.host_triple()}", f"-mcpu={cpu}"]
        lowered, plain, fast = (work / name for name in ("lowered.mlir", "plain.ll", "fast.bc"))
        native.run_tool("mlir-translate", "--mlir-to-llvmir", lowered, "-o", plain)
        native.run_tool("opt", "-O3", *target, plain, "-o", fast)
        native.run_tool("llc", "-O3", *target, "-relocation-model=pic", "-filetype=obj", fast,
                     "-o", work / "module.o")  # fmt: skip
        needs = dataclasses.replace(needs, bfloat16=_converts_by_calls(work / "module.o"))
        native.link(work / "module.o", work / "module.so", needs.paths())
        _check_loads(work / "module.so", compiled.title)
        processor = toolchain.host_cpu() if cpu == "native" else cpu
        made = c_header.text(interface, path.name, f"{platform.machine()}, {processor}", needs)
        (work / "module.h").write_text(made, encoding="utf-8")
        _move({work / "module.h": header, work / "module.so": path})
    return header


def _converts_by_calls(code: Path) -> bool:
    """Whether the processor that this was compiled for has no instruction to make a bfloat16."""
    undefined = native.run_tool("llvm-nm", "--undefined-only", code).stdout
    return re.search(r"\b__trunc\wfbf2\b", undefined) is not None


def _check_loads(library: Path, name: str) -> None:
    """Whether everything that the library calls is there."""
    try:
        handle = ctypes.CDLL(os.fspath(library))._handle
    except OSError as error:
        raise CompileError(f"{name}: the library does not load: {error}") from None
    _ctypes.dlclose(handle)


def _check_places(name: str, path: Path, header: Path) -> None:
    if path.suffix not in (".so", ".dylib"):
        raise ArgumentError(f"{name}: a shared library's name ends in .so; got {path}")
    if not path.parent.is_dir():
        raise ArgumentError(f"{name}: there is no folder {path.parent} to export to")
    for place in (path, header):
        if place.is_dir():
            raise ArgumentError(f"{name}: {place} is a folder; name a file to export to")


def _move(places: dict[Path, Path]) -> None:
    """Put files in place: first beside where they go, under another name, then all at once."""
    partial = {p: p.with_name(f".{p.name}.{os.getpid()}.partial") for p in places.values()}
    try:
        for made, place in places.items():
            shutil.copyfile(made, partial[place])
        for place, whole in partial.items():
            os.replace(whole, place)
    except OSError as error:
        raise ArgumentError(f"cannot write {error.filename}: {error.strerror}") from None
    finally:
        for left in partial.values():
            left.unlink(missing_ok=True)


def _lower(compiled, interface: c_header.Interface, work: Path):
    """The lowered module in `work`/lowered.mlir; the libraries that it needs."""
    name, body = interface.symbol, f"{interface.symbol}_body"
    with contexts.context():
        module = compiled.module(name=body)
        wrapper.add(module, compiled, interface, body)
        needs = compiled.passes(module, name=body, refused=len(interface.messages) + 1)
        own_kernels.link(module, needs.kernels, compiled.options.threads)
        table = ir.SymbolTable(module.operation)
        entries = set()
        for function in (name, f"{name}_sizes"):
            # What C calls is the function that takes pointers; it gets the plain name.
            _rename(module, table, function, f"{function}_expanded")
            _rename(module, table, f"_mlir_ciface_{function}", function)
            entries.add(function)
        machine.seal(module, entries, body, compiled.ranks + needs.workspace_ranks)
        machine.widen(module)
        machine.interleave(module)
        (work / "lowered.mlir").write_text(str(module), encoding="utf-8")
    return needs


def _rename(module: ir.Module, table: ir.SymbolTable, old: str, new: str) -> None:
    ir.SymbolTable.replace_all_symbol_uses(old, new, module.operation)
    ir.SymbolTable.set_symbol_name(table[old], new)
