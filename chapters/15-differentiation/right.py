"""Is a derivative right? Three ways to ask.

python chapters/15-differentiation/right.py
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402
from functions import loss  # noqa: E402

from stepdown import grad, jvp, vjp  # noqa: E402


# [region right]
def gate(w, x):
    return np.tanh(x @ w)  # an array, so that u is more than one number


def both_ways(w, x, generator) -> tuple[float, float]:
    """One number by jvp and by vjp: <u, J v> = <J^T u, v>, for any v and u."""
    v = generator.normal(size=w.shape)
    y, pushed = jvp(gate, (w, x), (v, None))
    u = generator.normal(size=y.shape)
    _, pull = vjp(gate, w, x)
    return np.vdot(u, pushed), np.vdot(pull(u)[0], v)


def by_differences(w, x, generator, step=1e-4) -> tuple[float, float]:
    """The slope along a direction, by grad and by central differences."""
    v = generator.normal(size=w.shape)
    change = loss(w + step * v, x) - loss(w - step * v, x)
    return np.vdot(grad(loss)(w, x), v), change / (2 * step)


def by_pytorch(w, x) -> float:
    """The largest difference of the gradients."""
    import torch

    leaf = torch.tensor(w, requires_grad=True)
    h = torch.tensor(x) @ leaf
    (h * torch.tanh(h)).square().mean().backward()
    return np.abs(grad(loss)(w, x) - leaf.grad.numpy()).max()
    # [end right]


if __name__ == "__main__":
    w, x = (a.astype(np.float64) for a in functions.arguments())
    generator = np.random.default_rng(0)
    one, other = both_ways(w, x, generator)
    print(f"jvp {one:.12f}, vjp {other:.12f}: they differ by {abs(one - other) / abs(other):.0e}")
    one, other = by_differences(w, x, generator)
    print(f"grad {one:.8f}, a small step {other:.8f}: {abs(one - other) / abs(other):.0e}")
    try:
        print(f"PyTorch's gradient: at most {by_pytorch(w, x):.0e} away")
    except ImportError:
        print("PyTorch is not installed (`make setup-peers` does it)")
