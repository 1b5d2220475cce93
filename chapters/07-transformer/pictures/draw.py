"""Draws this chapter's pictures: a block of GPT-2 with its shapes, and where the tiny model looks.

python chapters/07-transformer/pictures/draw.py [DIRECTORY]
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.append(str(HERE.parent))

import heatmaps  # noqa: E402
import matplotlib  # noqa: E402

from runners.svg import FAINT, INK, Svg, write  # noqa: E402
from stepdown import gpt2  # noqa: E402
from stepdown.gpt2 import places  # noqa: E402

LINEAR, NORM, MIX, POINT = "#dbe8f6", "#e8e6df", "#fbdcc4", "#e6f0dc"
LINE = "#8a94a6"
X, WIDTH, STEP = 120, 250, 46  # of the column of boxes
PASS = 86  # where the residual goes down


def block() -> Svg:
    """From the rows of the tokens at the top to those after the block, shapes beside the boxes."""
    svg = Svg(620, 608, font_size=13, heads={"end": LINE})
    y = 26

    def line(points: list[tuple[float, float]], head: bool = True) -> None:
        path = " ".join(f"{'L' if n else 'M'}{a:g},{b:g}" for n, (a, b) in enumerate(points))
        end = ' marker-end="url(#end)"' if head else ""
        svg.parts.append(f'<path d="{path}" fill="none" stroke="{LINE}" stroke-width="1.6"{end}/>')

    middle = X + WIDTH / 2
    svg.text(middle, y, "x: a row for each token", font_weight="bold")
    svg.text(X + WIDTH + 20, y, "(T, 768)", anchor="start", fill=FAINT)
    for boxes in (
        [
            ("layer norm", NORM, "(T, 768)"),
            ("linear: query, key, value", LINEAR, "(T, 2304)"),
            ("split into 12 heads", POINT, "3 x (12, T, 64)"),
            ("q · kᵀ / 8, causal, softmax", MIX, "(12, T, T)"),
            ("weights · v, merge heads", MIX, "(T, 768)"),
            ("linear: out", LINEAR, "(T, 768)"),
        ],
        [
            ("layer norm", NORM, "(T, 768)"),
            ("linear: up", LINEAR, "(T, 3072)"),
            ("gelu", POINT, "(T, 3072)"),
            ("linear: down", LINEAR, "(T, 768)"),
        ],
    ):
        top = y + 14
        for name, fill, shape in boxes:
            line([(middle, y + 4), (middle, y + 18)])
            y += 20
            svg.box(X, y, WIDTH, 24, fill, outline=LINE, radius=4)
            svg.text(middle, y + 16.5, name)
            svg.text(X + WIDTH + 20, y + 16.5, shape, anchor="start", fill=FAINT)
            if fill == MIX:
                svg.text(X + WIDTH + 130, y + 16.5, "rows meet", anchor="start", fill="#b4541a")
            y += STEP - 20
        line([(middle, y), (middle, y + 17)])
        y += 28
        svg.parts.append(
            f'<circle cx="{middle:g}" cy="{y:g}" r="11" fill="#ffffff" stroke="{INK}"/>'
        )
        svg.text(middle, y + 5, "+", font_weight="bold")
        line([(middle, top), (PASS, top), (PASS, y), (middle - 12, y)])
        svg.text(X + WIDTH + 20, y + 5, "(T, 768)", anchor="start", fill=FAINT)
        y += 10
    svg.text(PASS - 8, 190, "x, as it", anchor="end", fill=FAINT)
    svg.text(PASS - 8, 206, "was", anchor="end", fill=FAINT)
    svg.text(PASS - 8, 460, "x, as it", anchor="end", fill=FAINT)
    svg.text(PASS - 8, 476, "was", anchor="end", fill=FAINT)
    line([(middle, y + 2), (middle, y + 18)])
    svg.text(middle, y + 36, "x after the block; 12 blocks in all", font_weight="bold")
    return svg


def heads(file: Path) -> None:
    """The four heads of the tiny model; the same bytes each time."""
    weights, words = heatmaps.maps(gpt2.load(places.made()), heatmaps.TEXT)
    with matplotlib.rc_context({"svg.hashsalt": "stepdown", "svg.fonttype": "none"}):
        heatmaps.draw(weights, words).savefig(file, format="svg", metadata={"Date": None})
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("".join(line.rstrip() + "\n" for line in lines), encoding="utf-8")
    print(file)


if __name__ == "__main__":
    write({"block": block}, HERE)
    heads((Path(sys.argv[1]) if len(sys.argv) > 1 else HERE) / "heads.svg")
