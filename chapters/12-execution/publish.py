"""Writes the measured tables into the chapter, and draws where the time of a first call goes.

make bench            # or: python -m tests.bench tensors first_call
python chapters/12-execution/publish.py
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
sys.path.insert(0, str(CHAPTER.parents[1]))
from runners.svg import FAINT, Svg  # noqa: E402

BENCH = CHAPTER.parents[1] / "build" / "bench"
TORCH = ("PyTorch", "torch.compile")
PHASES = {
    "trace": "#8fb8de",
    "imports": "#d9d9d9",
    "context": "#c9b8e8",
    "build": "#f4c78a",
    "passes": "#f2a0a0",
    "llvm": "#9bd0a6",
    "disk cache": "#f0e08a",
    "the rest": "#ffffff",
}


def table(measured: dict) -> list[str]:
    """The rows of tests/bench/tensors.py that have NumPy beside them, those that have PyTorch where
    it was there, then those with a goal. First calls have a table of their own."""
    machine = measured["machine"]
    lines = ["| | stepdown | NumPy | times as fast |", "| --- | ---: | ---: | ---: |"]
    for row in measured["rows"]:
        if row["peer"] == "NumPy":
            ours, theirs = (f"{1e3 / row[who]:.2f} ms" for who in ("ours", "theirs"))
            lines.append(f"| {row['name']} | {ours} | {theirs} | {row['ratio']:.1f} |")
    lines += _beside_torch(measured["rows"])
    lines += ["", "| | measured | goal |", "| --- | ---: | ---: |"]
    for row in measured["rows"]:
        if row["peer"] not in ("NumPy", *TORCH) and not row["name"].startswith("first call"):
            unit = row["unit"]
            if row["peer"] == "bound":
                goal = f"at most {row['theirs']:.3g} {unit}"
            else:
                goal = f"{row['goal']:g} of {row['peer']}: {row['theirs']:.3g} {unit}"
            lines.append(f"| {row['name']} | {row['ours']:.3g} {unit} | {goal} |")
    where = f"{machine['processor']} ({machine['llvm_cpu']}), {machine['cores']} cores"
    return [*lines, "", f"Medians of alternating runs on {where}."]


def _beside_torch(rows: list[dict]) -> list[str]:
    found = {(row["name"], row["peer"]): row for row in rows if row["peer"] in TORCH}
    if not found:
        return []
    lines = ["", "| | stepdown | PyTorch, eager | torch.compile |", "| --- | ---: | ---: | ---: |"]
    for name in dict.fromkeys(name for name, _ in found):
        eager, compiled = (found[name, peer] for peer in TORCH)
        rates = eager["ours"], eager["theirs"], compiled["theirs"]
        lines.append(f"| {name} | " + " | ".join(f"{1e3 / rate:.2f} ms" for rate in rates) + " |")
    return lines


def first_calls(phases: dict) -> list[str]:
    """Whole first calls, and what is left of them when the code comes from disk."""
    lines = ["| | first call | of it loading MLIR | from the disk cache |",
             "| --- | ---: | ---: | ---: |"]  # fmt: skip
    for name, compiled, cached in _pairs(phases):
        lines.append(
            f"| {name} | {compiled['total']:.0f} ms | {compiled['imports']:.0f} ms | "
            f"{cached['total']:.0f} ms |"
        )
    return lines


def _pairs(phases: dict) -> list[tuple[str, dict, dict]]:
    names = dict.fromkeys(key.partition(",")[0] for key in phases)
    return [
        (name, phases[f"{name}, first call"], phases[f"{name}, from the disk cache"])
        for name in names
    ]


def picture(phases: dict) -> Svg:
    """Bars of phases: with all that a first call in a process does, and without loading MLIR."""
    pairs = _pairs(phases)
    svg = Svg(900, 150 + 26 * 3 * len(pairs))
    y = 30
    for title, rows, hidden in (
        ("a first call, MLIR loaded by it", [(n, c) for n, c, _ in pairs], ()),
        (
            "without that, and with the code from disk",
            [row for n, c, d in pairs for row in ((f"{n}, compiled", c), (f"{n}, from disk", d))],
            ("imports",),
        ),
    ):
        svg.text(20, y, f"{title}, ms", "start", font_weight="bold")
        y += 14
        shown = [(name, _parts(row, hidden)) for name, row in rows]
        scale = 600 / max(sum(parts.values()) for _, parts in shown)
        for name, parts in shown:
            svg.text(208, y + 15, name, "end", font_size="12")
            x = 216.0
            for phase, milliseconds in parts.items():
                svg.box(round(x, 1), y, round(milliseconds * scale, 1), 20, PHASES[phase], FAINT)
                x += milliseconds * scale
            svg.text(round(x + 6, 1), y + 15, f"{sum(parts.values()):.0f}", "start",
                     font_size="12")  # fmt: skip
            y += 26
        y += 34
    x = 20
    for phase, colour in PHASES.items():
        svg.box(x, y - 20, 12, 12, colour, FAINT)
        svg.text(x + 18, y - 9, phase, "start", fill=FAINT, font_size="12")
        x += 40 + 8 * len(phase)
    return svg


def _parts(row: dict, hidden: tuple[str, ...]) -> dict[str, float]:
    parts = {phase: row[phase] for phase in PHASES if phase in row and phase not in hidden}
    named = sum(value for key, value in row.items() if key != "total")
    return {**parts, "the rest": max(row["total"] - named, 0.0)}


def publish() -> None:
    """Replace what stands between the markers, and write the picture."""
    measured, phases = (
        json.loads((BENCH / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("tensors", "first-call-phases")
    )
    readme = CHAPTER / "README.md"
    text = readme.read_text(encoding="utf-8")
    for marker, lines in (("numpy", table(measured)), ("first calls", first_calls(phases))):
        before, begin, rest = text.partition(f"<!-- {marker} table -->\n")
        after = rest.partition("<!-- end -->")[2]
        text = f"{before}{begin}" + "\n".join(lines) + f"\n<!-- end -->{after}"
    readme.write_text(text, encoding="utf-8")
    (CHAPTER / "pictures" / "first-call.svg").write_text(str(picture(phases)), encoding="utf-8")


if __name__ == "__main__":
    try:
        publish()
    except FileNotFoundError as error:
        sys.exit(f"error: {error.filename} is not there: run "
                 "`python -m tests.bench tensors first_call` first")  # fmt: skip
    except KeyError as error:
        sys.exit(f"error: no figure {error} in build/bench: measure again")
