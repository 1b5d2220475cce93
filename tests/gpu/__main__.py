"""`python -m tests.gpu [PART ...]`: check and measure on the GPU, print one table, write one JSON.

Exit codes: 0 all is right, 1 a check failed, 2 there is no GPU or the command is wrong.
"""

from __future__ import annotations

import datetime
import importlib
import json
import os
import platform
import re
import sys
import time
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

import runners
from runners import toolchain

from . import ROOT, Lost, Session, prepared

PARTS = {
    "driver_layer": "The driver's layer",
    "launches": "Every kernel, beside NumPy and the simulator",
    "products": "Matrix products",
    "memory": "Kernels as fast as memory",
    "counters": "Transactions, simulated and counted",
    "compiled": "Products and attention, compiled",
    "gpt2": "GPT-2",
}
OUT = ROOT / "build" / "gpu-check"


def main(arguments: list[str]) -> int:
    console = Console(highlight=False, soft_wrap=True)
    if arguments == ["prepare"]:
        return prepare(console)
    unknown = [name for name in arguments if name not in PARTS]
    if unknown:
        print(f"gpu-check: no part {', '.join(unknown)}; there are {', '.join(PARTS)} and prepare",
              file=sys.stderr)  # fmt: skip
        return 2
    started = time.perf_counter()
    try:
        device = runners.cuda.Device()
        with console.status("compiling and simulating") as status:
            made = prepared.get(lambda name: status.update(f"compiling and simulating {name}"))
    except runners.Error as error:
        print(f"gpu-check: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    with device:
        session = Session(device, console, made)
        console.print(f"{device.name}, {device.chip}, CUDA {device.cuda_version}")
        took = run(session, arguments or list(PARTS))
        return report(session, took, time.perf_counter() - started)


def prepare(console: Console) -> int:
    """Make what needs no GPU; 1 if a kernel does not compile."""
    with console.status("compiling and simulating") as status:
        made = prepared.prepare(lambda name: status.update(f"compiling and simulating {name}"))
    path = prepared.keep(made)
    failed = {name: each.error for name, each in made.items() if each.error}
    for name, error in failed.items():
        console.print(f"✗ {name}: {error}", markup=False)
    console.print(f"{len(made) - len(failed)} of {len(made)} kernels are in {shown(path)}")
    return 1 if failed else 0


def run(session: Session, names: list[str]) -> dict[str, float]:
    """Run the parts, unless a kernel ends it; the seconds of each."""
    took = {}
    for name in names:
        session.console.print(f"\n{PARTS[name]}", style="bold cyan")
        before = time.perf_counter()
        try:
            importlib.import_module(f"tests.gpu.{name}").run(session)
        except Lost:
            session.note("the GPU is lost to this process: what comes after is not done")
            break
        except Exception as error:  # outside of any single check; the others still count
            session.check(PARTS[name], False, f"{type(error).__name__}: {error}")
        took[name] = round(time.perf_counter() - before, 1)
    return took


def machine(session: Session) -> dict[str, object]:
    """What the figures were measured on, and when."""
    device = session.device
    driver = Path("/proc/driver/nvidia/version")
    version = re.search(r"(\d+\.\d+(?:\.\d+)?)  ", driver.read_text()) if driver.exists() else None
    return {
        "gpu": device.name,
        "chip": device.chip,
        "multiprocessors": device.multiprocessors,
        "memory": device.memory,
        "cuda": device.cuda_version,
        "driver": version[1] if version else "unknown",
        "llvm": toolchain.RELEASE,
        "python": platform.python_version(),
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
    }


def report(session: Session, took: dict[str, float], seconds: float) -> int:
    """Print the table and write the file; the exit code."""
    here = machine(session)
    table = Table(title=f"{here['gpu']}, {here['date']}", title_justify="left")
    for column in ("measurement", "ours", "beside", "theirs", "ratio"):
        table.add_column(column, justify="left" if column in ("measurement", "beside") else "right")
    for row in session.rows:
        ours, theirs = (f"{value:,.4g} {row.unit}" for value in (row.ours, row.theirs))
        table.add_row(row.name, ours, row.peer, theirs, f"{row.ratio:.2f}")
    if session.rows:
        session.console.print()
        session.console.print(table)
    slug = re.sub(r"[^a-z0-9]+", "-", str(here["gpu"]).lower()).strip("-")
    OUT.mkdir(parents=True, exist_ok=True)
    path = OUT / f"{slug}.json"
    written = {
        "machine": here,
        "rows": [{**asdict(row), "ratio": row.ratio} for row in session.rows],
        "checks": session.checks,
        "notes": session.notes,
        "seconds": {**took, "all": round(seconds, 1)},
    }
    path.write_text(json.dumps(written, indent=2) + "\n")
    passed = len(session.checks) - session.failed
    session.console.print(
        f"\n{passed} checks passed, {session.failed} failed in {seconds:.0f} s. "
        f"All of it is in {shown(path)}.", style="bold red" if session.failed else "bold green",
    )  # fmt: skip
    return 1 if session.failed else 0


def shown(path: Path) -> str:
    return os.path.relpath(path, ROOT) if path.is_relative_to(ROOT) else str(path)


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
