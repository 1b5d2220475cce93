"""Writes the measured tables into the chapter.

make bench-train      # or: python -m tests.bench train
python chapters/15-differentiation/peer.py
python chapters/15-differentiation/publish.py
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
BENCH = CHAPTER.parents[1] / "build" / "bench"
STEPS = re.compile(r"steps of (.+), (\d) threads?(?:, (bf16x6))?")


def speed(measured: dict) -> list[str]:
    """Steps a second beside the peer's, then what the other rows say, in a sentence."""
    rows, machine = measured["rows"], measured["machine"]
    steps = {row["name"]: row for row in rows if STEPS.fullmatch(row["name"])}
    peer = next(iter(steps.values()))["peer"]
    lines = [f"| steps a second | threads | `products=` | stepdown | {peer} | ratio |",
             "| --- | ---: | --- | ---: | ---: | ---: |"]  # fmt: skip
    for name, row in steps.items():
        model, threads, products = STEPS.fullmatch(name).groups("schedule")
        lines.append(f'| {model} | {threads} | `"{products}"` | {row["ours"]:.3g} | '
                     f'{row["theirs"]:.3g} | {row["ratio"]:.2f} |')  # fmt: skip
    (cold, cached), (kept,) = (
        [row for row in rows if row["name"].startswith(begin)] for begin in ("compiling", "kept")
    )
    where = f"{machine['processor']} ({machine['llvm_cpu']}), {machine['cores']} cores"
    return [
        *lines,
        "",
        f"Medians of steps in turn, each side in a process of its own, on {where}. Compiling the "
        f"step of the larger model takes {cold['ours']:.1f} s, with what is in the disk cache "
        f"{cached['ours']:.2f} s. Split in two, its forward pass would keep {kept['theirs']:.0f} "
        f"MB of values for the backward pass, by the minimum cut {kept['ours']:.0f} MB.",
    ]


def losses(figures: dict) -> list[str]:
    """Validation losses of both sides."""
    steps = [step for step, _ in figures["ours"]]
    lines = ["| validation loss after steps | " + " | ".join(map(str, steps)) + " |",
             "| --- |" + " ---: |" * len(steps)]  # fmt: skip
    for shown, side in (("stepdown", "ours"), (figures["peer"], "theirs")):
        lines.append(f"| {shown} | " + " | ".join(f"{x:.4f}" for _, x in figures[side]) + " |")
    return lines


def publish() -> None:
    """Replace what stands between the markers."""
    readme = CHAPTER / "README.md"
    text = readme.read_text(encoding="utf-8")
    tables = {"speed": (speed, "train.json"), "losses": (losses, "train-losses.json")}
    for marker, (table, name) in tables.items():
        lines = table(json.loads((BENCH / name).read_text(encoding="utf-8")))
        before, begin, rest = text.partition(f"<!-- {marker} table -->\n")
        if not begin:
            raise KeyError(f"<!-- {marker} table -->")
        after = rest.partition("<!-- end -->")[2]
        text = f"{before}{begin}" + "\n".join(lines) + f"\n<!-- end -->{after}"
    readme.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    try:
        publish()
    except FileNotFoundError as error:
        sys.exit(f"error: {error.filename} is not there: run what the head of this file says")
    except (KeyError, StopIteration, ValueError) as error:
        sys.exit(
            f"error: {error!r}: there is no such figure in {BENCH}: measure again, with PyTorch"
        )
