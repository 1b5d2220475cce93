"""Primitives that move elements: views, which are only another way of reading, and whole copies."""

from __future__ import annotations

from ..frontend.dims import Dim, product
from ..frontend.types import Type
from ..lowering.late import ir, linalg, scalars, tensor
from .derivatives import Linear, made
from .table import FIRST, define

# Views: `emit` gives the input's index of an element, dimension by dimension. -----------------


def _broadcast_index(node, dims):
    source, axes = node.inputs[0].type, node.params["axes"]
    wanted = node.type.shape
    stretched = [
        not isinstance(size, Dim) and size == 1 and wanted[axis] != 1
        for size, axis in zip(source.shape, axes, strict=True)
    ]
    return [FIRST if s else dims[axis] for s, axis in zip(stretched, axes, strict=True)]


# [region view-indices]
def _transpose_index(node, dims):
    axes = node.params["axes"]
    return [dims[axes.index(axis)] for axis in range(len(axes))]


def _slice_index(node, dims):
    starts, steps = node.params["starts"], node.params["steps"]
    return [d * step + start for d, start, step in zip(dims, starts, steps, strict=True)]
    # [end view-indices]


def _units_index(node, dims):
    source, target = node.inputs[0].type.shape, node.type.shape
    kept = [d for d, size in zip(dims, target, strict=True) if size != 1]
    return [FIRST if size == 1 else kept.pop(0) for size in source]


def _summed(t, at, _):
    """What was spread is added up: over the new axes, and over those of size 1 that were stretched,
    which stay."""
    x, axes = at.inputs[0], at.params["axes"]
    new = [axis for axis in range(t.ndim) if axis not in axes]
    stretched = [
        axis
        for axis, size in zip(axes, x.shape, strict=True)
        if not isinstance(size, Dim) and size == 1 and t.shape[axis] != 1
    ]
    return t.sum(axis=(*new, *stretched)).reshape(x.shape)


def _placed(t, at, _):
    """What was cut out is put back, among zeros."""
    starts, steps = list(at.params["starts"]), list(at.params["steps"])
    backwards = [slice(None, None, -1) if step < 0 else slice(None) for step in steps]
    for axis, step in enumerate(steps):
        if step < 0:
            starts[axis], steps[axis] = starts[axis] + (t.shape[axis] - 1) * step, -step
    places = ((tuple(starts), tuple(steps)),)
    return made("place", t[tuple(backwards)], shape=at.inputs[0].shape, places=places)


broadcast = define(
    "broadcast",
    "view",
    lambda x, shape, axes: Type(shape, x.dtype),
    _broadcast_index,
    cost=0,
    derivative=Linear(_summed),
)
transpose = define(
    "transpose",
    "view",
    lambda x, axes: Type(tuple(x.shape[axis] for axis in axes), x.dtype),
    _transpose_index,
    cost=0,
    derivative=Linear(
        lambda t, at, _: t.transpose([at.params["axes"].index(d) for d in range(t.ndim)])
    ),
)
# Starts and steps are numbers, sizes may be dynamic. A step may be negative.
slice_ = define(
    "slice",
    "view",
    lambda x, starts, sizes, steps: Type(sizes, x.dtype),
    _slice_index,
    cost=0,
    derivative=Linear(_placed),
)
# A reshape that only adds or drops dimensions of size 1. Two with another `mark` are not the same
# value, nor is what is computed from them: see `differentiation.checkpoint`.
units = define(
    "units",
    "view",
    lambda x, shape, mark=None: Type(shape, x.dtype),
    _units_index,
    cost=0,
    derivative=Linear(lambda t, at, _: t.reshape(at.inputs[0].shape)),
)


# Whole arrays. ---------------------------------------------------------------------------------


def _reshape(node, tensors, builder):
    return builder.reshape(tensors[0], node.inputs[0].type.shape, node.type.shape)


def _concatenated(*types: Type, axis: int) -> Type:
    shape = list(types[0].shape)
    shape[axis] = sum((t.shape[axis] for t in types[1:]), shape[axis])
    return Type(tuple(shape), types[0].dtype)


def _concatenate(node, tensors, builder):
    axis = node.params["axis"]
    result, offset = builder.init(node), 0
    for operand, value in zip(tensors, node.inputs, strict=True):
        shape = value.type.shape
        if product(shape) != 0:
            offsets = [offset if d == axis else 0 for d in range(len(shape))]
            result = builder.insert(operand, result, offsets, shape)
        offset = offset + shape[axis]
    return result


def _cumulate(node, tensors, builder):
    return builder.scan(node, tensors[0], node.params["axis"])


def _dynamic_slice(node, tensors, builder):
    return builder.extract(tensors[0], *(node.params[k] for k in ("starts", "sizes", "steps")))


def _part(t, at, position):
    """The part of a concatenation that one operand gave."""
    axis, inputs = at.params["axis"], at.inputs
    start = sum(
        (x.shape[axis] for x in inputs[1:position]), inputs[0].shape[axis] if position else 0
    )
    shape = inputs[position].shape
    starts = tuple(start if d == axis else 0 for d in range(t.ndim))
    return part(t, starts, shape)


def part(t, starts, sizes, steps=None):
    """The slice of an array that begins there; a start may be dynamic."""
    steps = steps or (1,) * t.ndim
    dynamic = any(isinstance(start, Dim) for start in starts)
    name = "dynamic_slice" if dynamic else "slice"
    return made(name, t, starts=starts, sizes=sizes, steps=steps)


def _turned(x, axis):
    """The elements along an axis from the last to the first."""
    return x[(slice(None),) * axis + (slice(None, None, -1),)]


def _place(node, tensors, builder):
    """Zeros, unless the pieces leave none, and each piece where it belongs."""
    element = scalars.storage(node.type.dtype)
    result = builder.init(node)
    shapes = [value.type.shape for value in node.inputs]
    if product(node.type.shape) != sum(map(product, shapes)):
        result = linalg.fill(scalars.constant(0, node.type.dtype), outs=[result])
    for piece, shape, (starts, steps) in zip(tensors, shapes, node.params["places"], strict=True):
        if product(shape) == 0:
            continue
        starts, sizes = ([builder.size(s) for s in given] for given in (starts, shape))
        computed = [[s for s in given if not isinstance(s, int)] for given in (starts, sizes)]
        static = [
            [s if isinstance(s, int) else ir.ShapedType.get_dynamic_size() for s in given]
            for given in (starts, sizes)
        ]
        kind = ir.RankedTensorType.get(static[1], element)
        assert piece.type == kind
        result = tensor.InsertSliceOp(piece, result, *computed, [], *static, list(steps)).result
    return result


reshape = define(
    "reshape",
    "whole",
    lambda x, shape: Type(shape, x.dtype),
    _reshape,
    cost=0,
    derivative=Linear(lambda t, at, _: t.reshape(at.inputs[0].shape)),
)
concatenate = define("concatenate", "whole", _concatenated, _concatenate, derivative=Linear(_part))
cumsum = define(
    "cumsum",
    "whole",
    lambda x, axis: Type(x.shape, x.dtype),
    _cumulate,
    derivative=Linear(
        lambda t, at, _: _turned(at.again(_turned(t, at.params["axis"])), at.params["axis"])
    ),
)
# A slice that starts where only the call knows.
dynamic_slice = define(
    "dynamic_slice",
    "whole",
    lambda x, starts, sizes, steps: Type(sizes, x.dtype),
    _dynamic_slice,
    cost=0,
    derivative=Linear(_placed),
)
# Arrays that do not overlap, each at its place among zeros: `places` has starts and steps of each.
place = define(
    "place",
    "whole",
    lambda *pieces, shape, places: Type(shape, pieces[0].dtype),
    _place,
    derivative=Linear(
        lambda t, at, n: part(
            t, at.params["places"][n][0], at.inputs[n].shape, at.params["places"][n][1]
        )
    ),
)
