"""A model from a folder, and its greedy continuation of a prompt, one token at a time.

Every step computes the whole text again. That is the plain way, which faster ones are compared to.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from . import config as configs
from . import copies
from . import parameters as trees
from . import tokenizer as vocabularies
from .config import Config
from .errors import PromptError, VocabularyError
from .model import Parameters, hidden, logits
from .safetensors_file import SafeTensors
from .tokenizer import Tokenizer


@dataclass(frozen=True)
class Model:
    """All that a checkpoint's folder holds."""

    config: Config
    parameters: Parameters
    tokenizer: Tokenizer
    folder: Path


def load(
    folder: str | os.PathLike,
    *,
    finite: bool = True,
    weights: str | None = None,
    watch: Callable[[int, int], None] = lambda done, total: None,
) -> Model:
    """The model in a folder of config.json, model.safetensors, vocab.json and merges.txt.

    `weights` is "float32" or "bfloat16", the type of the matrices: the parameters are mapped then,
    not copied, of a copy of the file where that itself will not do, which is written into the
    folder the first time (`copies`; `watch` is told bytes written, of how many). None leaves the
    folder as it is, and copies into memory what does not lie right in the file.

    `finite=False` does not look for numbers that are NaN or infinite, or that changed since they
    were copied, which reads the whole file. Raises an Error of this package before anything is
    computed.
    """
    folder = Path(folder)
    config = configs.read(folder / "config.json")
    if weights is None:
        file = SafeTensors(folder / "model.safetensors")
        parameters = trees.from_tensors(config, file, str(file.path), finite)
    else:
        file = copies.ready(folder, config, weights, finite, watch)
        parameters = trees.from_tensors(config, file, str(file.path), False, weights)
    tokenizer = vocabularies.load(folder)
    if len(tokenizer) > config.vocabulary:
        raise VocabularyError(
            f"{folder}: the vocabulary has {len(tokenizer)} tokens, the model {config.vocabulary}"
        )
    return Model(config, parameters, tokenizer, folder)


# [region greedy]
def greedy(model: Model, prompt: Sequence[int], count: int) -> Iterator[int]:
    """The ids that follow, `count` at most, each as soon as it is known; none after end of text."""
    return _greedy(model, checked(model.config, prompt, count), count)


def _greedy(model: Model, ids: list[int], count: int) -> Iterator[int]:
    for _ in range(count):
        x = hidden(np.array(ids), model.parameters, model.config.heads)
        scores = logits(x[-1:], model.parameters)  # only the last token's next one is news
        ids.append(int(scores[0].argmax()))
        yield ids[-1]
        if ids[-1] == model.tokenizer.end:
            return


# [end greedy]


def checked(config: Config, prompt: Sequence[int], count: int = 0) -> list[int]:
    """The prompt as a list; PromptError where the model cannot go on from it for that long."""
    ids = np.asarray(prompt)
    if ids.size == 0:
        raise PromptError(
            "the prompt is empty: there is no token to go on from (GPT-2 was trained on texts that "
            "follow <|endoftext|>, which is a prompt, too)"
        )
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise PromptError(f"a prompt is a list of ids; got {ids.dtype} of shape {ids.shape}")
    wrong = ids[(ids < 0) | (ids >= config.vocabulary)]
    if wrong.size:
        raise PromptError(
            f"the token {wrong[0]} is not in the vocabulary, whose ids are 0 to "
            f"{config.vocabulary - 1}"
        )
    if count < 0:
        raise PromptError(f"how many tokens? {count}")
    if ids.size + max(count - 1, 0) > config.positions:
        raise PromptError(
            f"a prompt of {ids.size} tokens and {count} to come: the model has "
            f"{config.positions} positions"
        )
    return ids.tolist()
