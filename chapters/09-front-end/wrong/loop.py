"""A loop whose count is a value: Python wants a number now."""

import numpy as np

from stepdown import jit


@jit
def halved(x, times):
    for _ in range(times):
        x = x / 2
    return x


halved(np.ones(3, np.float32), 3)
