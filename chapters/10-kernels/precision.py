"""The dtype of each kernel's result for each dtype of its first argument: NumPy's and the compiled.

python chapters/10-kernels/precision.py
"""

from __future__ import annotations

import ml_dtypes
import numpy as np

from stepdown import jit, kernels

# [region table]
DTYPES = ["float16", ml_dtypes.bfloat16, "float32", "int8", "int32", "bool"]
KERNELS = {
    "gelu(x)": kernels.gelu,
    "softmax(x)": kernels.softmax,
    "layer_norm(x, f32, f32)": lambda x, v: kernels.layer_norm(x, v, v),
    "sum": lambda x: x.sum(-1),
    "mean": lambda x: x.mean(-1),
    "var": lambda x: x.var(-1),
    "max": lambda x: x.max(-1),
    "argmax": lambda x: x.argmax(-1),
    "where(x < 1, x, 0)": lambda x: np.where(x < 1, x, 0),
    "where(x < 1, x, f32)": lambda x, v: np.where(x < 1, x, v),
    "x / 3": lambda x: x / 3,
    "x // 3": lambda x: x // 3,
    "x @ x.T": lambda x: x @ x.T,
}
# NumPy has no loop for a product of bfloat16 and converts to float32; compiled, the sum is of
# float32 and the result is bfloat16, as that of np.dot is.
KEPT = {("x @ x.T", "bfloat16")}
# [end table]
WIDTH = 24


def array(dtype: object) -> np.ndarray:
    """Numbers of small size of any dtype."""
    return (np.arange(24).reshape(4, 6) * 7 % 5 + 1).astype(dtype)


def answer(function, dtype: object) -> np.ndarray | str:
    """The result for that dtype, or the name of the error."""
    arguments = [array(dtype), np.linspace(-1, 2, 6, dtype=np.float32)]
    try:
        with np.errstate(all="ignore"):
            return np.asarray(function(*arguments[: function.__code__.co_argcount]))
    except TypeError:
        return "TypeError"


def compiled(function, dtype: object) -> np.ndarray | str:
    """The same, compiled."""
    arguments = [array(dtype), np.linspace(-1, 2, 6, dtype=np.float32)]
    try:
        result = jit(function)(*arguments[: function.__code__.co_argcount])
        return np.asarray(result)
    except TypeError:
        return "TypeError"


def name_of(result: np.ndarray | str) -> str:
    return result if isinstance(result, str) else result.dtype.name


def expected() -> dict[str, list[str]]:
    """NumPy's dtypes, and the argument's own where that is kept."""
    names = [np.dtype(dtype).name for dtype in DTYPES]
    return {
        kernel: [
            name if (kernel, name) in KEPT else found
            for name, found in zip(names, row, strict=True)
        ]
        for kernel, row in table().items()
    }


def table(of=answer) -> dict[str, list[str]]:
    """Names of dtypes, a row for each kernel."""
    return {name: [name_of(of(f, dtype)) for dtype in DTYPES] for name, f in KERNELS.items()}


if __name__ == "__main__":
    names = [np.dtype(dtype).name for dtype in DTYPES]
    print(" " * WIDTH, *(f"{name:9}" for name in names[:-1]), names[-1])
    wanted = expected()
    for name, row in table(compiled).items():
        print(f"{name:{WIDTH}}", *(f"{given:9}" for given in row[:-1]), row[-1])
        assert row == wanted[name], (name, wanted[name])
    print("all as NumPy's, but for", *(f"{kernel} of {dtype}" for kernel, dtype in KEPT))
