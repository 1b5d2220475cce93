"""What has no gradient, and what is said of it."""

import numpy as np

from stepdown import ArgumentError, TraceError, grad

x = np.ones(3, np.float32)
w = np.ones(3, np.float32)
ids = np.arange(3)


def refused(function, *arguments):
    try:
        print(grad(function)(*arguments))
    except (ArgumentError, TraceError) as error:
        print(str(error).splitlines()[0].rpartition("/")[2])


# [region refused]
refused(lambda x: x * x, x)
refused(lambda ids: np.sum(ids * x), ids)
refused(lambda x: np.sum(x > 0), x)
refused(lambda x: np.sum(x * w) + np.sum(w), w)
refused(lambda: np.sum(w))
refused(lambda x: np.sum(np.maximum(x, 1.0)) + np.max(x), x)
# [end refused]
