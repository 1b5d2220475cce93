"""What the tests of chapter 7 share: its package, parameters that use everything, a plain forward.

`plain` computes GPT-2 in float64 with loops over tokens, heads and layers, from the definition and
from the names of a checkpoint, with no help from the code under test.
"""

from __future__ import annotations

import functools
import math
import sys

import numpy as np
from conftest import ROOT

CHAPTER = ROOT / "chapters" / "07-transformer"
sys.path.append(str(CHAPTER))  # its Python files are scripts beside each other
import costs  # noqa: E402, F401
import fetch as fetching  # noqa: E402, F401
import generate  # noqa: E402, F401
import heatmaps  # noqa: E402, F401

from stepdown import gpt2  # noqa: E402
from stepdown.gpt2 import fetch, places, tiny  # noqa: E402, F401
from stepdown.gpt2 import model as parts  # noqa: E402, F401
from stepdown.gpt2 import parameters as trees  # noqa: E402
from stepdown.gpt2.config import Config  # noqa: E402

TURING = "Alan Turing theorized that computers would one day become"
TURING_IDS = [36235, 39141, 18765, 1143, 326, 9061, 561, 530, 1110, 1716]
GOES_ON = [262, 749, 3665, 8217, 319, 262, 5440, 13, 198, 198]
SIZES = [
    Config(vocabulary=50, positions=16, width=8, heads=1, layers=1),
    Config(vocabulary=97, positions=33, width=24, heads=3, layers=2),
    Config(vocabulary=300, positions=64, width=64, heads=4, layers=3, hidden=100),
    Config(vocabulary=512, positions=40, width=48, heads=12, layers=5),
]


def tensors(config: Config, seed: int = 0, spread: float = 0.3) -> dict[str, np.ndarray]:
    """A checkpoint in which no number is one that would hide a mistake, as 0 or 1 does."""
    generator = np.random.default_rng(seed)
    return {
        name: (generator.standard_normal(shape) * spread + (".ln_" in name)).astype(np.float32)
        for name, shape in trees.shapes(config).items()
    }


def ids(config: Config, tokens: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, config.vocabulary, tokens)


def plain(config: Config, given: dict[str, np.ndarray], text: np.ndarray) -> np.ndarray:
    """(tokens, vocabulary) scores in float64."""
    w = {name: tensor.astype(np.float64) for name, tensor in given.items()}

    def norm(x: np.ndarray, name: str) -> np.ndarray:
        centred = x - sum(x) / len(x)
        variance = sum(centred**2) / len(x)
        return centred / math.sqrt(variance + 1e-5) * w[f"{name}.weight"] + w[f"{name}.bias"]

    def line(x: np.ndarray, name: str) -> np.ndarray:
        return np.einsum("i,io->o", x, w[f"{name}.weight"]) + w[f"{name}.bias"]

    rows = [w["wte.weight"][i] + w["wpe.weight"][n] for n, i in enumerate(text)]
    size = config.width // config.heads
    for layer in range(config.layers):
        at = f"h.{layer}"
        made = [line(norm(x, f"{at}.ln_1"), f"{at}.attn.c_attn") for x in rows]
        after = []
        for n, x in enumerate(rows):
            mixed = np.zeros(config.width)
            for head in range(config.heads):
                q = slice(head * size, (head + 1) * size)
                k = slice(config.width + q.start, config.width + q.stop)
                v = slice(2 * config.width + q.start, 2 * config.width + q.stop)
                raw = [made[n][q] @ made[m][k] / math.sqrt(size) for m in range(n + 1)]
                shares = [math.exp(s - max(raw)) for s in raw]
                for m, share in enumerate(shares):
                    mixed[q] += share / sum(shares) * made[m][v]
            x = x + line(mixed, f"{at}.attn.c_proj")
            inner = line(norm(x, f"{at}.ln_2"), f"{at}.mlp.c_fc")
            curved = [
                0.5 * u * (1 + math.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u**3)))
                for u in inner
            ]
            after.append(x + line(np.array(curved), f"{at}.mlp.c_proj"))
        rows = after
    return np.array([w["wte.weight"] @ norm(x, "ln_f") for x in rows])


@functools.cache
def vocabulary() -> gpt2.tokenizer.Tokenizer:
    """The one of the tiny model."""
    text = places.CORPUS.read_text(encoding="utf-8")
    return gpt2.tokenizer.train(text.split("\n\n"), tiny.VOCABULARY)


@functools.cache
def copying() -> gpt2.Model:
    """The tiny model, as parameters in memory."""
    config, p = tiny.copying(len(vocabulary()))
    return gpt2.Model(config, p, vocabulary(), CHAPTER)
