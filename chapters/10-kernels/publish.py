"""Writes the table of speeds into the chapter, from the last measurement.

make bench            # or: python -m tests.bench tensors
python chapters/10-kernels/publish.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
BENCH = CHAPTER.parents[1] / "build" / "bench" / "tensors.json"
START, END = "<!-- speed table -->\n", "<!-- end -->"


def table(measured: dict) -> str:
    """What was measured beside NumPy, as Markdown: milliseconds a call, and how much faster."""
    machine = measured["machine"]
    lines = [
        "| float32 | compiled, ms | NumPy, ms | times as fast |",
        "| --- | ---: | ---: | ---: |",
    ]
    for row in measured["rows"]:
        product = row["name"].startswith("product")  # chapter 12's
        if row["peer"] == "NumPy" and row["unit"] == "/s" and not product:
            ours, theirs = 1e3 / row["ours"], 1e3 / row["theirs"]
            lines.append(f"| {row['name']} | {ours:.2f} | {theirs:.2f} | {row['ratio']:.1f} |")
    where = f"{machine['processor']} ({machine['llvm_cpu']}), {machine['cores']} cores"
    return "\n".join([*lines, "", f"Medians of alternating runs; {where}."])


def published(text: str, measured: dict) -> str:
    """The README with this table between its markers."""
    before, _, rest = text.partition(START)
    return f"{before}{START}{table(measured)}\n{END}{rest.partition(END)[2]}"


if __name__ == "__main__":
    if not BENCH.exists():
        sys.exit(f"error: {BENCH} is not there: run `python -m tests.bench tensors` first")
    readme = CHAPTER / "README.md"
    measured = json.loads(BENCH.read_text(encoding="utf-8"))
    readme.write_text(published(readme.read_text(encoding="utf-8"), measured), encoding="utf-8")
