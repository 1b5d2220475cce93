"""A traced array that outlives its trace: it belongs to a function that is compiled by now."""

import numpy as np

from stepdown import jit

seen = []


@jit
def doubled(x):
    seen.append(x + x)
    return seen[-1]


@jit
def tripled(x):
    return x + seen[0]


doubled(np.ones(3, np.float32))
tripled(np.ones(3, np.float32))
