"""Schedules: the files of mlir/schedules, transform-dialect sequences with parameters.

A schedule says how operations are to be transformed; the program says what is computed. A file
starts with a comment line; `// parameter NAME = DEFAULT: meaning` declares a parameter, which
the text uses as ${NAME}, and `// expects OPERATION` names an operation that it looks for. Its entry
is `transform.named_sequence @__transform_main`. Applying one is left to `program`.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from pathlib import Path

from .pipeline import Parameter, fill, not_found, parameters_of

DIRECTORY = Path(__file__).resolve().parents[1] / "mlir" / "schedules"


@dataclass(frozen=True)
class Schedule:
    """A named schedule: its parameters and the operations that it looks for."""

    name: str
    summary: str
    parameters: dict[str, Parameter]
    expects: tuple[str, ...]
    template: str

    def text(self, **values: object) -> str:
        """The transform module with `values` in place of the defaults; see `pipeline.fill`."""
        return fill(self.template, self.parameters, values, f"schedule '{self.name}'")


def names() -> list[str]:
    """The names of the schedules that exist, sorted."""
    return sorted(path.stem for path in DIRECTORY.glob("*.mlir"))


@functools.cache
def load(name: str) -> Schedule:
    """The schedule called `name`, or one written out: text with a `transform.named_sequence`.

    Raises NotFound, with the nearest names, when there is no such schedule.
    """
    if "transform.named_sequence" in name:
        source, shown = name, "(text)"
    else:
        path = DIRECTORY / f"{name}.mlir"
        if not re.fullmatch(r"[\w.-]+", name) or not path.is_file():
            raise not_found("schedule", name, names())
        source, shown = path.read_text(encoding="utf-8"), name
    expects = tuple(re.findall(r"^// expects (\S+)$", source, re.MULTILINE))
    summary = source.partition("\n")[0].lstrip("/ ").strip()
    return Schedule(shown, summary, parameters_of(source, "//"), expects, source)
