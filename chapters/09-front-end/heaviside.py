"""A primitive that Stepdown does not have, added from outside: one entry in the table.

python chapters/09-front-end/heaviside.py
"""

from __future__ import annotations

import numpy as np

from stepdown import TraceError, jit
from stepdown.frontend.types import Type
from stepdown.lowering.late import arith
from stepdown.lowering.scalars import F, like
from stepdown.primitives.table import define

x = np.array([-2, -0.0, 0.0, 3, np.nan], np.float32)
step = jit(lambda x: np.heaviside(x, 0.5))
try:
    step(x)
except TraceError as error:
    print(str(error).splitlines()[0].partition(": ")[2])


# [region primitive]
def emit(node, x, at_zero):
    """1 above 0, 0 below, `at_zero` at 0, NaN for NaN; on one element, in MLIR."""
    zero, one = like(x, 0.0), like(x, 1.0)
    below = arith.select(arith.cmpf(F.OLT, x, zero), zero, x)  # else x is 0 or NaN
    other = arith.select(arith.cmpf(F.OEQ, x, zero), at_zero, below)
    return arith.select(arith.cmpf(F.OGT, x, zero), one, other)


define("heaviside", "map", infer=lambda x, at_zero: Type(x.shape, x.dtype), emit=emit, cost=6)
# [end primitive]

print(step(x))
for dtype in (np.float16, np.float32, np.float64, np.int64):
    given = np.array([-2, 0, 3], dtype)
    got, wanted = step(given), np.heaviside(given, 0.5)
    assert np.array_equal(got, wanted)
    print(dtype.__name__, "->", got.dtype, "as NumPy:", got.dtype == wanted.dtype)
softened = jit(lambda x: np.heaviside(x - 1, 0.5) * x).compile(x)
print(softened.optimized.count("linalg.generic"), "loop for heaviside(x - 1, 0.5) * x")
