"""A call that would need more memory than there is for what lies between its steps.

python chapters/12-execution/too_large.py
"""

import numpy as np

from stepdown import jit


@jit(dynamic={"x": (0,)})
def pairs(x):
    """The sum of all x[i] + x[j], times x[j]: a matrix of a size that only the call knows."""
    return (x[:, None] + x) @ x


try:
    pairs(np.ones(1 << 21, np.float32))
except MemoryError as error:
    print(f"MemoryError: {error}")
