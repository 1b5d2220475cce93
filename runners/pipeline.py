"""Pass pipelines: the files of mlir/pipelines, their parameters and their text.

A pipeline is data, read by Python here and by shell scripts in `shell.sh`. A file starts with a
comment of one line that says what it lowers; `# parameter NAME = DEFAULT: meaning` declares a
parameter, which the text uses as ${NAME}. `# check PIPELINE: why` names one that tells beforehand
whether the program may go through, `# makes OPERATION: meaning` what has to come of it (see
`mapping`). No pass is named in Python outside these files.
"""

from __future__ import annotations

import difflib
import functools
import re
from dataclasses import dataclass, field
from pathlib import Path

from .errors import NotFound

DIRECTORY = Path(__file__).resolve().parents[1] / "mlir" / "pipelines"
_COMMENT = re.compile(r"#.*")


@dataclass(frozen=True)
class Parameter:
    """A value that a pipeline leaves open: its default and what it means."""

    default: str
    meaning: str


@dataclass(frozen=True)
class Pipeline:
    """A named pass pipeline with its parameters."""

    name: str
    summary: str
    parameters: dict[str, Parameter]
    template: str
    check: str | None = None
    makes: dict[str, str] = field(default_factory=dict)

    def text(self, **values: object) -> str:
        """The pipeline on one line, `builtin.module(...)`, with `values` in place of the defaults.

        See `fill` for how values are written. Raises NotFound for a parameter that does not exist.
        """
        text = fill(self.template, self.parameters, values, f"pipeline '{self.name}'")
        return text.replace(", ", ",")  # a space would end the option


def fill(template: str, parameters: dict[str, Parameter], values: dict, what: str) -> str:
    """The text with each ${NAME} replaced by its value or default.

    A Python True or False becomes `true` or `false`, a tuple or list its items with commas. An
    underscore in a keyword stands for a hyphen in a parameter's name. Raises NotFound, naming
    `what`, for a parameter that does not exist.
    """
    chosen = {name: parameter.default for name, parameter in parameters.items()}
    for key, value in values.items():
        name = key if key in chosen else key.replace("_", "-")
        if name not in chosen:
            known = ", ".join(chosen) or "none"
            raise NotFound(f"{what} has no parameter '{key}' (its parameters: {known})")
        chosen[name] = _spelled(value)
    return re.sub(r"\$\{([^}]*)\}", lambda found: chosen[found[1]], template)


def _spelled(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(map(_spelled, value)) if isinstance(value, (tuple, list)) else str(value)


def parameters_of(source: str, comment: str) -> dict[str, Parameter]:
    """The parameters that comments `COMMENT parameter NAME = DEFAULT: meaning` declare."""
    declared = rf"^{comment} parameter (\S+) = ([^:]*?): (.*)$"
    return {m[1]: Parameter(m[2], m[3]) for m in re.finditer(declared, source, re.MULTILINE)}


def not_found(kind: str, name: str, existing: list[str]) -> NotFound:
    """The error for a name that does not exist, with the nearest that do."""
    near = difflib.get_close_matches(name, existing, n=3, cutoff=0.4) or existing
    return NotFound(f"no {kind} '{name}'; nearest: {', '.join(near) or 'there is none yet'}")


def names() -> list[str]:
    """The names of the pipelines that exist, sorted."""
    return sorted(path.stem for path in DIRECTORY.glob("*.pipeline"))


@functools.cache
def load(name: str) -> Pipeline:
    """The pipeline called `name`, or one written out: text that starts with `builtin.module(`.

    Raises NotFound, with the nearest names, when there is no such pipeline.
    """
    if name.lstrip().startswith("builtin.module("):
        return Pipeline("(text)", "", {}, _one_line(name))
    path = DIRECTORY / f"{name}.pipeline"
    if not re.fullmatch(r"[\w.-]+", name) or not path.is_file():
        raise not_found("pipeline", name, names())
    source = path.read_text(encoding="utf-8")
    parameters = parameters_of(source, "#")
    summary = source.partition("\n")[0].lstrip("# ").strip()
    check = re.search(r"^# check (\S+): ", source, re.MULTILINE)
    makes = dict(re.findall(r"^# makes (\S+): (.*)$", source, re.MULTILINE))
    return Pipeline(
        name, summary, parameters, _one_line(source), check[1] if check else None, makes
    )


def _one_line(source: str) -> str:
    """A pipeline without comments and line breaks; spaces stay only between options."""
    text = " ".join(_COMMENT.sub("", source).split())
    return text.replace("( ", "(").replace(", ", ",").replace(" )", ")")
