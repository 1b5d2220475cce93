"""Reads READMEs as the tests need them: fenced blocks, file regions, console sessions.

A fenced block shows a file (`mlir file=sum.mlir#loop`), is a console session (`console`), or holds
the commands that set the repository up (`sh setup`). Nothing else is allowed, so that all that a
reader can paste has been run, and all that looks like a program is one.
"""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_FENCE = re.compile(r"^(?P<indent> *)(?P<fence>`{3,}|~{3,})(?P<info>.*)$")
_MARKER = re.compile(r"\[(region|end) [\w-]+\]")


class ProseError(AssertionError):
    """A README does not keep the rules above; the message says where and how."""


@dataclass(frozen=True)
class Block:
    """A fenced block: the README it stands in, the line of its fence, its info string, its text."""

    readme: Path
    line: int
    info: str
    body: str

    @property
    def place(self) -> str:
        return f"{self.readme.relative_to(ROOT)}:{self.line}"

    @property
    def kind(self) -> str:
        """`file`, `console`, `setup`, or `` for a block that no test can hold."""
        words = self.info.split()
        if words == ["console"]:
            return "console"
        if words == ["sh", "setup"]:
            return "setup"
        if len(words) == 2 and words[1].startswith("file="):
            return "file"
        return ""

    @property
    def shows(self) -> str:
        """The `PATH` or `PATH#REGION` that a block of kind `file` shows."""
        return self.info.split()[1].removeprefix("file=")


@dataclass(frozen=True)
class Command:
    """A command of a console session and the lines that it must print (empty: any)."""

    line: int
    text: str
    expected: tuple[str, ...]


def readmes() -> list[Path]:
    """The root's README, each chapter's, and docker's."""
    paths = [ROOT / "README.md", *sorted(ROOT.glob("chapters/*/README.md"))]
    paths.append(ROOT / "docker" / "README.md")
    return [path for path in paths if path.is_file()]


def blocks(readme: Path) -> list[Block]:
    """The fenced blocks of a README, in order."""
    found = []
    fence = None
    for number, line in enumerate(readme.read_text(encoding="utf-8").splitlines(), start=1):
        match = _FENCE.match(line)
        if fence is None:
            if match:
                fence, start, info, body = match["fence"], number, match["info"].strip(), []
                indent = len(match["indent"])
        elif match and match["fence"].startswith(fence) and not match["info"].strip():
            found.append(Block(readme, start, info, "\n".join(body)))
            fence = None
        else:
            body.append(line[indent:] if not line[:indent].strip() else line)
    if fence is not None:
        raise ProseError(f"{readme}:{start}: this fenced block has no end")
    return found


def without_blocks(text: str) -> str:
    """A README's text with its fenced blocks and inline code blanked, line numbers kept."""
    lines, fence = [], None
    for line in text.splitlines():
        match = _FENCE.match(line)
        if fence is None and match:
            fence = match["fence"]
        elif fence is not None and match and match["fence"].startswith(fence):
            fence = None
        elif fence is None:
            lines.append(re.sub(r"`[^`]*`", "``", line))
            continue
        lines.append("")
    return "\n".join(lines)


def shown_text(shows: str, folder: Path, root: Path = ROOT) -> str:
    """The text that `PATH` or `PATH#REGION` names: relative to `folder`, or to `root` after `/`."""
    name, _, wanted = shows.partition("#")
    path = root / name[1:] if name.startswith("/") else folder / name
    if not path.is_file():
        raise ProseError(f"there is no file {path}")
    text = path.read_text(encoding="utf-8")
    if wanted:
        return region(text, wanted, str(path))
    return unmarked(text)


def region(text: str, name: str, where: str = "the file") -> str:
    """The lines between `[region NAME]` and `[end NAME]`, dedented, without other markers."""
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if f"[region {name}]" in line]
    ends = [number for number, line in enumerate(lines) if f"[end {name}]" in line]
    if len(starts) != 1 or len(ends) != 1 or ends[0] < starts[0]:
        names = re.findall(r"\[region ([\w-]+)\]", text)
        raise ProseError(
            f"{where}: region '{name}' needs one line with [region {name}] and, below it, one with "
            f"[end {name}]; regions there: {', '.join(names) or 'none'}"
        )
    return unmarked("\n".join(lines[starts[0] + 1 : ends[0]]))


def unmarked(text: str) -> str:
    """A text without its region markers, dedented, without blank lines around it."""
    kept = [line.rstrip() for line in text.splitlines() if not _MARKER.search(line)]
    return textwrap.dedent("\n".join(kept)).strip("\n")


def commands(block: Block) -> list[Command]:
    """The commands of a console session with what each must print."""
    found: list[tuple[int, list[str], list[str]]] = []
    continues = False
    for number, line in enumerate(block.body.splitlines(), start=block.line + 1):
        if continues:
            found[-1][1].append(line)
        elif line.startswith("$ "):
            found.append((number, [line[2:]], []))
        elif found:
            found[-1][2].append(line.rstrip())
            continue
        else:
            raise ProseError(f"{block.place}: a console block starts with `$ COMMAND`")
        continues = line.endswith("\\")
    if not found:
        raise ProseError(f"{block.place}: an empty console block")
    return [Command(number, "\n".join(text), tuple(out)) for number, text, out in found]


def matches(expected: tuple[str, ...] | list[str], output: str) -> bool:
    """Whether `output` is what a README shows.

    A line `...` stands for any number of lines, `...` inside a line for any text. Trailing spaces
    and the blank lines around the whole do not count.
    """
    got = [line.rstrip() for line in output.strip("\n").splitlines()]
    want = "\n".join(expected).strip("\n").splitlines()
    segments: list[list[re.Pattern[str]]] = [[]]
    for line in want:
        if line.strip() == "...":
            segments.append([])
        else:
            parts = (re.escape(part) for part in line.rstrip().split("..."))
            segments[-1].append(re.compile(".*".join(parts)))
    first, *rest = segments
    if not _at(first, got, 0):
        return False
    if not rest:
        return len(got) == len(first)
    *middle, last = rest
    position = len(first)
    for segment in middle:  # the earliest place is as good as any: only lines after it count
        places = range(position, len(got) - len(segment) + 1)
        place = next((place for place in places if _at(segment, got, place)), None)
        if place is None:
            return False
        position = place + len(segment)
    return len(got) - len(last) >= position and _at(last, got, len(got) - len(last))


def _at(segment: list[re.Pattern[str]], lines: list[str], start: int) -> bool:
    chunk = lines[start : start + len(segment)]
    return len(chunk) == len(segment) and all(
        pattern.fullmatch(line) for pattern, line in zip(segment, chunk, strict=True)
    )
