"""An index of booleans: how many elements it picks, and so the result's shape, is a value."""

import numpy as np

from stepdown import jit


@jit
def positive(x):
    return x[x > 0].sum()


positive(np.ones(3, np.float32))
