"""A picture as SVG text: what the chapters' `pictures/draw.py` have in common."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path

INK, FAINT, PAPER = "#1f2430", "#6b7280", "#ffffff"
FONT = "DejaVu Sans Mono, Menlo, Consolas, monospace"


class Svg:
    """A growing picture of so many pixels; `str` gives its text.

    `heads` names arrowheads and their colours: a path with marker-end="url(#NAME)" ends in one.
    """

    def __init__(
        self, width: int, height: int, *, font_size: float = 13, heads: Mapping[str, str] = {}
    ) -> None:
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" font-family="{FONT}" '
            f'font-size="{font_size:g}" fill="{INK}" xml:space="preserve">'
        ]
        if heads:
            self.parts.append("<defs>")
        for name, colour in heads.items():
            self.parts.append(
                f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="6" '
                f'markerHeight="6" orient="auto"><path d="M0,0 L8,4 L0,8 z" fill="{colour}"/>'
                "</marker>"
            )
        if heads:
            self.parts.append("</defs>")
        self.parts.append(f'<rect width="{width}" height="{height}" rx="8" fill="{PAPER}"/>')

    def box(
        self, x: float, y: float, w: float, h: float, fill: str, outline: str = INK, radius: int = 0
    ) -> None:
        """A rectangle with its upper left corner at (x, y)."""
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{radius}" fill="{fill}" '
            f'stroke="{outline}"/>'
        )

    def text(self, x: float, y: float, what: object, anchor: str = "middle", **style: str) -> None:
        """A line of text, its base line at y; more attributes as keywords, `_` for a hyphen."""
        more = "".join(f' {key.replace("_", "-")}="{value}"' for key, value in style.items())
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{more}>'
            f"{escape(str(what), quote=False)}</text>"
        )

    def __str__(self) -> str:
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def write(pictures: Mapping[str, Callable[[], Svg]], folder: Path) -> None:
    """Draw each picture to NAME.svg in the folder that the command line names, or in `folder`."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else folder
    for name, draw in pictures.items():
        file = folder / f"{name}.svg"
        file.write_text(str(draw()), encoding="utf-8")
        print(file)
