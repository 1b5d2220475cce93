"""Writes this chapter's two tables into its README: what kernels take, and what they move.

python chapters/08-gpu/tables.py

Both come from tools, ptxas and the simulator, and from no device: the tests compare them.
"""

from __future__ import annotations

from pathlib import Path

import kernels
import numpy as np
from kernels import CHIPS

import runners
from runners import occupancy

README = Path(__file__).resolve().parent / "README.md"


def markdown(columns: list[str], rows: list[list[object]]) -> str:
    """A table whose first column is text and the rest numbers."""
    lines = [columns, ["---", *["---:"] * (len(columns) - 1)], *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)


def takes() -> str:
    """Registers on each chip, shared memory, and how full the first chip's multiprocessors get."""
    rows = []
    for case in [*kernels.CASES, *kernels.BY_HAND, kernels.PRINTF, kernels.HOPPER_CASE]:
        ptx = case.program().ptx(chip=case.chips[0])
        kinds = {chip: ptx.assemble(chip).kernels[case.kernel] for chip in case.chips}
        first = kinds[case.chips[0]]
        dynamic = kernels.HOPPER_SHARED if case is kernels.HOPPER_CASE else 0
        full = occupancy.estimate(
            case.chips[0], first.registers, int(np.prod(case.block)), first.shared + dynamic
        )
        shared = f"{first.shared} + {dynamic}" if dynamic else first.shared
        registers = [kinds[chip].registers if chip in kinds else "" for chip in CHIPS]
        rows.append([case.name, *registers, shared, f"{full.fraction:.0%}"])
    return markdown(["kernel", *(f"`{chip}`" for chip in CHIPS), "shared", "occupancy"], rows)


def moves() -> str:
    """What the simulator counts in one launch of each kernel."""
    rows = []
    for case in kernels.CASES:
        arguments = case.arguments(np.random.default_rng(8))
        found = runners.simulate(case.program(), case.kernel, case.grid, case.block, arguments)
        worst = max((access.ways for access in found.shared), default=0)
        conflict = {0: "", 1: "none"}.get(worst, f"{worst}-way")
        useful = sum(access.useful for access in found.transactions) / found.bytes_moved
        rows.append([
            case.name, "x".join(map(str, case.grid)), "x".join(map(str, case.block)),
            f"{found.bytes_moved:,}", f"{useful:.0%}", found.barrier_count or "", conflict,
            f"{found.efficiency:.0%}",
        ])  # fmt: skip
    columns = ["kernel", "grid", "block", "bytes moved", "useful", "barriers", "conflicts", "lanes"]
    return markdown(columns, rows)


TABLES = {"takes": takes, "moves": moves}


def publish(text: str) -> str:
    """The README's text with the tables between their markers."""
    for name, table in TABLES.items():
        before, _, rest = text.partition(f"<!-- {name} -->\n")
        after = rest.partition("<!-- end -->")[2]
        text = f"{before}<!-- {name} -->\n{table()}\n<!-- end -->{after}"
    return text


if __name__ == "__main__":
    README.write_text(publish(README.read_text(encoding="utf-8")), encoding="utf-8")
