"""Parts of tensors, and tensors in another shape, where sizes may be known to the call alone.

The operations are `tensor`'s; here is what they have to be told so that each pass of MLIR makes
the same of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from mlir import ir
from mlir.dialects import arith, tensor

from ..frontend.dims import Dim, Quotient, Size, product
from .scalars import index_constant

DYNAMIC = ir.ShapedType.get_dynamic_size()


class Views:
    """Writes them; `symbols` has the dynamic sizes of the function that is written."""

    def __init__(self) -> None:
        self.symbols: dict[str, ir.Value] = {}

    # Sizes -------------------------------------------------------------------------------------

    def size(self, size: Size) -> int | ir.Value:
        """A size as a number, or as an index computed here."""
        return size if isinstance(size, int) else self._polynomial(size)

    def index(self, size: Size | ir.Value) -> ir.Value:
        size = self.size(size) if isinstance(size, (int, Dim)) else size
        return index_constant(size) if isinstance(size, int) else size

    def _polynomial(self, size: Dim) -> ir.Value:
        total = None
        for factors, coefficient in size.terms.items():
            term = None if coefficient == 1 and factors else index_constant(coefficient)
            for factor in factors:
                value = self._factor(factor)
                term = value if term is None else arith.muli(term, value)
            total = term if total is None else arith.addi(total, term)
        return total

    def _factor(self, factor: str | Quotient) -> ir.Value:
        if isinstance(factor, str):
            return self.symbols[factor]
        return arith.floordivsi(self.index(factor.dividend), self.index(factor.divisor))

    # Parts and shapes --------------------------------------------------------------------------

    def extract(
        self,
        source: ir.Value,
        offsets: Sequence,
        sizes: Sequence,
        steps: Sequence[int],
        dropped: Sequence[bool] = (),
    ) -> ir.Value:
        """A slice of a tensor; a dimension of size 1 that is `dropped` is not in the result."""
        sizes = self._known(sizes)
        dropped = dropped or [False] * len(sizes)
        left = [s for s, d in zip(sizes, dropped, strict=True) if not d]
        if 0 in sizes:  # no slice begins in a dimension without elements
            return tensor.empty(left, source.type.element_type)
        offsets, static_offsets = _split(self._known(offsets))
        computed, static_sizes = _split(sizes)
        told = must_be_told(sizes, dropped)
        result = ir.RankedTensorType.get(
            static_sizes if told else _split(left)[1], source.type.element_type
        )
        made = tensor.ExtractSliceOp(
            result, source, offsets, computed, [], static_offsets, static_sizes, list(steps)
        ).result
        if not told:
            return made
        kind = ir.RankedTensorType.get(_split(left)[1], source.type.element_type)
        return tensor.collapse_shape(kind, made, with_dropped(dropped))

    def _known(self, given: Sequence) -> list[int | ir.Value]:
        return [self.size(s) if isinstance(s, Dim) else s for s in given]

    def insert(
        self,
        source: ir.Value,
        target: ir.Value,
        offsets: Sequence,
        sizes: Sequence,
        dropped: Sequence[bool] = (),
    ) -> ir.Value:
        """`target` with `source` at the offsets; a dimension that is `dropped` is not in `source`.
        Without being told, those are the first ones."""
        sizes = self._known(sizes)
        if 0 in sizes:
            return target
        if must_be_told(sizes, dropped):
            computed, static = _split(sizes)
            kind = ir.RankedTensorType.get(static, source.type.element_type)
            groups = with_dropped(dropped)
            source = tensor.expand_shape(kind, source, groups, computed, static)
        return self._insertion(tensor.InsertSliceOp, source, target, offsets, sizes).result

    def insert_in_parallel(self, source, target, offsets, sizes) -> None:
        """The same at the end of an `scf.forall`."""
        if 0 in sizes:
            return
        self._insertion(tensor.ParallelInsertSliceOp, source, target, offsets, sizes)

    def _insertion(self, operation, source, target, offsets, sizes):
        ones = [1] * len(sizes)
        offsets, static_offsets = _split(self._known(offsets))
        sizes, static_sizes = _split(self._known(sizes))
        return operation(source, target, offsets, sizes, [], static_offsets, static_sizes, ones)

    def reshape(self, source: ir.Value, old: Sequence[Size], new: Sequence[Size]) -> ir.Value:
        """The tensor's elements in another shape: dimensions are merged, then split."""
        if not old or not new:
            return self._to_or_from_rank_zero(source, new)
        if 0 in (*old, *new) and any(isinstance(size, Dim) for size in old):
            # Merged, a dynamic dimension and one of size 0 are of size 0, which MLIR's types deny.
            return tensor.empty(self._known(new), source.type.element_type)
        groups = _aligned(old, new)
        if groups is None:
            groups = [(list(range(len(old))), list(range(len(new))))]
        element = source.type.element_type
        flat = [product(old[i] for i in first) for first, _ in groups]
        merged = [product(new[i] for i in second) for _, second in groups]
        if any(sum(isinstance(new[i], Dim) for i in second) > 1 for _, second in groups):
            return self._reshape_by_sizes(source, new)
        if len(flat) != len(old):
            kind = _type(flat, element)
            source = tensor.collapse_shape(kind, source, [first for first, _ in groups])
        if source.type != _type(merged, element):
            # The call has found equal a size that is known and one that is not.
            source = tensor.cast(_type(merged, element), source)
        if len(flat) != len(new):
            dynamic, static = _split(self._known(new))
            kind = ir.RankedTensorType.get(static, element)
            into = [second for _, second in groups]
            source = tensor.expand_shape(kind, source, into, dynamic, static)
        return source

    def _reshape_by_sizes(self, source: ir.Value, new: Sequence[Size]) -> ir.Value:
        """A dimension split into several of unknown size: MLIR's passes on `expand_shape` take one
        such size at most."""
        sizes = tensor.from_elements(
            ir.RankedTensorType.get([len(new)], ir.IndexType.get()), [self.index(s) for s in new]
        )
        return tensor.reshape(_type(new, source.type.element_type), source, sizes)

    def _to_or_from_rank_zero(self, source: ir.Value, new: Sequence[Size]) -> ir.Value:
        kind = ir.RankedTensorType.get([1] * len(new), source.type.element_type)
        if new:
            return tensor.expand_shape(kind, source, [], [], [1] * len(new))
        return tensor.collapse_shape(kind, source, [])


def _type(shape: Sequence[Size], element: ir.Type) -> ir.RankedTensorType:
    return ir.RankedTensorType.get([DYNAMIC if isinstance(s, Dim) else s for s in shape], element)


def _split(given: Sequence[int | ir.Value]) -> tuple[list[ir.Value], list[int]]:
    """Sizes or offsets as MLIR's operations take them: those computed, and all, with a mark for
    each that is computed."""
    computed = [s for s in given if not isinstance(s, int)]
    return computed, [s if isinstance(s, int) else DYNAMIC for s in given]


# [region told]
def must_be_told(sizes: Sequence[int | ir.Value], dropped: Sequence[bool]) -> bool:
    """Whether a slice's type alone does not say which of its dimensions of size 1 are dropped.

    MLIR's canonicalization of `tensor.extract_slice` and `insert_slice` takes the first that there
    are: of 1 x n x 1 without the last it would make n x 1 where 1 x n is wanted, and loops then run
    out of bounds. So such a dimension is dropped by a reshape.
    """
    left = [s for s, d in zip(sizes, dropped, strict=False) if not d]
    first: list[int | ir.Value] = []
    count = sum(dropped)
    for size in sizes:
        if count and isinstance(size, int) and size == 1:
            count -= 1
        else:
            first.append(size)
    return any(dropped) and first != left
    # [end told]


def with_dropped(dropped: Sequence[bool]) -> list[list[int]]:
    """The dimensions in groups: one that is not dropped, and dropped ones beside it."""
    groups: list[list[int]] = []
    before: list[int] = []
    for dim, drop in enumerate(dropped):
        before.append(dim)
        if not drop:
            groups.append(before)
            before = []
    groups[-1] += before
    return groups


def _aligned(old: Sequence[Size], new: Sequence[Size]) -> list[tuple[list[int], list[int]]] | None:
    """Which dimensions of `old` make up which of `new`: runs with equal products."""
    groups: list[tuple[list[int], list[int]]] = []
    i = j = 0
    while i < len(old) and j < len(new):
        first, second = [i], [j]
        left, right = old[i], new[j]
        i, j = i + 1, j + 1
        while left != right:
            if not (isinstance(left, int) and isinstance(right, int)) or 0 in (left, right):
                return None
            if left < right:
                if i == len(old):
                    return None
                left, first, i = left * old[i], [*first, i], i + 1
            else:
                if j == len(new):
                    return None
                right, second, j = right * new[j], [*second, j], j + 1
            if isinstance(left, Dim) or isinstance(right, Dim):
                return None
        groups.append((first, second))
    # Sizes of 1 that are left belong to the last run; without any there is nothing to hold them.
    if i < len(old) or j < len(new):
        if not groups:
            return None
        if any(size != 1 for size in [*old[i:], *new[j:]]):
            return None
        groups[-1] = ([*groups[-1][0], *range(i, len(old))], [*groups[-1][1], *range(j, len(new))])
    return groups
