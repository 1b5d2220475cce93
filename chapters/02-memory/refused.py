"""Calls that are refused before native code is entered, each with its message.

python chapters/02-memory/refused.py
"""

from collections.abc import Callable
from pathlib import Path

import numpy as np

import runners
from runners.native import Library

FOLDER = Path(__file__).parent


def compiled(name: str) -> Library:
    """The functions of a program of this chapter."""
    return runners.load(FOLDER / f"{name}.mlir").compile("cpu-buffers")


def refusals(library: Callable[[str], Library] = compiled) -> list[tuple[str, Callable]]:
    """What is wrong, and a call that does it; `library` gives the functions of a program."""
    add = library("array_add").array_add
    add_2d = library("ranks").add_dynamic_2d
    sum_column = library("views").sum_column
    clear_first = library("wrong/no_interface").clear_first

    # [region calls]
    x = np.zeros(1024, np.float32)
    out = np.empty(1024, np.float32)
    frozen = np.empty(1024, np.float32)
    frozen.flags.writeable = False
    twice = np.zeros(2048, np.float32)
    square = np.zeros((4, 6), np.float32)
    return [
        ("dtype", lambda: add(np.zeros(1024), x, out)),
        ("number of arguments", lambda: add(x, out)),
        ("rank", lambda: add(x.reshape(32, 32), x, out)),
        ("size", lambda: add(x[:1000], x, out)),
        ("every second element", lambda: add(twice[::2], x, out)),
        ("transposed", lambda: add_2d(square.T, square.T, np.zeros((6, 4), "f4"))),
        ("column of a wider matrix", lambda: sum_column(np.zeros((4, 8), "f4")[:, 0])),
        ("read-only output", lambda: add(x, x, frozen)),
        ("overlapping output", lambda: add(twice[:1024], x, twice[512:1536])),
        ("list", lambda: add([0.0] * 1024, x, out)),
        ("no C interface", lambda: clear_first(x)),
    ]
    # [end calls]


def message(call: Callable[[], object]) -> str:
    """The message that the call is refused with, or "" when it is not refused."""
    try:
        call()
    except runners.ArgumentError as error:
        return str(error)
    return ""


if __name__ == "__main__":
    for what, call in refusals():
        print(f"{what}:\n  {message(call) or 'passes'}")
