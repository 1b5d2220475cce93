"""What the simulator's tests share: kernels from a few lines of MLIR, run on a grid."""

from __future__ import annotations

import functools
import textwrap

import numpy as np

import runners
from runners.simt import Report, simulate

WORKGROUP = "#gpu.address_space<workgroup>"
PRIVATE = "#gpu.address_space<private>"
CONSTANTS = "\n".join(
    f"%c{n} = arith.constant {n} : index" for n in (0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 31, 32, 64)
)


@functools.cache
def kernel(body: str, arguments: str = "", attributions: str = "", module: str = ""):
    """A program whose kernel @k has this body; %c0, %c1 and so on, %t, %t64 and %bid are there."""
    body = textwrap.dedent(body).strip()
    if "gpu.return" not in body:
        body += "\ngpu.return"
    text = f"""module attributes {{gpu.container_module}} {{
gpu.module @m {{
{module}
gpu.func @k({arguments}) {attributions} kernel {{
{CONSTANTS}
%t = gpu.thread_id x
%t64 = arith.index_cast %t : index to i64
%bid = gpu.block_id x
{body}
}}
}}
}}
"""
    return runners.load(text)


def run(
    body: str, arguments: str = "", args=(), *, grid=1, block=32, attributions: str = "",
    module: str = "", **more,
) -> Report:  # fmt: skip
    """Simulate such a kernel."""
    program = kernel(body, arguments, attributions, module)
    return simulate(program, "k", grid, block, list(args), **more)


def line(report_or_body, text: str, *, arguments="", attributions="", module="") -> int:
    """The number of the first line of a kernel that holds a text."""
    program = kernel(report_or_body, arguments, attributions, module)
    found = [n for n, each in enumerate(program.text.splitlines(), 1) if text in each]
    return found[0]


def workgroup(*shapes: str) -> str:
    """Attributions %s0, %s1 ... of these memref shapes: workgroup("32xf32")."""
    parts = (f"%s{n} : memref<{shape}, {WORKGROUP}>" for n, shape in enumerate(shapes))
    return f"workgroup({', '.join(parts)})"


def in_block(body: str, n: int, dtype, result: str, *, kind: str | None = None, block=None, **more):
    """Run a body that leaves a value %r in each of n threads; the values."""
    out = np.zeros(n, dtype)
    kind = kind or result
    report = run(
        f"{body}\nmemref.store %r, %out[%t] : memref<?x{kind}>",
        f"%out: memref<?x{kind}>", [out], block=block or n, **more,
    )  # fmt: skip
    return out, report
