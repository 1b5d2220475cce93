"""Neurons, layers and networks of `Value`s. How they learn is in `losses`, `optim`, `trainer`."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

from .engine import Value, constant
from .errors import OperandError

ACTIVATIONS = ("linear", "relu", "tanh")


class Module:
    """Something with parameters."""

    def parameters(self) -> list[Value]:
        """What may be changed to make the outputs better, in an order that never changes."""
        return []

    def zero_grad(self) -> None:
        """Forget the gradients. `backward` adds to what is there, so this goes before it."""
        for parameter in self.parameters():
            parameter.grad = 0.0


# [region neuron]
class Neuron(Module):
    """activation(w0 x0 + w1 x1 + ... + b)"""

    def __init__(self, inputs: int, activation: str, generator: random.Random) -> None:
        if activation not in ACTIVATIONS:
            raise OperandError(f"activation is one of {', '.join(ACTIVATIONS)}; got {activation!r}")
        # So that sums of many inputs are about as large as sums of few; relu loses half of them.
        deviation = math.sqrt((2 if activation == "relu" else 1) / inputs)
        self.weights = [Value(generator.gauss(0, deviation), f"w{i}") for i in range(inputs)]
        self.bias = Value(0.0, "b")
        self.activation = activation

    def __call__(self, inputs: Sequence[Value]) -> Value:
        if len(inputs) != len(self.weights):
            raise OperandError(f"{self} got {len(inputs)} inputs")
        total = self.bias
        for weight, x in zip(self.weights, inputs, strict=True):
            total = total + weight * x
        return total if self.activation == "linear" else getattr(total, self.activation)()

    def parameters(self) -> list[Value]:
        return [*self.weights, self.bias]

    def __repr__(self) -> str:
        return f"a {self.activation} neuron of {len(self.weights)} inputs"


# [end neuron]


# [region layers]
class Layer(Module):
    """Neurons that read the same inputs."""

    def __init__(
        self, inputs: int, outputs: int, activation: str, generator: random.Random
    ) -> None:
        self.neurons = [Neuron(inputs, activation, generator) for _ in range(outputs)]

    def __call__(self, inputs: Sequence[Value]) -> list[Value]:
        return [neuron(inputs) for neuron in self.neurons]

    def parameters(self) -> list[Value]:
        return [parameter for neuron in self.neurons for parameter in neuron.parameters()]


class MLP(Module):
    """Layers, each reading the one before: MLP([2, 16, 1]) has two inputs and a hidden layer.

    The last layer is linear unless `last` says otherwise. A network with one output gives a Value,
    one with more a list of them.
    """

    def __init__(
        self, sizes: Sequence[int], activation: str = "relu", last: str = "linear", seed: int = 0
    ) -> None:
        if len(sizes) < 2 or not all(isinstance(size, int) and size > 0 for size in sizes):
            raise OperandError(f"sizes are two or more positive integers; got {sizes!r}")
        generator = random.Random(seed)
        kinds = [activation] * (len(sizes) - 2) + [last]
        self.sizes = tuple(sizes)
        self.layers = [
            Layer(inputs, outputs, kind, generator)
            for (inputs, outputs), kind in zip(pairwise(sizes), kinds, strict=True)
        ]

    def __call__(self, inputs: Sequence[Value | float]) -> Value | list[Value]:
        values = [x if isinstance(x, Value) else constant(x, f"x{i}") for i, x in enumerate(inputs)]
        for layer in self.layers:
            values = layer(values)
        return values[0] if len(values) == 1 else values

    def parameters(self) -> list[Value]:
        return [parameter for layer in self.layers for parameter in layer.parameters()]


# [end layers]
