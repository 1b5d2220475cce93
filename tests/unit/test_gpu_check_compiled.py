"""`make gpu-check` of compiled functions without a GPU: a made-up driver, launches simulated."""

from __future__ import annotations

import ctypes
import functools
import gc
import json
import struct
import subprocess
import sys

import numpy as np
import pytest
from conftest import ROOT

pytest.importorskip("cuda.bindings.driver", reason="cuda-python is not installed (extra `gpu`)")

sys.path.append(str(ROOT))  # for the package tests.gpu

from fake_cuda import OK, FakeDriver

import tests.gpu as checks
from runners import driver
from runners.simt import simulate
from stepdown import ArgumentError, gpu, jit
from stepdown.frontend import dims
from stepdown.gpt2.config import Config
from stepdown.gpu.compiled import Compiled
from stepdown.gpu.spec import operand_type
from tests.gpu import __main__ as command
from tests.gpu import compiled, functions, gpt2, memory, prepared

COMPILED: dict[str, Compiled] = {}  # by the PTX that it uses


class CompiledDriver(FakeDriver):
    """A driver whose launches the simulator computes, on the bytes that were packed for them."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.images: dict[int, str] = {}
        self.spoil = ""  # the start of the names of kernels that get one element wrong

    def cuModuleLoadDataEx(self, image, numOptions, options, optionValues):
        status, module = super().cuModuleLoadDataEx(image, numOptions, options, optionValues)
        if status == OK:
            self.images[int(module)] = image.rstrip(b"\0").decode()
        return status, module

    def _run_kernel(self, f, *launch):
        module, name = self.functions[int(f)]
        self.kernels[name] = functools.partial(self._run, COMPILED[self.images[module]], name)
        return super()._run_kernel(f, *launch)

    def cuMemcpyDtoD(self, dstDevice, srcDevice, ByteCount):
        self.clock += 1.0
        return super().cuMemcpyDtoD(dstDevice, srcDevice, ByteCount)

    def _run(self, made: Compiled, name: str, grid, block, shared, values) -> None:
        spec, left = made.plan.kernels[name], iter(values)
        words = [_whole(value) for value in values]
        sizes = dict(zip(spec.symbols, words[len(words) - len(spec.symbols) :], strict=True))
        arguments = [
            _array(operand_type(spec, v), sizes, left, made.plan.bare)
            for v in [*spec.sources, *spec.outputs]
        ]
        for value in spec.numbers:
            code = {"f": "d", "b": "?", "i": "q"}[value.type.dtype.kind]
            arguments.append(struct.unpack(code, next(left))[0])
        arguments += map(_whole, left)
        program = made.program
        simulate(program, f"kernels::{name}", grid, block, arguments, checks=False)
        if self.spoil and name.startswith(self.spoil):
            arguments[len(spec.sources)].reshape(-1)[-1] += 1


def _whole(word: bytes) -> int:
    return int.from_bytes(word, "little", signed=True)


def _array(kind, sizes: dict, left, bare: bool) -> np.ndarray:
    shape = tuple(dims.evaluate(size, sizes) for size in kind.shape)
    address, item = _whole(next(left)), kind.dtype.itemsize
    strides = tuple(int(np.prod(shape[d + 1 :])) for d in range(len(shape)))
    if not bare:
        assert _whole(next(left)) == address
        address += _whole(next(left)) * item
        assert tuple(_whole(next(left)) for _ in shape) == shape
        strides = tuple(_whole(next(left)) for _ in shape)
    last = sum((size - 1) * step for size, step in zip(shape, strides, strict=True))
    memory_ = (ctypes.c_char * ((last + 1) * item)).from_address(address)
    return np.ndarray(shape, kind.dtype, memory_, 0, [step * item for step in strides])


class Lazily(dict):
    """What is prepared, each function when it is asked for."""

    def __missing__(self, name: str) -> prepared.Prepared:
        function = next(each for each in functions.all_functions() if each.name == name)
        self[name] = prepared.of_function(function)
        return self[name]


MADE = Lazily()


@pytest.fixture
def fake(monkeypatch, tmp_path):
    """A made-up driver, small sizes, few launches, no PyTorch."""
    made = CompiledDriver()
    monkeypatch.setattr(driver, "api", lambda: made)
    for name in ("WARM_UP", "RUNS", "MOST_LAUNCHES"):
        monkeypatch.setattr(checks, name, 1)
    monkeypatch.setattr(gpt2, "RUNS", 1)
    monkeypatch.setattr(functions, "SIZES", (32,))
    for name, value in (("HEADS", 2), ("TOKENS", 20), ("WIDTH", 8), ("ROOM", 16)):
        monkeypatch.setattr(functions, name, value)
    monkeypatch.setattr(functions, "GPT2", Config(64, 32, 32, heads=2, layers=1))
    monkeypatch.setattr(functions, "LITTLE", Config(48, 32, 16, heads=2, layers=1))
    monkeypatch.setattr(gpt2, "STEPS", 1)
    monkeypatch.setattr(gpt2, "PROMPTS", (4, 9))
    monkeypatch.setattr(gpt2, "TOKENS", 2)
    monkeypatch.setattr(memory, "ELEMENTS", 1 << 12)
    monkeypatch.setattr(compiled, "peer", lambda: None)
    monkeypatch.setattr(command, "OUT", tmp_path)
    monkeypatch.setattr(prepared, "get", lambda progress=None: MADE)
    use = Compiled.use

    def used(self, ptx):
        COMPILED[ptx.text] = self
        use(self, ptx)

    monkeypatch.setattr(Compiled, "use", used)
    gpu._open.cache_clear()
    yield made
    COMPILED.clear()
    gc.collect()
    gpu.device("gpu").close()
    gpu._open.cache_clear()
    gc.collect()


def written(folder) -> dict:
    (path,) = folder.glob("*.json")
    return json.loads(path.read_text())


def test_products_and_attention_are_checked_and_without_a_peer_no_row_is_made(fake, tmp_path):
    assert command.main(["compiled"]) == 0
    found = written(tmp_path)
    assert [each["name"] for each in found["checks"]] == [
        "product of float32, 32", "product of float32, 32, tensor cores",
        "product of bfloat16, 32, tensor cores", "attention, scores in memory", "flash attention",
        "flash attention, tensor cores", "flash attention of bfloat16, tensor cores",
    ]  # fmt: skip
    assert found["rows"] == []
    assert "no PyTorch" in found["notes"][0]


@pytest.mark.slow
def test_a_wrong_product_is_a_failed_check_and_has_no_row(fake, monkeypatch, tmp_path):
    fake.spoil = "product"
    monkeypatch.setattr(compiled, "peer", Peer)
    assert command.main(["compiled"]) == 1
    found = written(tmp_path)
    wrong = [each["name"] for each in found["checks"] if not each["ok"]]
    assert wrong == ["product of float32, 32", "attention, scores in memory"]
    assert not {row["name"] for row in found["rows"]} & set(wrong)


class Peer:
    """Takes a millisecond for anything."""

    def product(self, *_):
        return self._wait

    attention = product

    @staticmethod
    def _wait() -> None:
        driver.api().clock += 1.0


def test_rows_stand_beside_the_peers(fake, monkeypatch, tmp_path):
    monkeypatch.setattr(compiled, "peer", Peer)
    assert command.main(["compiled"]) == 0
    rows = {row["name"]: row for row in written(tmp_path)["rows"]}
    assert len(rows) == 7
    product = rows["product of bfloat16, 32, tensor cores"]
    # One launch, of a millisecond on the made-up clock.
    assert product["ours"] == pytest.approx(2 * 32**3 / 1e-3 / 1e12)
    assert (product["peer"], product["goal"]) == ("cuBLAS of bfloat16, by PyTorch", 0.5)
    assert (rows["flash attention"]["ours"], rows["flash attention"]["better"]) == (1000.0, "lower")


def test_ptx_of_another_function_is_not_used():
    one = jit(lambda x: x + 1, target="gpu").compile(np.ones(3, np.float32))
    other = jit(lambda x: x.sum(-1), target="gpu").compile(np.ones((3, 4), np.float32))
    with pytest.raises(ArgumentError, match="of another function: it has the kernels map_0"):
        other.use(one.ptx())


def test_every_function_is_planned_at_its_true_size_without_a_device():
    made = functions.all_functions()
    assert len({each.name for each in made}) == len(made)
    assert {each.function.__name__ for each in made} >= {"product", "attention", "step", "forward"}
    assert Config() == functions.GPT2


@pytest.mark.slow
def test_gpt2_is_verified_and_measured(fake, tmp_path):
    assert command.main(["gpt2"]) == 0
    found = written(tmp_path)
    assert not [each for each in found["checks"] if not each["ok"]]
    names = [row["name"] for row in found["rows"]]
    assert names == [
        "prefill, float32, 4 tokens", "prefill, float32, 9 tokens",
        "prefill, float32, tensor cores, 4 tokens", "prefill, float32, tensor cores, 9 tokens",
        "prefill, float32, flash, tensor cores, 4 tokens",
        "prefill, float32, flash, tensor cores, 9 tokens",
        "decode, float32", "decode, float32, recorded", "decode, float32, recorded, flash",
        "prefill, bfloat16, 4 tokens", "prefill, bfloat16, 9 tokens",
        "decode, bfloat16", "decode, bfloat16, recorded", "decode, bfloat16, recorded, flash",
    ]  # fmt: skip


@pytest.mark.slow
def test_a_wrong_kernel_of_gpt2_is_a_failed_check(fake, monkeypatch, tmp_path):
    fake.spoil = "rows"
    monkeypatch.setattr(gpt2, "measure_prefill", lambda *_: None)
    monkeypatch.setattr(gpt2, "measure_decode", lambda *_: None)
    assert command.main(["gpt2"]) == 1
    assert "differs by" in written(tmp_path)["checks"][0]["detail"]


@pytest.mark.slow
def test_plans_are_made_where_the_bindings_are_not():
    code = (
        "import sys; sys.modules['mlir'] = None\n"
        "from tests.gpu import functions\n"
        "print(sum(len(each.compiled().plan.launches) for each in functions.all_functions()))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 500
