"""What the simulator saw in a call, kernel by kernel: traffic, conflicts, divergence, faults."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from .spec import Spec


@dataclass(frozen=True)
class Row:
    """All launches of one kernel in a call.

    `requests` are loads and stores of a warp from or to global memory, `sectors` those of 32 bytes
    that they took; `useful` is the share of the bytes moved that was asked for. `conflicts` is how
    many lanes met in a bank of shared memory at worst, 1 for none; `splits` counts branches on
    which a warp's lanes parted, `efficiency` is the share of lanes that were active.
    """

    kernel: str
    about: str
    launches: int
    threads: int
    requests: int
    sectors: int
    bytes_moved: int
    useful: float
    conflicts: int
    splits: int
    efficiency: float
    flops: int
    faults: int


@dataclass(frozen=True)
class Summary:
    """Print it for a table, or read `rows`; `details` has the simulator's report of each launch."""

    name: str
    rows: list[Row]
    details: list[tuple[str, object]]

    def __str__(self) -> str:
        from rich.console import Console

        console = Console(file=io.StringIO(), width=156, color_system=None, highlight=False)
        console.print(self)
        return console.file.getvalue().rstrip()

    def __rich__(self) -> Table:
        from rich import box
        from rich.table import Table

        table = Table(title=f"{self.name} in the simulator", title_justify="left",
                      box=box.SIMPLE_HEAD)  # fmt: skip
        table.add_column("kernel", no_wrap=True)
        table.add_column("computes", no_wrap=True, overflow="ellipsis", max_width=32)
        for column in ("launches", "threads", "sectors a request", "bytes moved", "useful",
                       "bank conflicts", "split branches", "active lanes", "faults"):  # fmt: skip
            table.add_column(column, justify="right")
        for row in self.rows:
            each = row.sectors / row.requests if row.requests else 0.0
            table.add_row(
                row.kernel, row.about, str(row.launches), f"{row.threads:,}", f"{each:.1f}",
                f"{row.bytes_moved:,}", f"{row.useful:.0%}",
                "none" if row.conflicts < 2 else f"{row.conflicts}-way", f"{row.splits:,}",
                f"{row.efficiency:.0%}", str(row.faults),
            )  # fmt: skip
        return table


def summary(name: str, kernels: dict[str, Spec], reports: Sequence[tuple[str, object]]) -> Summary:
    """The reports of a call's launches by kernel, in the order of their first launches."""
    found: dict[str, list] = {}
    for kernel, report in reports:
        found.setdefault(kernel, []).append(report)
    rows = [_row(kernel, kernels[kernel].about, each) for kernel, each in found.items()]
    return Summary(name, rows, list(reports))


def _row(kernel: str, about: str, reports: list) -> Row:
    accesses = [access for report in reports for access in report.transactions]
    moved = sum(access.bytes for access in accesses)
    wanted = sum(access.share * access.bytes for access in accesses)
    threads = sum(math.prod(report.grid) * math.prod(report.block) for report in reports)
    return Row(
        kernel=kernel,
        about=about,
        launches=len(reports),
        threads=threads,
        requests=sum(access.requests for access in accesses),
        sectors=sum(round(access.sectors_per_request * access.requests) for access in accesses),
        bytes_moved=moved,
        useful=wanted / moved if moved else 1.0,
        conflicts=max((a.ways for report in reports for a in report.shared), default=1),
        splits=sum(branch.split for report in reports for branch in report.divergence),
        efficiency=sum(report.efficiency for report in reports) / len(reports),
        flops=sum(report.flops for report in reports),
        faults=sum(len(report.faults) for report in reports),
    )
