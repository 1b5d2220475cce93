"""A kernel ready to run: found in a program, translated once, its arguments described.

The program's text has been through mlir-opt in its own process, so parsing it here is safe.
"""

from __future__ import annotations

import difflib
import weakref
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from mlir import ir

from ..errors import ArgumentError, CompileError, Error
from ..memref import MemRef
from .op_arith import constant
from .op_memref import layout, space_of
from .translate import Function, Translator, Unit
from .values import element_dtype

if TYPE_CHECKING:
    from ..program import Program

_known: weakref.WeakKeyDictionary = weakref.WeakKeyDictionary()


@dataclass
class Attribution:
    """Memory that a gpu.func declares for each block or thread."""

    slot: int
    space: str
    dtype: np.dtype
    sizes: list[int]

    @property
    def bytes(self) -> int:
        return self.dtype.itemsize * int(np.prod(self.sizes))


@dataclass
class Global:
    """A memref.global that the kernel uses; `value` is None where it has none."""

    name: str
    space: str
    dtype: np.dtype
    sizes: list[int]
    value: np.ndarray | None
    constant: bool

    @property
    def bytes(self) -> int:
        return self.dtype.itemsize * int(np.prod(self.sizes))


@dataclass
class Kernel:
    """Code, and what a launch has to know."""

    name: str
    function: Function
    unit: Unit
    arguments: list[MemRef | str]  # a memref type, or a scalar type as MLIR prints it
    attributions: list[Attribution]
    globals: list[Global]
    block_size: tuple[int, ...] | None
    grid_size: tuple[int, ...] | None

    @property
    def shared_bytes(self) -> int:
        """Workgroup memory whose size the program says."""
        parts = [*self.attributions, *self.globals]
        return sum(part.bytes for part in parts if part.space == "workgroup")

    def written(self) -> set[int]:
        """The numbers of the memref arguments that the kernel may write to."""
        every = {n for n, kind in enumerate(self.arguments) if isinstance(kind, MemRef)}
        return every if None in self.unit.stored else every & self.unit.stored


def find(program: Program, name: str) -> Kernel:
    """The kernel of that name, or of `module::name`, translated the first time it is asked for."""
    kernels = _known.setdefault(program, {})
    if name not in kernels:
        kernels[name] = _translate(program, name)
    return kernels[name]


def names(program: Program) -> list[str]:
    """The kernels that a program has, as `module::name`."""
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        module = ir.Module.parse(program.text)
        return [f"{outer}::{name}" for outer, name, _, _ in _kernels(module)]


def _source(program: Program) -> str:
    """What the lines of the program's text are lines of: its file, or what that was lowered to."""
    path = Path(program.name)
    try:
        lowered = path.is_file() and path.read_text(encoding="utf-8") != program.text
    except (OSError, UnicodeDecodeError):
        lowered = False
    return f"{program.name} (lowered)" if lowered else program.name


def _kernels(module: ir.Module) -> list[tuple[str, str, ir.Operation, dict]]:
    found = []
    outermost = _symbols(module.body)
    for op in module.body.operations:
        if op.operation.name != "gpu.module":
            continue
        inside = _symbols(op.operation.regions[0].blocks[0])
        outer = ir.StringAttr(op.operation.attributes["sym_name"]).value
        for name, inner in inside.items():
            if inner.name == "gpu.func" and "gpu.kernel" in inner.attributes:
                found.append((outer, name, inner, outermost | inside))
    return found


def _symbols(block: ir.Block) -> dict[str, ir.Operation]:
    return {
        ir.StringAttr(op.operation.attributes["sym_name"]).value: op.operation
        for op in block.operations
        if "sym_name" in op.operation.attributes
    }


def _translate(program: Program, wanted: str) -> Kernel:
    with ir.Context() as context, ir.Location.unknown():
        context.enable_multithreading(False)
        try:
            module = ir.Module.parse(program.text)
        except ir.MLIRError as error:
            raise CompileError(f"{program.name}: {error}") from None
        kernels = _kernels(module)
        outer, _, name = wanted.rpartition("::")
        found = [k for k in kernels if k[1] == name and outer in ("", k[0])]
        if len(found) != 1:
            raise _no_kernel(program, wanted, found or kernels, bool(found), module)
        _, name, op, symbols = found[0]
        unit = Unit(program.text, _source(program), symbols)
        unit.entry = op.regions[0].blocks[0]
        t = Translator(unit)
        t.op = op
        inputs = ir.FunctionType(ir.TypeAttr(op.attributes["function_type"]).value).inputs
        arguments = [_argument(t, n, kind) for n, kind in enumerate(inputs)]
        function = t.function(op, name)
        declared = _attributions(t, op, len(inputs), function)
        function.arguments = function.arguments[: len(inputs)]
        return Kernel(
            name, function, unit, arguments, declared,
            [_global(name, op) for name, op in unit.globals.items()],
            _sizes(op, "known_block_size"), _sizes(op, "known_grid_size"),
        )  # fmt: skip


def _no_kernel(
    program: Program, wanted: str, found: list, several: bool, module: ir.Module
) -> Error:
    shown = [f"{outer}::{name}" for outer, name, _, _ in found]
    if several:
        return ArgumentError(
            f"{program.name}: several kernels are called {wanted}: {', '.join(shown)}"
        )
    if shown:
        near = difflib.get_close_matches(wanted, [name for _, name, _, _ in found], n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        return ArgumentError(f"{program.name}: no kernel {wanted}; it has {', '.join(shown)}{hint}")
    launches = "gpu.launch " in program.text
    advice = (
        ": gpu.launch is still in the host code; lower it with gpu-kernel-outlining first"
        if launches
        else ": it has no gpu.module with a `gpu.func ... kernel` in it"
    )
    named = f" {wanted}" if wanted else ""
    return ArgumentError(f"{program.name}: no kernel{named}{advice}")


def _argument(t: Translator, number: int, kind: ir.Type) -> MemRef | str:
    if not isinstance(kind, ir.MemRefType):
        if element_dtype(kind) is None:
            raise t.refuse(f"the simulator takes no argument of type {kind}")
        return str(kind)
    if space_of(kind) != "global":
        raise t.refuse(f"argument {number + 1} is {kind}; a launch gives global memory only")
    try:
        sizes, strides, offset = layout(kind)
    except (ValueError, RuntimeError):
        raise t.refuse(f"argument {number + 1} is {kind}, a layout without strides") from None
    identity = kind.affine_map == ir.AffineMap.get_identity(kind.rank)
    text, element = str(kind), str(kind.element_type)
    if identity:
        return MemRef(text, element, tuple(sizes))
    return MemRef(text, element, tuple(sizes), tuple(strides), offset)


def _attributions(
    t: Translator, op: ir.Operation, first: int, function: Function
) -> list[Attribution]:
    found = []
    for value, slot in zip(
        list(op.regions[0].blocks[0].arguments)[first:], function.arguments[first:], strict=True
    ):
        dtype = element_dtype(value.type.element_type)
        sizes = layout(value.type)[0]
        if dtype is None or None in sizes:
            raise t.refuse(f"the simulator has no memory of {value.type}")
        space = space_of(value.type)
        count = ir.IntegerAttr(op.attributes["workgroup_attributions"]).value
        if space == "global":  # a space that is not named: the attribution's place tells
            space = "workgroup" if len(found) < count else "private"
        found.append(Attribution(slot, space, dtype, [int(n) for n in sizes]))
    return found


def _global(name: str, op: ir.Operation) -> Global:
    kind = ir.TypeAttr(op.attributes["type"]).value
    sizes = [int(n) for n in layout(kind)[0]]
    value: Any = None
    if "initial_value" in op.attributes:
        content = op.attributes["initial_value"]
        if not isinstance(content, ir.UnitAttr):
            value = constant(content)
            value = np.broadcast_to(value, (1, 1, *sizes)).reshape(-1)
    return Global(
        name, space_of(kind), element_dtype(kind.element_type), sizes, value,
        "constant" in op.attributes,
    )  # fmt: skip


def _sizes(op: ir.Operation, name: str) -> tuple[int, ...] | None:
    return tuple(ir.DenseI32ArrayAttr(op.attributes[name])) if name in op.attributes else None
