"""An index that only the call knows, and that is out of bounds."""

import numpy as np

from stepdown import jit


@jit
def pick(x, numbers):
    return x[numbers]


x = np.arange(5, dtype=np.float32)
print(pick(x, np.array([0, -1, 4])))
print(pick(x, np.array([0, -6, 4])))
