"""A compiled function called with arguments of another structure than it was compiled for."""

import numpy as np

from stepdown import jit

x = np.ones(3, np.float32)
compiled = jit(lambda pair: pair[0] + pair[1]).compile((x, x))
print(compiled((x, x)))
compiled([x, x])
