"""A product as one of matrices: which dimensions are rows, columns, summed, a batch.

Nothing here imports MLIR.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..frontend.dims import Dim, Size, product
from ..frontend.graph import Value

if TYPE_CHECKING:
    from .body import Kernel

EXPECTED = 256  # what a size that only the call knows is taken for, where it decides how to compute


class Matrices:
    """The operands and the result of a product, in the order in which the result's neighbours in
    memory are its columns: a transposed product is that of the second operand and the first.

    `letters` and `sizes` have for "batch", "m" (rows), "n" (columns) and "k" (summed) the
    dimensions' names and sizes; `maps` the names of each operand's and of the result's.
    """

    def __init__(self, value: Value) -> None:
        inputs, maps = list(value.inputs), list(value.params["maps"])
        result = maps[2]
        if result and result[-1] in maps[0] and result[-1] not in maps[1]:
            inputs.reverse()
            maps[:2] = maps[1::-1]
        self.value, self.inputs, self.maps = value, inputs, maps
        a, b, c = map(set, maps)
        self.letters = {
            "batch": [x for x in result if x in a and x in b],
            "m": [x for x in result if x in a - b],
            "n": [x for x in result if x in b - a],
            "k": [x for x in maps[0] if x in b - c],
        }
        of = dict(zip(maps[0] + maps[1], inputs[0].type.shape + inputs[1].type.shape, strict=True))
        self.sizes = {name: [of[x] for x in letters] for name, letters in self.letters.items()}
        self.extent: dict[str, Size] = {name: product(s) for name, s in self.sizes.items()}

    def about(self, name: str) -> int:
        """An extent, or what is expected of it."""
        size = self.extent[name]
        return EXPECTED if isinstance(size, Dim) else size


class Multiplication:
    """What all writers of a kernel that multiplies have: the kernel, and its product as one of
    matrices, whose `letters` are `part` here."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel, self.spec = kernel, kernel.spec
        self.value = next(v for v in self.spec.values if v.primitive.kind == "product")
        found = Matrices(self.value)
        self.inputs, self.maps, self.part = found.inputs, found.maps, found.letters
        self.sizes, self.extent = found.sizes, found.extent
