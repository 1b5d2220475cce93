"""Primitives that move elements: views, which are only another way of reading, and whole copies."""

from __future__ import annotations

from ..dims import Dim, product
from ..types import Type
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


broadcast = define(
    "broadcast", "view", lambda x, shape, axes: Type(shape, x.dtype), _broadcast_index, cost=0
)
transpose = define(
    "transpose",
    "view",
    lambda x, axes: Type(tuple(x.shape[axis] for axis in axes), x.dtype),
    _transpose_index,
    cost=0,
)
# Starts and steps are numbers, sizes may be dynamic. A step may be negative.
slice_ = define(
    "slice", "view", lambda x, starts, sizes, steps: Type(sizes, x.dtype), _slice_index, cost=0
)
# A reshape that only adds or drops dimensions of size 1.
units = define("units", "view", lambda x, shape: Type(shape, x.dtype), _units_index, cost=0)


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
    for tensor, value in zip(tensors, node.inputs, strict=True):
        shape = value.type.shape
        if product(shape) != 0:
            offsets = [offset if d == axis else 0 for d in range(len(shape))]
            result = builder.insert(tensor, result, offsets, shape)
        offset = offset + shape[axis]
    return result


def _cumulate(node, tensors, builder):
    return builder.scan(node, tensors[0], node.params["axis"])


def _dynamic_slice(node, tensors, builder):
    return builder.extract(tensors[0], *(node.params[k] for k in ("starts", "sizes", "steps")))


reshape = define("reshape", "whole", lambda x, shape: Type(shape, x.dtype), _reshape, cost=0)
concatenate = define("concatenate", "whole", _concatenated, _concatenate)
cumsum = define("cumsum", "whole", lambda x, axis: Type(x.shape, x.dtype), _cumulate)
# A slice that starts where only the call knows.
dynamic_slice = define(
    "dynamic_slice",
    "whole",
    lambda x, starts, sizes, steps: Type(sizes, x.dtype),
    _dynamic_slice,
    cost=0,
)
