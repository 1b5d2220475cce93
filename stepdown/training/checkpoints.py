"""Checkpoints of a training: one file, from which it goes on as if it had never stopped.

A safetensors file holds the arrays; what else there is, the step and the generator's state for
instance, stands in its header as JSON. One file is replaced in one move: whoever is stopped while
writing leaves the last checkpoint as it was. Nothing of it is code.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np

from ..frontend import tree
from ..gpt2.errors import CheckpointError
from ..gpt2.safetensors_file import DTYPES, SafeTensors

_NOTES = "stepdown"  # the name in the header's metadata


# [region save]
def save(path: Path, trees: object, notes: dict[str, object]) -> None:
    """Write a tree of arrays, and notes that JSON can hold, to a file; atomically."""
    from safetensors.numpy import save as to_bytes

    leaves, structure = tree.flatten(trees)
    arrays = dict(zip(tree.paths(structure), leaves, strict=True))
    _check(path, arrays)
    arrays = {name: np.asarray(array, order="C") for name, array in arrays.items()}
    data = to_bytes(arrays, {_NOTES: json.dumps(notes)})
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)
    # [end save]


def _check(path: Path, arrays: dict[str, object]) -> None:
    """Raises CheckpointError for what is no array, or one of a dtype that the format has not."""
    for name, array in arrays.items():
        if not isinstance(array, (np.ndarray, np.generic)):
            kind = type(array).__name__
            raise CheckpointError(f"{path}: {name} is a {kind}, not an array; notes hold the rest")
        if array.dtype not in DTYPES.values():
            raise CheckpointError(
                f"{path}: {name} has dtype {array.dtype}, which a checkpoint cannot hold"
            )


def notes(path: Path) -> dict[str, object]:
    """The notes alone. Raises CheckpointError for what is not a checkpoint of a training."""
    return _notes(path, SafeTensors(path))


def _notes(path: Path, file: SafeTensors) -> dict[str, object]:
    try:
        return json.loads(file.metadata[_NOTES])
    except (KeyError, TypeError, ValueError):
        raise CheckpointError(f"{path} is no checkpoint of a training: it has no notes") from None


def load(path: Path, like: object) -> tuple[object, dict[str, object]]:
    """A tree like that one, with the arrays of a file, to be written to; and the notes.

    Raises CheckpointError for a file that is broken or not a checkpoint of a training, and for
    one with an array more, an array less, or one of another shape or dtype than in `like`.
    """
    file = SafeTensors(path)
    found_notes = _notes(path, file)
    leaves, structure = tree.flatten(like)
    names = tree.paths(structure)
    if set(file) != set(names):
        name = sorted(set(file) ^ set(names))[0]
        where = "the checkpoint" if name in file else "the model"
        raise CheckpointError(f"{path} is of another model: {name} is in {where} alone")
    for name, leaf in zip(names, map(np.asarray, leaves), strict=True):
        found = file[name]
        if (found.shape, found.dtype) != (leaf.shape, leaf.dtype):
            raise CheckpointError(
                f"{path} is of another model: {name} is {found.dtype}{list(found.shape)} in it, "
                f"not {leaf.dtype}{list(leaf.shape)}"
            )
    return tree.unflatten(structure, [file[name].copy() for name in names]), found_notes
