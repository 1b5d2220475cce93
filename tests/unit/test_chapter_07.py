"""Chapter 7: GPT-2's functions, its tokens, and what it goes on with."""

from __future__ import annotations

import dataclasses
import math
import re
import subprocess
import sys

import numpy as np
import pytest
from chapter_07 import (
    CHAPTER,
    GOES_ON,
    SIZES,
    TURING,
    TURING_IDS,
    copying,
    costs,
    generate,
    gpt2,
    heatmaps,
    ids,
    parts,
    places,
    plain,
    tensors,
    tiny,
    trees,
    vocabulary,
)
from conftest import ROOT, compiled
from hypothesis import given
from hypothesis import strategies as st

import runners
from stepdown import jit

Config, FILES, digest = gpt2.Config, gpt2.fetch.FILES, gpt2.fetch.digest
each_size = pytest.mark.parametrize(
    "config", SIZES, ids=lambda c: f"{c.layers}x{c.width}in{c.heads}"
)


def tree(config: Config, **more) -> parts.Parameters:
    return trees.from_tensors(config, tensors(config, **more))


# The functions.


@each_size
@pytest.mark.parametrize("tokens", [1, 2, 13])
def test_the_forward_pass_is_that_of_loops_in_float64(config, tokens):
    text, given = ids(config, tokens), tensors(config)
    wanted = plain(config, given, text)
    wide = {name: tensor.astype(np.float64) for name, tensor in given.items()}
    p = trees.parameters(config, lambda name, _: wide[name])
    got = parts.forward(text, p, config.heads)
    assert got.dtype == np.float64
    np.testing.assert_allclose(got, wanted, rtol=1e-11, atol=1e-11)
    narrow = parts.forward(text, tree(config), config.heads)
    scale = np.abs(wanted).max()
    np.testing.assert_allclose(narrow, wanted, rtol=0, atol=2e-5 * scale)


def test_float32_stays_float32_at_every_step():
    config = SIZES[1]
    p, text, seen = tree(config), ids(config, 7), []

    class Watched(np.ndarray):
        """An array that notes the type of all that is made of it."""

        def __array_finalize__(self, made_of):
            seen.append(self.dtype)

    leaves = {name: x.view(Watched) for name, x in trees.to_tensors(config, p).items()}
    watched = trees.parameters(config, lambda name, _: leaves[name])
    result = parts.forward(text, watched, config.heads)
    assert result.dtype == np.float32
    assert set(seen) == {np.dtype(np.float32)}
    assert len(seen) > 50 * config.layers


@each_size
def test_a_later_token_changes_nothing_before_it(config):
    p, text = tree(config), ids(config, 12)
    scores = parts.forward(text, p, config.heads)
    for changed in (11, 5, 1):
        other = text.copy()
        other[changed] = (other[changed] + 1) % config.vocabulary
        found = parts.forward(other, p, config.heads)
        np.testing.assert_array_equal(found[:changed], scores[:changed])
        assert np.abs(found[changed:] - scores[changed:]).max(axis=-1).min() > 1e-4


@each_size
def test_a_prefix_alone_scores_as_in_the_whole(config):
    p, text = tree(config), ids(config, 12)
    scores = parts.forward(text, p, config.heads)
    for tokens in (1, 3, 11):
        short = parts.forward(text[:tokens], p, config.heads)
        np.testing.assert_allclose(short, scores[:tokens], rtol=0, atol=1e-5 * np.abs(scores).max())
        np.testing.assert_array_equal(short.argmax(-1), scores[:tokens].argmax(-1))


def test_leading_axes_are_a_batch():
    config = SIZES[2]
    p, text = tree(config), ids(config, 24).reshape(2, 3, 4)
    scores = parts.forward(text, p, config.heads)
    assert scores.shape == (2, 3, 4, config.vocabulary)
    for a, b in np.ndindex(2, 3):
        alone = parts.forward(text[a, b], p, config.heads)
        np.testing.assert_allclose(scores[a, b], alone, rtol=0, atol=1e-5 * np.abs(alone).max())


def test_a_layer_alone_knows_the_order_of_tokens_from_their_positions_only():
    config = SIZES[0]
    assert config.layers == 1  # a second layer would see how many tokens the others had before them
    p, text = tree(config), ids(config, 6)
    swapped = text[[1, 0, *range(2, 6)]]
    last = [parts.forward(t, p, config.heads)[-1] for t in (text, swapped)]
    assert np.abs(last[0] - last[1]).max() > 1e-4
    flat = dataclasses.replace(p, positions=np.zeros_like(p.positions))
    last = [parts.forward(t, flat, config.heads)[-1] for t in (text, swapped)]
    np.testing.assert_allclose(*last, rtol=0, atol=1e-6 * np.abs(last[0]).max())


def test_gelu_is_the_tanh_form():
    one = parts.gelu(np.float64(1.0))
    assert one == pytest.approx(0.8411919906082768, abs=1e-15)
    assert abs(one - 0.5 * (1 + math.erf(math.sqrt(0.5)))) > 1e-4  # 0.8413447: the other form
    far = parts.gelu(np.array([-50, -20, 0, 20, 50], np.float32))
    np.testing.assert_array_equal(far, [0, 0, 0, 20, 50])


def test_softmax_of_large_scores_is_finite_and_of_minus_infinity_zero():
    got = parts.softmax(np.array([[1e30, 1e30, -np.inf], [-1e30, 0, 5]], np.float32))
    np.testing.assert_allclose(got, [[0.5, 0.5, 0], [0, 0.0066928509, 0.993307149]], rtol=1e-6)


def test_layer_norm_has_no_trouble_with_a_large_mean_and_none_with_a_constant_row():
    norm = parts.Norm(np.ones(4, np.float32), np.zeros(4, np.float32))
    got = parts.layer_norm(np.array([[10001, 10002, 10003, 10006], [7, 7, 7, 7]], np.float32), norm)
    root = math.sqrt(3.5 + 1e-5)
    np.testing.assert_allclose(got, [[-2 / root, -1 / root, 0, 3 / root], [0] * 4], rtol=1e-5)


@each_size
def test_maps_are_the_weights_that_the_forward_pass_uses(config):
    p, text = tree(config), ids(config, 9)
    maps = parts.attention_maps(text, p, config.heads)
    assert maps.shape == (config.layers, config.heads, 9, 9)
    np.testing.assert_allclose(maps.sum(-1), 1, atol=1e-6)
    assert np.triu(maps, 1).max() == 0
    x = parts.embed(text, p)
    for layer, block in enumerate(p.blocks):
        normed = parts.layer_norm(x, block.norm_1)
        *_, v = parts.queries_keys_values(normed, block, config.heads)
        mixed = parts.linear(parts.merge_heads(maps[layer] @ v), block.out)
        np.testing.assert_array_equal(mixed, parts.attention(normed, block, config.heads))
        x = parts.block(x, block, config.heads)


@pytest.mark.parametrize("dynamic", [{}, {"ids": (0,)}], ids=["static", "any length"])
def test_the_whole_forward_pass_compiles_as_it_stands(dynamic):
    config = SIZES[1]
    p = tree(config)
    forward = jit(parts.forward, static=("heads",), dynamic=dynamic)
    for tokens in (10, 7) if dynamic else (10,):
        text = ids(config, tokens)
        wanted = parts.forward(text, p, config.heads)
        got = forward(text, p, config.heads)
        assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-5 * np.abs(wanted).max())
    assert len(forward._compiled) == 1


# What it costs.


@each_size
@pytest.mark.parametrize("last_only", [False, True])
def test_the_steps_are_those_that_numpy_is_asked_for(config, last_only):
    counted = []

    class Counted(np.ndarray):
        """An array that notes each matrix product: how many multiplications, and what shape."""

        def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
            def bare(x):
                return x.view(np.ndarray) if isinstance(x, Counted) else x

            inputs = [bare(x) for x in inputs]
            if "out" in kwargs:
                kwargs["out"] = tuple(bare(x) for x in kwargs["out"])
            result = getattr(ufunc, method)(*inputs, **kwargs)
            if ufunc is np.matmul:
                counted.append((result.shape, result.size * inputs[0].shape[-1]))
            return result.view(Counted) if isinstance(result, np.ndarray) else result

    leaves = {name: x.view(Counted) for name, x in tensors(config).items()}
    p = trees.parameters(config, lambda name, _: leaves[name])
    text = ids(config, 11)
    x = parts.hidden(text, p, config.heads)
    parts.logits(x[-1:] if last_only else x, p)
    steps = list(costs.steps(config, 11, last_only))
    wanted = [s for s in steps if s.multiplications]
    assert sum(m for _, m in counted) == sum(s.times * s.multiplications for s in wanted)
    per_layer = [(s.shape, s.multiplications) for s in wanted[:-1]]
    assert counted == [*per_layer * config.layers, (wanted[-1].shape, wanted[-1].multiplications)]


@each_size
def test_the_count_of_parameters_is_that_of_the_tensors(config):
    assert config.parameters == sum(x.size for x in tensors(config).values())


def test_the_small_gpt2_has_124_million_parameters(capsys):
    assert Config().parameters == 124_439_808
    assert costs.main(["--tokens", "10"]) == 0
    out = capsys.readouterr().out
    assert "124,439,808 parameters, 498 MB in float32" in out
    assert re.search(r"logits +1 +\(1, 50257\) +154\.39 +38\.6", out)


# Tokens.


def test_the_bytes_have_256_different_letters_and_those_of_ascii_are_themselves():
    letters = gpt2.tokenizer.LETTERS
    assert len(letters) == len(set(letters.values())) == 256
    assert all(letters[b] == chr(b) for b in range(33, 127))
    assert letters[ord(" ")] == "Ġ"
    assert letters[ord("\n")] == "Ċ"


@given(st.text())
def test_any_text_comes_back(text):
    tokenizer = vocabulary()
    numbers = tokenizer.encode(text)
    assert tokenizer.decode(numbers) == text
    assert "".join(tokenizer.stream(numbers)) == text


@given(st.lists(st.integers(0, 511)))
def test_any_ids_are_streamed_as_they_are_decoded_at_once(numbers):
    tokenizer = vocabulary()
    assert "".join(tokenizer.stream(numbers)) == tokenizer.decode(numbers)
    theirs = tokenizer._inner.decode(numbers, skip_special_tokens=False)
    assert tokenizer.decode(numbers) == theirs


def test_a_character_of_several_tokens_is_streamed_when_it_is_whole():
    tokenizer = vocabulary()
    numbers = tokenizer.encode("a🧵b")
    assert len(numbers) == 6
    pieces = []
    for count in range(1, 7):
        pieces.append("".join(tokenizer.stream(numbers[:count])))
    assert pieces == ["a", "a�", "a�", "a�", "a🧵", "a🧵b"]
    came = []
    stream = tokenizer.stream(came.append(n) or n for n in numbers)
    assert [(piece, len(came)) for piece in stream] == [("a", 1), ("🧵", 5), ("b", 6)]


def test_end_of_text_is_one_token_and_the_last():
    tokenizer = vocabulary()
    assert tokenizer.end == len(tokenizer) - 1 == 511
    assert tokenizer.encode("a<|endoftext|>a") == [64, 511, 64]
    assert tokenizer.decode([511]) == "<|endoftext|>"


def test_frequent_words_are_one_token_with_the_space_before_them():
    tokenizer = vocabulary()
    assert [tokenizer.word(n) for n in tokenizer.encode("the loom and the loom")] == [
        b"th", b"e", b" loom", b" and", b" the", b" loom",
    ]  # fmt: skip


def test_a_vocabulary_is_read_as_it_was_saved(tmp_path):
    vocabulary().save(tmp_path)
    again = gpt2.tokenizer.load(tmp_path)
    text = places.CORPUS.read_text(encoding="utf-8") + " <|endoftext|> 🧵"
    assert again.encode(text) == vocabulary().encode(text)
    assert again.end == vocabulary().end
    assert len(again) == len(vocabulary())


def test_a_vocabulary_is_read_from_one_file_too(tmp_path):
    vocabulary()._inner.save(str(tmp_path / "tokenizer.json"))
    again = gpt2.tokenizer.load(tmp_path)
    text = "one thread <|endoftext|> two"
    assert again.encode(text) == vocabulary().encode(text)


# The published vocabulary and weights, where they are.


def _published(*names: str):
    """The folder with these published files, to the byte; skips where they are not."""
    folder = places.named() or places.DEFAULT
    for file in FILES:
        if file.name in names:
            path = folder / file.name
            if not path.exists():
                pytest.skip(f"{path} is not there: `make model` fetches it")
            if digest(path) != file.sha256:
                pytest.skip(f"{path} is not the published one")
    return folder


def test_the_published_vocabulary_encodes_the_prompt():
    tokenizer = gpt2.tokenizer.load(_published("vocab.json", "merges.txt"))
    assert len(tokenizer) == 50257
    assert tokenizer.end == 50256
    assert tokenizer.encode(TURING) == TURING_IDS
    assert tokenizer.decode(GOES_ON) == " the most powerful machines on the planet.\n\n"


def test_the_published_configuration_is_that_of_the_small_model():
    assert gpt2.config.read(_published("config.json") / "config.json") == Config()


def test_the_published_weights_go_on_with_the_prompt():
    model = gpt2.load(_published(*(file.name for file in FILES)))
    assert list(gpt2.greedy(model, TURING_IDS, 10)) == GOES_ON


# Going on with a text.


@pytest.mark.parametrize("tokens", [2, 3, 10, 25])
def test_the_tiny_model_goes_on_as_the_text_did_before(tokens):
    model = copying()
    text = np.random.default_rng(tokens).permutation(511)[:tokens]
    prompt = [*text, text[0]]
    wanted = np.resize(text, 3 * tokens)[1 : tokens * 2]
    assert list(gpt2.greedy(model, prompt, len(wanted))) == list(wanted)


def test_its_heads_look_where_they_were_told_to():
    text = np.random.default_rng(3).permutation(511)[:20]
    text = np.concatenate([text, text])
    maps = parts.attention_maps(text, copying().parameters, 2)
    rows = np.arange(40)
    assert maps[0, 0][rows[1:], rows[:-1]].min() > 0.95  # the token before
    np.testing.assert_allclose(
        maps[0, 1], np.tril(np.ones((40, 40))) / (rows + 1)[:, None], rtol=1e-5
    )
    later = rows[20:]
    assert maps[1, 0][later, later - 19].min() > 0.95  # what followed the same token
    same = maps[1, 1][later, later] + maps[1, 1][later, later - 20]
    assert same.min() > 0.75


def test_the_tiny_model_is_the_same_each_time(tmp_path):
    for name in ("a", "b"):
        tiny.make(tmp_path / name, places.CORPUS)
    assert [digest(tmp_path / "a" / f.name) for f in FILES] == [
        digest(tmp_path / "b" / f.name) for f in FILES
    ]
    tiny.make(tmp_path / "b", places.CORPUS, seed=8)
    assert digest(tmp_path / "a" / FILES[-1].name) != digest(tmp_path / "b" / FILES[-1].name)


def test_greedy_takes_the_best_each_time_and_reads_it_back():
    config = SIZES[2]
    p, prompt = tree(config), [3, 1, 4]
    unbiased = dataclasses.replace(p.norm, bias=np.zeros_like(p.norm.bias))
    p = dataclasses.replace(p, positions=8 * p.positions, norm=unbiased)  # else it repeats a word
    model = gpt2.Model(config, p, vocabulary(), CHAPTER)
    found = list(gpt2.greedy(model, prompt, 8))
    text = list(prompt)
    for number in found:
        assert number == parts.forward(np.array(text), p, config.heads)[-1].argmax()
        text.append(number)
    assert len(set(found)) > 2


def test_greedy_gives_each_token_before_it_computes_the_next(monkeypatch):
    calls = []
    real = parts.hidden
    monkeypatch.setattr(gpt2.generate, "hidden", lambda *a: calls.append(1) or real(*a))
    steps = gpt2.greedy(copying(), [1, 2, 1], 5)
    assert not calls
    assert next(steps) == 2
    assert len(calls) == 1


def test_end_of_text_ends_it():
    model = copying()
    prompt = [5, 6, model.tokenizer.end, 5]
    assert list(gpt2.greedy(model, prompt, 10)) == [6, model.tokenizer.end]


def test_the_last_position_can_be_used():
    model = copying()
    assert len(list(gpt2.greedy(model, [1, 2] * 63, 3))) == 3  # 126 and two that are read again
    with pytest.raises(gpt2.PromptError, match=r"126 tokens and 4 to come: .* 128 positions"):
        gpt2.greedy(model, [1, 2] * 63, 4)


@pytest.mark.parametrize(
    ("prompt", "count", "message"),
    [
        ([], 1, "the prompt is empty"),
        ("", 1, "a prompt is a list of ids|the prompt is empty"),
        ([1, 2, 512], 1, "the token 512 is not in the vocabulary, whose ids are 0 to 511"),
        ([-1], 1, "the token -1 is not in the vocabulary"),
        ([1.5], 1, "a prompt is a list of ids; got float64"),
        ([[1, 2]], 1, r"a prompt is a list of ids; got int64 of shape \(1, 2\)"),
        ([True], 1, "a prompt is a list of ids; got bool"),
        ([1] * 129, 0, "129 tokens and 0 to come: the model has 128 positions"),
        ([1], -1, "how many tokens"),
    ],
)
def test_a_prompt_that_cannot_be_gone_on_from_is_refused_at_once(prompt, count, message):
    with pytest.raises(gpt2.PromptError, match=message):
        gpt2.greedy(copying(), prompt, count)


@pytest.mark.parametrize("text", ["\ud800", 5, None])
def test_what_is_no_text_is_refused(text):
    with pytest.raises(gpt2.PromptError, match="not a text"):
        vocabulary().encode(text)


# The scripts.


def test_the_script_streams_text_or_ids_and_says_how_fast(capsys):
    assert generate.main(["a thread passes over the warp and a thread", "--model", "tiny"]) == 0
    out, err = capsys.readouterr()
    again = " passes over the warp and a thread"
    assert out == f"a thread{again}{again} passes over the\n"
    assert re.fullmatch(r"\[10 tokens, [\d.]+ a second\]\n", err)
    assert generate.main(["a row a", "--model", "tiny", "--ids", "--tokens", "2"]) == 0
    assert re.fullmatch(r"64 300 258 \| \d+ \d+\n", capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([""], "the prompt is empty"),
        (["a " * 200], "positions"),
        (["a", "--model", "/nowhere"], "/nowhere/config.json: No such file"),
    ],
)
def test_the_script_says_what_is_wrong_in_one_line(arguments, message, capsys):
    if "--model" not in arguments:
        arguments = [*arguments, "--model", "tiny"]
    assert generate.main(arguments) == 1
    assert re.fullmatch(f"error: .*{message}.*\n", capsys.readouterr().err)


def test_the_script_says_when_it_takes_the_tiny_model_and_why(monkeypatch, tmp_path, capsys):
    monkeypatch.delenv("STEPDOWN_MODEL", raising=False)
    monkeypatch.setattr(places, "DEFAULT", tmp_path)
    assert generate.main(["a", "--tokens", "1"]) == 0
    assert re.search(r"not here: `make model` .*tiny model", capsys.readouterr().err)
    monkeypatch.setenv("STEPDOWN_MODEL", str(tmp_path / "none"))
    assert generate.main(["a"]) == 1
    assert "STEPDOWN_MODEL=" in capsys.readouterr().err


def test_heat_maps_have_a_square_for_each_head(tmp_path):
    weights, words = heatmaps.maps(copying(), "a loom\n")
    assert words == ["a", "␣loom", "⏎"]
    assert weights.shape == (2, 2, 3, 3)
    figure = heatmaps.draw(weights, words, [1])
    assert [axis.get_title() for axis in figure.axes] == ["layer 1, head 0", "layer 1, head 1"]
    np.testing.assert_array_equal(figure.axes[1].images[0].get_array(), weights[1, 1])
    out = tmp_path / "x" / "y.png"
    assert heatmaps.main(["a loom", "--model", "tiny", "--out", str(out)]) == 0
    assert out.stat().st_size > 1000
    with pytest.raises(SystemExit):
        heatmaps.main(["a", "--model", "tiny", "--layers", "2"])


@pytest.mark.slow
def test_the_pictures_are_those_that_the_script_draws(tmp_path):
    script = CHAPTER / "pictures" / "draw.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, cwd=ROOT)
    drawn = sorted(path.name for path in tmp_path.iterdir())
    assert drawn == sorted(path.name for path in script.parent.glob("*.svg"))
    assert (tmp_path / "block.svg").read_text() == (script.parent / "block.svg").read_text()


# The parts in MLIR.


def test_layer_norm_in_mlir_is_numpys():
    layer_norm = compiled("chapters/07-transformer/layer_norm.mlir", "cpu-tensors").layer_norm
    generator = np.random.default_rng(0)
    for rows, width in ((1, 1), (3, 5), (9, 768), (0, 4)):
        x = generator.standard_normal((rows, width), np.float32) + 3
        norm = parts.Norm(*generator.standard_normal((2, width), np.float32))
        got = layer_norm(x, norm.gain, norm.bias)
        np.testing.assert_allclose(got, parts.layer_norm(x, norm), rtol=3e-5, atol=3e-5)


@pytest.fixture(scope="module")
def heads():
    """The head of the chapter, and the one whose mask comes too late."""

    def head(name: str):
        program = runners.load(CHAPTER / name).apply_schedule("linalg-softmax")
        return program.compile("cpu-tensors").head

    return head("head.mlir"), head("wrong/mask_after_softmax.mlir")


@pytest.mark.parametrize(("tokens", "size"), [(1, 1), (2, 3), (17, 64)])
def test_a_head_in_mlir_is_numpys(heads, tokens, size):
    q, k, v = np.random.default_rng(1).standard_normal((3, tokens, size), np.float32)
    wanted = parts.attention_weights(q, k) @ v
    np.testing.assert_allclose(heads[0](q, k, v), wanted, rtol=1e-4, atol=1e-5)


def test_a_mask_after_softmax_lets_later_tokens_through(heads):
    q, k, v = np.random.default_rng(2).standard_normal((3, 6, 4), np.float32)
    other = k.copy()
    other[-1] += 3
    for head, leaks in zip(heads, (False, True), strict=True):
        first = [head(q, keys, v)[0] for keys in (k, other)]
        assert np.array_equal(*first) != leaks
