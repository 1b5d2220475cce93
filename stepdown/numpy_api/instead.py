"""What to write for a function of NumPy that is not compiled.

A formula is of the function's own arguments: x is an array, a and b are two, n is a number.
"""

from __future__ import annotations

from collections.abc import Callable

from ..frontend.where import failure

# [region formulas]
FORMULAS = {
    "bitwise_count": "np.sum(x[..., None] >> np.arange(8, dtype=x.dtype) & 1, -1) for 8 bits",
    "convolve": "sum(b[k] * np.pad(a, (k, len(b) - 1 - k)) for k in range(len(b)))",
    "correlate": "sum(b[k] * a[k : len(a) - len(b) + 1 + k] for k in range(len(b)))",
    "cov": "c = x - x.mean(1, keepdims=True), and c @ c.T / (x.shape[1] - 1)",
    "cross": "a[..., [1, 2, 0]] * b[..., [2, 0, 1]] - a[..., [2, 0, 1]] * b[..., [1, 2, 0]]",
    "cumprod": "np.exp(np.cumsum(np.log(x))) for positive x",
    "delete": "np.concatenate([x[:n], x[n + 1 :]])",
    "digitize": "np.sum(a[:, None] >= b, axis=1) for ascending b",
    "fill_diagonal": "np.where(np.eye(len(x), dtype=bool), n, x)",
    "gradient": "np.concatenate([x[1:2] - x[:1], (x[2:] - x[:-2]) / 2, x[-1:] - x[-2:-1]])",
    "heaviside": "np.where(a > 0, 1, np.where(a < 0, 0, b))",
    "insert": "np.concatenate([x[:n], new, x[n:]])",
    "kron": "np.reshape(a[:, None, :, None] * b[None, :, None, :], shape) of matrices",
    "ldexp": "x * np.exp2(n)",
    "matrix_power": "x @ x @ x",
    "modf": "whole = np.trunc(x), and x - whole",
    "multi_dot": "a @ b @ c",
    "nanstd": "np.sqrt(np.nanmean((x - np.nanmean(x)) ** 2))",
    "nanvar": "np.nanmean((x - np.nanmean(x)) ** 2)",
    "place": "np.where(mask, new, x)",
    "putmask": "np.where(mask, new, x)",
    "searchsorted": "np.sum(a < b[:, None], axis=1) for ascending a",
    "select": "np.where(first, a, np.where(second, b, x))",
    "sinc": "np.where(x == 0, 1, np.sin(np.pi * x) / (np.pi * np.where(x == 0, 1, x)))",
    "vander": "x[:, None] ** np.arange(n)[::-1]",
}
# [end formulas]
REASONS = {
    "it would write into an array: stepdown.update(x, new, start) and np.where give a new one": (
        "copyto", "put", "put_along_axis",
    ),
    "nothing that sorts is: sort before the call, and pass the result": (
        "argpartition", "argsort", "median", "nanmedian", "nanpercentile", "nanquantile",
        "partition", "percentile", "quantile", "sort",
    ),
    "only values tell the size of its result: np.where(condition, x, y) keeps the size": (
        "argwhere", "compress", "extract", "flatnonzero", "nonzero", "unique",
    ),
    "compute it before the call, and pass the result": (
        "cholesky", "det", "eig", "eigh", "eigvals", "eigvalsh", "gcd", "histogram", "i0", "interp",
        "inv", "lcm", "lstsq", "nextafter", "pinv", "qr", "slogdet", "solve", "spacing", "svd",
    ),
    "functions with axis= do without": ("apply_along_axis", "apply_over_axes"),
}  # fmt: skip


def not_compiled(function: Callable) -> Exception:
    """The error for a function of NumPy, or for one of its ufuncs."""
    name, module = function.__name__, getattr(function, "__module__", None) or "numpy"
    advice = next((reason for reason, names in REASONS.items() if name in names), "")
    if name in FORMULAS:
        advice = f"write {FORMULAS[name]}"
    return failure(f"{module}.{name} is not compiled" + (f"; {advice}" if advice else ""))
