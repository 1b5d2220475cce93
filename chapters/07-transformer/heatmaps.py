"""Draws where each token looks: one square for each head of a model, or of some of its layers.

python chapters/07-transformer/heatmaps.py "one two three one two" [--model FOLDER] [--layers 0 5]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from generate import folder
from matplotlib.figure import Figure

from stepdown import gpt2
from stepdown.gpt2.generate import checked
from stepdown.gpt2.model import attention_maps

TEXT = "a thread passes over the warp and a thread"


def maps(model: gpt2.Model, text: str) -> tuple[np.ndarray, list[str]]:
    """(layers, heads, tokens, tokens) weights, and how the tokens read."""
    ids = checked(model.config, model.tokenizer.encode(text))
    words = [model.tokenizer.word(number).decode("utf-8", "replace") for number in ids]
    weights = attention_maps(np.array(ids), model.parameters, model.config.heads)
    return weights, [word.replace(" ", "␣").replace("\n", "⏎") for word in words]


def draw(weights: np.ndarray, words: list[str], layers: list[int] | None = None) -> Figure:
    """A row of squares for each layer; dark is much."""
    layers = list(range(len(weights))) if layers is None else layers
    heads = weights.shape[1]
    size = 2.9 if heads <= 4 else 1.2
    figure = Figure(figsize=(size * heads, size * len(layers)), layout="constrained")
    grid = figure.subplots(len(layers), heads, squeeze=False)
    for row, layer in zip(grid, layers, strict=True):
        for head, axis in enumerate(row):
            axis.imshow(weights[layer, head], cmap="Blues", vmin=0, vmax=1)
            axis.set_title(f"layer {layer}, head {head}", fontsize=9 if heads <= 4 else 6)
            axis.set_xticks([])
            axis.set_yticks([])
            axis.tick_params(length=0)
            if heads <= 4 and len(words) <= 24:
                axis.set_xticks(range(len(words)), words, fontsize=6, rotation=90)
                axis.set_yticks(range(len(words)), words, fontsize=6)
    return figure


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("text", nargs="?", default=TEXT)
    parser.add_argument("--model", metavar="FOLDER", help="of a checkpoint, or `tiny`")
    parser.add_argument("--layers", type=int, nargs="+", help="all, if not given")
    parser.add_argument("--out", type=Path, default=Path("build/chapter-07/attention.svg"))
    options = parser.parse_args(arguments)
    try:
        model = gpt2.load(folder(options.model))
        weights, words = maps(model, options.text)
    except gpt2.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    if options.layers and not all(0 <= n < len(weights) for n in options.layers):
        parser.error(f"the layers are 0 to {len(weights) - 1}")
    options.out.parent.mkdir(parents=True, exist_ok=True)
    draw(weights, words, options.layers).savefig(options.out, bbox_inches="tight", dpi=120)
    print(options.out)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
