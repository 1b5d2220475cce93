"""An array of the surroundings, indexed by a traced one: Python asks the array first, not us."""

import numpy as np

from stepdown import jit

TABLE = np.eye(3, dtype=np.float32)


@jit
def rows(numbers):
    return TABLE[numbers]


rows(np.array([2, 0]))
