"""Functions that the compiler makes kernels of for the checks: products, attention, GPT-2.

Their plans are made here and on the GPU's machine alike; their PTX is made ahead, see `prepared`.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from stepdown import jit
from stepdown.gpt2 import cached, model, verify
from stepdown.gpt2.config import Config
from stepdown.gpt2.parameters import dtype_of, parameters

CHIP = "sm_80"  # the oldest with the tensor cores that are used; the driver compiles it further
SIZES = (1024, 4096)  # of square products
HEADS, TOKENS, WIDTH = 12, 1024, 64  # of attention
GPT2 = Config()  # the true small size
LITTLE = Config(vocabulary=512, positions=64, width=128, heads=2, layers=2)  # for every step
ROOM = 640  # columns of the cache


@dataclass(frozen=True)
class Function:
    """A function and arguments of the shapes that it is compiled for; they are not read."""

    name: str
    function: Callable
    arguments: Callable[[], tuple]
    options: dict = field(default_factory=dict)

    @functools.cached_property
    def jitted(self):
        return jit(self.function, target="gpu", **self.options)

    def compiled(self):
        """The plan; neither LLVM nor a GPU is needed."""
        return self.jitted.compile(*self.arguments())


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a @ b


def attention(q: np.ndarray, k: np.ndarray, v: np.ndarray) -> np.ndarray:
    return model.attention_weights(q, k) @ v


def all_functions() -> list[Function]:
    return [*products(), *attentions(), *steps(), *sublayers().values()]


def products() -> list[Function]:
    import ml_dtypes

    f32, bf16 = np.dtype(np.float32), np.dtype(ml_dtypes.bfloat16)
    return [
        Function(
            f"product of {dtype.name}, {size}{how}", product,
            lambda size=size, dtype=dtype: (np.empty((size, size), dtype),) * 2, options,
        )
        for size in SIZES
        for dtype, how, options in (
            (f32, "", {}),
            (f32, ", tensor cores", {"products": "tensor-cores"}),
            (bf16, ", tensor cores", {"products": "tensor-cores"}),
        )
    ]  # fmt: skip


def attentions() -> list[Function]:
    import ml_dtypes

    def arguments(dtype: object = np.float32) -> tuple:
        return (np.empty((HEADS, TOKENS, WIDTH), dtype),) * 3

    flash = {"attention": "flash"}
    cores = {"products": "tensor-cores", **flash}
    return [
        Function("attention, scores in memory", attention, arguments),
        Function("flash attention", attention, arguments, flash),
        Function("flash attention, tensor cores", attention, arguments, cores),
        Function("flash attention of bfloat16, tensor cores", attention,
                 lambda: arguments(ml_dtypes.bfloat16), cores),
    ]  # fmt: skip


def steps() -> list[Function]:
    """GPT-2 of the true small size: a prompt of any length, one token at any position."""
    made = []
    for weights in ("float32", "bfloat16"):
        for t, dynamic in ((2, {"ids": {1: "t"}, "cache": {4: "n"}}), (1, {"cache": {4: "n"}})):
            kind = "decode" if t == 1 else "prefill"
            ways = {"": {}}
            if kind == "decode":
                ways[", recorded"] = {"graph": True}
                ways[", recorded, flash"] = {"graph": True, "attention": "flash"}
            elif weights == "float32":
                ways[", tensor cores"] = {"products": "tensor-cores"}
                ways[", flash, tensor cores"] = {
                    "products": "tensor-cores", "attention": "flash",
                }  # fmt: skip
            for how, more in ways.items():
                made.append(Function(
                    f"{kind}, {weights}{how}", cached.step,
                    lambda t=t, weights=weights: step_arguments(t, weights),
                    {"static": ("heads",), "donate": ("cache",), "dynamic": dynamic, **more},
                ))  # fmt: skip
    return made


def step_arguments(t: int, weights: str) -> tuple:
    p = parameters(GPT2, lambda name, shape: np.empty(shape, dtype_of(name, shape, weights)))
    cache = cached.empty_cache(GPT2, 1, ROOM)[..., : t + 1, :]
    return np.zeros((1, t), np.int64), cache, np.zeros(1, np.int64), p, GPT2.heads


def sublayers() -> dict[str, Function]:
    """The four functions of chapter 13's comparison, and the whole pass, for any length."""
    from dataclasses import replace

    p = parameters(LITTLE, lambda _, shape: np.empty(shape, np.float32))
    ends, block, heads = replace(p, blocks=()), p.blocks[0], LITTLE.heads
    ids, x = np.zeros(3, np.int64), np.empty((3, LITTLE.width), np.float32)
    of_ids, of_x = {"ids": {0: "tokens"}}, {"x": {0: "tokens"}}
    static = {"static": ("heads",)}
    made = {
        "embed": (model.embed, (ids, ends), {"dynamic": of_ids}),
        "attention": (verify.attention_residual, (x, block, heads), {"dynamic": of_x, **static}),
        "mlp": (verify.mlp_residual, (x, block), {"dynamic": of_x}),
        "logits": (model.logits, (x, ends), {"dynamic": of_x}),
        "whole": (model.forward, (ids, p, heads), {"dynamic": of_ids, **static}),
        "whole, flash": (
            model.forward, (ids, p, heads), {"dynamic": of_ids, "attention": "flash", **static},
        ),
    }  # fmt: skip
    return {
        name: Function(f"GPT-2, {name}", function, lambda a=arguments: a, options)
        for name, (function, arguments, options) in made.items()
    }


def names() -> Iterator[str]:
    return (each.name for each in all_functions())
