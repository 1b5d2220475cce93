"""The example of the repository's README: a NumPy function, compiled.

python chapters/09-front-end/call.py
"""

# [region call]
import numpy as np

from stepdown import jit


@jit
def softmax(x):
    e = np.exp(x - np.max(x, axis=-1, keepdims=True))
    return e / np.sum(e, axis=-1, keepdims=True)


x = np.random.default_rng(seed=0).normal(size=(1000, 512)).astype(np.float32)
print(softmax(x).sum(axis=-1))  # traced and compiled for float32 arrays of this shape
print(softmax.compile(x).optimized)  # one loop over the rows, in MLIR
# [end call]
