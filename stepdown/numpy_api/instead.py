"""What to write for a function of NumPy that is not compiled.

A formula is of the function's own arguments: x is an array, a and b are two, n is a number.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import NoAttribute
from ..frontend.where import failure

# [region formulas]
FORMULAS = {
    "bitwise_count": "np.sum(x[..., None] >> np.arange(8, dtype=x.dtype) & 1, -1) for 8 bits",
    "fill_diagonal": "np.where(np.eye(len(x), dtype=bool), n, x)",
    "heaviside": "np.where(a > 0, 1, np.where(a < 0, 0, b))",
    "ldexp": "x * np.exp2(n)",
    "place": "np.where(mask, new, x)",
    "putmask": "np.where(mask, new, x)",
}
# [end formulas]
REASONS = {
    "it would write into an array: stepdown.update(x, new, start) and np.where give a new one": (
        "copyto", "fill", "itemset", "put", "put_along_axis",
    ),
    "nothing that sorts is: sort before the call, and pass the result": (
        "argpartition", "argsort", "median", "nanmedian", "nanpercentile", "nanquantile",
        "partition", "percentile", "quantile", "sort",
    ),
    "only values tell the size of its result: np.where(condition, x, y) keeps the size": (
        "argwhere", "compress", "extract", "flatnonzero", "nonzero", "unique",
    ),
    "compute it before the call, and pass the result": (
        "cholesky", "cond", "det", "eig", "eigh", "eigvals", "eigvalsh", "gcd", "i0", "inv", "lcm",
        "lstsq", "matrix_rank", "nextafter", "pinv", "qr", "slogdet", "solve", "spacing", "svd",
    ),
    "functions with axis= do without": ("apply_along_axis", "apply_over_axes"),
}  # fmt: skip


def not_compiled(function: Callable) -> Exception:
    """The error for a function of NumPy, or for one of its ufuncs."""
    name, module = function.__name__, getattr(function, "__module__", None) or "numpy"
    return failure(f"{module}.{name} is not compiled" + _advice(name))


def no_attribute(name: str) -> Exception:
    """The error for an attribute of an ndarray that a traced array has not."""
    return failure(f"the attribute {name} of an array is not compiled" + _advice(name), NoAttribute)


def _advice(name: str) -> str:
    if name in FORMULAS:
        return f"; write {FORMULAS[name]}"
    return next((f"; {reason}" for reason, names in REASONS.items() if name in names), "")
