"""Kernels with a thread for each element of their outputs."""

from __future__ import annotations

from mlir import ir
from mlir.dialects import arith, scf

from ..frontend.dims import product
from ..frontend.graph import Value
from ..lowering import scalars
from ..lowering.fuse import reads, through_views
from ..lowering.scalars import index_constant
from .body import Element, Kernel, guarded, loop


def write(kernel: Kernel) -> None:
    """Elementwise values, copies of views and constants."""
    spec = kernel.spec

    def element(indices: list[ir.Value]) -> None:
        body = Element(kernel, indices)
        made = [body.output(v) for v in spec.outputs]
        for value, result in zip(spec.outputs, made, strict=True):
            kernel.store(value, result, indices if value.type.rank else [])

    if not spec.domain:
        element([])
    elif spec.flat:
        each(kernel, lambda number: element([number]))
    else:
        each(kernel, lambda number: element(kernel.unravel(number, spec.domain)))


def each(kernel: Kernel, then) -> None:
    """What a thread does with the number of its element, if there is such an element."""
    total = product(kernel.spec.domain)
    threads = kernel.spec.block[0]
    most = -(-total // threads) * threads if isinstance(total, int) else None
    number = kernel.number_of_thread()
    guarded(kernel.below(number, total, most), lambda: then(number))


def concatenate(kernel: Kernel) -> None:
    """Each element from the input that it lies in."""
    (value,) = kernel.spec.values
    axis, kind = value.params["axis"], scalars.in_body(value.type.dtype)

    def element(number: ir.Value) -> None:
        indices = kernel.unravel(number, value.type.shape)
        kernel.store(value, pick(list(value.inputs), 0, indices), indices)

    def pick(inputs: list[Value], start, indices: list[ir.Value]) -> ir.Value:
        first, *others = inputs
        if not others:
            return read(first, start, indices)
        end = start + first.type.shape[axis]
        inside = arith.cmpi(arith.CmpIPredicate.ult, indices[axis], kernel.index(end))
        branch = scf.IfOp(inside, [kind], has_else=True)
        with ir.InsertionPoint(branch.then_block):
            scf.YieldOp([read(first, start, indices)])
        with ir.InsertionPoint(branch.else_block):
            scf.YieldOp([pick(others, end, indices)])
        return branch.results[0]

    def read(source: Value, start, indices: list[ir.Value]) -> ir.Value:
        moved = list(indices)
        if not (isinstance(start, int) and start == 0):
            moved[axis] = arith.subi(indices[axis], kernel.index(start))
        return kernel.load(*through_views(source), moved)

    each(kernel, element)


def dynamic_slice(kernel: Kernel) -> None:
    """A slice whose start only the call knows."""
    (value,) = kernel.spec.values
    starts, steps = value.params["starts"], value.params["steps"]

    def element(number: ir.Value) -> None:
        indices = kernel.unravel(number, value.type.shape)
        place = [
            arith.addi(arith.muli(i, index_constant(step)), kernel.index(start))
            for i, start, step in zip(indices, starts, steps, strict=True)
        ]
        kernel.store(value, kernel.load(*through_views(value.inputs[0]), place), indices)

    each(kernel, element)


def cumsum(kernel: Kernel) -> None:
    """Running sums: a thread goes along each line. NumPy adds in this order, too."""
    (value,) = kernel.spec.values
    axis, dtype, shape = value.params["axis"], value.type.dtype, value.type.shape
    lines = [1 if d == axis else size for d, size in enumerate(shape)]
    ((source, at),) = reads(value)
    add = arith.addf if scalars.is_float(dtype) else arith.addi
    number = kernel.number_of_thread()

    def line() -> None:
        indices = kernel.unravel(number, lines)

        def turn(place: ir.Value, held: list[ir.Value]) -> list[ir.Value]:
            here = [place if d == axis else i for d, i in enumerate(indices)]
            more = kernel.load(source, at, here)
            wide = add(scalars.widened(held[0], dtype), scalars.widened(more, dtype))
            total = scalars.narrowed(wide, dtype)
            kernel.store(value, total, here)
            return [total]

        zero, one = index_constant(0), index_constant(1)
        loop(zero, kernel.index(shape[axis]), one, [scalars.constant(0, dtype)], turn)

    guarded(kernel.below(number, product(lines)), line)
