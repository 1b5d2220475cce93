"""Points in the plane that no straight line separates: two moons."""

from __future__ import annotations

import math
import random

from .errors import OperandError


def moons(
    points: int = 100, noise: float = 0.1, seed: int = 0
) -> tuple[list[tuple[float, float]], list[float]]:
    """Points on two half circles that reach into each other, and the labels 1 and -1.

    Each coordinate is off by a Gaussian error with the deviation `noise`.
    """
    if points < 2 or noise < 0:
        raise OperandError(f"at least two points and no negative noise; got {points=}, {noise=}")
    generator = random.Random(seed)
    places, labels = [], []
    for label, count in ((1.0, points // 2), (-1.0, points - points // 2)):
        for i in range(count):
            angle = math.pi * i / max(count - 1, 1)
            x, y = math.cos(angle), math.sin(angle)
            if label < 0:
                x, y = 1.0 - x, 0.5 - y
            places.append((x + generator.gauss(0, noise), y + generator.gauss(0, noise)))
            labels.append(label)
    return places, labels
