"""How far compiled functions are from exact, in units in the last place (ulp), over all floats.

python chapters/10-kernels/accuracy.py
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from stepdown import jit
from stepdown.special import erf

Function = Callable[[np.ndarray], np.ndarray]

# [region functions]
FUNCTIONS = {"exp": np.exp, "tanh": np.tanh, "log": np.log, "erf": erf}  # erf has float64 too
LIMITS = {"exp": 0.9, "tanh": 1.05, "log": 0.85, "erf": 1.0}
# [end functions]


# [region ulps]
def ulps(got: np.ndarray, exact: np.ndarray) -> np.ndarray:
    """The distance of float32 results from float64 ones, in steps between float32 numbers there.

    Beyond the largest float32 number infinity is right. Where one is NaN, the other has to be.
    """
    with np.errstate(all="ignore"):
        unit = np.spacing(np.abs(exact).astype(np.float32)).astype(np.float64)
        off = np.abs(got.astype(np.float64) - exact) / unit
        over = np.abs(exact) > np.finfo(np.float32).max
        off[over] = np.where(got == exact.astype(np.float32), 0, np.inf)[over]
    off[np.isnan(got) | np.isnan(exact)] = np.inf
    off[np.isnan(got) & np.isnan(exact)] = 0
    return off
    # [end ulps]


def every(stride: int, chunk: int = 1 << 18) -> Iterator[np.ndarray]:
    """Each `stride`-th float32 there is: by bit pattern, so in every binade, NaN among them."""
    for first in range(0, 1 << 32, stride * chunk):
        last = min(first + stride * chunk, 1 << 32)
        bits = np.arange(first, last, stride, dtype=np.uint64)
        yield bits.astype(np.uint32).view(np.float32)


def compiled(function: Function) -> Function:
    """The function as Stepdown compiles it, for any number of elements."""
    return jit(lambda x: function(x), dynamic={"x": (0,)})


def worst(function: Function, exact: Function, stride: int) -> tuple[float, float]:
    """The largest distance in ulp, and where."""
    most, where = -1.0, 0.0
    for x in every(stride):
        with np.errstate(all="ignore"):
            off = ulps(function(x), exact(x.astype(np.float64)))
        if off.max() > most:
            most, where = float(off.max()), float(x[off.argmax()])
    return most, where


if __name__ == "__main__":
    print(f"{'':6}{'compiled':>10}{'NumPy':>8}   the largest error, in ulp, of 262,401 floats")
    for name, function in FUNCTIONS.items():
        exact = compiled(erf) if name == "erf" else function
        ours, _ = worst(compiled(function), exact, 16_369)
        numpy = worst(function, exact, 16_369)[0] if name != "erf" else None
        assert ours < LIMITS[name], (name, ours)
        print(f"{name:6}{ours:10.2f}{'' if numpy is None else f'{numpy:8.2f}'}".rstrip())
