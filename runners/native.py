"""Native code on both roads: in this process (JIT), or a shared library (ahead of time).

Both take a program through its passes, resolve what it only declares, and end in a Library whose
functions are the same kind of callable. Both optimise at -O3 for this machine's processor, ahead
of time unless told otherwise. With `keep`, every stage is written: MLIR after each pass, LLVM IR
before and after optimisation, assembly, object code.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import call, header, toolchain
from .errors import ArgumentError, CompileError, NotFound, UnknownFunction
from .program import run_passes

if TYPE_CHECKING:
    from mlir import ir

    from .call import Scalar, Signature
    from .memref import MemRef
    from .program import Program

# Libraries of the toolchain that are searched for what a program declares and does not define.
_RUNTIMES = ("mlir_c_runner_utils", "mlir_runner_utils", "mlir_async_runtime")
_LOWERED = ("builtin.", "llvm.", "omp.")
# LLVM takes a function of one of these names for the C library's, and calls it where a program
# only has an operation: a function @sin that computes math.sin would call itself for ever.
_MATH = """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10
    exp2 expm1 fabs floor fma fmax fmin fmod ldexp log log10 log1p log2 nearbyint pow rint round
    roundeven sin sinh sqrt tan tanh trunc"""
_MEMORY = "calloc free malloc memcmp memcpy memmove memset realloc"
_TAKEN = {
    **dict.fromkeys(_MATH.split(), r"f64 \(f64(, f64)*\)"),
    **{name + "f": r"f32 \(f32(, f32)*\)" for name in _MATH.split()},
    **dict.fromkeys(_MEMORY.split(), ".*"),
}  # name -> the function types that make it the C library's


class Library:
    """The compiled functions of a program: `library.name(...)` or `library["name"](...)`.

    `how` is the road taken, `path` and `header` name the shared library and its C header ("aot"
    only, else None). A function that Python cannot call raises ArgumentError with the reason.
    """

    def __init__(self, how: str, path: Path | None = None, header: Path | None = None) -> None:
        self.how, self.path, self.header = how, path, header
        self.functions: dict[str, Callable] = {}

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


@dataclass(frozen=True)
class _Lowered:
    """A module of the LLVM dialect: its text, what it defines and what it only declares."""

    text: str
    defined: dict[str, tuple[int, str]]  # name -> number of arguments, result type
    declared: tuple[str, ...]


def compile(
    program: Program,
    pipeline: str,
    how: str,
    cpu: str,
    keep: str | os.PathLike | None,
    libraries: Sequence[str | os.PathLike],
) -> Library:
    """See `Program.compile`; `pipeline` is pass pipeline text."""
    if how not in ("jit", "aot"):
        raise ArgumentError(f'how is "jit" or "aot"; got {how!r}')
    if how == "jit" and cpu != "native":
        raise ArgumentError(f'the JIT compiles for this processor; cpu={cpu!r} needs how="aot"')
    given = [Path(path) for path in libraries]
    for path in given:
        if not path.is_file():
            raise NotFound(f"{path}: no such library")
    signatures = program.functions
    with tempfile.TemporaryDirectory(prefix="runners-") as scratch:
        work = Path(scratch)
        stages = work / "passes" if keep else None
        try:
            text = run_passes(program.text, program.name, pipeline, stages)
            if any(
                _may_step_backwards(kind) for f in signatures.values() for kind in f.argument_types
            ):
                text = text.replace("overflow<nsw, nuw>", "overflow<nsw>")
                text = text.replace("inbounds|nuw", "inbounds")
            road = _jit if how == "jit" else _aot
            return road(program, text, signatures, cpu, work, Path(keep) if keep else None, given)
        finally:
            if keep:
                _keep(work, Path(keep))


def _may_step_backwards(kind: MemRef | Scalar) -> bool:
    """Whether a stride of the type may be negative, as those of a reversed NumPy view are.

    LLVM 22 lowers memref.load and store as if no address calculation could wrap around as an
    unsigned number, which would make such a view undefined behaviour. The promise is withdrawn.
    """
    strides = getattr(kind, "strides", None) or ()
    return any(stride is None or stride < 0 for stride in strides)


def _jit(program, text, signatures, cpu, work, keep, given) -> Library:
    from mlir.execution_engine import ExecutionEngine

    from mlir import ir

    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        lowered = _inspect(module, text, program.name)
        needed = _resolve(lowered, given, program.name)
        if keep:
            _write_llvm(lowered, cpu, work)
        try:
            engine = ExecutionEngine(module, opt_level=3, shared_libs=list(map(str, needed)))
            engine.initialize()
        except RuntimeError as error:
            raise CompileError(f"{program.name}: the JIT refused the module: {error}") from None
    if keep:
        engine.dump_to_object_file(str(work / "module.o"))
        _disassemble(work)
    library = Library("jit")
    _fill(library, signatures, lowered, functools.partial(_jit_address, engine), engine)
    return library


def _aot(program, text, signatures, cpu, work, keep, given) -> Library:
    from mlir import ir

    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(text)
        lowered = _inspect(module, text, program.name)
    needed = _resolve(lowered, given, program.name)
    _write_llvm(lowered, cpu, work)
    options = ["-O3", "-relocation-model=pic", f"-mcpu={cpu}", work / "module.opt.ll"]
    _tool("llc", *options, "-filetype=obj", "-o", work / "module.o")
    if keep:
        _tool("llc", *options, "-o", work / "module.s")
    _link(work / "module.o", work / "module.so", needed)
    (work / "module.h").write_text(header.text(signatures.values(), program.name), encoding="utf-8")
    # dlopen knows libraries by their path: what is loaded stands where nothing else will be.
    home = tempfile.TemporaryDirectory(prefix="runners-")
    loaded = Path(shutil.copy(work / "module.so", home.name))
    shutil.copy(work / "module.h", home.name)
    try:
        handle = ctypes.CDLL(str(loaded))
    except OSError as error:
        raise CompileError(f"{program.name}: the shared library does not load: {error}") from None
    folder = keep.resolve() if keep else Path(home.name)
    library = Library("aot", folder / "module.so", folder / "module.h")
    library.home = home
    _fill(library, signatures, lowered, functools.partial(_symbol_address, handle), handle)
    return library


def _fill(library, signatures, lowered, address_of, keep) -> None:
    """Give the library a callable for each function; one that only refuses, where it cannot be."""
    for name, signature in signatures.items():
        checked = _check_lowered(signature, lowered)
        if checked.problem:
            library.functions[name] = call.refusing(checked)
        else:
            address = address_of(checked.symbol)
            library.functions[name] = call.callable_for(checked, address, keep)


def _check_lowered(signature: Signature, lowered: _Lowered) -> Signature:
    """The signature, with a problem if the lowered function does not take what it says."""
    if signature.problem:
        return signature
    problem = None
    found = lowered.defined.get(signature.name)
    if found is None or signature.symbol not in lowered.defined:
        problem = "is not in the lowered module: a pass of the pipeline removed or renamed it"
    elif found != signature.lowered:
        (count, result), (wanted, wanted_result) = found, signature.lowered
        problem = (
            f"takes {count} arguments and returns {result} after lowering, where its type means "
            f"{wanted} and {wanted_result}: a pass of the pipeline changed its signature"
        )
    return replace(signature, problem=problem)


# What the module needs ----------------------------------------------------------------------


def _inspect(module: ir.Module, text: str, name: str) -> _Lowered:
    """What the lowered module defines and declares; CompileError if an operation is not lowered."""
    from mlir import ir

    _check_all_lowered(module, name)
    defined, declared = {}, []
    for op in module.body.operations:
        operation = op.operation
        if operation.name == "llvm.func":
            symbol = str(operation.attributes["sym_name"]).strip('"')
            if operation.regions[0].blocks:
                count = len(operation.regions[0].blocks[0].arguments)
                attribute = ir.TypeAttr(operation.attributes["function_type"])
                kind = str(attribute.value).removeprefix("!llvm.func<").removesuffix(">")
                if symbol in _TAKEN and re.fullmatch(_TAKEN[symbol], kind):
                    raise CompileError(
                        f"{name}: function '{symbol}' has the name and type of one of the C "
                        "library's, which LLVM calls by that name: give it another"
                    )
                defined[symbol] = count, kind.partition(" (")[0]
            else:
                declared.append(symbol)
    return _Lowered(text, defined, tuple(declared))


def _check_all_lowered(module: ir.Module, name: str) -> None:
    """CompileError for the first operation that is not of the LLVM dialect, with its function."""
    from mlir import ir

    left: list[ir.Operation] = []

    def visit(op: ir.Operation) -> ir.WalkResult:
        if not op.name.startswith(_LOWERED) or op.name == "builtin.unrealized_conversion_cast":
            left.append(op)
        return ir.WalkResult.ADVANCE

    # Innermost first, so that what is left in a function is named before the function.
    module.operation.walk(visit, ir.WalkOrder.POST_ORDER)
    if not left:
        return
    # A cast is left because some other operation is: name that one where there is one.
    op = next((op for op in left if not op.name.startswith("builtin.")), left[0])
    function = op
    while function.name not in ("llvm.func", "func.func") and function.parent is not None:
        function = function.parent.operation
    symbol = function.attributes.get("sym_name", "the module")
    detail = ""
    if op.name == "builtin.unrealized_conversion_cast":
        users = sorted({use.owner.operation.name for use in op.results[0].uses})
        kinds = f"{op.operands[0].type} to {op.results[0].type}"
        detail = f" ({kinds}, used by {', '.join(users) or 'nothing'})"
    raise CompileError(
        f"{name}: {op.name}{detail} is left in {str(symbol).strip(chr(34))} after the pipeline: "
        "no pass in it lowers this operation"
    )


def _resolve(lowered: _Lowered, given: Sequence[Path], name: str) -> list[Path]:
    """The libraries that define what the module declares, the given ones first."""
    needed = list(given)
    handles = [ctypes.CDLL(str(path)) for path in given]
    process = ctypes.CDLL(None)
    # Conversions of 16-bit floats become calls only when the code is generated.
    if re.search(r"\bb?f16\b", lowered.text):
        needed.append(toolchain.library("mlir_float16_utils"))
    for symbol in lowered.declared:
        if symbol.startswith("llvm.") or any(hasattr(handle, symbol) for handle in handles):
            continue
        if symbol.startswith(("__kmpc_", "omp_")):
            path = toolchain.openmp_runtime()
        elif hasattr(process, symbol):
            continue
        else:
            path = _runtime_with(symbol)
            if path is None:
                raise CompileError(
                    f"{name}: '{symbol}' is declared, but neither the program nor a library "
                    "defines it: name the library, libraries=[...]"
                )
        handles.append(ctypes.CDLL(str(path)))
        needed.append(path)
    if re.search(r"\bomp\.", lowered.text):  # its runtime calls appear at translation
        needed.append(toolchain.openmp_runtime())
    return list(dict.fromkeys(needed))


def _runtime_with(symbol: str) -> Path | None:
    for runtime in _RUNTIMES:
        path = toolchain.library(runtime)
        if hasattr(ctypes.CDLL(str(path)), symbol):
            return path
    return None


# LLVM IR, assembly, object code -------------------------------------------------------------


def _write_llvm(lowered: _Lowered, cpu: str, work: Path) -> None:
    """module.ll and module.opt.ll: LLVM IR as translated, and optimised for the processor."""
    (work / "lowered.mlir").write_text(lowered.text, encoding="utf-8")
    _tool("mlir-translate", "--mlir-to-llvmir", work / "lowered.mlir", "-o", work / "module.ll")
    # Without a triple, opt knows no processor and leaves loops scalar.
    target = [f"-mtriple={toolchain.host_triple()}", f"-mcpu={cpu}"]
    _tool("opt", "-O3", *target, "-S", work / "module.ll", "-o", work / "module.opt.ll")


def _disassemble(work: Path) -> None:
    text = _tool("llvm-objdump", "-d", "--no-show-raw-insn", work / "module.o").stdout
    (work / "module.s").write_text(text, encoding="utf-8")


def _tool(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    done = toolchain.run(name, *arguments)
    unknown = re.search(r"'(\S+)' is not a recognized processor", done.stderr)
    if unknown:
        raise NotFound(f"no processor is called '{unknown[1]}'; `llc -mcpu=help` lists them")
    if done.returncode:
        line = next((line for line in done.stderr.splitlines() if "error" in line.lower()), "")
        what = line or f"exit code {done.returncode}"
        raise CompileError(f"{name} failed: {what}", diagnostics=done.stderr)
    return done


def _link(object_file: Path, target: Path, needed: Iterable[Path]) -> None:
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
    if done.returncode:
        reason = done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        raise CompileError(f"{linker.command[0]} failed: {reason[0]}", diagnostics=done.stderr)


def _keep(work: Path, keep: Path) -> None:
    """Move the stages into place one by one, so that none is ever half-written there."""
    (keep / "passes").mkdir(parents=True, exist_ok=True)
    for old in (keep / "passes").glob("[0-9][0-9]-*.mlir"):
        old.unlink()
    for file in work.rglob("*"):
        if file.is_file():
            target = keep / file.relative_to(work)
            partial = target.with_name(target.name + ".partial")
            shutil.copy(file, partial)
            os.replace(partial, target)


# Addresses ----------------------------------------------------------------------------------


def _symbol_address(handle: ctypes.CDLL, symbol: str) -> int:
    return ctypes.cast(getattr(handle, symbol), ctypes.c_void_p).value


class _StringRef(ctypes.Structure):
    _fields_ = (("data", ctypes.c_char_p), ("length", ctypes.c_size_t))


def _jit_address(engine: object, symbol: str) -> int:
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
