"""What later tokens do to earlier outputs of an attention layer: nothing, to the bit.

python chapters/11-attention/causal.py

For each place, the tokens from there on are replaced, and the outputs before it compared bit by
bit. Then they are left out altogether: another size, so another order of additions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).resolve().parents[2])]
import functions  # noqa: E402

from stepdown import jit  # noqa: E402

f32 = np.float32


# [region model]
@dataclass(frozen=True)
class Model:
    """Random parameters of one layer, of the size that keeps the numbers near 1."""

    table: np.ndarray
    places: np.ndarray
    to_qkv: np.ndarray
    to_out: np.ndarray
    heads: int

    @staticmethod
    def random(width: int = 64, heads: int = 4, vocabulary: int = 100, seed: int = 11) -> Model:
        normal = np.random.default_rng(seed).standard_normal
        scale = f32(width**-0.5)
        return Model(
            normal((vocabulary, width), f32),
            normal((512, width), f32) * f32(0.1),
            normal((width, 3 * width), f32) * scale,
            normal((width, width), f32) * scale,
            heads,
        )

    @property
    def rest(self) -> tuple:
        return self.table, self.places, self.to_qkv, self.to_out, self.heads

    # [end model]


def compiled(products: str = "blas") -> Callable:
    """The logits of a text of any length, compiled once."""
    any_length = {"tokens": (0,)}
    return jit(functions.logits, static=("heads",), dynamic=any_length, products=products)


# [region experiment]
def differing(first: np.ndarray, second: np.ndarray) -> int:
    """How many numbers are not the same to the bit."""
    return int(np.sum(first.view(np.uint32) != second.view(np.uint32)))


def replaced(logits: Callable, model: Model, tokens: np.ndarray, place: int) -> int:
    """How many logits before a place differ when the tokens from there on are replaced."""
    others = tokens.copy()
    others[place:] = (tokens[place:] + 37) % len(model.table)
    before = logits(tokens, *model.rest)[:place]
    return differing(before, logits(others, *model.rest)[:place])


def left_out(
    logits: Callable, model: Model, tokens: np.ndarray, place: int
) -> tuple[int, float, bool]:
    """The same when they are left out: how many differ, by which part of the largest logit, and
    whether the likeliest token stays the same."""
    whole = logits(tokens, *model.rest)[:place]
    prefix = logits(tokens[:place], *model.rest)
    error = float(np.max(np.abs(whole - prefix)) / np.max(np.abs(whole)))
    return differing(whole, prefix), error, np.array_equal(whole.argmax(1), prefix.argmax(1))
    # [end experiment]


def main() -> None:
    model, logits = Model.random(), compiled()
    tokens = np.random.default_rng(seed=5).integers(0, 100, 48)
    print("place  replaced: differ  left out: differ   by at most  likeliest stays")
    for place in (1, 7, 16, 30, 47):
        changed = replaced(logits, model, tokens, place)
        differ, error, stays = left_out(logits, model, tokens, place)
        count = f"{differ} of {100 * place}"
        print(f"{place:5}  {changed:16}  {count:>16}  {error:11.1e}  {'yes' if stays else 'no'}")


if __name__ == "__main__":
    main()
