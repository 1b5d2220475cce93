"""An element of a value, computed where it is needed from others that are in memory.

In a group all values have one shape. Here what an element is computed from may be read through any
views, also in between: a mask of two dimensions, as one of four.
"""

from __future__ import annotations

from collections.abc import Callable

from mlir import ir

from ..frontend.graph import Value
from ..primitives.table import At
from .fuse import through_views
from .nest import Nest

Where = tuple[Value, list[At]]


class Expression:
    """Elements in one nest. `is_computed` says of which values elements are computed; others are
    read from what `memory` gives for them. `given` are elements that are there already, by id."""

    def __init__(
        self,
        nest: Nest,
        is_computed: Callable[[Value], bool],
        memory: Callable[[Value], Value],
        given: dict[int, ir.Value] | None = None,
    ) -> None:
        self.nest, self.is_computed, self.memory = nest, is_computed, memory
        self.given = given or {}
        self.arguments: list[ir.Value] = []
        self.made: dict[tuple, ir.Value] = {}

    def declare(self, value: Value, indices: list[At]) -> None:
        """Make operands of all that the element needs from memory."""
        value, indices = through_views(value, indices)
        if id(value) in self.given or value.is_source:
            return
        if self.is_computed(value):
            for source in value.inputs:
                self.declare(source, indices)
        else:
            self.nest.read(self.memory(value), indices)

    def element(self, value: Value, indices: list[At]) -> ir.Value:
        """The element of a value at indices, each once."""
        value, indices = through_views(value, indices)
        if id(value) in self.given:
            return self.given[id(value)]
        key = (id(value), *indices)
        if key not in self.made:
            self.made[key] = self._element(value, indices)
        return self.made[key]

    def _element(self, value: Value, indices: list[At]) -> ir.Value:
        if value.is_source:
            return self.nest.read(value, indices)(self.arguments)
        if self.is_computed(value):
            operands = [self.element(source, indices) for source in value.inputs]
            return value.primitive.emit(value, *operands)
        return self.nest.read(self.memory(value), indices)(self.arguments)
