"""Shapes that do not broadcast: found while tracing."""

import numpy as np

from stepdown import jit


@jit
def biased(x, bias):
    scaled = x * 2
    return scaled + bias


biased(np.ones((3, 4), np.float32), np.ones(3, np.float32))
