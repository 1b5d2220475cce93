"""A softmax that does not subtract the maximum: right on paper, and only there."""

import numpy as np

from stepdown import jit, kernels


@jit
def softmax(x):
    weights = np.exp(x)
    return weights / weights.sum(axis=-1, keepdims=True)


x = np.array([[1, 2, 3], [100, 99, 0]], np.float32)
print(softmax(x))
print(jit(kernels.softmax)(x))
