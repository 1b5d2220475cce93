"""A gradient that is NaN, from a branch that nobody took: found, and mended."""

import numpy as np

from stepdown import grad

x = np.array([0.0, 1.0, 4.0], np.float32)


# [region branch]
def rooted(x):
    return np.sum(np.where(x > 0, np.sqrt(x), 0))


def rooted_inside(x):
    positive = x > 0
    return np.sum(np.where(positive, np.sqrt(np.where(positive, x, 1)), 0))
    # [end branch]


print(rooted(x), grad(rooted)(x))
print(rooted_inside(x), grad(rooted_inside)(x))
grad(rooted, check_nan=True)(x)
