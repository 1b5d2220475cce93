"""Writes the ladder's table into the chapter and its picture beside it, from the last measurement.

make bench            # or: python -m tests.bench ladder
python chapters/04-linalg/ladder/publish.py
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parents[1]
BENCH = CHAPTER.parents[1] / "build" / "bench"
SQUARES = (256, 512, 1024, 2048)


def table(measured: dict) -> str:
    """The measured rows as Markdown: each rung, the best one at other sizes, and small products."""
    machine, rows = measured["machine"], measured["rows"]
    by_rung: dict[str, dict[str, dict]] = {}
    for row in rows:
        found = re.fullmatch(r"matmul (.+), (.+)", row["name"])
        if found and row["unit"] == "GFLOP/s" and not row["peer"].startswith("peak"):
            by_rung.setdefault(found[2], {})[found[1]] = row
    peaks = [row for row in rows if row["peer"].startswith("peak") and row["unit"] == "GFLOP/s"]
    peak = peaks[0]["theirs"]
    lines = ["| rung | " + " | ".join(f"{n} x {n}" for n in SQUARES) + " | beside BLAS at 2048 |",
             "| --- |" + " ---: |" * (len(SQUARES) + 1)]  # fmt: skip
    for name, found in by_rung.items():
        cells = [f"{found[str(n)]['ours']:.1f}" if str(n) in found else "" for n in SQUARES]
        ratio = f"{found['2048']['ratio']:.2f}" if "2048" in found else ""
        lines.append(f"| {name} | {' | '.join(cells)} | {ratio} |")
    best = by_rung["by hand"]
    blas = [f"{best[str(n)]['theirs']:.1f}" for n in SQUARES]
    lines.append(f"| *NumPy's BLAS, one thread* | {' | '.join(blas)} | 1 |")
    lines += ["", "| m x n x k | by hand | BLAS | ratio |", "| --- | ---: | ---: | ---: |"]
    for size, row in best.items():
        lines.append(f"| {size} | {row['ours']:.1f} | {row['theirs']:.1f} | {row['ratio']:.2f} |")
    where = f"{machine['processor']} ({machine['llvm_cpu']}), {machine['cores']} cores"
    lines += ["", f"GFLOP/s, f32, medians of alternating runs; {where}. The measured peak of one"]
    lines += [f"core is {peak:.0f}.", "", *_small(rows)]
    return "\n".join(lines).rstrip()


def _small(rows: list[dict]) -> list[str]:
    """Microseconds of a call for small squares, beside NumPy's and what the peak would take."""
    found: dict[str, dict[str, dict]] = {}
    for row in rows:
        match = re.fullmatch(r"matmul (\d+), called (.+)", row["name"])
        if match:
            found.setdefault(match[1], {})[f"{match[2]}, {row['peer'].split()[0]}"] = row
    if not found:
        return []
    lines = ["| n x n | NumPy's call | from Python | ratio | from compiled code | at the peak |",
             "| --- |" + " ---: |" * 5]  # fmt: skip
    for size, row in found.items():
        called, compiled = (
            row[f"{how}, np.matmul(a,"] for how in ("from Python", "by compiled code")
        )
        least = row["from Python, peak"]["theirs"]
        cells = [called["theirs"], called["ours"], called["theirs"] / called["ours"],
                 compiled["ours"], least]  # fmt: skip
        lines.append(f"| {size} | {' | '.join(f'{value:.2f}' for value in cells)} |")
    return [*lines, "", "Microseconds of a call, one thread; at the peak: the operations alone."]


def publish() -> None:
    """Replace what stands between the markers, and copy the picture."""
    measured = json.loads((BENCH / "ladder.json").read_text(encoding="utf-8"))
    readme = CHAPTER / "README.md"
    text = readme.read_text(encoding="utf-8")
    before, _, rest = text.partition("<!-- ladder table -->\n")
    after = rest.partition("<!-- end -->")[2]
    new = f"{before}<!-- ladder table -->\n{table(measured)}\n<!-- end -->{after}"
    readme.write_text(new, encoding="utf-8")
    shutil.copy(BENCH / "ladder.svg", CHAPTER / "pictures" / "ladder.svg")


if __name__ == "__main__":
    try:
        publish()
    except FileNotFoundError as error:
        sys.exit(f"error: {error.filename} is not there: run `python -m tests.bench ladder` first")
    except KeyError as error:
        sys.exit(f"error: no figure {error} in build/bench/ladder.json: measure again")
