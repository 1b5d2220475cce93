"""tinynn: reverse-mode differentiation of scalars, networks made of them, and their compiler.

    from tinynn import Value
    a, b = Value(2.0), Value(3.0)
    y = a * b + a.exp()
    y.backward()
    a.grad, b.grad

The rooms: `rules` (each operation's value and slopes), `engine` (Value), `nn`, `losses`, `optim`,
`data`, `trainer`; `tape` (the same as a list), `emit` and `compiled` (the same as MLIR), `draw`.
"""

from .engine import Value, constant
from .errors import DomainError, Error, GraphError, OperandError
from .nn import MLP, Layer, Module, Neuron
from .optim import SGD

__all__ = [
    "MLP",
    "SGD",
    "DomainError",
    "Error",
    "GraphError",
    "Layer",
    "Module",
    "Neuron",
    "OperandError",
    "Value",
    "constant",
]
