"""From the tensors of a checkpoint to the tree that the model's functions take, and back.

Everything is checked here, before anything is computed: names, shapes, number types, and that every
number is one. All that is wrong is told at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

import ml_dtypes
import numpy as np

from .config import Config
from .errors import CheckpointError
from .model import Block, Linear, Norm, Parameters

T = TypeVar("T")
FLOATS = tuple(map(np.dtype, (np.float32, np.float16, ml_dtypes.bfloat16)))
WEIGHTS = ("float32", "bfloat16")  # what the matrices may be
SHOWN = 8  # of the things that are wrong


# [region names]
def parameters(config: Config, take: Callable[[str, tuple[int, ...]], T]) -> Parameters:
    """The tree, each leaf being `take(name, shape)`: the one place that knows the names."""
    width, inner = config.width, config.hidden

    def linear(name: str, before: int, after: int) -> Linear:
        return Linear(take(f"{name}.weight", (before, after)), take(f"{name}.bias", (after,)))

    def norm(name: str) -> Norm:
        return Norm(take(f"{name}.weight", (width,)), take(f"{name}.bias", (width,)))

    return Parameters(
        tokens=take("wte.weight", (config.vocabulary, width)),
        positions=take("wpe.weight", (config.positions, width)),
        blocks=tuple(
            Block(
                norm_1=norm(f"h.{n}.ln_1"),
                qkv=linear(f"h.{n}.attn.c_attn", width, 3 * width),
                out=linear(f"h.{n}.attn.c_proj", width, width),
                norm_2=norm(f"h.{n}.ln_2"),
                up=linear(f"h.{n}.mlp.c_fc", width, inner),
                down=linear(f"h.{n}.mlp.c_proj", inner, width),
            )
            for n in range(config.layers)
        ),
        norm=norm("ln_f"),
    )


# [end names]


def shapes(config: Config) -> dict[str, tuple[int, ...]]:
    """The tensors that a checkpoint of these sizes holds."""
    found: dict[str, tuple[int, ...]] = {}
    parameters(config, found.__setitem__)
    return found


def check(
    config: Config,
    tensors: Mapping[str, np.ndarray],
    where: str = "the checkpoint",
    finite: bool = True,
) -> str:
    """What stands before each parameter's name: nothing, or `transformer.`, as transformers writes
    them. CheckpointError names all that is missing or wrong.

    `finite=False` leaves out the one check that reads every number.
    """
    prefix = "transformer." if any(name.startswith("transformer.") for name in tensors) else ""
    wanted = {prefix + name: shape for name, shape in shapes(config).items()}
    wrong = [f"{name} {shape} is missing" for name, shape in wanted.items() if name not in tensors]
    for name, tensor in tensors.items():
        if name in wanted:
            wrong += _faults(name, tensor, wanted[name], finite)
        else:
            wrong += _extra(name, tensor, prefix, config, tensors)
    if wrong:
        more = [f"and {len(wrong) - SHOWN} more"] if len(wrong) > SHOWN else []
        listed = "\n".join(f"  {line}" for line in [*wrong[:SHOWN], *more])
        raise CheckpointError(f"{where} is of no use:\n{listed}")
    return prefix


def from_tensors(
    config: Config,
    tensors: Mapping[str, np.ndarray],
    where: str = "the checkpoint",
    finite: bool = True,
    weights: str = "float32",
) -> Parameters:
    """The parameters, checked; without a copy of those that are aligned and of the right type.

    All are float32; where `weights` is "bfloat16", the matrices of products are that. What `finite`
    is, and what is raised, is `check`'s.
    """
    prefix = check(config, tensors, where, finite)
    return parameters(
        config, lambda name, shape: _ready(tensors[prefix + name], dtype_of(name, shape, weights))
    )


def rounded(p: Parameters) -> Parameters:
    """The parameters with the matrices of products as bfloat16: copies, in memory, rounded to the
    nearest, and of two that are as near to the even one."""

    def narrow(x: np.ndarray) -> np.ndarray:
        return x.astype(ml_dtypes.bfloat16)

    def linear(x: Linear) -> Linear:
        return Linear(narrow(x.weight), x.bias)

    blocks = (
        replace(b, qkv=linear(b.qkv), out=linear(b.out), up=linear(b.up), down=linear(b.down))
        for b in p.blocks
    )
    return replace(p, tokens=narrow(p.tokens), blocks=tuple(blocks))


def dtype_of(name: str, shape: tuple[int, ...], weights: str) -> np.dtype:
    """The type of a parameter. Only products read whole matrices: the rest stays float32."""
    narrow = weights == "bfloat16" and len(shape) == 2 and name != "wpe.weight"
    return np.dtype(ml_dtypes.bfloat16 if narrow else np.float32)


def to_tensors(config: Config, p: Parameters) -> dict[str, np.ndarray]:
    """The tensors by name, as a checkpoint holds them."""
    names = iter(shapes(config))
    found: dict[str, np.ndarray] = {}

    def walk(node: object) -> None:
        if isinstance(node, np.ndarray):
            found[next(names)] = node
        else:
            for part in node if isinstance(node, tuple) else vars(node).values():
                walk(part)

    walk(p)
    return found


# [region faults]
def _faults(name: str, tensor: np.ndarray, wanted: tuple[int, ...], finite: bool) -> list[str]:
    if tensor.dtype not in FLOATS:
        return [f"{name} holds {tensor.dtype}; wanted is one of {', '.join(map(str, FLOATS))}"]
    if tensor.shape != wanted:
        turned = tensor.ndim == 2 and tensor.shape[::-1] == wanted
        why = ": it is transposed; GPT-2 computes x @ W, with W of (in, out)" if turned else ""
        return [f"{name} has the shape {tensor.shape}, wanted is {wanted}{why}"]
    with np.errstate(invalid="ignore"):
        # A NaN makes both of these NaN, and an infinity is one of them.
        ends = (tensor.max(), tensor.min()) if finite else ()
    if not np.isfinite(ends).all():
        bad = np.argwhere(~np.isfinite(tensor))
        at = ", ".join(map(str, bad[0]))
        return [f"{name} is not finite: {len(bad)} of its numbers, the first at [{at}]"]
    return []


# [end faults]


def _extra(
    name: str, tensor: np.ndarray, prefix: str, config: Config, tensors: Mapping[str, np.ndarray]
) -> list[str]:
    """What is wrong about a tensor that is no parameter: nothing, if it is one of two kinds."""
    if name == "lm_head.weight":  # the embedding once more, which some programs write out
        embedding = tensors.get(prefix + "wte.weight")
        if embedding is None or np.array_equal(tensor, embedding):
            return []
        return [
            f"{name} differs from {prefix}wte.weight: GPT-2 has one matrix to read and to score "
            "words with, and this model has two"
        ]
    layer, _, rest = name.removeprefix(prefix).removeprefix("h.").partition(".")
    mask = rest in ("attn.bias", "attn.masked_bias") and layer.isdecimal()
    if mask and int(layer) < config.layers:  # the causal mask as a tensor, in old files
        return []
    return [f"{name} {tensor.shape} is no part of a GPT-2 of {config.layers} layers"]


def _ready(tensor: np.ndarray, dtype: np.dtype) -> np.ndarray:
    """As an aligned array of the type: a view where the file holds that, else a copy, once."""
    if tensor.dtype == dtype and tensor.flags.aligned:
        return tensor
    copy = tensor.astype(dtype)
    copy.flags.writeable = False
    return copy
