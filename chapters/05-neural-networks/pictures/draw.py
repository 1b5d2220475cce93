"""Draws this chapter's pictures: a graph, a network, the moons, and the memory of two ways back.

python chapters/05-neural-networks/pictures/draw.py [DIRECTORY]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import matplotlib  # noqa: E402
from chains import memory  # noqa: E402
from matplotlib.figure import Figure  # noqa: E402
from moons import EPOCHS, SEED, boundary, curves, trainer  # noqa: E402
from tinynn import Value, compiled, draw  # noqa: E402
from tinynn.trainer import fit  # noqa: E402

from runners.svg import Svg, write  # noqa: E402

LENGTHS = [3, 10, 33, 100, 333, 1000, 3333, 10000]  # steps of the chains


def expression() -> Svg:
    a, b, c = Value(2.0, "a"), Value(-3.0, "b"), Value(0.0, "c")
    result = (a * b + c.exp()) * a
    result.name = "L ="
    result.backward()
    return draw.graph(result)


def save(figure: Figure, file: Path) -> None:
    """The same bytes each time: no date, and names of parts that do not change."""
    with matplotlib.rc_context({"svg.hashsalt": "stepdown", "svg.fonttype": "none"}):
        figure.savefig(file, format="svg", metadata={"Date": None})
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("".join(line.rstrip() + "\n" for line in lines), encoding="utf-8")
    print(file)


if __name__ == "__main__":
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    learner = trainer(compiled.Trainer)
    history = fit(learner, EPOCHS, seed=SEED, goal=1.0)
    learner.write_back()
    write({"graph": expression, "network": lambda: draw.network(learner.model)}, folder)
    save(memory(LENGTHS), folder / "memory.svg")
    save(curves(history), folder / "curves.svg")
    save(boundary(learner), folder / "boundary.svg")
