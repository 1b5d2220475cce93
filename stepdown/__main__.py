"""The command line: `python -m stepdown emit KERNEL [--stage STAGE]`, `... explain KERNEL`.

Exit codes: 0 done, 1 the kernel did not compile, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys

import numpy as np

from . import explain, jit, kernels
from .errors import Error

STAGES = {
    "graph": "the primitives that were traced",
    "traced": "one operation for each of them, on tensors",
    "optimized": "after fusion, on tensors",
    "bufferized": "loops over buffers, products as calls",
    "lowered": "the LLVM dialect",
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command; its exit code."""
    options = _parser().parse_args(arguments)
    function = kernels.KERNELS.get(options.kernel)
    if function is None:
        if options.kernel:
            print(f"error: there is no kernel {options.kernel!r}", file=sys.stderr)
        print(_list(), file=sys.stderr)
        return 2
    example = kernels.EXAMPLES[options.kernel]
    static = [name for name, value in example.items() if not isinstance(value, tuple)]
    compiled = jit(function, static=static)
    values = {name: v if name in static else _numbers(v) for name, v in example.items()}
    try:
        if options.command == "explain":
            print(explain(compiled, **values))
        else:
            made = compiled.compile(**values)
            print(getattr(made, options.stage))
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _numbers(shape: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(0).normal(size=shape).astype(np.float32)


def _list() -> str:
    width = max(map(len, kernels.KERNELS))
    lines = [f"  {name:{width}}  {_first_sentence(f)}" for name, f in kernels.KERNELS.items()]
    return "\n".join(["The kernels of stepdown/kernels.py, each with KERNEL=NAME:", *lines])


def _first_sentence(function) -> str:
    return " ".join(function.__doc__.split()).partition(". ")[0].rstrip(".")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m stepdown", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    emit = commands.add_parser("emit", help="print a kernel at a stage of its compilation")
    shown = "; ".join(f"{name}: {what}" for name, what in STAGES.items())
    emit.add_argument("--stage", choices=STAGES, default="optimized", help=shown)
    explained = commands.add_parser("explain", help="print what a kernel does and costs")
    for command in (emit, explained):
        command.add_argument("kernel", nargs="?", default="", help="without one they are listed")
    return parser


if __name__ == "__main__":
    sys.exit(main())
