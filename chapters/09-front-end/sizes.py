"""One compilation for every size of an axis.

python chapters/09-front-end/sizes.py
"""

from __future__ import annotations

import numpy as np
from functions import joined

from stepdown import ArgumentError, jit

# [region sizes]
some = jit(joined, dynamic={"x": {0: "n"}, "y": {0: "m"}})
compiled = some.compile(np.ones(3, np.float32), np.ones(4, np.float32))
print(compiled.graph)
needs = [(c.first, "=" if c.equal else ">=", c.second) for c in compiled.graph.constraints]
for constraint in dict.fromkeys(needs):
    print("needs", *constraint)
# [end sizes]

for n, m in ((3, 4), (0, 1), (1000, 7)):
    x, y = np.arange(n, dtype=np.float32), np.arange(m, dtype=np.float32)
    assert some.compile(x, y) is compiled
    long, table = some(x, y)
    for ours, theirs in zip((long, table), joined(x, y), strict=True):
        assert np.array_equal(ours, theirs)
    print(f"n = {n}, m = {m}: {long.shape} {table.shape}")
try:
    some(np.ones(3, np.float32), np.ones(0, np.float32))
except ArgumentError as error:
    print(error)
