"""What the forward pass keeps of a deep function, by policy, and what the backward pass costs then:
arithmetic, and memory of its own.

python chapters/15-differentiation/policies.py [LAYERS]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

from stepdown import jit, split  # noqa: E402
from stepdown.differentiation.partition import Partition  # noqa: E402

# [region cases]
CASES = {
    "all": (functions.deep, {"policy": "all"}),
    "cut": (functions.deep, {"policy": "cut"}),
    "cut, recomputed=1000": (functions.deep, {"policy": "cut", "recomputed": 1000}),
}
# [end cases]
ROW = "{:<21}{:>5}{:>7}{:>11}{:>10}{:>10}{:>10}"
HEAD = ("arrays:", "kept", "again", "additions", "products", "backward", "together")


@dataclass(frozen=True)
class Memory:
    """How a function is split, and in arrays like its x: what the forward pass keeps, and the most
    that the compiled backward pass needs beside that for values of its own."""

    partition: Partition
    kept: float
    backward: float


# [region memory]
def memory(layers: int = 16) -> Iterator[tuple[str, Memory]]:
    """What `split` does in each case, and with marks around 1, 2, 4 ... layers, on one thread."""
    weights, x = functions.deep_arguments(layers)
    marks = {n: functions.deep_marked(n) for n in (2**k for k in range(layers.bit_length()))}
    cases = {f"a mark around {n}": (marked, {"policy": "marks"}) for n, marked in marks.items()}
    for name, (function, how) in (CASES | cases).items():
        passes = split(jit(function, threads=False, products="loops"), **how)
        cut = passes.partition(weights, x)
        _, backward = passes.compile(weights, x)
        own = backward.workspace_bytes(()) / x.nbytes
        yield name, Memory(cut, cut.bytes / x.nbytes, own)
    # [end memory]


def main(layers: int) -> None:
    print(ROW.format(*HEAD))
    for name, m in memory(layers):
        cut, together = m.partition, m.kept + m.backward
        cells = (f"{m.kept:.0f}", len(cut.again), f"{cut.additions / 1e6:.1f} M", cut.products)
        print(ROW.format(name, *cells, f"{m.backward:.0f}", f"{together:.0f}"), flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 16)
