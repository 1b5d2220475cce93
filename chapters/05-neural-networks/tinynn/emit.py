"""The emitter: a training step as MLIR, recorded while the engine runs on numbers without values.

A `Scalar` stands for a number that the program will know. Its operators append operations to the
function that is being built. The engine, the network, the loss and the optimizer are not told:
they compute with Scalars as they do with floats. Loops over rows are written here. Compiling is
`compiled`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from mlir import ir
from mlir.dialects import arith, func, math, memref, scf

from .engine import Value, constant
from .errors import GraphError, OperandError
from .losses import Loss
from .nn import MLP
from .optim import SGD
from .rules import Number, Symbol


# [region scalar]
class Scalar(Symbol):
    """An f64 of the function that is being built. Operators on it append operations to it."""

    __slots__ = ("function", "ssa")

    def __init__(self, function: Function, ssa: ir.Value) -> None:
        self.function, self.ssa = function, ssa

    def _append(self, build: Callable[..., ir.Value], *operands: Number) -> Scalar:
        return Scalar(self.function, build(*(self.function.known(x) for x in operands)))

    def __add__(self, other: Number) -> Scalar:
        return self if _is(other, 0.0) else self._append(arith.addf, self, other)

    def __mul__(self, other: Number) -> Scalar:
        if _is(other, 1.0):
            return self
        return -self if _is(other, -1.0) else self._append(arith.mulf, self, other)

    # [end scalar]

    __radd__, __rmul__ = __add__, __mul__  # addition and multiplication are symmetric to the bit

    def __sub__(self, other: Number) -> Scalar:
        return self._append(arith.subf, self, other)

    def __rsub__(self, other: Number) -> Scalar:
        return self._append(arith.subf, other, self)

    def __truediv__(self, other: Number) -> Scalar:
        return self._append(arith.divf, self, other)

    def __rtruediv__(self, other: Number) -> Scalar:
        return self._append(arith.divf, other, self)

    def __pow__(self, exponent: Number) -> Scalar:
        return self._append(math.powf, self, exponent)

    def __rpow__(self, base: Number) -> Scalar:
        return self._append(math.powf, base, self)

    def __neg__(self) -> Scalar:
        return self._append(arith.negf, self)

    def exp(self) -> Scalar:
        return self._append(math.exp, self)

    def log(self) -> Scalar:
        return self._append(math.log, self)

    def tanh(self) -> Scalar:
        return self._append(math.tanh, self)

    def relu(self) -> Scalar:
        return self._append(arith.maximumf, self, 0.0)

    def step(self) -> Scalar:
        above = self.compared(arith.CmpFPredicate.UGT, 0.0)
        one, zero = self.function.known(1.0), self.function.known(0.0)
        return Scalar(self.function, arith.select(above, one, zero))

    def compared(self, predicate: arith.CmpFPredicate, other: Number) -> ir.Value:
        """An i1."""
        return arith.cmpf(predicate, self.ssa, self.function.known(other))

    def __repr__(self) -> str:
        return f"<a number in @{self.function.name}>"


def _is(x: Number, number: float) -> bool:
    return isinstance(x, float) and x == number


class Function:
    """A func.func that is being built; a `with` block fills it."""

    def __init__(
        self, name: str, arguments: dict[str, ir.Type], results: Sequence[ir.Type] = (),
        private: bool = False,
    ) -> None:  # fmt: skip
        self.name = name
        types = list(arguments.values())
        visibility = "private" if private else None
        self.operation = func.FuncOp(name, (types, list(results)), visibility=visibility)
        if not private:
            self.operation.attributes["llvm.emit_c_interface"] = ir.UnitAttr.get()
        locations = [ir.Location.name(argument) for argument in arguments]
        self.block = self.operation.add_entry_block(arg_locs=locations)
        self.arguments = list(self.block.arguments)
        self._constants: dict[tuple[ir.Type, float], ir.Value] = {}

    def __enter__(self) -> list[ir.Value]:
        self._point = ir.InsertionPoint(self.block)
        self._point.__enter__()
        return self.arguments

    def __exit__(self, *error: object) -> None:
        self._point.__exit__(*error)

    def constant(self, type: ir.Type, number: float) -> ir.Value:
        """A constant of the function, one for each number, at its beginning."""
        key = (type, repr(number))
        if key not in self._constants:
            with ir.InsertionPoint.at_block_begin(self.block):
                self._constants[key] = arith.constant(type, number)
        return self._constants[key]

    def known(self, x: Number) -> ir.Value:
        """The SSA value of a Scalar of this function, or of a float."""
        if not isinstance(x, Scalar):
            return self.constant(ir.F64Type.get(), x)
        if x.function is not self:
            raise GraphError(f"a number of @{x.function.name} is used in @{self.name}")
        return x.ssa

    def load(self, buffer: ir.Value, *indices: ir.Value, name: str = "") -> Scalar:
        with ir.Location.name(name) if name else ir.Location.current:
            return Scalar(self, memref.load(buffer, list(indices)))


@contextmanager
def standing_in(
    parameters: Sequence[Value], data: Sequence[Number], grads: Sequence[Number] | None = None
) -> Iterator[None]:
    """For a while, the parameters hold these numbers; without `grads` they are constants."""
    kept = [(parameter.data, parameter.grad, parameter.varies) for parameter in parameters]
    try:
        for i, parameter in enumerate(parameters):
            parameter.data, parameter.varies = data[i], grads is not None
            parameter.grad = grads[i] if grads else 0.0
        yield
    finally:
        for parameter, own in zip(parameters, kept, strict=True):
            parameter.data, parameter.grad, parameter.varies = own


@contextmanager
def loop(start: ir.Value, stop: ir.Value, step: ir.Value, *carried: ir.Value) -> Iterator:
    """An scf.for; inside of the block its index and carried values. End it with scf.yield_."""
    operation = scf.ForOp(start, stop, step, list(carried))
    with ir.InsertionPoint(operation.body):
        yield operation, operation.induction_variable, list(operation.inner_iter_args)


class Step:
    """Emits the functions of a network with one output, its loss and its optimizer."""

    def __init__(self, model: MLP, loss: Loss, optimizer: SGD) -> None:
        if model.sizes[-1] != 1:
            raise OperandError(f"a network with one output is wanted; this has {model.sizes[-1]}")
        if list(map(id, optimizer.parameters)) != list(map(id, model.parameters())):
            raise GraphError("the optimizer does not hold the parameters of this model")
        self.model, self.loss, self.optimizer = model, loss, optimizer
        self.parameters = model.parameters()
        self.inputs = model.sizes[0]
        some = ir.ShapedType.get_dynamic_size()
        self.f64, self.index = ir.F64Type.get(), ir.IndexType.get()
        self.buffer = ir.MemRefType.get([len(self.parameters)], self.f64)
        self.points = ir.MemRefType.get([some, self.inputs], self.f64)
        self.column = ir.MemRefType.get([some], self.f64)
        self.order = ir.MemRefType.get([some], self.index)

    def _row(self, f: Function, points: ir.Value, row: ir.Value) -> list[Value]:
        """The coordinates of a point, as constants of the engine."""
        columns = [f.constant(self.index, j) for j in range(self.inputs)]
        return [
            constant(f.load(points, row, column, name=f"x{j}")) for j, column in enumerate(columns)
        ]

    def _loaded(self, f: Function, buffer: ir.Value, prefix: str = "") -> list[Scalar]:
        return [
            f.load(buffer, f.constant(self.index, i), name=prefix + parameter.name)
            for i, parameter in enumerate(self.parameters)
        ]

    # [region gradient]
    def add_gradient(self) -> None:
        """@add_gradient: add to `grads` what one row, with this share, contributes."""
        f = Function(
            "add_gradient",
            {"data": self.buffer, "grads": self.buffer, "points": self.points,
             "targets": self.column, "row": self.index, "share": self.f64},
            [self.f64, self.f64], private=True,
        )  # fmt: skip
        with f as (data, grads, points, targets, row, share):
            numbers, sums = self._loaded(f, data), self._loaded(f, grads, "d")
            target = f.load(targets, row, name="target")
            with standing_in(self.parameters, numbers, sums):
                score = self.model(self._row(f, points, row))
                loss = self.loss(score, constant(target))
                loss.backward(Scalar(f, share))
                for i, parameter in enumerate(self.parameters):
                    memref.store(f.known(parameter.grad), grads, [f.constant(self.index, i)])
            func.return_([f.known(loss.data), f.known(score.data)])

    # [end gradient]

    def move(self) -> None:
        """@move: one step of the optimizer for each parameter."""
        f = Function(
            "move",
            {"data": self.buffer, "grads": self.buffer, "velocities": self.buffer,
             "rate": self.f64},
            private=True,
        )  # fmt: skip
        with f as (data, grads, velocities, rate):
            zero, one = f.constant(self.index, 0), f.constant(self.index, 1)
            with loop(zero, f.constant(self.index, len(self.parameters)), one) as (_, i, _):
                moved, velocity = self.optimizer.moved(
                    f.load(data, i), f.load(grads, i), f.load(velocities, i), Scalar(f, rate)
                )
                memref.store(f.known(moved), data, [i])
                memref.store(f.known(velocity), velocities, [i])
                scf.yield_([])
            func.return_([])

    def step(self) -> None:
        """@step: learn from the rows order[start] to order[stop - 1]."""
        f = Function(
            "step",
            {"data": self.buffer, "grads": self.buffer, "velocities": self.buffer,
             "points": self.points, "targets": self.column, "order": self.order,
             "start": self.index, "stop": self.index, "rate": self.f64},
            [self.f64, self.f64], private=True,
        )  # fmt: skip
        with f as (data, grads, velocities, points, targets, order, start, stop, rate):
            zero, one = f.constant(self.index, 0), f.constant(self.index, 1)
            nothing = f.known(0.0)
            with loop(zero, f.constant(self.index, len(self.parameters)), one) as (_, i, _):
                memref.store(nothing, grads, [i])
                scf.yield_([])
            count = arith.index_cast(ir.IntegerType.get_signless(64), arith.subi(stop, start))
            share = 1.0 / Scalar(f, arith.sitofp(self.f64, count))
            with loop(start, stop, one, nothing, nothing) as (rows, k, (total, hits)):
                row = memref.load(order, [k])
                arguments = [data, grads, points, targets, row, share.ssa]
                loss, score = func.call([self.f64] * 2, "add_gradient", arguments)
                side = Scalar(f, score) * f.load(targets, row)
                hit = arith.select(
                    side.compared(arith.CmpFPredicate.OGT, 0.0), f.known(1.0), nothing
                )
                scf.yield_([arith.addf(total, loss), arith.addf(hits, hit)])
            func.call([], "move", [data, grads, velocities, rate])
            func.return_(rows.results)

    def epoch(self) -> None:
        """@epoch: all rows in an order, batch by batch; the sum of losses, and the hits."""
        f = Function(
            "epoch",
            {"data": self.buffer, "velocities": self.buffer, "points": self.points,
             "targets": self.column, "order": self.order, "batch": self.index, "rate": self.f64},
            [self.f64, self.f64],
        )  # fmt: skip
        with f as (data, velocities, points, targets, order, batch, rate):
            zero, nothing = f.constant(self.index, 0), f.known(0.0)
            size = memref.dim(order, zero)
            with ir.Location.name("grads"):
                grads = memref.alloc(self.buffer, [], [])
            with loop(zero, size, batch, nothing, nothing) as (batches, start, (total, hits)):
                stop = arith.minsi(arith.addi(start, batch), size)
                loss, right = func.call(
                    [self.f64] * 2, "step",
                    [data, grads, velocities, points, targets, order, start, stop, rate],
                )  # fmt: skip
                scf.yield_([arith.addf(total, loss), arith.addf(hits, right)])
            memref.dealloc(grads)
            func.return_(batches.results)

    def scores(self) -> None:
        """@scores: what the network says of each point."""
        f = Function("scores", {"data": self.buffer, "points": self.points, "scores": self.column})
        with f as (data, points, scores):
            zero, one = f.constant(self.index, 0), f.constant(self.index, 1)
            numbers = self._loaded(f, data)
            with (
                standing_in(self.parameters, numbers),
                loop(zero, memref.dim(points, zero), one) as (_, row, _),
            ):
                score = self.model(self._row(f, points, row))
                memref.store(f.known(score.data), scores, [row])
                scf.yield_([])
            func.return_([])


# [region derivative]
def derivative(function: Callable[..., Value], *names: str) -> str:
    """A module with @gradient: a function's value, and its slope by each of its arguments."""
    with building() as module:
        f64 = ir.F64Type.get()
        f = Function("gradient", dict.fromkeys(names, f64), [f64] * (1 + len(names)))
        with f as arguments:
            values = [Value(Scalar(f, x), name) for x, name in zip(arguments, names, strict=True)]
            result = function(*values)
            result.backward()
            func.return_([f.known(x) for x in (result.data, *(value.grad for value in values))])
    return text(module)


# [end derivative]


def emit(model: MLP, loss: Loss, optimizer: SGD) -> str:
    """The module of a training step, with @epoch and @scores for Python to call."""
    with building() as module:
        step = Step(model, loss, optimizer)
        for function in (step.add_gradient, step.move, step.step, step.epoch, step.scores):
            function()
    return text(module)


@contextmanager
def building() -> Iterator[ir.Module]:
    """A new module, to which functions are appended inside of the block."""
    with ir.Context(), ir.Location.unknown():
        module = ir.Module.create()
        with ir.InsertionPoint(module.body):
            yield module


def text(module: ir.Module) -> str:
    """The module as MLIR, verified; arguments and loads keep the names of what they hold."""
    module.operation.verify()
    return module.operation.get_asm(use_name_loc_as_prefix=True)
