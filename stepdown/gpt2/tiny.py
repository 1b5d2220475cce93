"""Checkpoints of GPT-2's format that need no download: one that copies, and random ones.

The one that copies has two layers set by hand, from random codes for the tokens: where the text so
far has the last token already, it goes on as it did there. Nothing of it was trained. The random
ones have any size, GPT-2's own too.
"""

from __future__ import annotations

import json
import math
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from .config import Config
from .model import Block, Linear, Parameters
from .parameters import parameters, to_tensors
from .tokenizer import Tokenizer, train

SEED = 7
VOCABULARY, POSITIONS, WIDTH = 512, 128, 128
PART = 1 << 20  # numbers that one thread draws at a time
CODE, FREQUENCIES = 48, 5  # numbers of a token's code; waves of a position's

# The width of the tiny model, cut up: what a token is, which one stood before it, where it stands.
TOKEN = slice(0, CODE)
BEFORE = slice(CODE, 2 * CODE)
PLACE = slice(2 * CODE, 2 * CODE + 4 * FREQUENCIES)
FIRST = slice(WIDTH - 2, WIDTH)  # whether it is the first of all


def random(config: Config, seed: int = SEED, spread: float = 0.02) -> Parameters:
    """Parameters as a training of GPT-2 starts from: norms that do nothing, small numbers else."""
    generator = np.random.default_rng(seed)

    def take(name: str, shape: tuple[int, ...]) -> np.ndarray:
        if ".ln_" in name or name.startswith("ln_f"):
            return np.full(shape, float(name.endswith(".weight")), np.float32)
        if name.endswith(".bias"):
            return np.zeros(shape, np.float32)
        return _normal(generator, shape, np.float32(spread))

    return parameters(config, take)


def _normal(
    generator: np.random.Generator, shape: tuple[int, ...], spread: np.float32
) -> np.ndarray:
    """Normal numbers. Many are drawn by several threads, a part and a generator each: the same ones
    however many threads there are."""
    made = np.empty(shape, np.float32)
    flat = made.reshape(-1)

    def fill(part: np.ndarray, draw: np.random.Generator) -> None:
        draw.standard_normal(out=part, dtype=np.float32)
        part *= spread

    if flat.size <= PART:
        fill(flat, generator)
    else:
        parts = [flat[at : at + PART] for at in range(0, flat.size, PART)]
        with ThreadPoolExecutor(os.cpu_count()) as threads:
            list(threads.map(fill, parts, generator.spawn(len(parts))))
    return made


def copying(vocabulary: int, seed: int = SEED) -> tuple[Config, Parameters]:
    """The model that goes on as the text did before, and its sizes."""
    config = Config(vocabulary, POSITIONS, WIDTH, heads=2, layers=2)
    generator = np.random.default_rng(seed)
    p = random(config, seed)
    p.tokens[:] = 0
    p.tokens[:, TOKEN] = _codes(generator, vocabulary)
    p.positions[:] = 0
    p.positions[:, PLACE] = _places(POSITIONS)
    p.positions[0, FIRST] = 3.0, -3.0
    first, second = p.blocks
    _clear_attention(first, second)
    _look_one_back(first)
    _look_behind_the_same(second)
    return config, p


def make(folder: Path, corpus: Path, seed: int = SEED) -> Path:
    """Write the copying model to a folder, with a vocabulary trained on a text."""
    tokenizer = train(corpus.read_text(encoding="utf-8").split("\n\n"), VOCABULARY)
    config, p = copying(len(tokenizer), seed)
    return save(folder, config, p, tokenizer)


def save(folder: Path, config: Config, p: Parameters, tokenizer: Tokenizer) -> Path:
    """Write a checkpoint: config.json, model.safetensors, vocab.json, merges.txt."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config.to_json(), indent=2), encoding="utf-8")
    save_file(to_tensors(config, p), folder / "model.safetensors", {"format": "np"})
    for copy in folder.glob("model.*.safetensors"):  # of what was there before: see `copies`
        copy.unlink()
    tokenizer.save(folder)
    return folder


def _codes(generator: np.random.Generator, count: int) -> np.ndarray:
    """For each token as many 1 as -1, in random order: its mean and its length tell nothing."""
    code = np.repeat(np.array([1, -1], np.float32), CODE // 2)
    return generator.permuted(np.tile(code, (count, 1)), axis=1)


def _angles(positions: int) -> np.ndarray:
    """(positions, frequencies): how far each wave has turned."""
    return np.arange(positions)[:, None] * 1.6 * 0.4 ** np.arange(FREQUENCIES)


def _places(positions: int) -> np.ndarray:
    """Each position as points on circles that turn at different speeds, each with its opposite."""
    angles = _angles(positions)
    waves = np.stack([np.cos(angles), np.sin(angles)], axis=-1).reshape(positions, -1)
    return np.concatenate([waves, -waves], axis=-1).astype(np.float32)


def _clear_attention(*blocks: Block) -> None:
    """No queries, keys and values but those that are set below."""
    for b in blocks:
        b.qkv.weight[:] = 0


def _parts(p: Linear, head: int, heads: int = 2) -> list[np.ndarray]:
    """The columns of W that make a head's queries, its keys, its values."""
    size = WIDTH // heads
    return [p.weight[:, part * WIDTH + head * size:][:, :size] for part in range(3)]  # fmt: skip


# [region back]
def _look_one_back(b: Block) -> None:
    """Head 0: each token takes the code of the one before it; head 1: the mean of all so far."""
    q, k, v = _parts(b.qkv, head=0)
    here, there = np.arange(PLACE.start, PLACE.stop), np.arange(4 * FREQUENCIES)
    k[here, there] = 4.0
    q[PLACE, : 4 * FREQUENCIES] = 4.0 * _turn_back()
    v[TOKEN, :CODE] = np.eye(CODE)
    b.out.weight[:CODE, BEFORE] = 0.8 * np.eye(CODE)
    _, _, mean = _parts(b.qkv, head=1)  # queries and keys of 0: all scores are equal
    mean[TOKEN, :CODE] = 0.1 * np.eye(CODE)


# [end back]


def _turn_back() -> np.ndarray:
    """The matrix that turns the place of each position to that of the position before it."""
    matrix = np.zeros((4 * FREQUENCIES, 4 * FREQUENCIES), np.float32)
    for n, angle in enumerate(_angles(2)[1]):
        turn = [[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]
        for at in (2 * n, 2 * (n + FREQUENCIES)):
            matrix[at : at + 2, at : at + 2] = turn
    return matrix


# [region same]
def _look_behind_the_same(b: Block) -> None:
    """Head 0: look for my token among those before, take what followed; head 1: for its likes."""
    q, k, v = _parts(b.qkv, head=0)
    q[TOKEN, :CODE] = 2.5 * np.eye(CODE)
    k[BEFORE, :CODE] = 2.5 * np.eye(CODE)
    q_bias = b.qkv.bias[:WIDTH]
    q_bias[CODE] = 8.0  # every token asks ...
    k[FIRST, CODE] = -8.0, 8.0  # ... not for the first one, which has none before it
    v[TOKEN, :CODE] = np.eye(CODE)
    b.out.weight[:CODE, TOKEN] = 4.0 * np.eye(CODE)
    q, k, _ = _parts(b.qkv, head=1)
    q[TOKEN, :CODE] = k[TOKEN, :CODE] = 1.0 * np.eye(CODE)


# [end same]
