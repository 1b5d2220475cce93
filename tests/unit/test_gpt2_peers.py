"""The compiled engine beside transformers with its own cache: the same weights, token by token.

Without transformers and PyTorch all of this is skipped: `make setup-peers` installs them.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from chapter_07 import SIZES, gpt2, ids
from test_chapter_07_peers import ours, peer, torch


def beside(theirs, engine: gpt2.Engine, prompt: int, steps: int, atol: float) -> None:
    """Feed both the same text: a prompt, then a token at a time."""
    text, past = ids(engine.config, prompt + steps), None
    session = engine.session()
    ends = [0, *range(prompt, prompt + steps + 1)]
    for begin, end in itertools.pairwise(ends):
        with torch.no_grad():
            found = theirs(
                torch.tensor(text[None, begin:end]), past_key_values=past, use_cache=True
            )
        past = found.past_key_values
        wanted = found.logits[:, -1].numpy()
        got = session.feed(text[None, begin:end])
        np.testing.assert_allclose(got, wanted, rtol=0, atol=atol * np.abs(wanted).max())


def test_every_step_scores_as_theirs_with_a_cache(tmp_path):
    theirs = peer(SIZES[2])
    config, p = ours(tmp_path, theirs)
    beside(theirs, gpt2.Engine(config, p), prompt=20, steps=44, atol=2e-5)


def test_a_batch_goes_on_as_theirs_does(tmp_path):
    # Prompts of one length: theirs is told of padding by a mask that ours derives.
    theirs = peer(SIZES[1])
    config, p = ours(tmp_path, theirs)
    prompts = [ids(config, 6, seed) for seed in (1, 2)]
    wanted = theirs.generate(
        torch.tensor(np.array(prompts)), max_new_tokens=12, do_sample=False, eos_token_id=None
    )
    run = gpt2.Generation(gpt2.Engine(config, p), prompts, 12)
    list(run)
    assert run.ids == wanted[:, 6:].tolist()


@pytest.mark.slow
def test_the_true_small_size_scores_as_theirs_with_a_cache(tmp_path):
    theirs = peer(gpt2.Config(), spread=0.02)
    config, p = ours(tmp_path, theirs)
    beside(theirs, gpt2.Engine(config, p), prompt=24, steps=16, atol=1e-5)
