"""The kernels for products, compiled to be called from Python: for tests and measurements."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path

import runners

KERNELS = Path(__file__).resolve().parents[2] / "mlir" / "kernels"
WEIGHTS = ("f32", "bf16", "f16")
# kernel -> the types of its operands before the threads, in order: of x, W and y.
TYPES = {
    "vectors_times_matrix": ("!vectors", "!matrix", "!result"),
    "vectors_times_transposed": ("!vectors", "!matrix", "!vectors"),
    "matrices_times_matrix": ("!rows", "!matrix", "!result"),
    "matrices_by_tiles": ("!rows", "!matrix", "!result"),
}
WRAPPER = """
func.func @product(%x: {0}, %w: {1}, %y: {2}, {more}%threads: index) -> {result}
    attributes {{llvm.emit_c_interface}} {{
  {flag}
  {found}func.call @{name}(%x, %w, {given}%y, %threads) : ({0}, {1}, {i1}{2}, index) -> {result}
  return {returned}
}}
"""


def text(name: str, weights: str) -> str:
    """The kernel behind its weights, as the tensor compiler reads it."""
    files = f"weights-{weights}.mlir", f"{name.replace('_', '-')}.mlir"
    return "".join((KERNELS / file).read_text(encoding="utf-8") for file in files)


@functools.cache
def compiled(name: str, weights: str, pipeline: str = "cpu-tiles") -> Callable:
    """`product(x, w, y, threads)`; for matrices `product(x, w, y, transposed, threads)`, which by
    tiles returns whether a number was beyond them."""
    flagged, asks = name.startswith("matrices"), name.endswith("tiles")
    wrapper = WRAPPER.format(
        *TYPES[name],
        name=name,
        more="%transposed: i8, " if flagged else "",
        flag="%flag = arith.trunci %transposed : i8 to i1" if flagged else "",
        given="%flag, " if flagged else "",
        i1="i1, " if flagged else "",
        result="i1" if asks else "()",
        found="%beyond = " if asks else "",
        returned="%beyond : i1" if asks else "",
    )
    return runners.load(text(name, weights) + wrapper).compile(pipeline).product
