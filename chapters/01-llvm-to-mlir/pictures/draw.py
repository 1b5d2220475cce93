"""Draws this chapter's pictures: a phi beside block arguments, and one loop on its way down.

    python chapters/01-llvm-to-mlir/pictures/draw.py [DIRECTORY]

What stands in the boxes is cut out of phi.ll and phi.mlir, and of what the tools make of sum.mlir.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from runners import pipeline
from runners.report import environment
from runners.svg import FAINT, INK, Svg

HERE = Path(__file__).resolve().parent
CHAPTER = HERE.parent
LINE, PAD = 17, 10
BOX, MARK = "#f3f5f9", "#ffe27a"
BLOCKS = ("#e3ecf9", "#e0f1e5", "#f4e6f7", "#eceef2")


class Picture(Svg):
    """An SVG picture with bent arrows and lines of programs."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__(width, height, font_size=12.5, heads={"head": INK})

    def arrow(self, *points: tuple[float, float]) -> None:
        path = " L".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(
            f'<path d="M{path}" fill="none" stroke="{INK}" stroke-width="1.4" '
            'stroke-linejoin="round" marker-end="url(#head)"/>'
        )

    def code(self, x: float, y: float, lines: list[str], marked: str = r"(?!)") -> None:
        """Lines of a program, those that match `marked` on a coloured ground."""
        for number, line in enumerate(lines):
            top = y + number * LINE
            if re.search(marked, line):
                self.parts.append(
                    f'<rect x="{x - 4:g}" y="{top - 13:g}" width="{len(line) * 7.55 + 8:g}" '
                    f'height="{LINE:g}" rx="3" fill="{MARK}"/>'
                )
            self.text(x, top, line, "start")


@dataclass(frozen=True)
class Block:
    """A block of a function: its name and lines, and the names of the blocks that may come next."""

    name: str
    lines: list[str]
    followers: list[str]


def blocks(text: str, label: str, target: str) -> list[Block]:
    """The blocks of the one function in a text. `label` matches the line that names a block,
    `target` the name of a block where a branch mentions it."""
    body = text[text.index("{") + 1 : text.rindex("}")]
    found: list[tuple[str, list[str]]] = [("entry", [])]
    for line in filter(str.strip, body.splitlines()):
        match = re.match(label, line)
        if match and match[1] == "entry":
            found[-1][1].append(line.strip())
        elif match:
            found.append((match[1], [line.strip()]))
        else:
            found[-1][1].append("  " + line.strip())
    return [
        Block(name, lines, [n for line in lines if "br " in line for n in re.findall(target, line)])
        for name, lines in found
    ]


def flow(svg: Picture, x: float, y: float, width: float, title: str, parts: list[Block],
         marked: str) -> None:  # fmt: skip
    """A control-flow graph, top to bottom: steps down on the left, other edges on the right."""
    svg.text(x, y - 14, title, "start", font_weight="bold")
    tops, top = {}, y
    for part in parts:
        tops[part.name] = (top, top + len(part.lines) * LINE + PAD)
        top += len(part.lines) * LINE + PAD + 26
    for number, part in enumerate(parts):
        start, end = tops[part.name]
        svg.box(x, start, width, end - start, BLOCKS[number % len(BLOCKS)], radius=4)
        svg.code(x + 10, start + LINE, part.lines, marked)
        for edge, name in enumerate(part.followers):
            to = tops[name][0]
            if number + 1 < len(parts) and name == parts[number + 1].name:
                svg.arrow((x + 40, end), (x + 40, to))
            else:
                side = x + width + (18 if to < start else 36) + 4 * edge
                svg.arrow((x + width, end - 12), (side, end - 12), (side, to + 12),
                          (x + width, to + 12))  # fmt: skip


def phi() -> Picture:
    """phi.ll and phi.mlir as graphs of blocks, the merged values marked in both."""
    llvm = blocks((CHAPTER / "phi.ll").read_text(), r"(\w+):", r"label %(\w+)")
    mlir = blocks((CHAPTER / "phi.mlir").read_text(), r"\^(\w+)", r"\^(\w+)")
    svg = Picture(1010, 430)
    flow(svg, 24, 50, 420, "phi.ll: the block asks where it was reached from", llvm, r"phi")
    flow(svg, 524, 50, 420, "phi.mlir: the branch passes the values", mlir,
         r"^\^header|\^header\(")  # fmt: skip
    return svg


def tool(command: str, text: str = "") -> str:
    """What a command makes of a text."""
    return subprocess.run(
        command, shell=True, input=text, text=True, capture_output=True, check=True,
        env=environment(),
    ).stdout  # fmt: skip


def excerpt(text: str, start: str, end: str) -> list[str]:
    """The lines from the first that matches `start` to the next that matches `end`, without
    comments and the assembler's directives."""
    lines = [re.sub(r"\s+[;#/].*$", "", line).expandtabs(4).rstrip() for line in text.splitlines()]
    first = next(n for n, line in enumerate(lines) if re.search(start, line))
    last = next(n for n, line in enumerate(lines[first:], first) if re.search(end, line))
    chosen = [line for line in lines[first : last + 1] if not re.match(r"\s+\.|#|\s*$", line)]
    least = min(len(line) - len(line.lstrip()) for line in chosen)
    return [line[least:] for line in chosen]


def chain() -> Picture:
    """The loop of sum.mlir after each tool, down to instructions."""
    source = (CHAPTER / "sum.mlir").read_text()
    blocks_ = tool("mlir-opt --convert-scf-to-cf", source)
    lowered = tool(f"mlir-opt --pass-pipeline='{pipeline.load('cpu-loops').text()}'", source)
    llvm_ir = tool("mlir-translate --mlir-to-llvmir", lowered)
    assembly = tool("llc -mtriple=x86_64-linux-gnu", llvm_ir)
    steps = [
        ("sum.mlir", "a loop with a region", excerpt(source, "= scf.for", "}")),
        ("convert-scf-to-cf", "blocks; the total is a block argument",
         excerpt(blocks_, r"cf\.br \^bb1\(%c0", r"return")),
        ("convert-to-llvm", "the same blocks, in the LLVM dialect",
         excerpt(lowered, r"llvm\.br \^bb1\(%0", r"llvm\.return")),
        ("mlir-translate", "LLVM IR: each argument is a phi",
         excerpt(llvm_ir, r"br label", r"ret i32")),
        ("llc", "x86-64: each phi is a register", excerpt(assembly, r"^sum:", r"retq")),
    ]  # fmt: skip
    heights = [len(lines) * LINE + 2 * PAD for _, _, lines in steps]
    gap = 30
    svg = Picture(1010, sum(heights) + gap * (len(steps) - 1) + 40)
    y = 20
    for number, ((name, about, lines), height) in enumerate(zip(steps, heights, strict=True)):
        svg.text(20, y + height / 2 - 4, name, "start", font_weight="bold")
        svg.text(20, y + height / 2 + 15, about, "start", fill=FAINT, font_size="11")
        svg.box(300, y, 690, height, BOX, radius=4)
        svg.code(314, y + PAD + 12, lines)
        if number + 1 < len(steps):
            svg.arrow((645, y + height + 2), (645, y + height + gap - 2))
        y += height + gap
    return svg


def main() -> None:
    """Write the pictures beside this file, or into the directory named."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in (("phi", phi()), ("chain", chain())):
        (folder / f"{name}.svg").write_text(str(picture), encoding="utf-8")


if __name__ == "__main__":
    main()
