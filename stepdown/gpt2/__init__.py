"""gpt2: GPT-2 in NumPy, from a checkpoint's files to the text that it goes on with.

    from stepdown import gpt2
    model = gpt2.load("models/gpt2")
    ids = model.tokenizer.encode("Alan Turing theorized")
    for piece in model.tokenizer.stream(gpt2.greedy(model, ids, 10)):
        print(piece, end="", flush=True)

The rooms: `model` (the functions), `config`, `parameters`, `safetensors_file` and `tokenizer` (what
a checkpoint holds), `generate`, `fetch` (the published checkpoint), `tiny` (made ones).
"""

from .config import Config
from .errors import (
    CheckpointError,
    ConfigError,
    Error,
    FetchError,
    PromptError,
    VocabularyError,
)
from .generate import Model, greedy, load

__all__ = [
    "CheckpointError",
    "Config",
    "ConfigError",
    "Error",
    "FetchError",
    "Model",
    "PromptError",
    "VocabularyError",
    "greedy",
    "load",
]
