"""What a step of GPT-2 has to compute and to read: floating-point operations and bytes.

python chapters/13-gpt-2-compiled/costs.py [--gflops 100] [--read 20] [--batch 8] [--seen 100]

The sizes are those of the small GPT-2. The first two numbers are what a machine computes and reads
in a second, in 10^9, and give the least time that a step can take; the other two are the texts that
get a token together, and how many tokens each sees. Nothing is measured.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from stepdown.gpt2.config import Config


# [region work]
@dataclass(frozen=True)
class Work:
    """Of one call: operations on floats, and bytes of weights, keys and values."""

    flop: int
    bytes: int

    def seconds(self, flops: float, bandwidth: float) -> float:
        """The least time on a machine with that many operations and bytes a second."""
        return max(self.flop / flops, self.bytes / bandwidth)


def work(
    config: Config, new: int, seen: int, batch: int = 1, weight: int = 4, masked: bool = True
) -> Work:
    """To compute `new` tokens of each text, whose last one sees `seen`, itself included.

    `weight` is the bytes of a number of the matrices. Only matrix products are counted, two
    operations for each multiplication, and those that the mask hides only if `masked`. Keys and
    values are read once, and the new ones written.
    """
    matrices = config.layers * sum(i * o for i, o in config.linears)
    logits = config.vocabulary * config.width
    pairs = new * seen - (0 if masked else new * (new - 1) // 2)  # of a query and a key
    attention = 2 * config.layers * config.width * pairs  # scores, and weighted values
    products = new * matrices + attention + logits  # the logits of the last token alone
    kept = 2 * config.layers * config.width * (seen + new) * 4
    return Work(2 * batch * products, weight * (matrices + logits) + batch * kept)
    # [end work]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--gflops", type=float, default=100)
    parser.add_argument("--read", type=float, default=20)
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--seen", type=int, default=100)
    options = parser.parse_args(arguments)
    rates = options.gflops * 1e9, options.read * 1e9
    config = Config()
    rows = [("one token, all computed again", n, n, 1, 4) for n in (10, 100, 1000)]
    rows += [("one token, keys and values kept", 1, n, 1, 4) for n in (10, 100, 1000)]
    rows += [
        ("the same, weights in bfloat16", 1, 100, 1, 2),
        (f"a token of each of {options.batch} texts", 1, options.seen, options.batch, 4),
        ("a prompt", 128, 128, 1, 4),
        ("a prompt", 512, 512, 1, 4),
    ]
    table = Table("", box=None, width=80)
    for name in ("tokens", "GFLOP", "MB", "FLOP/byte", "least time"):
        table.add_column(name, justify="right")
    for name, new, seen, batch, weight in rows:
        found = work(config, new, seen, batch, weight)
        table.add_row(
            name, str(seen), f"{found.flop / 1e9:.2f}", f"{found.bytes / 1e6:.0f}",
            f"{found.flop / found.bytes:.1f}", f"{1e3 * found.seconds(*rates):.0f} ms",
        )  # fmt: skip
    Console(width=80, highlight=False).print(table)


if __name__ == "__main__":
    main(sys.argv[1:])
