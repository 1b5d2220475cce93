"""The array that a traced function computes with: NumPy's interface, and nothing in it.

NumPy hands its ufuncs and functions over to an object that implements its protocols; they are
looked up in `FUNCTIONS` and `UFUNCS`, which the modules of `numpy_api` fill. What is not there, and
what needs a value, is an error that names the line.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

from ..errors import NoAttribute
from . import ops, refused, types
from .dims import Dim, Size, product
from .graph import Graph, Value
from .where import failure, here

FUNCTIONS: dict[Callable, Callable] = {}
UFUNCS: dict[str, Callable] = {}


def implements(*functions: Callable):
    """Enter a function as what these functions of NumPy do with a traced array."""

    def enter(implementation: Callable) -> Callable:
        for function in functions:
            FUNCTIONS[function] = implementation
        return implementation

    return enter


class Array(np.lib.mixins.NDArrayOperatorsMixin):
    """A value of a graph, with the interface of a NumPy array."""

    __slots__ = ("graph", "value")
    __array_priority__ = 100

    def __init__(self, graph: Graph, value: Value) -> None:
        self.graph, self.value = graph, value

    def __repr__(self) -> str:
        return f"<traced {self.value.type}>"

    def __format__(self, how: str) -> str:
        if how:
            raise failure(f"a traced array has no value to write as {how!r}; {{x}} shows its type")
        return str(self)

    shape = property(lambda self: self.value.type.shape)
    dtype = property(lambda self: self.value.type.dtype)
    ndim = property(lambda self: self.value.type.rank)
    size = property(lambda self: product(self.shape))
    T = property(lambda self: self.transpose())
    mT = property(lambda self: np.swapaxes(self, -1, -2))
    real = property(lambda self: self)
    imag = property(lambda self: np.imag(self))
    itemsize = property(lambda self: self.dtype.itemsize)
    nbytes = property(lambda self: self.size * self.itemsize)

    # [region ufunc]
    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
        from .. import numpy_api

        return numpy_api.apply_ufunc(ufunc, method, inputs, kwargs)
        # [end ufunc]

    # [region function]
    def __array_function__(self, function, kinds, arguments, kwargs):
        from ..numpy_api import creating, instead  # importing the package fills the table

        implementation = FUNCTIONS.get(function)
        if function in creating.LIKE:
            implementation, arguments = creating.LIKE[function], (self, *arguments)
        if implementation is None:
            raise instead.not_compiled(function)
        try:
            return strong(implementation(*arguments, **kwargs))
        except (TypeError, ValueError) as error:
            if str(error).startswith(f"{here()}:"):
                raise
            raise failure(f"numpy.{function.__name__}: {error}") from error
        # [end function]

    def __getattr__(self, name: str):
        if not hasattr(np.ndarray, name):
            raise failure(f"the attribute {name} of an array does not exist", NoAttribute)
        from ..numpy_api import instead

        raise instead.no_attribute(name)

    # What needs a value.

    def __bool__(self):
        raise failure(refused.BRANCH)

    def __index__(self):
        raise refused.number(self.value)

    __int__ = __float__ = __complex__ = __index__

    def __array__(self, *_, **__):
        raise refused.ndarray(sys._getframe(1))

    def __hash__(self):
        raise failure("a traced array cannot be hashed: it has no value")

    def item(self, *_):
        raise refused.method("item")

    def tolist(self):
        raise refused.method("tolist")

    def __round__(self, *_):
        raise refused.rounding("round", "round")

    def __floor__(self):
        raise refused.rounding("math.floor", "floor")

    def __ceil__(self):
        raise refused.rounding("math.ceil", "ceil")

    def __trunc__(self):
        raise refused.rounding("math.trunc", "trunc")

    def __setitem__(self, key, value):
        raise failure(
            "a traced array cannot be assigned to; stepdown.update(x, new, start) gives x with a "
            "part of it replaced, np.where picks element by element"
        )

    def __len__(self):
        if not self.shape:
            raise failure("len() of an array of no dimension")
        if isinstance(self.shape[0], Dim):
            raise failure(f"len() is an int to Python, and the size {self.shape[0]} is dynamic; "
                          "x.shape[0] gives it as a size")  # fmt: skip
        return self.shape[0]

    def __iter__(self):
        if self.shape and isinstance(self.shape[0], Dim):
            raise failure(f"a loop over the rows of an array, of which there are {self.shape[0]}: "
                          "that size is dynamic, it has no value while the function is traced; "
                          "NumPy's functions with axis=0 take all rows")  # fmt: skip
        return (self[i] for i in range(len(self)))

    def __getitem__(self, key):
        from ..numpy_api import indexing

        return indexing.get(self, key)

    # Methods, each as NumPy's function of that name.

    def astype(self, dtype, copy=True):
        return Array(self.graph, ops.convert(self.graph, self.value, np.dtype(dtype)))

    def reshape(self, *shape, order="C"):
        shape = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
        return np.reshape(self, shape, order=order)

    def transpose(self, *axes):
        axes = axes[0] if len(axes) == 1 and not isinstance(axes[0], int) else axes
        return np.transpose(self, axes if axes else None)

    def dot(self, other):
        return np.dot(self, other)

    def flatten(self, order="C"):
        return np.ravel(self, order=order)


def _method(function: Callable) -> Callable:
    def method(self, *arguments, **kwargs):
        return function(self, *arguments, **kwargs)

    method.__name__ = function.__name__
    method.__doc__ = f"numpy.{function.__name__} of this array."
    return method


for _function in (
    np.sum, np.mean, np.var, np.std, np.max, np.min, np.prod, np.argmax, np.argmin, np.any, np.all,
    np.cumsum, np.ravel, np.squeeze, np.swapaxes, np.take, np.clip, np.repeat, np.copy, np.round,
    np.diagonal, np.trace, np.cumprod, np.searchsorted,
):  # fmt: skip
    setattr(Array, _function.__name__, _method(_function))
Array.conj = Array.conjugate = _method(np.conjugate)


def _operator(name: str) -> Callable:
    """An operator of Python's: NumPy's ufunc of that name, as the mixin has it, unless all operands
    are Python's numbers, in which case NumPy is not asked."""
    of_arrays = getattr(np.lib.mixins.NDArrayOperatorsMixin, name)

    def operate(self, *other):
        if name in ("__eq__", "__ne__") and other[0] is None:
            return np.full_like(self, name == "__ne__", dtype=bool)
        if self.value.type.weak and all(is_python_number(x) for x in other):
            from ..numpy_api import numbers

            return numbers.operate(name, self, *other)
        return of_arrays(self, *other)

    return operate


for _name in (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "and", "or", "xor",
    "lshift", "rshift",
):  # fmt: skip
    for _side in ("", "r"):
        setattr(Array, f"__{_side}{_name}__", _operator(f"__{_side}{_name}__"))
for _name in ("lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "invert"):
    setattr(Array, f"__{_name}__", _operator(f"__{_name}__"))


_power = Array.__pow__


def _to_the_power(self, exponent, modulus=None):
    if modulus is not None:
        raise failure("pow with a modulus is of Python's integers; write x ** y % z")
    # NumPy's operator takes np.square for arrays: of bools that is int8. A scalar's gives int64.
    if self.dtype == bool and self.ndim and type(exponent) is int and exponent == 2:
        return np.square(self)
    return _power(self, exponent)


Array.__pow__ = _to_the_power


def is_python_number(value: object) -> bool:
    """Whether it is a number of Python's, known or traced; a dynamic size is an int."""
    if isinstance(value, Array):
        return value.value.type.weak is not None
    return type(value) in (bool, int, float) or isinstance(value, Dim)


def _in_place(name: str) -> Callable:
    def refuse(self, _):
        raise failure(f"x {name} y would change a traced array in place; write x = x {name[:-1]} y")

    return refuse


for _name, _symbol in {
    "add": "+=", "sub": "-=", "mul": "*=", "truediv": "/=", "floordiv": "//=", "mod": "%=",
    "pow": "**=", "and": "&=", "or": "|=", "xor": "^=", "lshift": "<<=", "rshift": ">>=",
    "matmul": "@=",
}.items():  # fmt: skip
    setattr(Array, f"__i{_name}__", _in_place(_symbol))


def graph_of(values: object) -> Graph:
    """The graph of the traced arrays among these, at any depth in tuples and lists."""
    found: list[Graph] = []

    def look(value: object) -> None:
        if isinstance(value, Array):
            found.append(value.graph)
        elif isinstance(value, (tuple, list)):
            for item in value:
                look(item)

    look(values)
    if any(graph is not found[0] for graph in found):
        raise failure("a traced array is used outside of the function that it was traced in")
    return found[0]


def as_arrays(*values: object) -> list[Array]:
    """The values as arrays of one graph, that of those among them which are traced."""
    graph = graph_of(values)
    return [wrap(graph, lift(graph, value)) for value in values]


def lift(graph: Graph, value: object) -> Value:
    """The graph's value for a traced array, a number, or an array of the surroundings."""
    if isinstance(value, Array):
        if value.graph is not graph:
            raise failure("a traced array is used outside of the function that it was traced in")
        return value.value
    kind = types.of_scalar(value)
    if kind is not None:
        number = value.item() if isinstance(value, np.generic) else value
        if kind.dtype.name == "bfloat16":
            number = float(value)
        if kind.weak is int and not -(1 << 63) <= number < 1 << 64:
            raise failure(f"the integer {number} does not fit in 64 bits", OverflowError)
        return graph.add("full", shape=(), value=number, dtype=kind.dtype, weak=kind.weak)
    if isinstance(value, Dim):
        return graph.add("size", size=value, dtype=ops.INT64, weak=int)
    if isinstance(value, np.ndarray):
        types.check_dtype(value.dtype)
        if value.ndim == 0:
            return lift(graph, value[()])
        if types.other_rules(value):
            raise failure(f"a {type(value).__name__} computes by other rules than an array")
        return _captured(graph, value)
    if isinstance(value, (tuple, list)):
        return _from_list(graph, value)
    if hasattr(value, "__array__"):
        return lift(graph, np.asarray(value))
    if isinstance(value, complex):
        raise failure(f"complex numbers are not compiled: {value}")
    raise failure(f"a {type(value).__name__} is not an array or a number: {value!r:.60}")


def in_memory_order(array: np.ndarray) -> tuple[np.ndarray, tuple[int, ...] | None]:
    """The contiguous array that this one is a view of with its axes in another order, and the order
    in which that has them; the array itself and None where there is no such order or no need."""
    if not array.flags.c_contiguous:
        order = tuple(sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis])))
        turned = array.transpose(order)
        if turned.flags.c_contiguous:
            return turned, order
    return array, None


def in_own_order(graph: Graph, value: Value, order: tuple[int, ...] | None) -> Value:
    """The value that stands for the array, of the one for what `in_memory_order` gave."""
    return value if order is None else ops.transpose(graph, value, np.argsort(order).tolist())


def _captured(graph: Graph, array: np.ndarray) -> Value:
    """An array of the surroundings; one whose axes were permuted as what it is a view of."""
    array, order = in_memory_order(array)
    return in_own_order(graph, graph.capture(array), order)


def _from_list(graph: Graph, items: object) -> Value:
    """A list of numbers and traced arrays, as NumPy's `array` takes it."""

    def traced(value: object) -> bool:
        if isinstance(value, (tuple, list)):
            return any(map(traced, value))
        return isinstance(value, Array)

    if not traced(items):
        array = np.asarray(items)
        types.check_dtype(array.dtype)
        return graph.capture(array)
    parts = [lift(graph, item) for item in items]
    wanted: list[Size] = list(parts[0].type.shape)
    if any(list(p.type.shape) != wanted for p in parts):
        raise failure("the items of a list have different shapes")
    parts = ops.common(graph, parts)
    parts = [ops.reshape(graph, p, (1, *wanted)) for p in parts]
    return graph.add("concatenate", *parts, axis=0) if len(parts) > 1 else parts[0]


def strong(result: object) -> object:
    """What a function of NumPy gives: an array of its dtype, also where it was given a Python
    number and gives that back. Only Python's operators on Python numbers give such a number."""
    if isinstance(result, tuple):
        return tuple(strong(part) for part in result)
    if isinstance(result, Array) and result.value.type.weak:
        return Array(result.graph, ops.strong(result.graph, result.value))
    return result


wrap = Array
