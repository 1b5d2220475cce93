"""What has no gradient, and what is said of it."""

import contextlib

import numpy as np

from stepdown import ArgumentError, TraceError, grad

x, w, ids = np.ones(3, np.float32), np.ones(3, np.float32), np.arange(3)


@contextlib.contextmanager
def refused():
    """Prints the message of the error, without the folder and the line that it shows."""
    try:
        yield
    except (ArgumentError, TraceError) as error:
        print(str(error).splitlines()[0].rpartition("/")[2])


# [region refused]
with refused():
    grad(lambda x: x * x)(x)
with refused():
    grad(lambda ids: np.sum(ids * x))(ids)
with refused():
    grad(lambda x: np.sum(x > 0))(x)
with refused():
    grad(lambda x: np.sum(x * w) + np.sum(w))(w)
with refused():
    grad(lambda: np.sum(w))
print(grad(lambda x: np.sum(np.maximum(x, 1.0)) + np.max(x))(x))
# [end refused]
