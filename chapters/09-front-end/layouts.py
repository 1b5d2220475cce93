"""How arrays that lie differently in memory are taken: as they are, turned, with gaps, or copied.

python chapters/09-front-end/layouts.py
"""

from __future__ import annotations

import re

import numpy as np

from stepdown import jit

# [region layouts]
base = np.arange(24, dtype=np.float32).reshape(4, 6)
records = np.zeros((4, 6), dtype=[("flag", np.int8), ("value", np.float32)])  # 5 bytes each
VIEWS = {
    "x": base,
    "x.T": base.T,
    "x[:, ::2]": base[:, ::2],
    "x[::-1]": base[::-1],
    "x[1:3, 1:5]": base[1:3, 1:5],
    "broadcast_to": np.broadcast_to(base[0], (4, 6)),
    "records[...]": records["value"],
}
plus_one = jit(lambda x: x + 1)
for name, view in VIEWS.items():
    compiled = plus_one.compile(view)
    argument = re.search(r"%arg0: (.*?), %arg1", compiled.optimized)[1]
    first_map = re.search(r"affine_map<(.*)>", compiled.optimized)[1]
    assert np.array_equal(compiled(view), view + 1)
    print(f"{name:13} {argument:48} {first_map}")
# [end layouts]
