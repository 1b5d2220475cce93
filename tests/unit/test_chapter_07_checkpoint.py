"""Chapter 7: what is read from a checkpoint, and what is refused before anything is computed."""

from __future__ import annotations

import json
import pickle
import struct
import subprocess
import sys

import ml_dtypes
import numpy as np
import pytest
import safetensors.numpy
from chapter_07 import SIZES, gpt2, ids, parts, tensors, tiny, trees, vocabulary
from conftest import ROOT

from stepdown.gpt2.safetensors_file import DTYPES, SafeTensors

CONFIG = SIZES[1]


def written(path, header: object, data: bytes = b"", length: int | None = None):
    """A safetensors file of this header, true or not."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    length = len(text) if length is None else length
    path.write_bytes(struct.pack("<Q", length) + text + data)
    return path


def entry(dtype: str = "F32", shape=(2,), offsets=(0, 8)) -> dict:
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


@pytest.fixture
def folder(tmp_path):
    """A checkpoint of CONFIG's sizes, but with the vocabulary of the tiny model."""
    config = gpt2.Config(len(vocabulary()), 32, 24, 3, 2)
    p = trees.from_tensors(config, tensors(config))
    return tiny.save(tmp_path / "model", config, p, vocabulary())


# The file.


def test_a_file_that_safetensors_wrote_is_read_as_safetensors_reads_it(tmp_path):
    generator = np.random.default_rng(0)
    given = {
        f"{dtype.name}.{n}": generator.integers(0, 2, shape).astype(dtype)
        for dtype in DTYPES.values()
        for n, shape in enumerate([(), (3,), (2, 0, 5), (4, 1, 3)])
    }
    safetensors.numpy.save_file(given, tmp_path / "x.safetensors", {"made": "here"})
    file = SafeTensors(tmp_path / "x.safetensors")
    theirs = safetensors.numpy.load_file(tmp_path / "x.safetensors")
    assert file.metadata == {"made": "here"}
    assert set(file) == set(theirs) == set(given)
    for name, array in theirs.items():
        assert (file[name].dtype, file[name].shape) == (array.dtype, array.shape)
        np.testing.assert_array_equal(file[name], array)
        np.testing.assert_array_equal(file[name], given[name])


def test_tensors_lie_in_the_file_and_cannot_be_written(tmp_path):
    path = tmp_path / "x.safetensors"
    safetensors.numpy.save_file({"x": np.arange(4, dtype=np.float32)}, path)
    file = SafeTensors(path)
    x = file["x"]
    assert type(x) is np.ndarray
    assert not x.flags.owndata
    assert not x.flags.writeable
    with path.open("r+b") as stream:  # the same bytes: what is written to the file is seen
        stream.seek(file.data_at)
        stream.write(struct.pack("<f", 9.0))
    assert x[0] == 9.0


def test_a_large_file_is_opened_without_reading_it(tmp_path):
    path = written(tmp_path / "x", {"x": entry("F32", (1 << 31,), (0, 1 << 33))})
    with path.open("r+b") as stream:
        stream.truncate(path.stat().st_size + (1 << 33))  # 8 GB of nothing
    code = (
        "import re, sys\n"
        "from pathlib import Path; from stepdown.gpt2.safetensors_file import SafeTensors\n"
        "x = SafeTensors(Path(sys.argv[1]))['x']; assert x.shape == (1 << 31,) and x[-1] == 0\n"
        # The peak of this process alone: ru_maxrss begins with the parent's at the fork.
        "print(re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())[1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, path], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) < 300_000  # kB


@pytest.mark.parametrize(
    ("header", "data", "message"),
    [
        (b"{", b"", "its header is not JSON"),
        (b"\xff{}", b"", "its header is not JSON"),
        (b"[" * 100_000, b"", "its header is not JSON"),
        ([], b"", "its header is not an object"),
        (b'{"x": 1, "x": 1}', b"", "'x' stands there twice"),
        ({"x": 5}, b"", "x: an object is wanted"),
        ({"x": {"dtype": "F32"}}, b"", "x: shape, data_offsets missing"),
        ({"x": entry("F8")}, bytes(8), "x: the type 'F8' is none of"),
        ({"x": entry(["F32"])}, bytes(8), "x: the type"),
        ({"x": entry(shape=(-2,))}, bytes(8), r"x: shape is \[-2\]"),
        ({"x": entry(shape=(2.0,))}, bytes(8), "x: shape is"),
        ({"x": entry(shape=(True, 2))}, bytes(8), "x: shape is"),
        ({"x": entry(offsets=(0, 8, 9))}, bytes(8), "x: data_offsets is"),
        ({"x": entry(offsets=(8, 0))}, bytes(8), r"x: F32 \(2,\) takes 8 bytes, and it has -8"),
        ({"x": entry(offsets=(0, 4))}, bytes(4), r"x: F32 \(2,\) takes 8 bytes, and it has 4"),
        ({"x": entry(shape=(1 << 62, 1 << 62))}, bytes(8), "takes .* bytes, and it has 8"),
        ({"x": entry(offsets=(4, 12))}, bytes(12), "x begins at byte 4, and the header ends at 0"),
        ({"x": entry(), "y": entry()}, bytes(8), "y begins at byte 0, and x ends at 8"),
        ({"x": entry(), "y": entry(offsets=(4, 12))}, bytes(12), "y begins at byte 4, and x"),
        ({"x": entry()}, bytes(7), "speaks of 8 bytes of numbers, and it has 7: the rest is miss"),
        ({"x": entry()}, bytes(9), "speaks of 8 bytes of numbers, and it has 9: something follows"),
    ],
)
def test_a_header_that_is_not_true_of_its_file_is_refused(tmp_path, header, data, message):
    path = written(tmp_path / "x.safetensors", header, data)
    with pytest.raises(gpt2.CheckpointError, match=message) as caught:
        SafeTensors(path)
    assert str(caught.value).startswith(f"{path} is not a whole safetensors file: ")


@pytest.mark.parametrize("length", [1 << 63, (1 << 64) - 1, 100_000_001])
def test_a_header_larger_than_the_format_allows_is_not_read(tmp_path, length):
    path = written(tmp_path / "x", {}, length=length)
    with pytest.raises(gpt2.CheckpointError, match=f"promise a header of {length} bytes"):
        SafeTensors(path)


def test_every_truncation_of_a_file_is_refused(folder):
    path = folder / "model.safetensors"
    whole = path.read_bytes()
    at = SafeTensors(path).data_at
    for size in (0, 1, 7, 8, 9, at // 2, at - 1, at, at + 1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:size])
        with pytest.raises(gpt2.CheckpointError, match="is not a whole safetensors file"):
            SafeTensors(path)


def test_a_pickle_is_no_checkpoint_and_is_not_unpickled(tmp_path):
    class Trap:
        def __reduce__(self):
            return pytest.fail, ("unpickled",)

    path = tmp_path / "x.safetensors"
    path.write_bytes(pickle.dumps(Trap()))
    with pytest.raises(gpt2.CheckpointError):
        SafeTensors(path)
    code = (ROOT / "stepdown" / "gpt2").glob("*.py")
    assert not [p for p in code if "pickle" in p.read_text() or "eval(" in p.read_text()]


def test_a_file_that_is_not_there_or_a_folder_is_refused(tmp_path):
    with pytest.raises(gpt2.CheckpointError, match="No such file"):
        SafeTensors(tmp_path / "x")
    with pytest.raises(gpt2.CheckpointError, match="Is a directory"):
        SafeTensors(tmp_path)


# The tensors.


def test_a_checkpoint_is_loaded_without_a_copy(folder):
    model = gpt2.load(folder)
    found = trees.to_tensors(model.config, model.parameters)
    for name, tensor in SafeTensors(folder / "model.safetensors").items():
        np.testing.assert_array_equal(found[name], tensor)
        assert not found[name].flags.owndata
        assert not found[name].flags.writeable
        assert found[name].flags.aligned
    assert model.config == gpt2.Config(512, 32, 24, 3, 2)


def test_names_with_transformers_prefix_and_old_masks_are_read_too():
    given = tensors(CONFIG)
    masks = {f"h.{n}.attn.bias": np.tril(np.ones((1, 1, 33, 33), np.float32)) for n in range(2)}
    masks["h.1.attn.masked_bias"] = np.float32(-1e4).reshape(())
    plain = trees.from_tensors(CONFIG, given | masks)
    prefixed = {f"transformer.{name}": tensor for name, tensor in (given | masks).items()}
    tied = prefixed | {"lm_head.weight": given["wte.weight"].copy()}
    for other in (prefixed, tied):
        p = trees.from_tensors(CONFIG, other)
        for a, b in zip(*(trees.to_tensors(CONFIG, t).values() for t in (plain, p)), strict=True):
            assert a is b


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_narrow_floats_are_widened_once(dtype):
    given = {name: tensor.astype(dtype) for name, tensor in tensors(CONFIG).items()}
    p = trees.from_tensors(CONFIG, given)
    for name, tensor in trees.to_tensors(CONFIG, p).items():
        assert tensor.dtype == np.float32
        np.testing.assert_array_equal(tensor, given[name].astype(np.float32))
    assert parts.forward(ids(CONFIG, 3), p, CONFIG.heads).dtype == np.float32


def test_tensors_at_odd_bytes_are_copied_to_even_ones(tmp_path):
    given, at, header = tensors(CONFIG), 0, {}
    for name, tensor in given.items():
        header[name] = entry("F32", tensor.shape, (at, at + tensor.nbytes))
        at += tensor.nbytes
    text = json.dumps(header).encode()
    text += b" " * (3 - (8 + len(text)) % 4)  # as in the published file, whose numbers begin so
    data = b"".join(tensor.tobytes() for tensor in given.values())
    file = SafeTensors(written(tmp_path / "x", text, data))
    assert file.data_at % 4 == 3
    assert not file["wte.weight"].flags.aligned
    p = trees.from_tensors(CONFIG, file)
    for name, tensor in trees.to_tensors(CONFIG, p).items():
        assert tensor.flags.aligned
        np.testing.assert_array_equal(tensor, given[name])


def faults(given: dict, config=CONFIG) -> list[str]:
    """What is said to be wrong, line by line."""
    with pytest.raises(gpt2.CheckpointError) as caught:
        trees.from_tensors(config, given, "here")
    first, *lines = str(caught.value).splitlines()
    assert first == "here is of no use:"
    return [line.strip() for line in lines]


def test_all_that_is_wrong_is_told_at_once():
    given = tensors(CONFIG)
    del given["h.1.ln_2.bias"]
    given["wpe.weight"] = given["wpe.weight"][:-1]
    given["h.0.mlp.c_fc.weight"] = given["h.0.mlp.c_fc.weight"].T
    given["ln_f.bias"] = given["ln_f.bias"].astype(np.int32)
    given["score.weight"] = np.zeros((2, 24), np.float32)
    given["h.2.attn.bias"] = np.zeros(3, np.float32)
    assert sorted(faults(given)) == sorted([
        "h.1.ln_2.bias (24,) is missing",
        "wpe.weight has the shape (32, 24), wanted is (33, 24)",
        "h.0.mlp.c_fc.weight has the shape (96, 24), wanted is (24, 96): it is transposed; GPT-2 "
        "computes x @ W, with W of (in, out)",
        "ln_f.bias holds int32; wanted is one of float32, float16, bfloat16",
        "score.weight (2, 24) is no part of a GPT-2 of 2 layers",
        "h.2.attn.bias (3,) is no part of a GPT-2 of 2 layers",
    ])  # fmt: skip


def test_many_faults_are_counted():
    found = faults({})
    assert len(found) == 9
    assert found[-1] == f"and {len(tensors(CONFIG)) - 8} more"


@pytest.mark.parametrize("name", sorted(tensors(CONFIG)))
def test_each_tensor_is_needed_and_has_one_shape(name):
    given = tensors(CONFIG)
    missing = {n: t for n, t in given.items() if n != name}
    assert faults(missing) == [f"{name} {given[name].shape} is missing"]
    wrong = given | {name: given[name][:-1]}
    assert faults(wrong)[0].startswith(f"{name} has the shape")


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("dtype", [np.float32, np.float16, ml_dtypes.bfloat16])
def test_a_number_that_is_none_is_found_wherever_it_is(bad, dtype):
    for name in ("wte.weight", "h.1.attn.c_attn.bias"):
        for place in (0, -1):
            given = tensors(CONFIG)
            spoiled = given[name].astype(dtype)
            spoiled.flat[place] = bad
            (found,) = faults(given | {name: spoiled})
            at = np.unravel_index(place % spoiled.size, spoiled.shape)
            wanted = ", ".join(map(str, map(int, at)))
            assert found == f"{name} is not finite: 1 of its numbers, the first at [{wanted}]"
            trees.from_tensors(CONFIG, given | {name: spoiled}, finite=False)


def test_a_second_embedding_for_the_scores_is_refused():
    given = tensors(CONFIG)
    (found,) = faults(given | {"lm_head.weight": given["wte.weight"] + 1})
    assert found.startswith("lm_head.weight differs from wte.weight")


def test_a_checkpoint_of_other_sizes_is_refused_with_both_shapes(folder):
    given = json.loads((folder / "config.json").read_text())
    (folder / "config.json").write_text(json.dumps(given | {"n_embd": 48, "n_layer": 3}))
    with pytest.raises(gpt2.CheckpointError) as caught:
        gpt2.load(folder)
    text = str(caught.value)
    assert "h.2.ln_1.weight (48,) is missing" in text
    assert "more" in text
    (folder / "config.json").write_text(json.dumps(given | {"n_layer": 1}))
    with pytest.raises(gpt2.CheckpointError, match="no part of a GPT-2 of 1 layers"):
        gpt2.load(folder)


# The sizes.


def test_a_config_is_read_as_it_was_written():
    for config in SIZES:
        assert gpt2.config.from_json(config.to_json()) == config


def test_a_config_may_leave_out_what_is_fixed_and_say_n_ctx():
    given = {"vocab_size": 10, "n_ctx": 8, "n_embd": 4, "n_head": 2, "n_layer": 1}
    assert gpt2.config.from_json(given) == gpt2.Config(10, 8, 4, 2, 1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"activation_function": "gelu"}, 'activation_function is "gelu", and this model\'s is'),
        ({"activation_function": "relu"}, 'activation_function is "relu"'),
        ({"layer_norm_epsilon": 1e-6}, "layer_norm_epsilon is 1e-06, and this model's is 1e-05"),
        ({"layer_norm_epsilon": None}, "layer_norm_epsilon is null"),
        ({"model_type": "llama"}, 'model_type is "llama"'),
        ({"scale_attn_weights": False}, "scale_attn_weights is false"),
        ({"scale_attn_weights": 1}, "scale_attn_weights is 1, and this model's is true"),
        ({"scale_attn_by_inverse_layer_idx": True}, "scale_attn_by_inverse_layer_idx is true"),
        ({"tie_word_embeddings": False}, "tie_word_embeddings is false"),
        ({"add_cross_attention": True}, "add_cross_attention is true"),
        ({"n_head": 5}, "5 heads do not divide a width of 24"),
        ({"n_head": 0}, "heads is a whole number of at least 1; got 0"),
        ({"n_layer": -1}, "layers is a whole number of at least 1; got -1"),
        ({"n_embd": 24.0}, "width is a whole number of at least 1; got 24.0"),
        ({"vocab_size": True}, "vocabulary is a whole number of at least 1; got True"),
        ({"n_positions": "32"}, "positions is a whole number of at least 1; got '32'"),
        ({"n_inner": -4}, "hidden is a whole number of at least 0; got -4"),
    ],
)
def test_another_model_is_refused(folder, changes, message):
    path = folder / "config.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
    with pytest.raises(gpt2.ConfigError) as caught:
        gpt2.load(folder)
    assert str(caught.value).startswith(f"{path}: {message}")


def test_what_is_missing_in_a_config_is_named():
    with pytest.raises(gpt2.ConfigError, match="n_embd, n_layer, n_positions missing"):
        gpt2.config.from_json({"vocab_size": 1, "n_head": 1})


@pytest.mark.parametrize("text", ["", "{", "[]", "5", "[" * 100_000, "\xff"])
def test_a_config_that_is_no_json_object_is_refused(folder, text):
    (folder / "config.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(gpt2.ConfigError, match=r"config\.json"):
        gpt2.load(folder)


# The vocabulary.


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda words: words.pop("<|endoftext|>"), "<|endoftext|> is missing"),
        (lambda words: words.update({"zz": words.pop("Ā")}), "no token for the byte 0x0"),
        (lambda words: words.pop("Ġ"), "`Ġ` out of vocabulary"),
        (lambda words: words.update({"<|endoftext|>": 999}), "gap before 999"),
        (lambda words: words.update({"日本": 512}), "is not a string of bytes"),
        (lambda words: words.update({"a": "x"}), "tokens and their ids"),
        (lambda words: words.update({"zz": 512}), "513 tokens, the model 512"),
    ],
)
def test_a_vocabulary_that_does_not_fit_is_refused(folder, change, message):
    path = folder / "vocab.json"
    words = json.loads(path.read_text())
    change(words)
    path.write_text(json.dumps(words))
    with pytest.raises(gpt2.VocabularyError, match=message):
        gpt2.load(folder)


@pytest.mark.parametrize("name", ["vocab.json", "merges.txt"])
@pytest.mark.parametrize("text", [None, "nonsense"])
def test_a_broken_or_missing_vocabulary_is_refused(folder, name, text):
    (folder / name).unlink()
    if text:
        (folder / name).write_text(text)
    with pytest.raises(gpt2.VocabularyError, match=r"vocab\.json"):
        gpt2.load(folder)


@pytest.mark.parametrize(
    ("part", "value", "message"),
    [
        ("pre_tokenizer", {"type": "Whitespace"}, "its pre_tokenizer is 'Whitespace'"),
        ("pre_tokenizer", None, "its pre_tokenizer is None"),
        ("normalizer", {"type": "Lowercase"}, "its normalizer is"),
        ("model", {"type": "WordLevel", "vocab": {}, "unk_token": "x"}, "its model is 'WordLevel'"),
    ],
)
def test_another_kind_of_vocabulary_is_refused(folder, part, value, message):
    vocabulary()._inner.save(str(folder / "tokenizer.json"))
    (folder / "vocab.json").unlink()
    (folder / "merges.txt").unlink()
    assert len(gpt2.load(folder).tokenizer) == 512
    given = json.loads((folder / "tokenizer.json").read_text())
    (folder / "tokenizer.json").write_text(json.dumps(given | {part: value}))
    with pytest.raises(gpt2.VocabularyError, match=message):
        gpt2.load(folder)


def test_the_package_needs_nothing_of_the_hub():
    code = "import sys; from stepdown import gpt2; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"huggingface_hub", "torch", "transformers", "requests", "mlir"}
