"""A model with one mistake, put beside the NumPy model: what `verify` says of it.

python chapters/13-gpt-2-compiled/wrong/offset.py mask | scale | weight

mask: each token sees the one after it, too. scale: scores are not divided. weight: one number of
one matrix is off by a thousandth of itself.
"""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
from stepdown import jit
from stepdown.gpt2 import load, model, places, verify
from stepdown.gpt2.model import Block


# [region mistakes]
def late(scores: np.ndarray) -> np.ndarray:
    """A causal mask that is one too late: a token sees its successor."""
    place = np.arange(scores.shape[-1], like=scores)
    return np.where(place[:, None] + 1 >= place, scores, -np.inf)


def attention(x: np.ndarray, p: Block, heads: int, scaled: bool = True, mask=model.causal):
    """`attention_residual`, with the scale and the mask as they are given."""
    q, k, v = model.queries_keys_values(model.layer_norm(x, p.norm_1), p, heads)
    scores = q @ np.swapaxes(k, -1, -2)
    if scaled:
        scores = scores * (1.0 / q.shape[-1] ** 0.5)
    taken = model.softmax(mask(scores)) @ v
    return x + model.linear(model.merge_heads(taken), p.out)
    # [end mistakes]


def mistaken(what: str) -> verify.Sublayers:
    """The four functions compiled, one of them wrong."""
    right = verify.compiled()
    options = {"static": ("heads",), "dynamic": {"x": {0: "tokens"}}}
    if what == "mask":
        wrong = jit(lambda x, p, heads: attention(x, p, heads, mask=late), **options)
        return dataclasses.replace(right, attention=wrong)
    if what == "scale":
        wrong = jit(lambda x, p, heads: attention(x, p, heads, scaled=False), **options)
        return dataclasses.replace(right, attention=wrong)

    def mlp(x: np.ndarray, p: Block) -> np.ndarray:
        weight = p.down.weight.copy()
        largest = np.unravel_index(np.abs(weight).argmax(), weight.shape)
        weight[largest] *= 1.001
        return right.mlp(x, dataclasses.replace(p, down=dataclasses.replace(p.down, weight=weight)))

    return dataclasses.replace(right, mlp=mlp)


def main(what: str) -> int:
    found = load(places.made())
    p, heads = found.parameters, found.config.heads
    prompt = found.tokenizer.encode(verify.SAYING)
    (step,) = verify.steps(p, heads, prompt, 1, mistaken(what), {})
    print(*step.faults[:3], sep="\n")
    return 1 if step.faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in ("mask", "scale", "weight"):
        sys.exit("usage: offset.py mask | scale | weight")
    sys.exit(main(sys.argv[1]))
