"""What the kernels make of NaN, infinities and zeros, beside NumPy.

python chapters/10-kernels/special.py
"""

from __future__ import annotations

import numpy as np

from stepdown import jit, kernels

# [region rows]
nan, inf = np.nan, np.inf
ROWS = {
    "1, nan, 2": [1, nan, 2],
    "-inf, 0, 1": [-inf, 0, 1],
    "all -inf": [-inf, -inf, -inf],
    "1, inf, 2": [1, inf, 2],
    "1000, 999, 0": [1000, 999, 0],
    "0.0, -0.0, -0.0": [0.0, -0.0, -0.0],
}
KERNELS = {
    "max": lambda x: np.max(x, -1),
    "argmax": lambda x: np.argmax(x, -1),
    "sum": lambda x: np.sum(x, -1),
    "softmax": kernels.softmax,
    "gelu": kernels.gelu,
}
# [end rows]


def both(name: str) -> tuple[np.ndarray, np.ndarray]:
    """What NumPy and the compiled kernel give for all rows."""
    x = np.array(list(ROWS.values()), np.float32)
    with np.errstate(all="ignore"):
        return KERNELS[name](x), jit(KERNELS[name])(x)


if __name__ == "__main__":
    results = {}
    for kernel in KERNELS:
        numpy, results[kernel] = both(kernel)
        assert np.allclose(numpy, results[kernel], rtol=1e-6, equal_nan=True), kernel
    print(f"{'':16}{'max':>6}{'argmax':>8}{'sum':>8}   {'softmax':22}gelu")
    for number, row in enumerate(ROWS):
        largest, place, total, *rows = (result[number] for result in results.values())
        shown = [np.array2string(r, precision=3, suppress_small=True) for r in rows]
        print(f"{row:16}{largest:6g}{place:8}{total:8g}   {shown[0]:22}{shown[1]}")
