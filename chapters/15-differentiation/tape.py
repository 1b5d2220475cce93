"""An eager tape: each operation is computed as it is written, and noted; then the notes are gone
through backwards.

This is how PyTorch does it, here over the same rules: each operation on its own is a function that
`stepdown.vjp` differentiates, compiled once for each kind of arguments.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import numpy as np

import stepdown
from stepdown.frontend import tree


# [region tensor]
class Tensor(np.lib.mixins.NDArrayOperatorsMixin):
    """An array that remembers what it was computed from. `grad` is there after `backward()`, for a
    tensor made with `requires_grad`."""

    def __init__(self, value, requires_grad: bool = False, made_of: tuple = (), pull=None) -> None:
        self.value = np.asarray(value)
        self.requires_grad, self.grad = requires_grad, None
        self.made_of, self.pull = made_of, pull

    def __array_ufunc__(self, ufunc, method, *inputs, **keywords):
        return _apply(ufunc, inputs, keywords) if method == "__call__" else NotImplemented

    def __array_function__(self, function, types, inputs, keywords):
        return _apply(function, inputs, keywords)

    def backward(self) -> None:
        """Gradients of this one number by all tensors that it was computed from. Raises ValueError
        for more than one number."""
        if self.value.size != 1:
            raise ValueError(f"backward is for one number, not for an array of shape {self.shape}")
        cotangents = {id(self): np.ones_like(self.value)}
        for tensor in reversed(_in_order(self)):
            given = cotangents.pop(id(tensor))
            if tensor.pull is None:
                tensor.grad = given if tensor.grad is None else tensor.grad + given
                continue
            for operand, cotangent in zip(tensor.made_of, tensor.pull(given), strict=True):
                if operand.requires_grad:
                    known = cotangents.get(id(operand))
                    cotangents[id(operand)] = cotangent if known is None else known + cotangent
        # [end tensor]

    def __bool__(self) -> bool:
        return bool(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __repr__(self) -> str:
        return f"Tensor({self.value}{', requires_grad=True' if self.requires_grad else ''})"

    shape = property(lambda self: self.value.shape)
    ndim = property(lambda self: self.value.ndim)
    size = property(lambda self: self.value.size)
    dtype = property(lambda self: self.value.dtype)
    T = property(lambda self: np.transpose(self))

    def __getitem__(self, index) -> Tensor:
        return _apply(lambda x: x[index], (self,), {}, key=("index", repr(index)))

    def astype(self, dtype) -> Tensor:
        return _apply(lambda x: x.astype(dtype), (self,), {}, key=("astype", str(dtype)))

    @property
    def kept(self) -> int:
        """The bytes of all that is alive for the backward pass, without what nobody computed."""
        return sum(t.value.nbytes for t in _in_order(self) if t.pull is not None)


def _apply(function: Callable, inputs: tuple, keywords: dict, key: object = None) -> Tensor:
    """Compute now; note how to get back, if any operand needs a gradient."""
    leaves, structure = tree.flatten(inputs)
    places = [n for n, leaf in enumerate(leaves) if isinstance(leaf, (Tensor, np.ndarray))]
    operands = [leaf if isinstance(leaf, Tensor) else Tensor(leaf) for leaf in leaves]
    operands = [operands[n] for n in places]
    rest = tuple((n, leaf) for n, leaf in enumerate(leaves) if n not in places)
    named = tuple(sorted(keywords.items()))
    operation = _operation(key or function, _Held(function), structure, rest, named)
    values = [operand.value for operand in operands]
    # [region note]
    if not any(operand.requires_grad for operand in operands):
        return Tensor(operation(*values))
    result, pull = stepdown.vjp(operation, *values)
    return Tensor(result, True, tuple(operands), pull)
    # [end note]


class _Held:
    """A function that is equal to any other: what it does stands in the key beside it."""

    def __init__(self, function: Callable) -> None:
        self.function = function

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Held)

    def __hash__(self) -> int:
        return 0


@functools.cache
def _operation(key, held: _Held, structure, rest: tuple, named: tuple) -> Callable:
    """The function of its arrays alone; the same object for the same operation, so that it is
    compiled once."""

    def operation(*arrays):
        left, fixed = iter(arrays), dict(rest)
        leaves = [fixed[n] if n in fixed else next(left) for n in range(structure.leaves)]
        return held.function(*tree.unflatten(structure, leaves), **dict(named))

    return stepdown.jit(operation)


def _in_order(last: Tensor) -> list[Tensor]:
    """All tensors that it was computed from and that need a gradient, each after its operands."""
    found: dict[int, Tensor] = {}
    waiting = [(last, False)]
    while waiting:
        tensor, done = waiting.pop()
        if done:
            found[id(tensor)] = tensor
        elif id(tensor) not in found and tensor.requires_grad:
            waiting.append((tensor, True))
            waiting += [(operand, False) for operand in tensor.made_of]
    return list(found.values())


# [region eager]
def gradient(function: Callable, parameters: object, *arguments: object) -> tuple[object, object]:
    """What `stepdown.value_and_grad` gives, operation by operation."""
    leaves, structure = tree.flatten(parameters)
    tensors = [Tensor(leaf, requires_grad=True) for leaf in leaves]
    result = function(tree.unflatten(structure, tensors), *arguments)
    result.backward()
    return result.value, tree.unflatten(structure, [t.grad for t in tensors])
    # [end eager]
