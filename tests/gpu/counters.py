"""The simulator's transactions beside the hardware's own counters, by Nsight Compute (`ncu`).

Counters are for administrators unless the driver is told otherwise, and most rented containers may
not read them; then this part says so and measures nothing.
"""

from __future__ import annotations

import csv
import io
import shutil
import subprocess
import sys

from runners.errors import Error
from tests.bench import Row

from . import ROOT, Session

# What ncu counts -> what the simulator calls it.
METRICS = {
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "load",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "store",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum": "passes",
}
UNITS = {"load": "sectors loaded", "store": "sectors stored", "passes": "passes over the banks"}
# One launch each; what a compiler can neither merge nor leave out is counted the same by both.
NAMES = (
    "square by gpu.func", "saxpy, host.mlir", "reduce_shared", "row_sums", "transpose_naive",
    "transpose_shared", "transpose_padded", "matmul_naive", "matmul_tiled",
)  # fmt: skip


def run(session: Session) -> None:
    tool = shutil.which("ncu")
    if tool is None:
        session.note("no ncu (Nsight Compute) on PATH: transactions are not compared with counters")
        return
    command = [
        tool, "--csv", "--print-units", "base", "--clock-control", "none",
        "--metrics", ",".join(METRICS), sys.executable, "-m", "tests.gpu.counted", *NAMES,
    ]  # fmt: skip
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=90)
    except subprocess.TimeoutExpired:
        session.note("ncu did not finish in 90 s: transactions are not compared with counters")
        return
    said = done.stdout + done.stderr
    if "ERR_NVGPUCTRPERM" in said:
        session.note(
            "this account may not read the GPU's counters (ERR_NVGPUCTRPERM): transactions are not "
            "compared with them; an administrator can, or can allow it to all"
        )
        return
    with session.attempt("ncu counts the launches") as detail:
        counted = read(done.stdout)
        if done.returncode or len(counted) != len(NAMES):
            raise Error(f"ncu ended with {done.returncode}, {len(counted)} launches: {said[-400:]}")
        detail.append(f"{len(counted)} launches")
        for name, found in zip(NAMES, counted, strict=True):
            made = session.prepared[name]
            expected = {**made.sectors, "passes": made.passes}
            for metric, kind in METRICS.items():
                if expected.get(kind) and metric in found:
                    session.measured(
                        Row(f"{name}: {UNITS[kind]}, simulated", "counted by ncu", expected[kind],
                            found[metric], "", "lower")
                    )  # fmt: skip


def read(text: str) -> list[dict[str, float]]:
    """The metrics of each launch, in order, from what `ncu --csv` prints between other lines."""
    start = text.find('"ID"')
    if start < 0:
        return []
    launches: dict[str, dict[str, float]] = {}
    for line in csv.DictReader(io.StringIO(text[start:])):
        if not (line.get("Metric Name") and line.get("Metric Value")):
            continue
        value = float(line["Metric Value"].replace(",", ""))
        launches.setdefault(line["ID"], {})[line["Metric Name"]] = value
    return [launches[number] for number in sorted(launches, key=int)]
