"""Arguments for the kernels of this chapter, and the graph that Stepdown traces for them."""

from __future__ import annotations

import numpy as np

from stepdown import jit, kernels

SHAPES: dict[str, list[tuple[int, ...]]] = {
    "gelu": [(64, 128)],
    "gelu_erf": [(64, 128)],
    "softmax": [(64, 128)],
    "log_softmax": [(64, 128)],
    "layer_norm": [(64, 128), (128,), (128,)],
    "rms_norm": [(64, 128), (128,)],
    "mean": [(64, 128)],
    "variance": [(64, 128)],
    "total": [(64, 128)],
    "column_total": [(64, 128)],
    "largest": [(64, 128)],
    "smallest": [(64, 128)],
    "largest_at": [(64, 128)],
    "smallest_at": [(64, 128)],
    "clipped": [(64, 128), (128,), (128,)],
    "softmax_of_columns": [(64, 128)],
}


def softmax_of_columns(x):
    """The softmax along the first axis: neighbours in memory belong to different sums."""
    weights = np.exp(x - np.max(x, axis=0))
    return weights / np.sum(weights, axis=0)


def arguments(name: str, dtype: object = np.float32) -> list[np.ndarray]:
    """Random arrays for a kernel, the same ones each time."""
    random = np.random.default_rng(seed=10)
    return [random.standard_normal(shape).astype(dtype) for shape in SHAPES[name]]


def compiled(name: str, **options: object):
    """A kernel compiled for those arguments."""
    return jit(function(name), **options).compile(*arguments(name))


def function(name: str):
    """A kernel of Stepdown, or of this file."""
    return getattr(kernels, name, None) or globals()[name]
