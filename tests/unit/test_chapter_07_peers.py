"""Chapter 7 beside transformers' GPT2LMHeadModel: random weights, written by one, read by both.

Without transformers and PyTorch all of this is skipped: `make setup-peers` installs them.
"""

from __future__ import annotations

import numpy as np
import pytest
from chapter_07 import SIZES, gpt2, ids, parts, places, tiny, trees, vocabulary

from stepdown.gpt2.safetensors_file import SafeTensors

WHY = "not installed: make setup-peers"
torch = pytest.importorskip("torch", reason=f"PyTorch is {WHY}")
transformers = pytest.importorskip("transformers", reason=f"transformers is {WHY}")

each_size = pytest.mark.parametrize(
    "config", SIZES, ids=lambda c: f"{c.layers}x{c.width}in{c.heads}"
)


def peer(config: gpt2.Config, spread: float = 0.2, seed: int = 0):
    """A model of theirs in which no parameter is 0 or 1."""
    theirs = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(
            vocab_size=config.vocabulary,
            n_positions=config.positions,
            n_embd=config.width,
            n_head=config.heads,
            n_layer=config.layers,
            n_inner=config.hidden,
            attn_implementation="eager",  # the one that can give its attention weights
            bos_token_id=config.vocabulary - 1,
            eos_token_id=config.vocabulary - 1,
        )
    ).eval()
    torch.manual_seed(seed)
    with torch.no_grad():
        for name, parameter in theirs.named_parameters():
            parameter.normal_(std=spread)
            if ".ln_" in name and name.endswith("weight"):
                parameter.add_(1.0)
    return theirs


def ours(folder, theirs) -> tuple[gpt2.Config, parts.Parameters]:
    """What we read from the folder that they saved."""
    theirs.save_pretrained(folder, safe_serialization=True)
    config = gpt2.config.read(folder / "config.json")
    return config, trees.from_tensors(config, SafeTensors(folder / "model.safetensors"))


@each_size
@pytest.mark.parametrize("tokens", [1, 2, 16])
def test_logits_hidden_states_and_attention_are_theirs(config, tokens, tmp_path):
    theirs = peer(config)
    read, p = ours(tmp_path, theirs)
    assert read == config
    text = ids(config, tokens)
    with torch.no_grad():
        wanted = theirs(torch.tensor(text[None]), output_hidden_states=True, output_attentions=True)
    scores = parts.forward(text, p, config.heads)
    expected = wanted.logits[0].numpy()
    assert scores.dtype == expected.dtype
    np.testing.assert_allclose(scores, expected, rtol=0, atol=1e-5 * np.abs(expected).max())
    maps = parts.attention_maps(text, p, config.heads)
    np.testing.assert_allclose(maps, torch.cat(wanted.attentions).numpy(), atol=2e-5)
    x = parts.embed(text, p)
    for layer, block in enumerate(p.blocks):
        there = wanted.hidden_states[layer][0].numpy()
        np.testing.assert_allclose(x, there, rtol=0, atol=1e-5 * np.abs(there).max())
        x = parts.block(x, block, config.heads)
    there = wanted.hidden_states[-1][0].numpy()  # theirs of the last layer is normed already
    last = parts.layer_norm(x, p.norm)
    np.testing.assert_allclose(last, there, rtol=0, atol=1e-5 * np.abs(there).max())


def test_in_float64_we_agree_to_the_last_digits(tmp_path):
    config = SIZES[2]
    theirs = peer(config)
    _, p = ours(tmp_path, theirs)
    wide = {name: x.astype(np.float64) for name, x in trees.to_tensors(config, p).items()}
    p = trees.parameters(config, lambda name, _: wide[name])
    text = ids(config, 20)
    with torch.no_grad():
        wanted = theirs.double()(torch.tensor(text[None])).logits[0].numpy()
    np.testing.assert_allclose(parts.forward(text, p, config.heads), wanted, rtol=1e-10, atol=1e-10)


def test_a_batch_is_theirs(tmp_path):
    config = SIZES[2]
    theirs = peer(config)
    _, p = ours(tmp_path, theirs)
    text = ids(config, 30).reshape(3, 10)
    with torch.no_grad():
        wanted = theirs(torch.tensor(text)).logits.numpy()
    got = parts.forward(text, p, config.heads)
    np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-5 * np.abs(wanted).max())


def test_they_read_what_we_write_and_go_on_alike(tmp_path):
    folder = tiny.make(tmp_path, places.CORPUS)
    theirs = transformers.GPT2LMHeadModel.from_pretrained(folder)
    model = gpt2.load(folder)
    prompt = model.tokenizer.encode("a thread passes over the warp and a thread")
    new = list(gpt2.greedy(model, prompt, 20))
    with torch.no_grad():
        found = theirs.generate(torch.tensor([prompt]), max_new_tokens=20, do_sample=False)
    assert found[0].tolist() == prompt + new


def test_their_tokenizer_cuts_texts_as_ours(tmp_path):
    vocabulary().save(tmp_path)
    theirs = transformers.GPT2Tokenizer.from_pretrained(tmp_path)
    text = (places.CORPUS).read_text(encoding="utf-8")
    for sample in (
        text,
        "  two  spaces\n\n\ttab",
        "don't I'LL 3.14 ½ 日本 🧵",
        "",
        "<|endoftext|>a",
    ):
        assert theirs.encode(sample) == vocabulary().encode(sample)
        assert theirs.decode(theirs.encode(sample)) == sample


@pytest.mark.slow
def test_the_true_small_size_is_theirs(tmp_path):
    config = gpt2.Config()
    theirs = peer(config, spread=0.02)
    assert sum(x.numel() for x in theirs.parameters()) == config.parameters
    read, p = ours(tmp_path, theirs)
    assert read == config
    text = ids(config, 40)
    with torch.no_grad():
        wanted = theirs(torch.tensor(text[None])).logits[0].numpy()
    got = parts.forward(text, p, config.heads)
    np.testing.assert_allclose(got, wanted, rtol=0, atol=2e-5)
    np.testing.assert_array_equal(got.argmax(-1), wanted.argmax(-1))
