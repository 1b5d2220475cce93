"""The sizes of a GPT-2, from its config.json; whatever the model's functions do not do is refused.

Only what changes the result is looked at: dropout and the like matter to training alone.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .errors import ConfigError

EPSILON = 1e-5  # of every layer norm

# What a config.json may leave out, and what must then be so. Anything else is another model.
_FIXED: dict[str, tuple[object, ...]] = {
    "model_type": ("gpt2",),
    "activation_function": ("gelu_new", "gelu_pytorch_tanh"),  # two names of one formula
    "layer_norm_epsilon": (EPSILON,),
    "scale_attn_weights": (True,),
    "scale_attn_by_inverse_layer_idx": (False,),
    "add_cross_attention": (False,),
    "tie_word_embeddings": (True,),
}


# [region config]
@dataclass(frozen=True)
class Config:
    """The sizes that all shapes follow from; the names in comments are those of config.json."""

    vocabulary: int = 50257  # vocab_size
    positions: int = 1024  # n_positions: the most tokens that fit
    width: int = 768  # n_embd
    heads: int = 12  # n_head
    layers: int = 12  # n_layer
    # [end config]
    hidden: int = 0  # n_inner: the width inside of an MLP; 0 stands for 4 * width

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            least = 0 if name == "hidden" else 1
            if type(value) is not int or value < least:
                raise ConfigError(f"{name} is a whole number of at least {least}; got {value!r}")
        if self.width % self.heads:
            raise ConfigError(
                f"{self.heads} heads do not divide a width of {self.width}: "
                "each head works on width / heads numbers of a token"
            )
        if not self.hidden:
            object.__setattr__(self, "hidden", 4 * self.width)

    @property
    def parameters(self) -> int:
        """How many numbers there are to learn."""
        linear = sum(i * o + o for i, o in self.linears)
        norms = 2 * self.width * (2 * self.layers + 1)
        return (self.vocabulary + self.positions) * self.width + self.layers * linear + norms

    @property
    def linears(self) -> tuple[tuple[int, int], ...]:
        """(in, out) of a block's four linear layers."""
        w, h = self.width, self.hidden
        return (w, 3 * w), (w, w), (w, h), (h, w)

    def to_json(self) -> dict[str, Any]:
        """What config.json holds for these sizes."""
        return {
            "model_type": "gpt2",
            "architectures": ["GPT2LMHeadModel"],
            "activation_function": "gelu_new",
            "layer_norm_epsilon": EPSILON,
            "vocab_size": self.vocabulary,
            "n_positions": self.positions,
            "n_embd": self.width,
            "n_head": self.heads,
            "n_layer": self.layers,
            "n_inner": None if self.hidden == 4 * self.width else self.hidden,
            "bos_token_id": self.vocabulary - 1,
            "eos_token_id": self.vocabulary - 1,
        }


def from_json(given: object, where: str = "config.json") -> Config:
    """The sizes in what config.json holds; ConfigError for another model than GPT-2."""
    if not isinstance(given, dict):
        raise ConfigError(f"{where}: an object of names and values is wanted; got {given!r:.40}")
    missing = [n for n in ("vocab_size", "n_embd", "n_head", "n_layer") if n not in given]
    if "n_positions" not in given and "n_ctx" not in given:
        missing.append("n_positions")
    if missing:
        raise ConfigError(f"{where}: {', '.join(missing)} missing")
    for name, values in _FIXED.items():
        if name in given and not any(_same(given[name], value) for value in values):
            wanted = " or ".join(json.dumps(value) for value in values)
            raise ConfigError(
                f"{where}: {name} is {json.dumps(given[name])}, and this model's is {wanted}; "
                "its weights would compute something else here"
            )
    try:
        return Config(
            vocabulary=given["vocab_size"],
            positions=given.get("n_positions", given.get("n_ctx")),
            width=given["n_embd"],
            heads=given["n_head"],
            layers=given["n_layer"],
            hidden=given.get("n_inner") or 0,
        )
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None


def read(path: Path) -> Config:
    """The sizes in a config.json."""
    return from_json(read_json(path, ConfigError), str(path))


def read_json(path: Path, kind: type[Exception]) -> object:
    """What a JSON file holds; an error of that kind where it is missing or broken."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise kind(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise kind(f"{path} is not JSON: {error}") from None


def _same(given: object, wanted: object) -> bool:
    """Equal, and `True` is not 1."""
    return given == wanted and isinstance(given, bool) == isinstance(wanted, bool)
