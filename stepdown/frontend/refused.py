"""Why a traced array cannot do what Python or NumPy asks of it, and what to write instead."""

from __future__ import annotations

import dis
from types import FrameType

from ..errors import TraceError
from .graph import Value
from .where import failure, here

BRANCH = (
    "a branch on a traced array: its value is not known while the function is traced; np.where "
    "computes both sides and picks element by element, np.maximum and np.minimum stand for max() "
    "and min()"
)
_SUBSCRIPTS = ("BINARY_SUBSCR", "BINARY_OP")  # BINARY_OP from Python 3.14 on


def number(value: Value) -> Exception:
    """Python needs its value now."""
    error = _number(value)
    error.line = f"{here()}", str(error).partition("\n")[2]  # for `element`
    return error


def is_element(error: Exception) -> bool:
    """Whether NumPy has asked a traced array for its value, and made an error of its own of the
    answer: so it does for `z[0] = x[0]` where z is an ndarray."""
    return hasattr(error.__cause__, "line")


def element(error: Exception) -> Exception:
    """The error to raise for such a one."""
    where, line = error.__cause__.line
    return TraceError(
        f"{where}: a traced array cannot be an element of an ndarray, which holds numbers: "
        "np.stack and np.concatenate make an array of traced ones, stepdown.update(x, new, start) "
        f"gives a traced x with a part of it replaced\n{line}"
    )


def _number(value: Value) -> Exception:
    if value.primitive is None and value.name != "captured":
        return failure(
            "a traced array where Python needs a number; make the argument static: "
            "jit(f, static=(...,))"
        )
    return failure(
        "a traced array where Python needs a number: the call computes it, so it has no value "
        "while the function is traced; NumPy's functions take it as it is, np.sqrt(x) for "
        "math.sqrt(x), x.astype(dtype) for float(x)"
    )


def method(name: str) -> Exception:
    """A method of arrays that gives Python objects."""
    return failure(
        f"x.{name}() of a traced array needs its value, which the call computes; leave it out: "
        "NumPy's functions take an array of any number of dimensions"
    )


def rounding(name: str, numpys: str) -> Exception:
    return failure(f"{name}() gives a Python number, and a traced array has no value; "
                   f"numpy.{numpys} is compiled")  # fmt: skip


def ndarray(frame: FrameType) -> Exception:
    """An array with elements is wanted, by the code of that frame."""
    said = "a traced array cannot become an ndarray: it has no value yet; "
    if _is_subscript(frame):
        return failure(
            said + "an ndarray of the surroundings is indexed after np.asarray(table, like=indices)"
        )
    return failure(
        said + "np.stack([x, y]), np.array([x, y], like=x) and np.full(shape, x, like=x) make an "
        "array of traced ones, x.astype(dtype) converts; np.asarray(x) can be left out"
    )


def _is_subscript(frame: FrameType) -> bool:
    """Whether the frame is at an index, a[b], rather than a call."""
    code = frame.f_code.co_code
    return dis.opname[code[frame.f_lasti]] in _SUBSCRIPTS
