"""Writes stages of this chapter's kernels to files, for the command-line tools to work on.

python chapters/10-kernels/stages.py [FOLDER]

The files are what Stepdown gives today, on one thread: a test compares them.
"""

from __future__ import annotations

from examples import arguments

from runners.stages import Stages, write
from stepdown import jit, kernels


def of(name: str, *kept: str, kernel: str = "", dtype: str = "float32") -> Stages:
    """The stages of a kernel, the one of that name unless another is given."""
    function = getattr(kernels, kernel or name)

    def compiled():
        return jit(function, threads=False).compile(*arguments(function.__name__, dtype))

    return Stages(name, f"{function.__name__} of {dtype}", compiled, kept)


STAGES = [
    of("gelu", "traced", "optimized"),
    of("gelu_half", "optimized", kernel="gelu", dtype="float16"),
    of("softmax", "traced", "optimized", "bufferized"),
    of("layer_norm", "optimized"),
    of("column_total", "optimized"),
    of("largest_at", "optimized"),
]

if __name__ == "__main__":
    write(__file__, STAGES)
