"""Two moons: a network of two hidden layers that tells their points apart, and a picture of it."""

from __future__ import annotations

from dataclasses import dataclass

import functions
import numpy as np

from stepdown.training import AdamW, compiled_step

RATE, STEPS, POINTS = 0.02, 300, 64
MEAN = 20  # steps whose loss is one point of the curve


@dataclass(frozen=True)
class Learnt:
    """The layers after so many `steps`, the loss before each of them, and points that no step has
    seen, with which moon each is of."""

    layers: list
    losses: list[float]
    steps: int
    points: np.ndarray
    side: np.ndarray

    @property
    def right(self) -> float:
        """The share of the new points that are told apart."""
        scores = functions.network(self.layers, self.points)
        return float(np.mean(scores.argmax(axis=1) == self.side))


# [region learn]
def learn(generator: np.random.Generator) -> Learnt:
    """A network after 300 compiled steps, each with 64 new points."""
    layers = functions.layers(generator, 2, 16, 16, 2)
    rule = AdamW(RATE, decay=0.001)
    step = compiled_step(functions.moons_loss, rule)
    state, rate, losses = rule.start(layers), np.array([RATE], np.float32), []
    for _ in range(STEPS):
        layers, state, loss, _ = step(layers, state, rate, *functions.moons(POINTS, generator))
        losses.append(float(loss))
    return Learnt(layers, losses, int(state["steps"][0]), *functions.moons(1000, generator))
    # [end learn]


def boundary(learnt: Learnt):
    """What the network makes of each place, with 150 of the new points; and the loss of each step,
    with the running mean."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 3.2), layout="constrained")
    field, curve = figure.subplots(1, 2)
    across, up = np.meshgrid(np.linspace(-1.5, 2.5, 48), np.linspace(-1, 1.5, 30))
    grid = np.stack([across.ravel(), up.ravel()], axis=1).astype(np.float32)
    scores = functions.network(learnt.layers, grid)
    odds = (scores[:, 1] - scores[:, 0]).reshape(across.shape).astype(np.float64)
    levels = [0, 0.05, 0.5, 0.95, 1]
    shares = 1 / (1 + np.exp(-np.clip(odds, -50, 50)))
    field.contourf(across, up, shares, levels=levels, cmap="RdBu", alpha=0.5)
    for moon, colour in ((0, "#b91c1c"), (1, "#1d4ed8")):
        field.plot(*learnt.points[:150][learnt.side[:150] == moon].T, "o", ms=2.5, color=colour)
    field.set(xticks=[], yticks=[], title="which moon; at 5, 50 and 95 percent")
    last = np.convolve(learnt.losses, np.ones(MEAN) / MEAN, mode="valid")
    curve.semilogy(learnt.losses, color="#9ca3af", lw=0.6, label="of each step")
    at = np.arange(MEAN, STEPS + 1)
    curve.semilogy(at[::5], last[::5], color="#1d4ed8", label=f"mean of the last {MEAN}")
    curve.set(xlabel="step", ylabel="nats", title="loss")
    curve.legend(frameon=False)
    return figure
