"""Where a checkpoint lies: the folder that STEPDOWN_MODEL names, else models/gpt2, else made here.

A chapter that goes on with the made one says so, and says why.
"""

from __future__ import annotations

import os
from pathlib import Path

from . import tiny
from .errors import FetchError
from .fetch import FILES

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(__file__).with_name("corpus.txt")
DEFAULT = ROOT / "models" / "gpt2"
TINY = ROOT / "build" / "chapter-07" / "tiny"


def named() -> Path | None:
    """The folder that STEPDOWN_MODEL names; FetchError if there is none of that name."""
    given = os.environ.get("STEPDOWN_MODEL")
    if not given:
        return None
    folder = Path(given).expanduser()
    if not folder.is_dir():
        raise FetchError(f"STEPDOWN_MODEL={given} is not a folder")
    return folder


def published() -> tuple[Path | None, str]:
    """The folder of a real checkpoint, and a word on it; None with the reason why there is none."""
    if folder := named():
        return folder, f"the checkpoint in {folder}, as STEPDOWN_MODEL says"
    missing = [
        file.name
        for file in FILES
        if not (DEFAULT / file.name).exists() or (DEFAULT / file.name).stat().st_size != file.size
    ]
    if missing:
        return None, (
            "GPT-2's weights are not here: `make model` fetches them (550 MB), and "
            "STEPDOWN_MODEL=FOLDER names a copy"
        )
    return DEFAULT, "the published GPT-2, in models/gpt2"


def made() -> Path:
    """The folder of the tiny model, which is made anew: it takes a fifth of a second."""
    return tiny.make(TINY, CORPUS)
