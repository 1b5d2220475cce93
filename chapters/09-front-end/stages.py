"""Writes stages of this chapter's functions to files, for the command-line tools to work on.

python chapters/09-front-end/stages.py [FOLDER]

The files are what Stepdown gives today: a test compares them.
"""

from __future__ import annotations

from functools import partial

from show import EXAMPLES, compiled

from runners.stages import Stages, write

KEPT = {
    "scale_bias": ("traced", "optimized", "bufferized"),
    "turned": ("optimized",),
    "distances": ("traced", "optimized"),
    "lookup": ("optimized",),
    "joined": ("optimized", "bufferized"),
    "pairs": ("optimized",),
}
STAGES = [
    Stages(name, EXAMPLES[name][0].__name__, partial(compiled, name), kept)
    for name, kept in KEPT.items()
]

if __name__ == "__main__":
    write(__file__, STAGES)
