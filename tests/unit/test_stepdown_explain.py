"""`explain`, and the kernels that `make emit` prints: what they say is so, and they are NumPy's."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tensors import normal, same

import stepdown
from stepdown import ArgumentError, __main__, explain, jit, kernels
from stepdown.execution import cache
from stepdown.special import erf

ROOT = Path(__file__).resolve().parents[2]
X, V = normal(64, 128), normal(128)


def plain(found) -> str:
    """The text of the table, lines put together."""
    return re.sub(r"[\s│]+", " ", str(found))


def test_operations_are_counted_before_and_after_fusion():
    found = explain(jit(lambda x, y: np.exp(x + y) * x), X, V)
    assert found.traced == {"add": 1, "exp": 1, "multiply": 1, "broadcast": 1}
    assert found.generics == (3, 1)
    assert found.loops["linalg.generic"] == 1
    assert not found.blas


def test_loops_that_threads_share_are_told_from_others():
    x = normal(600, 512)
    assert explain(jit(kernels.softmax), x).loops["scf.forall"] == 1
    alone = explain(jit(kernels.softmax, threads=False), x).loops
    assert (alone["scf.for"], "scf.forall" in alone) == (1, False)


def test_products_are_counted_by_blas_function():
    a, b = normal(128, 128), normal(128, 128)
    found = explain(jit(lambda a, b: (a @ b, a @ V, b @ V), products="blas"), a, b)
    assert found.blas == {"sgemm": 1, "sgemv": 2}
    assert not explain(jit(lambda a, b: a @ b, products="loops"), a, b).blas


def test_bytes_are_those_of_the_call():
    found = explain(jit(lambda x: (x + V, x.sum())), X)
    assert found.read == X.nbytes + V.nbytes
    assert found.written == X.nbytes + 4


def test_temporaries_are_counted_with_their_sizes():
    found = explain(jit(lambda a: np.exp(a @ a) @ a), normal(200, 200))
    assert set(found.heap) == {200 * 200 * 4}
    assert found.unsized == 0
    small = explain(jit(lambda a: np.exp(a @ a) @ a), normal(20, 20))
    assert small.heap == ()
    assert 20 * 20 * 4 in small.stack


def test_temporaries_whose_size_the_call_knows_are_counted_apart():
    found = explain(jit(lambda a: np.exp(a @ a.T) @ a, dynamic={"a": (0,)}), normal(200, 200))
    assert found.unsized >= 1
    assert f"{found.unsized} of a size that the call knows" in plain(found)


def test_each_phase_has_a_time_and_the_calls_too():
    seconds = explain(jit(kernels.softmax), X).seconds
    assert {"trace", "build", "passes", "llvm", "first call", "warm call"} <= set(seconds)
    assert all(value >= 0 for value in seconds.values())
    phases = sum(seconds[name] for name in ("trace", "build", "passes", "llvm"))
    assert seconds["first call"] > phases > seconds["warm call"]


def test_where_the_code_came_from_is_said(tmp_path, monkeypatch):
    monkeypatch.setenv("STEPDOWN_CACHE", str(tmp_path / "cache"))
    first = explain(jit(kernels.softmax), X)
    cache.flush()
    second = explain(jit(kernels.softmax), X)
    assert (first.source, second.source) == ("compiled", "disk cache")
    assert "softmax, compiled now" in str(first)
    assert "softmax, from the disk cache" in str(second)
    assert "llvm" not in second.seconds
    assert (first.generics, first.loops) == (second.generics, second.loops)


def test_it_prints_as_a_table():
    text = plain(explain(jit(lambda a: a @ a), normal(64, 64)))
    for part in ("1 contract", "1 sgemm", "16,384 bytes of arguments", "warm call", "┌"):
        assert part in text


def test_only_a_compiled_function_can_be_explained():
    with pytest.raises(ArgumentError, match="explain takes a function that jit made; got <func"):
        explain(kernels.softmax, X)
    with pytest.raises(ArgumentError, match="too many positional arguments"):
        explain(jit(kernels.softmax), X, X)


def test_import_stepdown_loads_neither_explain_nor_bindings():
    code = "import sys, stepdown; print(*sys.modules); stepdown.explain; stepdown.explain"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"stepdown.explanation", "mlir.ir", "rich"} & set(done.stdout.split())
    with pytest.raises(AttributeError, match="has no attribute 'explainer'"):
        stepdown.explainer  # noqa: B018


# The kernels -----------------------------------------------------------------------------------


def example(name: str, dtype=np.float32) -> dict[str, object]:
    return {
        key: normal(*value, seed=number).astype(dtype) if isinstance(value, tuple) else value
        for number, (key, value) in enumerate(kernels.EXAMPLES[name].items())
    }


@pytest.mark.parametrize("name", kernels.KERNELS)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_a_kernel_is_right_compiled_and_not(name, dtype):
    function, arguments = kernels.KERNELS[name], example(name, dtype)
    static = [key for key, value in arguments.items() if not isinstance(value, np.ndarray)]
    wanted = function(**arguments)
    got = jit(function, static=static)(**arguments)
    assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
    if wanted.dtype.kind == "f":
        assert wanted.dtype == dtype
    close = 2e-5 if dtype == "float32" else 1e-12
    np.testing.assert_allclose(got, wanted, rtol=close, atol=close * 10)


def test_the_two_forms_of_gelu_are_told_apart():
    one = np.ones(1, np.float64)
    assert abs(kernels.gelu(one)[0] - 0.8411919906) < 1e-9
    assert abs(jit(kernels.gelu)(one)[0] - 0.8411919906) < 1e-9
    assert abs(jit(kernels.gelu_erf)(one)[0] - 0.8413447461) < 1e-9
    assert abs(erf(one)[0] - 0.8427007929497149) < 1e-15


def test_softmax_is_stable_and_has_one_rule_for_rows_without_a_finite_number():
    big = np.array([[1000, 1000], [-1000, 0], [-np.inf, 0], [-np.inf, -np.inf]], np.float32)
    with np.errstate(invalid="ignore"):
        plain = kernels.softmax(big)
    np.testing.assert_array_equal(plain[:3], [[0.5, 0.5], [0, 1], [0, 1]])
    assert np.isnan(plain[3]).all()
    np.testing.assert_array_equal(jit(kernels.softmax)(big), plain)


def test_a_later_token_changes_nothing_of_an_earlier_ones_attention():
    arguments = example("attention")
    function = jit(kernels.attention, static="heads")
    before = function(**arguments)
    arguments["x"][9:] += 1
    after = function(**arguments)
    np.testing.assert_array_equal(after[:9], before[:9])
    assert (after[9:] != before[9:]).any()


def test_clipped_keeps_nan_out_of_no_place():
    x = np.array([[np.nan, 5, -5, 0]], np.float32)
    same(kernels.clipped, x, np.full(4, -1, np.float32), np.full(4, 1, np.float32))


# The command line ------------------------------------------------------------------------------


def run(capsys, *words: str) -> tuple[int, str, str]:
    try:
        code = __main__.main(list(words))
    except SystemExit as error:
        code = error.code
    return code, *capsys.readouterr()


@pytest.mark.parametrize(
    ("stage", "part"),
    [
        ("graph", "= exp("),
        ("traced", "linalg.generic"),
        ("optimized", "func.func @softmax("),
        ("bufferized", "memref.alloca"),
        ("lowered", "llvm.func @softmax("),
    ],
)
def test_emit_prints_each_stage(capsys, stage, part):
    code, out, err = run(capsys, "emit", "softmax", "--stage", stage)
    assert (code, err) == (0, "")
    assert part in out


def test_emit_prints_the_fused_module_when_no_stage_is_named(capsys):
    assert run(capsys, "emit", "gelu") == run(capsys, "emit", "gelu", "--stage", "optimized")


def test_explain_prints_a_table(capsys):
    code, out, _ = run(capsys, "explain", "attention")
    assert code == 0
    assert "2 sgemm" in out


@pytest.mark.parametrize("words", [["emit", "sofmax"], ["explain", "sofmax"], ["emit"]])
def test_an_unknown_kernel_is_answered_with_those_that_there_are(capsys, words):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert ("there is no kernel 'sofmax'" in err) == (len(words) == 2)
    for name in kernels.KERNELS:
        assert f"\n  {name} " in err
    assert "softmax       exp(x) over its sum, along the last axis" in err


def test_an_unknown_stage_is_answered_with_those_that_there_are(capsys):
    code, _, err = run(capsys, "emit", "softmax", "--stage", "fast")
    assert code == 2
    assert all(stage in err for stage in __main__.STAGES)


def test_a_kernel_that_does_not_compile_is_an_error_without_a_traceback(capsys, monkeypatch):
    monkeypatch.setitem(kernels.KERNELS, "gelu", lambda x: np.linalg.svd(x))
    code, _, err = run(capsys, "emit", "gelu")
    assert code == 1
    assert err.startswith("error: ")
    assert "numpy.linalg.svd is not compiled" in err


def test_a_reader_that_has_seen_enough_is_no_error():
    done = subprocess.run(
        f"{sys.executable} -m stepdown emit attention --stage lowered | head -1",
        shell=True, cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert "Broken" not in done.stderr


def test_make_emit_passes_the_kernel_and_the_stage_on():
    done = subprocess.run(
        ["make", "-n", "emit", "KERNEL=softmax", "STAGE=lowered"], cwd=ROOT, capture_output=True,
        text=True, check=True,
    )  # fmt: skip
    assert "-m stepdown emit softmax --stage=lowered" in done.stdout
