"""A variance in one pass, as the mean of squares less the square of the mean: it cancels."""

import numpy as np

from stepdown import jit


@jit
def one_pass(x):
    return np.mean(x * x, axis=-1) - np.mean(x, axis=-1) ** 2


@jit
def two_passes(x):
    return np.var(x, axis=-1)


x = np.random.default_rng(seed=10).standard_normal((1, 4096)).astype(np.float32) + np.float32(1e4)
print(f"float64    {np.var(x.astype(np.float64)):.4f}")
print(f"two passes {two_passes(x)[0]:.4f}")
print("one pass is off by more than 1:", bool(abs(one_pass(x)[0] - np.var(x)) > 1))
