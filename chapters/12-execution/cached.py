"""Compiles one function in a process of its own, and says where its code came from.

STEPDOWN_CACHE=build/chapter-12/cache python chapters/12-execution/cached.py
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402


def main() -> None:
    x = np.random.default_rng(seed=12).standard_normal((64, 48), np.float32)
    softmax = jit(functions.softmax)
    start = time.perf_counter()
    result = softmax(x)
    milliseconds = (time.perf_counter() - start) * 1e3
    right = np.allclose(result, functions.softmax(x), rtol=1e-6, atol=1e-7)
    source = softmax.compile(x).source
    bindings = "loaded" if "mlir.ir" in sys.modules else "not loaded"
    print(f"{source}, {'right' if right else 'WRONG'}; MLIR {bindings}; {milliseconds:.0f} ms")


if __name__ == "__main__":
    main()
