"""What each step of a forward pass makes, reads and multiplies, for a text of so many tokens.

python chapters/07-transformer/costs.py [--tokens 10] [--config FILE]

Without a config.json the sizes are those of the small GPT-2. Nothing is computed; a test compares
the multiplications with those that NumPy is asked for.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from stepdown import gpt2
from stepdown.gpt2 import config as configs
from stepdown.gpt2.config import Config


@dataclass(frozen=True)
class Step:
    """One step: how often it is done, what shape it makes, its weights, its products."""

    name: str
    times: int
    shape: tuple[int, ...]
    weights: int = 0  # numbers that it reads, each time
    multiplications: int = 0  # of matrix products, each time


# [region steps]
def steps(config: Config, tokens: int, last_only: bool = False) -> Iterator[Step]:
    """The steps of `forward` in order; `last_only`: the scores of the last token alone."""
    t, w, layers, inner = tokens, config.width, config.layers, config.hidden
    h, size = config.heads, config.width // config.heads

    def linear(name: str, before: int, after: int) -> Step:
        return Step(name, layers, (t, after), (before + 1) * after, t * before * after)

    yield Step("token + position", 1, (t, w), 2 * t * w)
    yield Step("layer norm", 2 * layers, (t, w), 2 * w)
    yield linear("query, key, value", w, 3 * w)
    yield Step("scores", layers, (h, t, t), 0, h * t * t * size)
    yield Step("weights: softmax", layers, (h, t, t))
    yield Step("weighted values", layers, (h, t, size), 0, h * t * t * size)
    yield linear("out", w, w)
    yield linear("up", w, inner)
    yield Step("gelu", layers, (t, inner))
    yield linear("down", inner, w)
    rows = 1 if last_only else t
    yield Step("layer norm, the last", 1, (rows, w), 2 * w)
    yield Step(
        "logits", 1, (rows, config.vocabulary), config.vocabulary * w, rows * w * config.vocabulary
    )
    # [end steps]


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--tokens", type=int, default=10)
    parser.add_argument("--config", type=Path, help="a config.json; the small GPT-2 without")
    options = parser.parse_args(arguments)
    try:
        config = configs.read(options.config) if options.config else Config()
    except gpt2.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if not 1 <= options.tokens <= config.positions:
        parser.error(f"1 to {config.positions} tokens")
    table = Table("step", "times", "makes", "reads weights, MB", "10⁶ multiplications", box=None)
    found = list(steps(config, options.tokens, last_only=True))
    for s in found:
        mega = s.times * s.multiplications / 1e6
        table.add_row(
            s.name, str(s.times), str(s.shape), f"{4 * s.times * s.weights / 1e6:.2f}",
            f"{mega:.1f}" if mega else "",
        )  # fmt: skip
    weights = sum(4 * s.times * s.weights for s in found) / 1e6
    products = sum(s.times * s.multiplications for s in found) / 1e6
    table.add_row("in all", "", "", f"{weights:.2f}", f"{products:.1f}")
    Console(width=100, highlight=False).print(table)
    print(f"{config.parameters:,} parameters, {4 * config.parameters / 1e6:.0f} MB in float32")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
