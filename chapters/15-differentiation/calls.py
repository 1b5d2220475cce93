"""The four ways to ask for a derivative, and what each of them gives.

python chapters/15-differentiation/calls.py
"""

from __future__ import annotations

import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
# ruff: noqa: E402

# [region calls]
import functions
import numpy as np
from functions import loss

from stepdown import grad, jvp, split, value_and_grad, vjp

w, x = functions.arguments()
step = np.full_like(w, 0.001)
slope = grad(loss)(w, x)  # by the first argument, an array like it
value, slope = value_and_grad(loss)(w, x)
by_w, by_x = grad(loss, argnums=(0, 1))(w, x)

value, pull = vjp(loss, w, x)  # the result; and from its cotangent
by_w, by_x = pull(1.0)  # to those of all arguments

value, change = jvp(loss, (w, x), (step, None))  # w moves by that, x stays
# [end calls]


# [region trees]
def with_output(layer, x):
    y = np.tanh(x @ layer["weight"] + layer["bias"])
    return np.mean(y * y), y


layer = {"weight": w, "bias": np.zeros(48, np.float32)}
slopes, y = grad(with_output, has_aux=True)(layer, x)
# [end trees]

# [region split]
passes = split(loss)  # by the first argument, with policy="cut"
value, kept = passes.forward(w, x)
slope = passes.backward(kept)  # now, or later, or again
# [end split]

if __name__ == "__main__":
    print("value", value.shape, "slope", slope.shape, "by_w", by_w.shape, "by_x", by_x.shape)
    print(f"loss(w + step) - loss(w) = {loss(w + step, x) - value:.5f}, change = {change:.5f}")
    print({name: part.shape for name, part in slopes.items()}, "y", y.shape)
    print(kept, "and the same slope:", np.allclose(slope, grad(loss)(w, x), atol=1e-8))
