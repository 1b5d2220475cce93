"""One launch of each named case, for ncu to count: `python -m tests.gpu.counted NAME ...`."""

from __future__ import annotations

import sys

import kernels
from rich.console import Console

import runners

from . import Session
from .launches import launch
from .prepared import get


def main(names: list[str]) -> int:
    with runners.cuda.Device() as device:
        session = Session(device, Console(), get())
        for name in names:
            launch(session, kernels.by_name(name))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
