"""Trains a network on two moons, with the engine or compiled; the plots of how that went.

python chapters/05-neural-networks/moons.py [--compiled] [--hidden 16 16] [--seed 1] ...

`--help` lists the rest. Without options it trains the network of the chapter.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from tinynn import MLP, SGD, compiled, losses
from tinynn.data import moons
from tinynn.errors import Error
from tinynn.trainer import History, Trainer, fit

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HIDDEN, SEED, EPOCHS, BATCH, RATE = (8, 8), 1, 60, 10, 0.1
LOSSES = {"hinge": losses.hinge, "squared": losses.squared_error}


# [region trainer]
def trainer(
    how: type = Trainer,
    hidden: tuple[int, ...] = HIDDEN,
    activation: str = "relu",
    loss: str = "hinge",
    points: int = 100,
    noise: float = 0.1,
    batch: int = BATCH,
    rate: float = RATE,
    seed: int = SEED,
    **more: object,
) -> Trainer | compiled.Trainer:
    """A network of the plane, and the moons that it shall tell apart, in Python or compiled."""
    model = MLP([2, *hidden, 1], activation, seed=seed)
    optimizer = SGD(model.parameters(), rate=rate, momentum=0.9, decay=1e-4)
    return how(model, LOSSES[loss], optimizer, *moons(points, noise), batch, **more)


# [end trainer]


def curves(history: History) -> Figure:
    """Loss and accuracy, epoch by epoch."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 3.6), layout="constrained")
    axis = figure.subplots()
    axis.plot(history.losses, color="#c2410c")
    axis.set(xlabel="epoch", ylabel="mean loss", ylim=(0, None))
    axis.yaxis.label.set_color("#c2410c")
    right = axis.twinx()
    right.plot(history.accuracies, color="#2b6cb0")
    right.set(ylabel="share of points on the right side", ylim=(None, 1.005))
    right.yaxis.label.set_color("#2b6cb0")
    return figure


def boundary(network: compiled.Trainer, across: int = 60) -> Figure:
    """The points, and what a network says of the plane around them; its border is black."""
    from matplotlib.figure import Figure

    points, labels = network.points, network.labels
    low, high = points.min(axis=0) - 0.4, points.max(axis=0) + 0.4
    xs, ys = np.linspace(low[0], high[0], across), np.linspace(low[1], high[1], across)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    scores = network.scores(grid).reshape(across, across)
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axis = figure.subplots()
    levels = [-np.inf, -1.0, 0.0, 1.0, np.inf]
    colours = ["#fbd3bd", "#fdebdf", "#e3edf9", "#bfd6f2"]
    limited = np.clip(scores, -10, 10)
    axis.contourf(xs, ys, limited, [-11, *levels[1:-1], 11], colors=colours)
    axis.contour(xs, ys, scores, [0.0], colors="#1f2430")
    for label, colour in ((1.0, "#2b6cb0"), (-1.0, "#c2410c")):
        axis.scatter(*points[labels == label].T, s=26, color=colour, edgecolor="white", lw=0.5)
    axis.set_aspect("equal")
    return figure


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--compiled", action="store_true", help="train in native code")
    parser.add_argument("--hidden", type=int, nargs="*", default=HIDDEN, metavar="SIZE")
    parser.add_argument("--activation", choices=("relu", "tanh"), default="relu")
    parser.add_argument("--loss", choices=LOSSES, default="hinge")
    parser.add_argument("--points", type=int, default=100)
    parser.add_argument("--noise", type=float, default=0.1)
    parser.add_argument("--batch", type=int, default=BATCH)
    parser.add_argument("--rate", type=float, default=RATE)
    parser.add_argument("--epochs", type=int, default=EPOCHS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--goal", type=float, default=1.0, help="stop at this accuracy")
    parser.add_argument("--patience", type=int, help="stop after so many epochs without progress")
    parser.add_argument("--out", type=Path, help="a directory for the plots")
    options = vars(parser.parse_args(arguments))
    how = compiled.Trainer if options.pop("compiled") else Trainer
    told = {name: options.pop(name) for name in ("epochs", "goal", "patience")}
    out = options.pop("out")
    try:
        learner = trainer(how, **options)
        history = fit(learner, seed=options["seed"], show=sys.stderr.isatty(), **told)
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(f"{len(learner.optimizer.parameters)} parameters, {len(history.losses)} epochs in "
          f"{history.seconds:.3f} s: {history.ended}")  # fmt: skip
    print(f"loss {history.losses[-1]:.4f}, accuracy {learner.accuracy():.1%}")
    if out:
        out.mkdir(parents=True, exist_ok=True)
        figures = {"curves": curves(history)}
        if how is compiled.Trainer:
            figures["boundary"] = boundary(learner)
        for name, figure in figures.items():
            figure.savefig(out / f"{name}.png", dpi=120)
            print(out / f"{name}.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
