"""A size that a call finds unfit: an odd number of elements as pairs."""

import numpy as np

from stepdown import jit


def pairs(x):
    return x.reshape(-1, 2).sum(axis=1)


some = jit(pairs, dynamic={"x": {0: "n"}})
print(some(np.arange(6)))
some(np.arange(7))
