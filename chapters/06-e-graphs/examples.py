"""The kernels of the chapter, to look at: what was written, what was chosen, and what became of it.

python chapters/06-e-graphs/examples.py [NAME [OPTION]]; --help lists the options.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from specialize import (
    Kernel,
    arithmetic,
    everything,
    exponential,
    kernel,
    rule,
    ruleset,
    trigonometric,
)


# [region angles]
@kernel("float32(float32, float32)", rules=trigonometric.rounding)
def angles(a, b):
    return np.sin(a) * np.cos(b) + np.cos(a) * np.sin(b)


# [end angles]


@kernel("float32(float32, float32)")
def angles_exact(a, b):
    return np.sin(a) * np.cos(b) + np.cos(a) * np.sin(b)


# [region circle]
@kernel(
    "float32(float32, float32)", rules=(arithmetic | trigonometric).fast_math, on_limit="ignore"
)
def circle(a, b):
    return np.sin(a) ** 2 + b + np.cos(a) ** 2


# [end circle]


@kernel("float32(float32, float32, float32)", rules=(arithmetic | exponential).rounding)
def decay(a, b, c):
    return c * np.exp(-a) * np.exp(-b)


# [region shared]
@kernel("float32(float32)", rules=everything.rounding)
def shared(a):
    return (np.exp(a) - np.exp(-a)) / (np.exp(a) + np.exp(-a))


# [end shared]


# [region gate]
@kernel("float32(float32)", rules=everything.rounding)
def gate(a):
    return 0.5 + 0.5 * np.tanh(a / 2)


# [end gate]


@kernel("float64(float64, float64, float64)", rules=arithmetic.fast_math)
def factored(a, b, c):
    return a * b + a * c + b * c + a * a


# [region user]
softplus = ruleset(
    "softplus",
    rule("difference-of-softplus", changes="domain", sides=lambda a: (
        np.log(1 + np.exp(a)) - np.log(1 + np.exp(-a)), a)),
)  # fmt: skip


@kernel("float32(float32, float32)", rules=[softplus, arithmetic])
def mine(a, b):
    return b * (np.log(1 + np.exp(a)) - np.log(1 + np.exp(-a))) * 2


# [end user]

KERNELS: dict[str, Kernel] = {
    k.name: k for k in (angles, angles_exact, circle, decay, shared, gate, factored, mine)
}


def main(given: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="examples.py")
    parser.add_argument("name", nargs="?", choices=KERNELS)
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--egglog", action="store_true", help="the program that egglog ran")
    what.add_argument("--mlir", action="store_true", help="the module that was built")
    what.add_argument("--loops", action="store_true", help="the module for the target loops")
    what.add_argument("--costs", action="store_true", help="what each target chooses")
    what.add_argument("--lowered", action="store_true", help="the module after the passes")
    what.add_argument("--picture", metavar="FILE", help="write the e-graph as a picture")
    chosen = parser.parse_args(given)
    if chosen.name is None:
        for each in KERNELS.values():
            cost = f"{each.cost.before:.0f} -> {each.cost.after:.0f}"
            print(f"{each.name}: {cost}, {each.report.chosen}")
        return 0
    one = KERNELS[chosen.name]
    if chosen.egglog:
        print(one.egglog)
    elif chosen.mlir:
        print(one.mlir["built"])
    elif chosen.lowered:
        print(one.mlir["lowered"])
    elif chosen.loops:
        print(one.retargeted("loops").mlir["built"])
    elif chosen.costs:
        for target in ("loops", "vectors"):
            there = one.retargeted(target)
            cost = f"{there.cost.before:.0f} -> {there.cost.after:.0f}"
            print(f"{target}: {cost}, {there.report.chosen}")
    elif chosen.picture:
        Path(chosen.picture).write_text(str(one.draw()), encoding="utf-8")
        print(chosen.picture)
    else:
        print(one.report)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
