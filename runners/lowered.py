"""A lowered module: what it defines, what it only declares, and whether it can be compiled.

Everything in it has to be of the LLVM dialect, its functions have to take what their signatures
say, and what it declares has to be found in some library. Compiling it is `native`'s.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import toolchain
from .errors import CompileError

if TYPE_CHECKING:
    from mlir import ir

    from .call import Scalar, Signature
    from .memref import MemRef

# Libraries of the toolchain that are searched for what a program declares and does not define.
_RUNTIMES = ("mlir_c_runner_utils", "mlir_runner_utils", "mlir_async_runtime")
_LOWERED = ("builtin.", "llvm.", "omp.", "gpu.binary", "gpu.launch_func")
# LLVM takes a function of one of these names for the C library's, and calls it where a program
# only has an operation: a function @sin that computes math.sin would call itself for ever.
_MATH = """acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf erfc exp exp10
    exp2 expm1 fabs floor fma fmax fmin fmod log log10 log1p log2 nearbyint pow rint round
    roundeven sin sinh sqrt tan tanh trunc"""
_MEMORY = "calloc free malloc memcmp memcpy memmove memset realloc"
_INTEGERS = {"i32 (i32)": "abs ffs isascii isdigit toascii", "i64 (i64)": "labs llabs",
             "i32 (i64)": "ffsl ffsll"}  # fmt: skip
_TAKEN = {
    **dict.fromkeys(_MATH.split(), r"f64 \(f64(, f64)*\)"),
    **{name + "f": r"f32 \(f32(, f32)*\)" for name in _MATH.split()},
    **dict.fromkeys(_MEMORY.split(), ".*"),
    **{name: re.escape(kind) for kind, names in _INTEGERS.items() for name in names.split()},
}  # name -> the function types that make it the C library's


@dataclass(frozen=True)
class Lowered:
    """A module of the LLVM dialect: its text, what it defines and what it only declares."""

    text: str
    defined: dict[str, str]  # name -> its type, `result (arguments)`
    declared: tuple[str, ...]


def withdraw_promises(text: str, signatures: Iterable[Signature]) -> str:
    """The module's text without `nuw` where an argument's stride may be negative.

    LLVM 22 lowers memref.load and store as if no address calculation could wrap around as an
    unsigned number, which would make a reversed NumPy view undefined behaviour.
    """
    if any(_may_step_backwards(kind) for f in signatures for kind in f.argument_types):
        return text.replace("overflow<nsw, nuw>", "overflow<nsw>").replace(
            "inbounds|nuw", "inbounds"
        )
    return text


def _may_step_backwards(kind: MemRef | Scalar) -> bool:
    strides = getattr(kind, "strides", None) or ()
    return any(stride is None or stride < 0 for stride in strides)


def checked(signature: Signature, lowered: Lowered) -> Signature:
    """The signature, with a problem if the lowered function does not take what it says."""
    if signature.problem:
        return signature
    problem = None
    found = lowered.defined.get(signature.name)
    if found is None or signature.symbol not in lowered.defined:
        problem = "is not in the lowered module: a pass of the pipeline removed or renamed it"
    elif found != signature.lowered:
        problem = (
            f"is {found} after lowering, where its type means {signature.lowered}: a pass of the "
            "pipeline changed its signature"
        )
    return replace(signature, problem=problem)


# What the module needs ----------------------------------------------------------------------


def inspect(module: ir.Module, text: str, name: str) -> Lowered:
    """What the lowered module defines and declares; CompileError if an operation is not lowered."""
    from mlir import ir

    _check_all_lowered(module, name)
    _check_data_layout(module, name)
    defined, declared = {}, []
    for op in module.body.operations:
        operation = op.operation
        if operation.name == "llvm.func":
            symbol = ir.StringAttr(operation.attributes["sym_name"]).value
            if operation.regions[0].blocks:
                attribute = ir.TypeAttr(operation.attributes["function_type"])
                kind = str(attribute.value).removeprefix("!llvm.func<").removesuffix(">")
                if symbol in _TAKEN and re.fullmatch(_TAKEN[symbol], kind):
                    raise CompileError(
                        f"{name}: function '{symbol}' has the name and type of one of the C "
                        "library's, which LLVM calls by that name: give it another"
                    )
                defined[symbol] = kind
            else:
                declared.append(symbol)
    for symbol in defined:
        # The JIT wraps each function in one of that name, and LLVM's names hold no NUL.
        if "\0" in symbol or f"_mlir_{symbol}" in defined:
            other = f" beside '_mlir_{symbol}'" if "\0" not in symbol else ""
            raise CompileError(f"{name}: a function cannot be called {symbol!r}{other}")
    return Lowered(text, defined, tuple(declared))


def _check_data_layout(module: ir.Module, name: str) -> None:
    """CompileError for a data layout that is of another kind of machine."""
    attributes = module.operation.attributes
    layout = str(attributes["llvm.data_layout"]) if "llvm.data_layout" in attributes else ""
    if re.search(r'(^"|-)E(-|"$)|(^"|-)p0?:(?!64)', layout):
        raise CompileError(f"{name}: llvm.data_layout = {layout} is not of this machine")


def first_left(left: Sequence[ir.Operation]) -> tuple[ir.Operation, str]:
    """Of operations that nothing lowered the one to name, and what to say of it beside its name."""
    # A cast is left because some other operation is: name that one where there is one.
    op = next((op for op in left if not op.name.startswith("builtin.")), left[0])
    if op.name != "builtin.unrealized_conversion_cast":
        return op, ""
    users = sorted({use.owner.operation.name for use in op.results[0].uses})
    kinds = f"{op.operands[0].type} to {op.results[0].type}"
    return op, f" ({kinds}, used by {', '.join(users) or 'nothing'})"


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
    op, detail = first_left(left)
    function = op
    while function.name not in ("llvm.func", "func.func") and function.parent is not None:
        function = function.parent.operation
    symbol = function.attributes.get("sym_name", "the module")
    raise CompileError(
        f"{name}: {op.name}{detail} is left in {str(symbol).strip(chr(34))} after the pipeline: "
        "no pass in it lowers this operation"
    )


def resolve(
    lowered: Lowered, given: Sequence[Path], name: str, provided: Container[str] = ()
) -> list[Path]:
    """The libraries that define what the module declares, the given ones first.

    What is `provided` by this process needs none.
    """
    needed = list(given)
    handles = [_opened(path, name) for path in given]
    process = ctypes.CDLL(None)
    # Conversions of 16-bit floats become calls only when the code is generated.
    if re.search(r"\bb?f16\b", lowered.text):
        needed.append(toolchain.library("mlir_float16_utils"))
    for symbol in lowered.declared:
        if symbol.startswith("llvm.") or symbol in provided:
            continue
        if any(address(h, symbol) is not None for h in handles):
            continue
        if symbol.startswith(("__kmpc_", "omp_")):
            path = toolchain.openmp_runtime()
        elif address(process, symbol) is not None:
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
        if address(ctypes.CDLL(str(path)), symbol) is not None:
            return path
    return None


def _opened(path: Path, name: str) -> ctypes.CDLL:
    try:
        return ctypes.CDLL(str(path.resolve()))
    except OSError as error:
        raise CompileError(f"{name}: {path} is no library that loads: {error}") from None


def address(handle: ctypes.CDLL, symbol: str) -> int | None:
    """Where a library has a symbol, or None. Not getattr: CDLL has attributes of its own."""
    try:
        return ctypes.cast(handle[symbol], ctypes.c_void_p).value
    except AttributeError:
        return None
