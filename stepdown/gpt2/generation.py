"""Texts that go on: prompts in, tokens out as they come, and how fast they came.

The prompts of a `Generation` are computed together, a column of tokens at a time; what each goes on
with is what it would go on with alone.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np

from .engine import Engine
from .errors import PromptError
from .generate import checked
from .sampling import GREEDY, Sampling, choose


class Generation:
    """The continuations of several prompts: iterate over it, once.

    Each item is a list with the next id of each text, None for a text that has ended. `ids` are the
    continuations so far. The first item takes `prefill_seconds`, the others `decode_seconds`
    together; the time in which the caller has an item does not count.

    PromptError for prompts that the model cannot go on from, before anything is computed.
    """

    def __init__(
        self,
        engine: Engine,
        prompts: Sequence[Sequence[int]],
        count: int,
        sampling: Sampling = GREEDY,
        end: int | None = None,
    ) -> None:
        """Up to `count` tokens for each prompt; a text ends with the token `end`."""
        if not len(prompts):
            raise PromptError("there is no prompt")
        self.prompts = [checked(engine.config, prompt, count) for prompt in prompts]
        self.engine, self.count, self.sampling, self.end = engine, count, sampling, end
        self.ids: list[list[int]] = [[] for _ in prompts]
        self.prefill_seconds = self.decode_seconds = 0.0

    # [region iterate]
    def __iter__(self) -> Iterator[list[int | None]]:
        room = max(map(len, self.prompts)) + max(self.count - 1, 0)
        session = self.engine.session(len(self.prompts), room)
        draws = self.sampling.generators(len(self.prompts))
        for number in range(self.count):
            start = time.perf_counter()
            if number:
                # A text that has ended is fed its end again; nobody looks at what comes of it.
                scores = session.feed(np.array([text[-1:] for text in self.ids]))
            else:
                scores = session.prefill(self.prompts)
            column = [
                None if self._ended(text) else choose(row, self.sampling, draw)
                for text, row, draw in zip(self.ids, scores, draws, strict=True)
            ]
            for text, token in zip(self.ids, column, strict=True):
                text += [] if token is None else [token]
            seconds = time.perf_counter() - start
            self.prefill_seconds += 0.0 if number else seconds
            self.decode_seconds += seconds if number else 0.0
            yield column
            if all(map(self._ended, self.ids)):
                return

    # [end iterate]

    def _ended(self, text: list[int]) -> bool:
        return self.end is not None and text[-1:] == [self.end]

    @property
    def prefill_tokens(self) -> int:
        """Of all prompts."""
        return sum(map(len, self.prompts))

    @property
    def decode_tokens(self) -> int:
        """Of all texts, but the first of each, which prefill gives."""
        return sum(len(text) - 1 for text in self.ids if text)

    @property
    def prefill_rate(self) -> float:
        """Tokens of the prompts a second, until the first token of each continuation is known."""
        return _rate(self.prefill_tokens, self.prefill_seconds)

    @property
    def decode_rate(self) -> float:
        """Tokens a second after the first ones, all texts together."""
        return _rate(self.decode_tokens, self.decode_seconds)


def _rate(tokens: int, seconds: float) -> float:
    return tokens / seconds if seconds else 0.0


def continuation(
    engine: Engine,
    prompt: Sequence[int],
    count: int,
    sampling: Sampling = GREEDY,
    end: int | None = None,
) -> Iterator[int]:
    """The ids that follow a prompt, `count` at most, each as soon as it is known.

    Checked at once, as a `Generation` is; none comes after the token `end`.
    """
    run = Generation(engine, [prompt], count, sampling, end)
    return (column[0] for column in run)
