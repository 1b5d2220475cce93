"""Derivatives of functions that are traced: graphs made into graphs, before anything is compiled.

A function is called with fresh variables in the graph that is being traced (`records`). Then its
values are walked: forwards with tangents, or backwards with cotangents (`walks`), one rule a
primitive, which stands in the table beside its lowering (`primitives.derivatives`). A rule is the
primitive's derivative as a linear map, written with NumPy on traced arrays and applied in either
direction, so one rule serves `jvp` and `vjp`; and what it makes are values like any others, so
derivatives are differentiated again. At the end the variables are replaced by what they stand for
and what has become constant is folded (`records`, `simplify`).

Why not linearise and transpose, as JAX does? A tape of values that are already there makes the
tangent program superfluous: an elementwise rule multiplies a tangent and a cotangent by the same
numbers, a linear primitive is its own derivative, and only its transpose is written down.

Zeros are never made: a derivative that is not there is None until somebody asks for its value. Nor
does one go through a maximum on which the result does not depend, as that of a softmax (`shifts`).

Where a function has no one slope: equal elements of a maximum or minimum share its derivative
evenly, whether they are of one array or of two, so the slope of `np.maximum(x, 0)` at 0 is 1/2, and
that of `np.clip` at its ends; |x| has the slope 0 at 0; a rounding or a sign is flat everywhere;
x**0 has the slope 0 and x**1 the slope 1, at 0 too. The slope of a root at 0 is infinite, and 0
times that is NaN: so is the gradient of a norm of zeros or of a deviation of equals. `np.where`
passes zero to what it does not choose, where an infinite slope makes NaN of it as well: choose the
operand first, then compute.

A derivative has the dtype of what it is the derivative of or by; what is not of floats has None.
"""

from .ahead import split
from .api import grad, jvp, value_and_grad, vjp
from .marking import checkpoint, custom_vjp, stop_gradient

__all__ = [
    "checkpoint",
    "custom_vjp",
    "grad",
    "jvp",
    "split",
    "stop_gradient",
    "value_and_grad",
    "vjp",
]
