"""The copies of a checkpoint that can be mapped: when they are written, what is in them, and what
is never trusted."""

from __future__ import annotations

import errno
import json
import os
import resource
import signal
import struct
from collections.abc import Callable
from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
import safetensors.numpy
from chapter_07 import tensors, vocabulary

from stepdown import gpt2
from stepdown.gpt2 import copies, tiny
from stepdown.gpt2 import parameters as trees
from stepdown.gpt2.safetensors_file import SafeTensors

# An odd vocabulary and an odd width: many tensors are no multiple of the alignment.
CONFIG = gpt2.Config(len(vocabulary()), positions=31, width=15, heads=3, layers=2)


def misaligned(folder: Path, prefix: str = "", given: dict | None = None) -> Path:
    """A checkpoint whose numbers begin at an odd byte, as in the published file."""
    config, p = CONFIG, trees.from_tensors(CONFIG, tensors(CONFIG))
    tiny.save(folder, config, p, vocabulary())
    given = tensors(CONFIG) if given is None else given
    header, at = {}, 0
    for name, tensor in given.items():
        dtype = {"float32": "F32", "float16": "F16", "bfloat16": "BF16"}[tensor.dtype.name]
        header[prefix + name] = {
            "dtype": dtype,
            "shape": list(tensor.shape),
            "data_offsets": [at, at + tensor.nbytes],
        }
        at += tensor.nbytes
    text = json.dumps(header).encode()
    text += b" " * (3 - (8 + len(text)) % 4)
    data = b"".join(tensor.tobytes() for tensor in given.values())
    path = folder / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)
    return folder


@pytest.fixture
def folder(tmp_path) -> Path:
    return misaligned(tmp_path / "model")


def copy_of(folder: Path, weights: str = "float32") -> Path:
    return folder / f"model.{weights}.safetensors"


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def base(array: np.ndarray) -> object:
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array.base.obj if isinstance(array.base, memoryview) else array.base


def test_the_numbers_are_those_of_the_checkpoint_mapped_and_aligned(folder):
    model = gpt2.load(folder, weights="float32")
    for name, tensor in trees.to_tensors(CONFIG, model.parameters).items():
        np.testing.assert_array_equal(tensor, tensors(CONFIG)[name])
        assert tensor.dtype == np.float32
        assert tensor.flags.aligned
        assert not tensor.flags.writeable
        assert type(base(tensor)).__name__ == "mmap"  # none was copied


def test_bfloat16_is_rounded_once_and_mapped(folder):
    model = gpt2.load(folder, weights="bfloat16")
    in_memory = gpt2.rounded(trees.from_tensors(CONFIG, tensors(CONFIG)))
    wanted = trees.to_tensors(CONFIG, in_memory)
    for name, tensor in trees.to_tensors(CONFIG, model.parameters).items():
        assert tensor.dtype == wanted[name].dtype
        assert tensor.flags.aligned
        np.testing.assert_array_equal(tensor, wanted[name])
        assert type(base(tensor)).__name__ == "mmap"
    given = tensors(CONFIG)["h.0.mlp.c_fc.weight"]
    assert model.parameters.blocks[0].up.weight.dtype == ml_dtypes.bfloat16
    error = np.abs(model.parameters.blocks[0].up.weight.astype(np.float32) - given)
    assert (error <= np.abs(given) * 2**-8).all()
    assert error.any()


def test_each_tensor_of_a_multiple_of_64_bytes_begins_at_one(folder):
    for weights in trees.WEIGHTS:
        gpt2.load(folder, weights=weights)
        file = SafeTensors(copy_of(folder, weights))
        assert file.data_at % copies.ALIGNMENT == 0
        for entry in file.entries.values():
            whole = (entry.end - entry.begin) % copies.ALIGNMENT == 0
            assert (entry.begin % copies.ALIGNMENT == 0) or not whole


def test_the_copy_is_a_safetensors_file(folder):
    gpt2.load(folder, weights="bfloat16")
    theirs = safetensors.numpy.load_file(copy_of(folder, "bfloat16"))
    assert set(theirs) == set(trees.shapes(CONFIG))
    np.testing.assert_array_equal(theirs["wpe.weight"], tensors(CONFIG)["wpe.weight"])


def test_a_second_time_the_copy_is_used_as_it_is(folder):
    told: list[tuple[int, int]] = []
    gpt2.load(folder, weights="float32", watch=lambda done, total: told.append((done, total)))
    assert told[-1][0] == told[-1][1] == 4 * CONFIG.parameters
    before = copy_of(folder).stat()
    gpt2.load(folder, weights="float32", watch=lambda *_: pytest.fail("written again"))
    after = copy_of(folder).stat()
    assert (after.st_mtime_ns, after.st_ino) == (before.st_mtime_ns, before.st_ino)


def test_no_copy_is_made_of_a_file_that_can_be_mapped(tmp_path):
    folder = tmp_path / "model"
    tiny.save(folder, CONFIG, trees.from_tensors(CONFIG, tensors(CONFIG)), vocabulary())
    before = names(folder)
    model = gpt2.load(folder, weights="float32")
    assert names(folder) == before
    assert type(base(model.parameters.tokens)).__name__ == "mmap"


def test_without_weights_the_folder_is_left_as_it_is(folder):
    before = names(folder)
    gpt2.load(folder)
    assert names(folder) == before


@pytest.mark.parametrize("dtype", [np.float16, ml_dtypes.bfloat16])
def test_narrow_checkpoints_with_transformers_names_become_both(tmp_path, dtype):
    given = {name: tensor.astype(dtype) for name, tensor in tensors(CONFIG).items()}
    folder = misaligned(tmp_path / "model", "transformer.", given)
    for weights in trees.WEIGHTS:
        model = gpt2.load(folder, weights=weights)
        wanted = given["wte.weight"].astype(np.float32)
        np.testing.assert_array_equal(
            model.parameters.tokens, wanted.astype(model.parameters.tokens.dtype)
        )


# What is not right.


def flipped(path: Path, at: int) -> None:
    data = bytearray(path.read_bytes())
    data[at] ^= 0x10
    path.write_bytes(data)


SPOILED: dict[str, Callable[[Path], object]] = {
    "truncated": lambda path: os.truncate(path, path.stat().st_size - 4),
    "empty": lambda path: os.truncate(path, 0),
    "longer": lambda path: path.write_bytes(path.read_bytes() + b"0000"),
    "no such file": lambda path: path.write_bytes(b"something else"),
    "a number changed": lambda path: flipped(path, SafeTensors(path).data_at + 400),
    "the last number changed": lambda path: flipped(path, path.stat().st_size - 2),
    "of another model": lambda path: tiny.save_file({"x": np.ones(3, np.float32)}, path),
}


@pytest.mark.parametrize("spoil", SPOILED)
def test_a_copy_that_is_not_what_was_written_is_made_again(folder, spoil):
    gpt2.load(folder, weights="float32")
    SPOILED[spoil](copy_of(folder))
    model = gpt2.load(folder, weights="float32")
    for name, tensor in trees.to_tensors(CONFIG, model.parameters).items():
        np.testing.assert_array_equal(tensor, tensors(CONFIG)[name])
    file = SafeTensors(copy_of(folder))
    assert copies.sums(file) == file.metadata["sums"]


def test_a_copy_of_another_checkpoint_is_made_again(folder):
    gpt2.load(folder, weights="float32")
    others = {name: tensor + 1 for name, tensor in tensors(CONFIG).items()}
    misaligned(folder, "", others)
    model = gpt2.load(folder, weights="float32", finite=False)
    np.testing.assert_array_equal(model.parameters.tokens, others["wte.weight"])


def test_a_checkpoint_that_was_touched_is_copied_again(folder):
    gpt2.load(folder, weights="float32")
    source = folder / "model.safetensors"
    os.utime(source, ns=(1, 1))
    told: list[int] = []
    gpt2.load(folder, weights="float32", finite=False, watch=lambda done, _: told.append(done))
    assert told


@pytest.mark.parametrize("finite", [True, False])
def test_no_copy_is_made_of_numbers_that_are_none(tmp_path, finite):
    # The copy is trusted later, so what goes into it is looked at even where nobody asks for it.
    given = tensors(CONFIG)
    given["h.1.mlp.c_proj.weight"][7, 3] = np.nan
    folder = misaligned(tmp_path / "model", "", given)
    with pytest.raises(gpt2.CheckpointError, match=r"h\.1\.mlp\.c_proj\.weight is not finite"):
        gpt2.load(folder, weights="bfloat16", finite=finite)
    assert not copy_of(folder, "bfloat16").exists()


def test_numbers_are_looked_at_where_the_file_itself_is_mapped(tmp_path):
    given = tensors(CONFIG)
    given["wpe.weight"][30, 14] = np.inf
    folder = tmp_path / "model"
    tiny.save(folder, CONFIG, trees.from_tensors(CONFIG, given, finite=False), vocabulary())
    with pytest.raises(gpt2.CheckpointError, match=r"wpe\.weight is not finite"):
        gpt2.load(folder, weights="float32")
    gpt2.load(folder, weights="float32", finite=False)


def test_a_truncated_checkpoint_is_refused_though_there_is_a_copy(folder):
    gpt2.load(folder, weights="float32")
    source = folder / "model.safetensors"
    os.truncate(source, source.stat().st_size - 4)
    with pytest.raises(gpt2.CheckpointError, match="the rest is missing"):
        gpt2.load(folder, weights="float32")


def test_another_type_of_weights_is_refused(folder):
    with pytest.raises(gpt2.CheckpointError, match="one of float32, bfloat16; got 'int8'"):
        gpt2.load(folder, weights="int8")


# A disk that will not have it.


def test_no_room_is_said_before_anything_is_written(folder, monkeypatch):
    before = names(folder)
    monkeypatch.setattr(copies.shutil, "disk_usage", lambda _: _Disk)
    with pytest.raises(gpt2.CheckpointError) as caught:
        gpt2.load(folder, weights="float32")
    assert "cannot be written" in str(caught.value)
    assert "MB are to be written" in str(caught.value)
    assert names(folder) == before


class _Disk:
    free = copies.SPARE + 1000


def test_a_disk_that_fills_up_meanwhile_leaves_nothing_behind(folder):
    # A limit on the size of files stands for a full disk: writing fails in the middle.
    before = names(folder)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3 * CONFIG.parameters, limits[1]))
    try:
        with pytest.raises(gpt2.CheckpointError, match="cannot be written: File too large"):
            gpt2.load(folder, weights="float32")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, ignored)
    assert names(folder) == before


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES])
def test_a_folder_that_cannot_be_written_to_is_named(folder, monkeypatch, code):
    def refuse(*_, **__):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(copies.tempfile, "NamedTemporaryFile", refuse)
    with pytest.raises(gpt2.CheckpointError) as caught:
        gpt2.load(folder, weights="float32")
    assert str(copy_of(folder)) in str(caught.value)
    assert os.strerror(code) in str(caught.value)


def test_an_interruption_leaves_nothing_behind(folder):
    before = names(folder)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        gpt2.load(folder, weights="float32", watch=interrupt)
    assert names(folder) == before


def test_a_folder_in_the_copys_place_is_said(folder):
    copy_of(folder).mkdir()
    with pytest.raises(gpt2.CheckpointError, match="cannot be written: Is a directory"):
        gpt2.load(folder, weights="float32")
    assert not [name for name in names(folder) if name.endswith(".part")]
