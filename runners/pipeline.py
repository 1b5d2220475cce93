"""Pass pipelines: the files of mlir/pipelines, their parameters and their text.

A pipeline is data, read by Python here and by shell scripts in `shell.sh`. A file starts with a
comment of one line that says what it lowers; `# parameter NAME = DEFAULT: meaning` declares a
parameter, which the text uses as ${NAME}. No pass is named in Python outside these files.
"""

from __future__ import annotations

import difflib
import functools
import re
from dataclasses import dataclass
from pathlib import Path

from .errors import NotFound

DIRECTORY = Path(__file__).resolve().parents[1] / "mlir" / "pipelines"
_PARAMETER = re.compile(r"^# parameter (\S+) = ([^:\s]*): (.*)$", re.MULTILINE)
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

    def text(self, **values: object) -> str:
        """The pipeline on one line, `builtin.module(...)`, with `values` in place of the defaults.

        A Python True or False becomes `true` or `false`; an underscore in a keyword stands for a
        hyphen in a parameter's name. Raises NotFound for a parameter that does not exist.
        """
        text = self.template
        chosen = {name: parameter.default for name, parameter in self.parameters.items()}
        for key, value in values.items():
            name = key.replace("_", "-") if key not in chosen else key
            if name not in chosen:
                known = ", ".join(chosen) or "none"
                raise NotFound(
                    f"pipeline '{self.name}' has no parameter '{key}' (its parameters: {known})"
                )
            chosen[name] = str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in chosen.items():
            text = text.replace("${" + name + "}", value)
        return text


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
        near = difflib.get_close_matches(name, names(), n=3, cutoff=0.4) or names()
        raise NotFound(f"no pipeline '{name}'; nearest: {', '.join(near)}")
    source = path.read_text(encoding="utf-8")
    parameters = {found[1]: Parameter(found[2], found[3]) for found in _PARAMETER.finditer(source)}
    summary = source.partition("\n")[0].lstrip("# ").strip()
    return Pipeline(name, summary, parameters, _one_line(source))


def _one_line(source: str) -> str:
    """A pipeline without comments and line breaks; spaces stay only between options."""
    text = " ".join(_COMMENT.sub("", source).split())
    return text.replace("( ", "(").replace(", ", ",").replace(" )", ")")
