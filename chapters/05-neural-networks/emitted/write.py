"""Writes neuron.mlir here: the training step of one neuron, as the emitter builds it.

python chapters/05-neural-networks/emitted/write.py [DIRECTORY]

The comments and the marks of regions are put between the functions; the rest is as it is printed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

from tinynn import MLP, SGD, losses  # noqa: E402
from tinynn.emit import emit  # noqa: E402

HEADER = """\
// The training step of a tanh neuron with two inputs: squared error, SGD with momentum. Written by
// emitted/write.py. Pipeline: cpu-buffers. Look at @add_gradient: it is neuron.mlir, unrolled.

"""


def text() -> str:
    model = MLP([2, 1], last="tanh")
    module = emit(model, losses.squared_error, SGD(model.parameters(), momentum=0.9))
    marked = re.sub(
        r"^  func\.func.*@(\w+)(?:.*\n)*?  }\n",
        lambda found: f"  // [region {found[1]}]\n{found[0]}  // [end {found[1]}]\n",
        module,
        flags=re.MULTILINE,
    )
    return HEADER + marked.rstrip() + "\n"


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    (folder / "neuron.mlir").write_text(text(), encoding="utf-8")
    print(folder / "neuron.mlir")
