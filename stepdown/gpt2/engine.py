"""GPT-2 compiled: one function for prompts of any length and one for any single step.

An `Engine` has the parameters and the two functions; threads may share it. A `Session` has the keys
and values of one text, or of a batch of texts, and belongs to one thread at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from . import cached
from .config import Config
from .errors import PromptError
from .generate import Model, checked
from .model import Parameters


class Engine:
    """The model's functions, compiled when they are first needed, or by `compile`.

    `threads` is 1 for code that starts none, None for as many as OpenMP gives. `products` is
    `jit`'s. The arrays of the parameters may be bfloat16 where they are matrices; all else is
    float32.
    """

    def __init__(
        self,
        config: Config,
        parameters: Parameters,
        *,
        threads: int | None = None,
        products: str = "schedule",
    ) -> None:
        self.config, self.parameters = config, parameters
        self.threads, self.products = threads, products
        self._functions: dict[bool, object] = {}
        self._lock = threading.Lock()

    @classmethod
    def of(cls, model: Model, *, threads: int | None = None, products: str = "schedule") -> Engine:
        """The engine of a checkpoint's model."""
        return cls(model.config, model.parameters, threads=threads, products=products)

    def compile(self, batch: int = 1, *names: str) -> dict[str, object]:
        """Compile the functions for that many texts at once, or take them from the disk cache:
        "prefill", for prompts, and "decode", for single tokens; both, if none is named."""
        session = self.session(batch, min(2, self.config.positions))
        return {
            name: self.function(t).compile(*session.arguments(np.zeros((batch, t), np.int64)))
            for name, t in (("prefill", session.room), ("decode", 1))
            if name in (names or ("prefill", "decode"))
        }

    # [region function]
    def function(self, t: int):
        """`cached.step` compiled for one new token, or for any number of them."""
        from .. import jit

        single = t == 1
        with self._lock:
            if single not in self._functions:
                dynamic = {"cache": {4: "n"}} if single else {"ids": {1: "t"}, "cache": {4: "n"}}
                compiled = jit(
                    cached.step,
                    static=("heads",),
                    dynamic=dynamic,
                    donate=("cache",),
                    threads=self.threads != 1,
                    products=self.products,
                )
                self._functions[single] = compiled.bind(p=self.parameters, heads=self.config.heads)
            return self._functions[single]
        # [end function]

    def session(self, batch: int = 1, room: int | None = None) -> Session:
        """An empty text, or several, with room for that many tokens each; None is all positions."""
        return Session(self, batch, self.config.positions if room is None else room)


class Session:
    """What the model knows of a batch of texts: `cache`, of which `length` columns are written."""

    def __init__(self, engine: Engine, batch: int, room: int) -> None:
        if not 1 <= room <= engine.config.positions:
            raise PromptError(
                f"room for {room} tokens: the model has {engine.config.positions} positions"
            )
        self.engine, self.batch, self.room = engine, batch, room
        self.cache = cached.empty_cache(engine.config, batch, room)
        self.starts = np.zeros(batch, np.int64)
        self.length = 0

    def prefill(self, prompts: Sequence[Sequence[int]]) -> np.ndarray:
        """Begin with a prompt for each text; the scores of what follows, (batch, vocabulary).

        Shorter prompts begin in a later column, so that all end in the same one.
        """
        if self.length:
            raise PromptError(f"the texts have begun already: they have {self.length} columns")
        prompts = [checked(self.engine.config, prompt) for prompt in prompts]
        longest = max(map(len, prompts), default=0)
        ids = np.zeros((len(prompts), longest), np.int64)  # what stands in the padding is not seen
        for row, prompt in zip(ids, prompts, strict=True):
            row[longest - len(prompt) :] = prompt
        self.starts = np.array([longest - len(prompt) for prompt in prompts], np.int64)
        return self.feed(ids)

    # [region feed]
    def feed(self, ids: np.ndarray) -> np.ndarray:
        """Go on with these tokens, (batch, t); the scores of what follows, (batch, vocabulary)."""
        ids = self._checked(ids)
        scores, _ = self.engine.function(ids.shape[1])(*self.arguments(ids))
        self.length += ids.shape[1]
        return scores

    def arguments(self, ids: np.ndarray) -> tuple:
        """What the compiled functions take for these tokens."""
        return ids, self.cache[..., : self.length + ids.shape[1], :], self.starts

    # [end feed]

    def _checked(self, ids: np.ndarray) -> np.ndarray:
        ids = np.asarray(ids)
        if ids.dtype.kind not in "iu" or ids.ndim != 2 or len(ids) != self.batch or not ids.size:
            raise PromptError(
                f"wanted are ids of shape ({self.batch}, tokens); got {ids.dtype} of {ids.shape}"
            )
        ids = ids.astype(np.int64, copy=False)
        vocabulary = self.engine.config.vocabulary
        if ids.min() < 0 or ids.max() >= vocabulary:
            wrong = ids[(ids < 0) | (ids >= vocabulary)][0]
            raise PromptError(
                f"the token {wrong} is not in the vocabulary, whose ids are 0 to {vocabulary - 1}"
            )
        if self.length + ids.shape[1] > self.room:
            raise PromptError(
                f"no room: {self.length} tokens are in and {ids.shape[1]} more are to come, and "
                f"there is room for {self.room}"
            )
        return ids
