"""What a simulated launch came to: faults, memory traffic, divergence and counts, in tables."""

from __future__ import annotations

import io
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from .faults import Access, Divergence, Fault, Recorder, Site
from .machine import WARP

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.table import Table

    from ..launch import Launch
    from .kernel import Kernel
    from .memory import Buffer

SHOWN = 48  # characters of a source line in a table


@dataclass
class Report:
    """A launch's findings. `ok` says that no fault was found; conflicts and the like are no faults.

    `errors` holds faults other than races and barriers; `transactions` the accesses to global
    memory, `shared` those to workgroup memory, of which `bank_conflicts` are the ones that had
    any; `divergence` the branches on which a warp split. `operations` counts operations by name,
    `flops` floating-point operations, `bytes` what the threads' loads and stores of global memory
    asked for, `bytes_moved` the sectors that this took, `footprint` the distinct bytes touched (the
    least that any cache leaves to be moved).
    """

    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    checks: bool
    errors: list[Fault]
    races: list[Fault]
    barriers: list[Fault]
    transactions: list[Access]
    shared: list[Access]
    divergence: list[Divergence]
    operations: Counter
    flops: int
    bytes: int
    shared_bytes: int
    footprint: int
    barrier_count: int
    efficiency: float
    seconds: float
    source: str = "<text>"
    lines: list[str] = field(default_factory=list, repr=False)

    @classmethod
    def of(
        cls, kernel: Kernel, launch: Launch, recorder: Recorder, buffers: Sequence[Buffer],
        seconds: float, source: str,
    ) -> Report:  # fmt: skip
        """The report of a recorder."""
        operations: Counter = Counter()
        flops, moved, lanes, slots = 0.0, Counter(), 0, 0
        for number, count in recorder.executed.items():
            cost = kernel.unit.costs[number]
            flops += cost.flops * count
            each = sum(cost.operations.values())
            lanes += each * count
            slots += each * recorder.issued[number] * WARP
            for name, times in cost.operations.items():
                operations[name] += times * count
            for (space, _), size in cost.moved.items():
                moved[space] += size * count
        moved -= recorder.left_out
        order = sorted(recorder.faults.values(), key=lambda fault: (fault.line, fault.kind))
        accesses = sorted(recorder.accesses.values(), key=lambda a: (a.line, a.site.number))
        return cls(
            kernel.name, launch.grid, launch.block, recorder.checks,
            [fault for fault in order if fault.kind not in ("race", "barrier")],
            [fault for fault in order if fault.kind == "race"],
            [fault for fault in order if fault.kind == "barrier"],
            [access for access in accesses if access.space == "global" and access.requests],
            [access for access in accesses if access.space == "workgroup" and access.requests],
            sorted((b for b in recorder.branches.values() if b.split), key=lambda b: b.line),
            operations, round(flops), moved["global"], moved["workgroup"],
            sum(
                int(np.count_nonzero(b.touched)) * b.granule
                for b in buffers
                if b.touched is not None
            ),
            sum(recorder.barriers.values()),
            # A block whose last warp is not full has idle lanes from the start.
            lanes / slots if slots else launch.threads / (launch.warps * WARP),
            seconds, source, recorder.printed,
        )  # fmt: skip

    @property
    def faults(self) -> list[Fault]:
        """Everything that is wrong, by line."""
        return sorted([*self.errors, *self.races, *self.barriers], key=lambda fault: fault.line)

    @property
    def ok(self) -> bool:
        return not self.faults

    @property
    def bank_conflicts(self) -> list[Access]:
        return [access for access in self.shared if access.ways > 1]

    @property
    def printed(self) -> str:
        """What gpu.printf wrote, by operation, then by thread."""
        return "".join(self.lines)

    @property
    def bytes_moved(self) -> int:
        return sum(access.bytes for access in self.transactions)

    @property
    def intensity(self) -> float:
        """Floating-point operations for each byte of global memory touched (for a roofline)."""
        return self.flops / self.footprint if self.footprint else 0.0

    def __str__(self) -> str:
        from rich.console import Console

        console = Console(file=io.StringIO(), width=120, color_system=None, highlight=False)
        console.print(self)
        return console.file.getvalue().rstrip()

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        warps = -(-int(np.prod(self.block)) // WARP) * int(np.prod(self.grid))
        threads = int(np.prod(self.block)) * int(np.prod(self.grid))
        yield Text(
            f"{self.kernel} of {self.source}: grid {_by(self.grid)}, block {_by(self.block)}: "
            f"{_count(threads, 'thread')}, {_count(warps, 'warp')}"
        )
        if self.checks:
            yield from self._findings()
        yield self._totals()

    def _findings(self) -> RenderResult:
        from rich.text import Text

        if self.ok:
            yield Text("No fault found.", style="green")
        else:
            yield Text(f"{_count(len(self.faults), 'fault')} found:", style="bold red")
        for fault in self.faults:
            yield Text(str(fault), style="red")
        if self.transactions:
            yield self._global_table()
        if self.shared:
            yield self._shared_table()
        if self.divergence:
            yield self._divergence_table()

    def _global_table(self) -> Table:
        table = _table(
            "Global memory, in sectors of 32 bytes",
            "line", "source", "kind", "requests", "sectors/request", "bytes moved", "useful",
        )  # fmt: skip
        for access in self.transactions:
            table.add_row(
                *_place(access.site), access.kind, f"{access.requests:,}",
                f"{access.sectors_per_request:.2f}", f"{access.bytes:,}", f"{access.share:.0%}",
                style="" if access.share > 0.5 else "yellow",
            )  # fmt: skip
        return table

    def _shared_table(self) -> Table:
        table = _table(
            "Workgroup memory, in 32 banks of 4 bytes",
            "line", "source", "kind", "requests", "passes", "at best", "conflicts",
        )  # fmt: skip
        for access in self.shared:
            worst = f"{access.ways}-way" if access.ways > 1 else "none"
            table.add_row(
                *_place(access.site), access.kind, f"{access.requests:,}",
                f"{access.wavefronts:,}", f"{access.ideal:,}", worst,
                style="yellow" if access.ways > 1 else "",
            )  # fmt: skip
        return table

    def _divergence_table(self) -> Table:
        table = _table(
            "Branches on which a warp split",
            "line", "source", "times met by a warp", "times split", "lanes that went in",
        )  # fmt: skip
        for found in self.divergence:
            table.add_row(
                *_place(found.site), f"{found.warps:,}", f"{found.split:,}", f"{found.share:.0%}"
            )
        return table

    def _totals(self) -> Table:
        table = _table("Totals", "what", "number")
        rows = [
            ("operations of all threads", f"{self.operations.total():,}"),
            ("active lanes of those issued", f"{self.efficiency:.1%}"),
            ("floating-point operations", f"{self.flops:,}"),
            ("bytes of global memory asked for", f"{self.bytes:,}"),
        ]
        if self.checks:
            rows += [
                ("bytes moved in sectors", f"{self.bytes_moved:,}"),
                ("distinct bytes touched", f"{self.footprint:,}"),
                ("flops for each distinct byte", f"{self.intensity:.2f}"),
            ]
        rows += [
            ("bytes of workgroup memory asked for", f"{self.shared_bytes:,}"),
            ("barriers, by block", f"{self.barrier_count:,}"),
            ("seconds", f"{self.seconds:.3f}"),
        ]
        for row in rows:
            table.add_row(*row)
        return table

    def picture_accesses(self, path: str | os.PathLike, line: int, kind: str | None = None) -> Path:
        """Draw which thread of a block touches which element, for the access at a line, as SVG."""
        from . import pictures

        return pictures.accesses(self, path, line, kind)

    def picture_banks(self, path: str | os.PathLike, line: int, kind: str | None = None) -> Path:
        """Draw which bank each thread of the worst pass asks, for the access at a line, as SVG."""
        from . import pictures

        return pictures.banks(self, path, line, kind)


def _table(title: str, *columns: str) -> Table:
    from rich import box
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD)
    for column in columns:
        text = column in ("source", "kind", "what")
        table.add_column(
            column, justify="left" if text else "right", no_wrap=True, overflow="ellipsis",
        )  # fmt: skip
    return table


def _place(site: Site) -> tuple[str, str]:
    from rich.markup import escape

    text = site.text if len(site.text) <= SHOWN else site.text[: SHOWN - 1] + "…"
    return str(site.line), escape(text)


def _by(sizes: tuple[int, int, int]) -> str:
    return "x".join(map(str, sizes))


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
