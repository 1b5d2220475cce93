"""`python -m tests.bench [NAME ...]`: measure, write build/bench/NAME.json, print one table."""

from __future__ import annotations

import importlib
import json
import os
import platform
import re
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

from runners import toolchain

ROOT = Path(__file__).resolve().parents[2]


def machine() -> dict[str, object]:
    """What the figures were measured on."""
    cpuinfo = Path("/proc/cpuinfo")
    found = re.search(r"model name\s*: (.*)", cpuinfo.read_text() if cpuinfo.exists() else "")
    return {
        "processor": found[1] if found else platform.processor(),
        "llvm_cpu": toolchain.host_cpu(),
        "cores": len(os.sched_getaffinity(0)),
        "python": platform.python_version(),
        "llvm": toolchain.llvm_version(),
    }


def main(names: list[str]) -> int:
    """Run the named measurements, or all; 2 for a name that does not exist."""
    folder = Path(__file__).parent
    known = sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("__"))
    unknown = set(names) - set(known)
    if unknown:
        print(f"error: no measurement {', '.join(sorted(unknown))}; there are {', '.join(known)}")
        return 2
    here, console, missed = machine(), Console(), 0
    table = Table(title=f"{here['processor']}, {here['cores']} cores", title_justify="left")
    table.add_column("measurement")
    table.add_column("ours", justify="right")
    table.add_column("peer or bound")
    for column in ("theirs", "ratio", "goal"):
        table.add_column(column, justify="right")
    for name in names or known:
        with console.status(f"measuring {name}"):
            rows = importlib.import_module(f"tests.bench.{name}").rows()
        out = ROOT / "build" / "bench" / f"{name}.json"
        out.parent.mkdir(parents=True, exist_ok=True)
        written = [{**asdict(row), "ratio": row.ratio} for row in rows]
        out.write_text(json.dumps({"machine": here, "rows": written}, indent=2) + "\n")
        for row in rows:
            sign = "≤" if row.better == "lower" else "≥"
            mark = {None: "", True: " [green]✓[/]", False: " [red]✗[/]"}[row.reached]
            goal = "" if row.goal is None else f"{sign} {row.goal:g}{mark}"
            missed += row.reached is False
            table.add_row(row.name, f"{row.ours:.3g} {row.unit}", row.peer,
                          f"{row.theirs:.3g} {row.unit}", f"{row.ratio:.2f}", goal)  # fmt: skip
    console.print(table)
    console.print(f"{missed} goals missed" if missed else "every goal reached")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
