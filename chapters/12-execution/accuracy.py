"""The error of the vectorised functions in units in the last place (ulp), beside NumPy's.

python chapters/12-execution/accuracy.py
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
from stepdown import jit  # noqa: E402
from stepdown.special import erf  # noqa: E402

f32 = np.float32
exact_erf = np.vectorize(math.erf, otypes=[np.float64])
# name: the function, what is exact in float64, and the range that is looked at
FUNCTIONS = {
    "exp": (np.exp, np.exp, (-87.0, 88.0)),
    "tanh": (np.tanh, np.tanh, (-9.5, 9.5)),
    "log": (np.log, np.log, (1e-30, 1e30)),
    "erf": (erf, exact_erf, (-4.5, 4.5)),
}


# [region ulp]
def error(name: str, count: int = 100_000) -> float:
    """The largest error of the compiled function at random points, in ulp of the exact result."""
    function, exact, (low, high) = FUNCTIONS[name]
    random = np.random.default_rng(seed=12)
    if name == "log":  # points in every power of two
        x = np.exp(random.uniform(math.log(low), math.log(high), count)).astype(f32)
    else:
        x = random.uniform(low, high, count).astype(f32)
    wanted = exact(x.astype(np.float64))
    ulp = np.spacing(np.abs(wanted).astype(f32)).astype(np.float64)
    return float(np.max(np.abs(jit(lambda x: function(x))(x) - wanted) / ulp))
    # [end ulp]


def main() -> None:
    for name in FUNCTIONS:
        print(f"{name:5} {error(name):.2f} ulp")


if __name__ == "__main__":
    main()
