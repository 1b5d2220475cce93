"""Writes the measured tables into the chapter, and draws a roofline with what was reached.

make bench-gpt2       # or: python -m tests.bench gpt2
python chapters/13-gpt-2-compiled/publish.py
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import costs  # noqa: E402

from runners.svg import FAINT, INK, Svg  # noqa: E402
from stepdown.gpt2.config import Config  # noqa: E402

BENCH = CHAPTER.parents[1] / "build" / "bench"
SHOWN = {
    "float32": "stepdown, float32",
    "bfloat16": "stepdown, bfloat16 weights",
    "bfloat16 on tiles": "the same, `--products bf16x6`",
    "PyTorch": "PyTorch, float32",
    "NumPy": "NumPy, without a cache",
}
PLOT = [
    "![A roofline: decoding lies on the slope that memory sets, prefill near the top that "
    "arithmetic sets](pictures/roofline.svg)",
    "*Drawn by `publish.py` from the same measurement.*",
]
TASKS = ("decode", "prefill 128", "prefill 512")
COLOURS = {"float32": "#2563eb", "bfloat16": "#059669", "PyTorch": "#dc2626", "NumPy": "#6b7280"}


def figure(rate: float) -> str:
    """With three digits, and all of those before the point."""
    return f"{rate:,.0f}" if rate >= 100 else f"{rate:.3g}"


def rates(figures: dict, machine: dict) -> list[str]:
    """Tokens per second of each contender, and the bound of decoding."""
    counts = list(figures["threads"])
    heads = [f"{task}, {n} thread{'s' * (n != '1')}" for task in TASKS for n in counts]
    lines = ["| tokens per second | " + " | ".join(heads) + " |",
             "| --- |" + " ---: |" * len(heads)]  # fmt: skip
    for name, shown in SHOWN.items():
        found = [figures["threads"][n].get(name) for n in counts]
        if all(found):
            cells = [figure(rate[task]) for task in TASKS for rate in found]
            lines.append(f"| {shown} | " + " | ".join(cells) + " |")
    for kind in ("float32", "bfloat16"):
        bounds = [
            figure(figures["threads"][n]["machine"]["read"] * 1e9 / figures["bytes"][kind])
            for n in counts
        ]
        empty = [""] * (len(heads) - len(bounds))
        lines.append(f"| bound of reading {kind} weights | " + " | ".join(bounds + empty) + " |")
    read = " and ".join(f"{figures['threads'][n]['machine']['read']:.1f}" for n in counts)
    where = f"{machine['processor']} ({machine['llvm_cpu']}), {machine['cores']} cores"
    said = f"Medians of alternating processes on {where}, which read {read} GB/s meanwhile"
    peer = figures["peer"]
    return [*lines, "", f"{said}. {peer[:1].upper()}{peer[1:]}."]


def first(figures: dict) -> list[str]:
    """First tokens and memory."""
    lines = ["| | first token | peak memory | weights and cache |", "| --- | ---: | ---: | ---: |"]
    for road, found in figures["first"].items():
        lines.append(
            f"| {road} | {found['seconds']:.2f} s | {found['peak']:.0f} MiB | "
            f"{found['needed']:.0f} MiB |"
        )
    return lines


def roofline(figures: dict) -> Svg:
    """Operations a second over operations a byte: the two roofs, and where each task is."""
    threads = "1"
    rate = figures["threads"][threads]
    read, peak = rate["machine"]["read"], rate["machine"]["peak"]
    left, top, width, height = 90, 46, 600, 340
    low, high, floor, roof = math.log10(0.2), math.log10(400), math.log10(2), math.log10(400)

    def at(intensity: float, gflops: float) -> tuple[float, float]:
        x = left + width * (math.log10(intensity) - low) / (high - low)
        y = top + height * (1 - (math.log10(gflops) - floor) / (roof - floor))
        return round(x, 1), round(y, 1)

    svg = Svg(940, 450)
    svg.text(left, 24, "one thread: 10⁹ operations a second", "start", font_weight="bold")
    for value in (2, 10, 100, 400):
        y = at(1, value)[1]
        svg.parts.append(f'<path d="M{left},{y} h{width}" stroke="#e5e7eb"/>')
        svg.text(left - 8, y + 4, value, "end", fill=FAINT, font_size="11")
    for value in (0.5, 1, 10, 100):
        x = at(value, 2)[0]
        svg.parts.append(f'<path d="M{x},{top} v{height}" stroke="#e5e7eb"/>')
        svg.text(x, top + height + 18, value, fill=FAINT, font_size="11")
    svg.text(left + width, top + height + 38, "operations for each byte of weights, keys, values",
             "end", fill=FAINT, font_size="12")  # fmt: skip
    points = [at(10**low, read * 10**low), at(peak / read, peak), at(10**high, peak)]
    line = " L".join(f"{x},{y}" for x, y in points)
    svg.parts.append(f'<path d="M{line}" fill="none" stroke="{INK}" stroke-width="2"/>')
    x, y = at(10**high, peak)
    svg.text(x, y - 8, f"the core's peak: {peak:.0f}", "end", font_size="12")
    x, y = at(1.1, read * 1.1)
    svg.text(x - 8, y - 8, f"memory: {read:.0f} GB/s", "end", font_size="12")
    config, row = Config(), 0
    for name, colour in COLOURS.items():
        for task in TASKS if name in rate else ():
            if task != "decode":
                new = seen = int(task.split()[1])
            elif name == "NumPy":
                new = seen = 13  # the middle of 5 steps behind a prompt of 10 and a token
            else:
                new, seen = 1, 35  # the middle of 50 steps behind a prompt of 10
            # The same work for all: what the mask hides need not be computed.
            weight = 2 if name == "bfloat16" else 4
            work = costs.work(config, new, seen, weight=weight, masked=False)
            tokens = rate[name][task] if task == "decode" else rate[name][task] / new
            gflops = work.flop * tokens / 1e9
            x, y = at(work.flop / work.bytes, gflops)
            svg.parts.append(f'<circle cx="{x}" cy="{y}" r="5" fill="{colour}"/>')
            svg.text(left + width + 34, top + 14 + 19 * row, f"{task}: {gflops:.0f}", "start",
                     font_size="12", fill=colour)  # fmt: skip
            if task == TASKS[0]:
                svg.text(left + width + 20, top - 5 + 19 * row, SHOWN[name], "start",
                         font_size="12", font_weight="bold", fill=colour)  # fmt: skip
            row += 1
        row += 1.3
    return svg


def publish() -> None:
    """Replace what stands between the markers, and write the picture."""
    measured, figures = (
        json.loads((BENCH / name).read_text(encoding="utf-8"))
        for name in ("gpt2.json", "gpt2-figures.json")
    )
    readme = CHAPTER / "README.md"
    text = readme.read_text(encoding="utf-8")
    tables = {"speed": rates(figures, measured["machine"]), "first": first(figures), "plot": PLOT}
    for marker, lines in tables.items():
        before, begin, rest = text.partition(f"<!-- {marker} table -->\n")
        after = rest.partition("<!-- end -->")[2]
        text = f"{before}{begin}" + "\n".join(lines) + f"\n<!-- end -->{after}"
    readme.write_text(text, encoding="utf-8")
    svg = str(roofline(figures))
    (CHAPTER / "pictures" / "roofline.svg").write_text(svg, encoding="utf-8")


if __name__ == "__main__":
    try:
        publish()
    except FileNotFoundError as error:
        sys.exit(f"error: {error.filename} is not there: run `make bench-gpt2` first")
    except KeyError as error:
        sys.exit(f"error: no figure {error} in build/bench: measure again")
