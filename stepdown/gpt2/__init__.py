"""gpt2: GPT-2 in NumPy and compiled, from a checkpoint's files to the text that it goes on with.

    from stepdown import gpt2
    model = gpt2.load("models/gpt2", weights="float32")
    ids = model.tokenizer.encode("Alan Turing theorized")
    for piece in model.tokenizer.stream(gpt2.continuation(gpt2.Engine.of(model), ids, 10)):
        print(piece, end="", flush=True)

The rooms: `model` (the functions), `config`, `parameters`, `safetensors_file`, `copies` and
`tokenizer` (what a checkpoint holds), `generate` (the plain way on), `fetch` (the published
checkpoint), `tiny` (made ones). The fast way on: `cached` (the functions over a cache of keys and
values), `engine` (they are compiled), `sampling`, `generation`; `python -m stepdown.gpt2`.
"""

import importlib

from .config import Config
from .errors import (
    CheckpointError,
    ConfigError,
    Error,
    FetchError,
    PromptError,
    SamplingError,
    VocabularyError,
)
from .generate import Model, greedy, load

_FAST = {
    "GREEDY": "sampling", "Sampling": "sampling", "choose": "sampling",
    "Engine": "engine", "Session": "engine",
    "Generation": "generation", "continuation": "generation",
    "rounded": "parameters",
}  # fmt: skip

__all__ = [
    "GREEDY", "CheckpointError", "Config", "ConfigError", "Engine", "Error", "FetchError",
    "Generation", "Model", "PromptError", "Sampling", "SamplingError", "Session",
    "VocabularyError", "choose", "continuation", "greedy", "load", "rounded",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """What chapter 7 does without."""
    if name in _FAST:
        return getattr(importlib.import_module(f".{_FAST[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
