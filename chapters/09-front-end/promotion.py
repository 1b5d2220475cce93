"""The dtype of a result, asked of NumPy's rules while tracing and found by NumPy while computing.

python chapters/09-front-end/promotion.py
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

from stepdown import jit

# [region cases]
CASES = {
    "float32 * 2.5": (lambda x: x * 2.5, "float32"),
    "float32 * np.float64(2.5)": (lambda x: x * np.float64(2.5), "float32"),
    "float32 * float64": (lambda x, y: x * y, "float32", "float64"),
    "int8 + 1": (lambda x: x + 1, "int8"),
    "int8 + 1.5": (lambda x: x + 1.5, "int8"),
    "int8 + 300": (lambda x: x + 300, "int8"),
    "int8 + uint8": (lambda x, y: x + y, "int8", "uint8"),
    "int64 + uint64": (lambda x, y: x + y, "int64", "uint64"),
    "int32 + float32": (lambda x, y: x + y, "int32", "float32"),
    "int32 / int32": (lambda x, y: x / y, "int32", "int32"),
    "exp(int8)": (np.exp, "int8"),
    "exp(int32)": (np.exp, "int32"),
    "bool + bool": (lambda x, y: x + y, "bool", "bool"),
    "bool - bool": (lambda x, y: x - y, "bool", "bool"),
    "float16 + bfloat16": (lambda x, y: x + y, "float16", ml_dtypes.bfloat16),
    "bfloat16 * 2.5": (lambda x: x * 2.5, ml_dtypes.bfloat16),
    "float32 * (2 * t)": (lambda x, t: x * (2 * t), "float32", 2.0),
    "float32 * abs(t)": (lambda x, t: x * abs(t), "float32", 2.0),
    "float32 * np.sqrt(t)": (lambda x, t: x * np.sqrt(t), "float32", 2.0),
    "float32 * np.maximum(t, 1)": (lambda x, t: x * np.maximum(t, 1), "float32", 2.0),
    "float32 * (f + f)": (lambda x, f: x * (f + f), "float32", True),
    "int8 * np.add(f, f)": (lambda x, f: x * np.add(f, f), "int8", True),
}
# [end cases]


def answer(function, arrays: list[np.ndarray]) -> str:
    """The dtype of the result, or the name of the error."""
    try:
        return function(*arrays).dtype.name
    except (TypeError, OverflowError) as error:
        return type(error).__name__


def answers() -> dict[str, tuple[str, str]]:
    """For each case what NumPy answers, and what the compiled function does."""
    found = {}
    for name, (function, *given) in CASES.items():
        arrays = [g if isinstance(g, (bool, float)) else np.ones(3, g) for g in given]
        # A signature of its own for each: np.exp has none that Python knows.
        wrapped = jit((lambda x, f=function: f(x)) if len(arrays) == 1 else function)
        found[name] = answer(function, arrays), answer(wrapped, arrays)
    return found


if __name__ == "__main__":
    for name, (numpy, ours) in answers().items():
        same = ours == numpy or (ours, numpy) == ("TraceError", "TypeError")
        print(f"{name:26} {numpy:14} {'the same, compiled' if same else ours}")
