"""Native code on both roads: in this process (JIT), or a shared library (ahead of time).

Both take a program through its passes, resolve what it only declares, and end in a Library whose
functions are the same kind of callable. Both optimise at -O3 for this machine's processor, ahead
of time unless told otherwise. With `keep`, every stage is written: MLIR after each pass, LLVM IR
before and after optimisation, assembly, object code.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import os
import re
import shutil
import subprocess
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import amx, call, header, lowered, passes, toolchain
from .errors import ArgumentError, CompileError, NotFound, ToolchainError, UnknownFunction

if TYPE_CHECKING:
    from mlir import ir

    from .call import Signature


# What can make LLVM's code generator end the process: a tool compiles such a module first.
_RISKY = re.compile(r"llvm\.inline_asm|llvm\.call_intrinsic|\bcc_\d+\b|cc_\d+>")
_TILES = re.compile(r"(llvm\.x86\.(?:tile|td)\w*)")  # instructions on tile registers
_WIDE = re.compile(r"\bi(6[5-9]|[7-9]\d|\d{3,})\b|\bf128\b")
_STAGES = ("lowered.mlir", "module.ll", "module.opt.ll", "module.s", "module.o", "module.so",
           "module.h")  # fmt: skip


class Functions:
    """Functions by name: `library.name(...)` or `library["name"](...)`."""

    functions: dict[str, Callable]

    def __getitem__(self, name: str) -> Callable:
        if name not in self.functions:
            known = ", ".join(sorted(self.functions)) or "none"
            raise UnknownFunction(f"no function '{name}' in this library; it has: {known}")
        return self.functions[name]

    def __getattr__(self, name: str) -> Callable:
        if name.startswith("__") or "functions" not in self.__dict__:
            raise AttributeError(name)
        return self[name]

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.functions]


class Library(Functions):
    """The compiled functions of a program: `library.name(...)` or `library["name"](...)`.

    `how` is the road taken, `path` and `header` name the shared library and its C header ("aot"
    only, else None). A function that Python cannot call raises ArgumentError with the reason.
    """

    def __init__(
        self, how: str, code: object, path: Path | None = None, header: Path | None = None
    ) -> None:
        self.how, self.path, self.header = how, path, header
        self.code = code  # what has to live as long as a function that was taken from here
        self.functions: dict[str, Callable] = {}
        self.signatures: dict[str, Signature] = {}


def compile(
    text: str,
    name: str,
    signatures: dict[str, Signature],
    pipeline: str,
    how: str,
    cpu: str,
    keep: str | os.PathLike | None,
    libraries: Sequence[str | os.PathLike],
) -> Library:
    """A library of the module's functions; `pipeline` is its text. See `Program.compile`."""
    if how not in ("jit", "aot"):
        raise ArgumentError(f'how is "jit" or "aot"; got {how!r}')
    if how == "jit" and cpu != "native":
        raise ArgumentError(f'the JIT compiles for this processor; cpu={cpu!r} needs how="aot"')
    if isinstance(libraries, (str, os.PathLike)):
        libraries = [libraries]
    given = [Path(path) for path in libraries]
    for path in given:
        if not path.is_file():
            raise NotFound(f"{path}: no such library")
    with tempfile.TemporaryDirectory(prefix="runners-") as scratch:
        work = Path(scratch)
        try:
            done = passes.run(text, name, pipeline, work / "passes" if keep else None)
            done = lowered.withdraw_promises(done, signatures.values())
            return compile_lowered(done, name, signatures, how, cpu, keep, given, work)
        finally:
            if keep:
                _keep(work, Path(keep))


def compile_lowered(
    text: str,
    name: str,
    signatures: dict[str, Signature],
    how: str,
    cpu: str,
    keep: str | os.PathLike | None,
    given: list[Path],
    work: Path,
    provided: Mapping[str, object] | None = None,
) -> Library:
    """A library of a lowered module. `provided` has ctypes functions of this process by the name
    of what the module declares ("jit" only); they have to live as long as the library.

    A module that computes on AMX tiles makes this process ask the system for them; ToolchainError
    where there are none.
    """
    from mlir import ir

    found_tiles = _TILES.search(text)
    if found_tiles and (missing := amx.missing()):
        raise ToolchainError(f"{name}: it computes on tiles ({found_tiles[1]}): {missing}")
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        found = lowered.inspect(module, text, name)
        needed = lowered.resolve(found, given, name, provided or ())
        risky = how == "jit" and _RISKY.search(text)
        if keep or how == "aot" or risky:
            _write_llvm(text, cpu, work)
        if risky:
            run_tool("llc", "-mcpu=native", work / "module.opt.ll", "-o", work / "module.s")
        if how == "jit":
            library, address_of = _jit(module, name, needed, work if keep else None, provided)
        else:
            (work / "module.h").write_text(header.text(signatures.values(), name), encoding="utf-8")
            library, address_of = _aot(name, needed, cpu, work, Path(keep) if keep else None)
    for symbol, signature in signatures.items():
        checked = lowered.checked(signature, found)
        address = None if checked.problem else address_of(checked.symbol)
        if not (address or checked.problem):
            why = "has no address: its linkage hides it, or it calls what no library defines"
            checked = replace(checked, problem=why)
        if checked.problem:
            function = call.refusing(checked)
        else:
            function = call.callable_for(checked, address, library.code)
        library.functions[symbol], library.signatures[symbol] = function, checked
        if not symbol.startswith("__"):  # as an attribute it is found without __getattr__
            library.__dict__.setdefault(symbol, function)
    return library


def _jit(
    module: ir.Module,
    name: str,
    needed: Iterable[Path],
    work: Path | None,
    provided: Mapping[str, object] | None,
) -> tuple[Library, Callable[[str], int]]:
    """The module compiled in this process; object code and assembly in `work`, if given."""
    from mlir.execution_engine import ExecutionEngine

    if _WIDE.search(str(module)):  # 128-bit numbers are computed by calls to the compiler's library
        with contextlib.suppress(OSError):
            ctypes.CDLL("libgcc_s.so.1", mode=ctypes.RTLD_GLOBAL)
    try:
        engine = ExecutionEngine(module, opt_level=3, shared_libs=list(map(str, needed)))
        for symbol, function in (provided or {}).items():
            engine.raw_register_runtime(symbol, ctypes.cast(function, ctypes.c_void_p))
        engine.initialize()
    except RuntimeError as error:
        raise CompileError(f"{name}: the JIT refused the module: {error}") from None
    if work:
        engine.dump_to_object_file(str(work / "module.o"))
        assembly = run_tool("llvm-objdump", "-d", "--no-show-raw-insn", work / "module.o").stdout
        (work / "module.s").write_text(assembly, encoding="utf-8")
    return Library("jit", engine), functools.partial(jit_address, engine)


def _aot(
    name: str, needed: Iterable[Path], cpu: str, work: Path, keep: Path | None
) -> tuple[Library, Callable[[str], int]]:
    """A shared library made of `work`/module.opt.ll, loaded, in `keep` or a place of its own."""
    options = ["-O3", "-relocation-model=pic", f"-mcpu={cpu}", work / "module.opt.ll"]
    run_tool("llc", *options, "-filetype=obj", "-o", work / "module.o")
    if keep:
        run_tool("llc", *options, "-o", work / "module.s")
    link(work / "module.o", work / "module.so", needed)
    # dlopen knows libraries by their path: what is loaded stands where nothing else will be.
    home = Path(tempfile.mkdtemp(prefix="runners-"))
    loaded = shutil.copy(work / "module.so", home)
    shutil.copy(work / "module.h", home)
    try:
        handle = ctypes.CDLL(loaded)
    except OSError as error:
        raise CompileError(f"{name}: the shared library does not load: {error}") from None
    folder = keep.resolve() if keep else home
    library = Library("aot", handle, folder / "module.so", folder / "module.h")
    weakref.finalize(library, _remove, home, os.getpid())
    return library, functools.partial(lowered.address, handle)


def _remove(folder: Path, owner: int) -> None:
    """Remove a library's directory with the library, but not in a child that was forked off."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


# LLVM IR, assembly, object code -------------------------------------------------------------


def _write_llvm(text: str, cpu: str, work: Path) -> None:
    """module.ll and module.opt.ll: LLVM IR as translated, and optimised for the processor."""
    (work / "lowered.mlir").write_text(text, encoding="utf-8")
    run_tool("mlir-translate", "--mlir-to-llvmir", work / "lowered.mlir", "-o", work / "module.ll")
    # Without a triple, opt knows no processor and leaves loops scalar.
    target = [f"-mtriple={toolchain.host_triple()}", f"-mcpu={cpu}"]
    run_tool("opt", "-O3", *target, "-S", work / "module.ll", "-o", work / "module.opt.ll")


def run_tool(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """What a tool of LLVM's printed; NotFound or CompileError, with its own words, if it fails."""
    done = toolchain.run(name, *arguments)
    unknown = re.search(r"'(\S+)' is not a recognized processor", done.stderr)
    if unknown:
        raise NotFound(f"no processor is called '{unknown[1]}'; `llc -mcpu=help` lists them")
    if done.returncode:
        line = next((line for line in done.stderr.splitlines() if "error" in line.lower()), "")
        what = line or f"exit code {done.returncode}"
        raise CompileError(f"{name} failed: {what}", diagnostics=done.stderr)
    return done


def link(object_file: Path, target: Path, needed: Iterable[Path]) -> None:
    """Writes a shared library that finds the needed ones by path; CompileError if it cannot."""
    linker = toolchain.linker()
    through = "-Wl," if linker.is_compiler else ""
    # A program may have a function called `floor` or `read`: its own calls must reach its own.
    command = [*linker.command, "-shared", f"{through}-Bsymbolic", "-o", str(target)]
    command.append(str(object_file))
    for path in needed:
        command += [str(path.resolve()), f"{through}-rpath={path.resolve().parent}"]
    if linker.is_compiler:
        command.append("-lm")
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode or not target.exists():
        reason = done.stderr.strip().splitlines()[-1:] or ["no library came of it"]
        raise CompileError(f"{linker.command[0]} failed: {reason[0]}", diagnostics=done.stderr)


def _keep(work: Path, keep: Path) -> None:
    """Move the stages into place one by one, so that none is ever half-written there.

    What an earlier compilation left is removed: the stages in one directory are of one program.
    """
    unique = f".{os.getpid()}-{threading.get_ident()}.partial"
    try:
        (keep / "passes").mkdir(parents=True, exist_ok=True)
        for old in [*(keep / "passes").glob("[0-9]*-*.mlir"), *(keep / name for name in _STAGES)]:
            old.unlink(missing_ok=True)
        for file in work.rglob("*"):
            if file.is_file():
                target = keep / file.relative_to(work)
                partial = target.with_name(target.name + unique)
                shutil.copy(file, partial)
                os.replace(partial, target)
    except OSError as error:
        reason = error.strerror or error
        raise NotFound(f"{error.filename or keep}: cannot be written: {reason}") from None


# Addresses ----------------------------------------------------------------------------------


class _StringRef(ctypes.Structure):
    _fields_ = (("data", ctypes.c_char_p), ("length", ctypes.c_size_t))


def jit_address(engine: object, symbol: str) -> int:
    """The address of a function itself: the bindings only offer that of its packed wrapper."""
    name = symbol.encode()
    return _c_api().mlirExecutionEngineLookup(
        _capsule_pointer()(engine._CAPIPtr, b"mlir.execution_engine.ExecutionEngine._CAPIPtr"),
        _StringRef(name, len(name)),
    )


@functools.cache
def _c_api() -> ctypes.CDLL:
    from mlir import _mlir_libs

    folder = Path(_mlir_libs.__file__).parent
    library = ctypes.CDLL(str(next(folder.glob("libMLIRPythonCAPI.*"))))
    library.mlirExecutionEngineLookup.argtypes = [ctypes.c_void_p, _StringRef]
    library.mlirExecutionEngineLookup.restype = ctypes.c_void_p
    return library


@functools.cache
def _capsule_pointer() -> Callable:
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.argtypes, get.restype = [ctypes.py_object, ctypes.c_char_p], ctypes.c_void_p
    return get
