"""The narrated output of a chapter's run: commands shown and executed, values checked, pictures.

A `Run` prints each step as something the reader can paste, then what came of it, and keeps count of
the checks. Everything that it writes goes under build/chapter-NN.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ROOT = Path(__file__).resolve().parents[1]
SHOWN_LINES = 24  # of a command's output; the rest is counted


class StepFailed(Exception):
    """A command of a run ended with another exit code than the one expected."""


def environment() -> dict[str, str]:
    """The environment with the toolchain's tools first on PATH, as in an activated .venv."""
    folders = [str(ROOT / ".venv" / "bin"), str(Path(sys.executable).parent)]
    if os.environ.get("STEPDOWN_LLVM"):
        folders.insert(0, str(Path(os.environ["STEPDOWN_LLVM"]) / "bin"))
    return {**os.environ, "PATH": os.pathsep.join([*folders, os.environ.get("PATH", "")])}


class Run:
    """One run of a chapter. `out` is its directory under build/, `names` what `python` sees."""

    def __init__(self, number: int, title: str) -> None:
        import numpy as np

        import runners

        self.out = ROOT / "build" / f"chapter-{number:02}"
        self.out.mkdir(parents=True, exist_ok=True)
        self.names: dict[str, Any] = {"np": np, "runners": runners, "__name__": "run"}
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")  # a ? where there is no tick in the encoding
        self.console = Console(highlight=False, soft_wrap=True)
        self.passed = self.failed = self._steps = 0
        self._started = time.perf_counter()
        os.chdir(ROOT)  # what is printed is relative to the repository, and so is what is run
        sys.excepthook = _readable
        self.console.rule(f"[bold]Chapter {number} · {escape(title)}[/]")
        hint = "To paste: `. .venv/bin/activate` first; in Python `import numpy as np, runners`."
        self.console.print(hint, style="dim")

    def step(self, heading: str) -> None:
        """Print a numbered heading."""
        self._steps += 1
        self.console.print(f"\n[bold cyan]{self._steps}. {escape(heading)}[/]")

    def say(self, text: str) -> None:
        """Print a sentence or two."""
        self.console.print(escape(text))

    def shell(self, command: str, *, expect: int = 0, show: bool = True) -> str:
        """Print a shell command, run it at the repository's root, print and return its output.

        Standard error is part of the output. Raises StepFailed for an exit code that is not
        `expect`.
        """
        self.console.print(f"[green]$ {escape(command)}[/]")
        done = subprocess.run(
            command, shell=True, cwd=ROOT, env=environment(), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        if show or done.returncode != expect:
            self._print_trimmed(done.stdout)
        if done.returncode != expect:
            raise StepFailed(f"`{command}` ended with {done.returncode}, expected {expect}")
        return done.stdout

    def python(self, source: str) -> None:
        """Print lines of Python as a session and execute them in `names`."""
        for number, line in enumerate(source.strip().splitlines()):
            continued = number and (line.startswith((" ", ")", "]", "}")) or not line)
            self.console.print(f"[green]{'...' if continued else '>>>'} {escape(line)}[/]")
        exec(compile(source, "<run>", "exec"), self.names)

    def check(self, what: str, ok: bool, detail: str = "") -> bool:
        """Print whether something holds, and count it."""
        ok = bool(ok)
        mark = "[green]✓[/]" if ok else "[bold red]✗[/]"
        self.console.print(f"  {mark} {escape(what)}{escape(f': {detail}' if detail else '')}")
        self.passed, self.failed = self.passed + ok, self.failed + (not ok)
        return ok

    def equal(
        self, what: str, got: object, expected: object, *, rtol: float = 0.0, atol: float = 0.0
    ) -> bool:
        """Check that two values or arrays agree in shape and, within the tolerances, in value."""
        import numpy as np

        first, second = np.asarray(got), np.asarray(expected)
        same = first.shape == second.shape
        if same and (rtol or atol):
            wide = np.result_type(first, second, np.float64)
            same = np.allclose(
                first.astype(wide), second.astype(wide), rtol=rtol, atol=atol, equal_nan=True
            )
        elif same:
            floats = first.dtype.kind in "fc" and second.dtype.kind in "fc"
            same = np.array_equal(first, second, equal_nan=floats)
        detail = _brief(got) if same else f"got {_brief(got)}, expected {_brief(expected)}"
        return self.check(what, same, detail)

    def result(self, name: str, value: object) -> None:
        """Print a result in the form that run.sh prints too, so that the two can be compared."""
        print(f"result {name} = {value}", flush=True)

    def table(self, title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Print a table."""
        table = Table(*columns, title=title or None, title_justify="left")
        for row in rows:
            table.add_row(*(escape(str(cell)) for cell in row))
        self.console.print(table, soft_wrap=False)

    def file(self, path: str | os.PathLike, what: str = "") -> None:
        """Print where an artifact is."""
        path = Path(path).resolve()
        shown = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        self.console.print(
            f"  [blue]→ {escape(str(shown))}[/]{escape(f'  {what}' if what else '')}"
        )

    def figure(self, figure: Figure, name: str) -> Path:
        """Save a matplotlib figure as SVG and PNG under `out`; returns the path of the SVG."""
        path = self.out / f"{name}.svg"
        figure.savefig(path, bbox_inches="tight")
        figure.savefig(path.with_suffix(".png"), bbox_inches="tight", dpi=150)
        self.file(path)
        return path

    def progress(self, items: Iterable, what: str) -> Iterator:
        """The items, with a progress bar on a terminal."""
        return track(items, what, console=self.console, transient=True)

    def finish(self) -> int:
        """Print the count of checks; the exit code of the run."""
        seconds = time.perf_counter() - self._started
        colour = "red" if self.failed else "green"
        self.console.print(
            f"\n[bold {colour}]{self.passed} checks passed, {self.failed} failed[/] "
            f"in {seconds:.1f} s. What was made is in {self.out.relative_to(ROOT)}/."
        )
        return 1 if self.failed else 0

    def _print_trimmed(self, text: str) -> None:
        lines = text.rstrip().splitlines()
        for line in lines[:SHOWN_LINES]:
            self.console.print(f"  {escape(line)}", style="dim")
        if len(lines) > SHOWN_LINES:
            self.console.print(f"  ... {len(lines) - SHOWN_LINES} more lines", style="dim italic")


def _readable(kind: type[BaseException], error: BaseException, trace: object) -> None:
    """What ends a run: a line for a failed step or compilation, a traceback for anything else."""
    from .errors import Error

    if isinstance(error, (Error, StepFailed)):
        print(f"error: {error}", file=sys.stderr)
    else:
        sys.__excepthook__(kind, error, trace)


def _brief(value: object) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= 60 else text[:57] + "..."
