"""Our own kernels as code: compiled once per process and once per machine, found again, not trusted
where they may not be, and called wherever they come from."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import numpy as np
import pytest
from conftest import ROOT
from tensors import normal
from test_stepdown_cache import (
    damage_library,
    not_a_library,
    of_others,
    truncate_description,
    without_what_it_needs,
)

from stepdown import CacheWarning, CompileError, explain, jit
from stepdown.execution import cache, fingerprint
from stepdown.products import kernel_code

MATRICES, VECTORS = "matrices_times_matrix_f32", "vectors_times_matrix_f32"
W = normal(64, 96)
left = []  # what code of earlier tests may still call


@pytest.fixture
def compiled(monkeypatch) -> list[tuple[str, bool]]:
    """The kernels that are compiled from now on, in order; there are none yet."""
    return another_process(monkeypatch)


def another_process(monkeypatch) -> list[tuple[str, bool]]:
    """Forget the kernels, as if this was a new process."""
    found: list[tuple[str, bool]] = []
    compile_ = kernel_code._compile
    left.append(kernel_code._made)

    def counting(name: str, threads: bool, keep: bool):
        found.append((name, threads))
        return compile_(name, threads, keep)

    monkeypatch.setattr(kernel_code, "_made", {})
    monkeypatch.setattr(kernel_code, "_compile", counting)
    return found


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty cache."""
    place = tmp_path / "cache"
    monkeypatch.setenv("STEPDOWN_CACHE", str(place))
    yield place
    cache.flush()


def times(x, w):
    return x @ w


def source(rows: int, **options: object) -> str:
    """Where the code of a product of that many rows comes from; the product is right."""
    x = normal(rows, 64)
    made = jit(times, products="schedule", **options)
    np.testing.assert_allclose(made(x, W), x.astype(np.float64) @ W, rtol=1e-4, atol=1e-4)
    found = made.compile(x, W).source
    cache.flush()
    return found


def entry(folder: Path, name: str) -> tuple[Path, Path]:
    """The description and the library of the only entry of that name."""
    (found,) = (p for p in folder.glob("*.json") if json.loads(p.read_text())["function"] == name)
    (library,) = folder.glob(f"{found.stem}.*.so")
    return found, library


# Once ------------------------------------------------------------------------------------------


def test_functions_of_a_process_share_a_kernel(compiled):
    for rows in (20, 30, 3, 4):
        source(rows)
    assert compiled == [(MATRICES, True), (VECTORS, True)]


def test_a_kernel_without_threads_is_another_one_and_needs_no_openmp(compiled, folder):
    source(20)
    source(20, threads=False)
    assert compiled == [(MATRICES, True), (MATRICES, False)]
    needs = [
        known["needs"] for known in map(json.loads, (p.read_text() for p in folder.glob("*.json")))
        if known["function"] == MATRICES
    ]  # fmt: skip
    assert sorted(need["openmp"] for need in needs) == [False, True]


def test_a_kernel_is_compiled_in_another_thread_while_the_function_is(compiled, monkeypatch):
    workers, compile_ = [], kernel_code._compile

    def watched(name: str, threads: bool, keep: bool):
        workers.append(threading.current_thread())
        return compile_(name, threads, keep)

    monkeypatch.setattr(kernel_code, "_compile", watched)
    source(20)
    source(30)  # which has nothing left to compile, and starts no thread
    assert [worker.name for worker in workers] == ["stepdown-kernels"]


def test_a_kernel_that_another_thread_failed_to_compile_fails_the_call_and_not_the_next(
    compiled, monkeypatch, recwarn
):
    def refused(name: str, threads: bool, keep: bool):
        raise CompileError(f"{name} is refused")

    with monkeypatch.context() as patch:
        patch.setattr(kernel_code, "_compile", refused)
        with pytest.raises(CompileError, match=f"{MATRICES} is refused"):
            source(20)
    assert source(20)
    assert compiled == [(MATRICES, True)]
    assert not recwarn.list  # pytest warns of what is left unhandled in a thread


def test_threads_that_call_at_once_compile_a_kernel_once(compiled):
    go, failed = threading.Barrier(6), []

    def call(rows: int) -> None:
        try:
            go.wait(30)
            source(rows)
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=call, args=(20 + n,)) for n in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert compiled == [(MATRICES, True)]


def test_a_function_has_no_kernel_in_it_and_calls_it_by_address():
    made = jit(times, products="schedule").compile(normal(20, 64), W)
    assert set(made.code.places) == {MATRICES}
    assert "vector<" not in made.lowered
    assert f"llvm.call @_mlir_ciface_{MATRICES}" in made.lowered


def test_explain_says_how_long_the_kernels_took(compiled):
    x = normal(20, 64)
    first = explain(jit(times, products="schedule"), x, W).seconds
    again = explain(jit(lambda x, w: (x @ w) * 2, products="schedule"), x, W).seconds
    assert again["kernels"] < first["kernels"] / 20
    assert "kernels" in str(explain(jit(times, products="schedule"), x, W))
    assert "kernels" not in explain(jit(times, products="loops"), x, W).seconds


# From the disk ---------------------------------------------------------------------------------


def test_a_new_function_finds_the_kernel_that_another_process_compiled(
    compiled, folder, monkeypatch
):
    assert source(20) == "compiled"
    later = another_process(monkeypatch)
    assert source(30) == "compiled"  # another function, the same kernel
    assert source(20) == "disk cache"
    assert (compiled, later) == ([(MATRICES, True)], [])
    assert len(list(folder.glob("*.json"))) == 3


def test_a_function_from_disk_whose_kernel_is_gone_has_it_compiled(compiled, folder, monkeypatch):
    assert source(20) == "compiled"
    for path in entry(folder, MATRICES):
        path.unlink()
    later = another_process(monkeypatch)
    assert source(20) == "disk cache"
    assert later == [(MATRICES, True)]
    assert len(entry(folder, MATRICES)) == 2  # and it is there again


@pytest.mark.parametrize(
    "damage",
    [damage_library, truncate_description, not_a_library, without_what_it_needs, of_others],
    ids=lambda f: f.__name__,
)
def test_a_kernel_that_cannot_be_trusted_is_compiled_again_with_a_warning(
    compiled, folder, monkeypatch, damage
):
    assert source(3) == "compiled"
    description, library = entry(folder, VECTORS)
    damage(description, library)
    later = another_process(monkeypatch)
    with pytest.warns(CacheWarning, match="is not used and made again") as caught:
        assert source(3) == "disk cache"
    assert str(description) in str(caught[0].message)
    assert later == [(VECTORS, True)]
    last = another_process(monkeypatch)
    assert source(3) == "disk cache"
    assert last == []


def test_a_function_that_is_said_to_call_another_kernel_is_compiled_again(compiled, folder):
    assert source(20) == "compiled"
    description, _ = entry(folder, "times")
    known = json.loads(description.read_text())
    assert known["needs"]["kernels"] == [MATRICES]
    for wrong in ([VECTORS], ["no_such_kernel"]):
        known["needs"]["kernels"] = wrong
        description.write_text(json.dumps(known))
        with pytest.warns(CacheWarning, match="is not used and made again"):
            assert source(20) == "compiled"


def test_a_folder_that_cannot_be_written_to_is_one_warning(compiled, monkeypatch):
    monkeypatch.setenv("STEPDOWN_CACHE", "/proc/stepdown")
    cache._at.cache_clear()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert source(20) == source(3) == "compiled"
    assert [w.category for w in caught] == [CacheWarning]
    assert compiled == [(MATRICES, True), (VECTORS, True)]


@pytest.mark.parametrize("part", range(6))
def test_another_compiler_release_or_processor_has_another_kernel(monkeypatch, part):
    known = list(fingerprint.environment())
    assert len(known) == 6
    here = fingerprint.kernel_key(MATRICES, True)
    known[part] += "x"
    monkeypatch.setattr(fingerprint, "environment", lambda: tuple(known))
    assert fingerprint.kernel_key(MATRICES, True) != here


def test_each_kernel_has_a_key_of_its_own(monkeypatch):
    keys = {fingerprint.kernel_key(n, t) for n in (MATRICES, VECTORS) for t in (True, False)}
    assert len(keys) == 4
    monkeypatch.setattr(fingerprint, "environment", lambda: None)  # changed since it was loaded
    assert fingerprint.kernel_key(MATRICES, True) is None


SCRIPT = """
import sys, numpy as np
from stepdown import jit
from stepdown.execution import cache
rows = int(sys.argv[1])
x, w = np.ones((rows, 64), np.float32), np.full((64, 96), 2, np.float32)
f = jit(lambda x, w: x @ w, products="schedule")
assert (f(x, w) == 128).all()
cache.flush()
print(f.compile(x, w).source, "mlir.ir" in sys.modules)
"""


def test_processes_that_write_a_kernel_at_once_and_one_that_reads_it_without_mlir(folder):
    command = [sys.executable, "-W", "error", "-c", SCRIPT]
    running = [
        subprocess.Popen([*command, rows], cwd=ROOT, text=True,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for rows in ("20", "21")
    ]  # fmt: skip
    for process in running:
        out, error = process.communicate(timeout=120)
        assert process.returncode == 0, error
        assert out.strip() == "compiled True"
    entry(folder, MATRICES)
    assert len(list(folder.glob("*.json"))) == 3
    done = subprocess.run([*command, "21"], cwd=ROOT, text=True, capture_output=True, check=True)
    assert done.stdout.strip() == "disk cache False"


FORKED = """
import os, sys, numpy as np
from stepdown import jit
from stepdown.products import kernel_code
x, w = np.ones((20, 64), np.float32), np.full((64, 96), 2, np.float32)
jit(lambda x: x + 1, threads=False)(x)  # MLIR is loaded
with kernel_code._lock:
    child = os.fork()
    if child == 0:
        # One thread: OpenMP's do not survive a fork.
        f = jit(lambda x, w: x @ w, products="schedule", threads=False)
        fine = (f(x, w) == 128).all() and f.compile(x, w).source == "compiled"
        os._exit(0 if fine else 1)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


def test_a_child_that_was_forked_off_while_a_kernel_is_compiled_can_compile_it():
    done = subprocess.run([sys.executable, "-c", FORKED], cwd=ROOT, text=True,
                          capture_output=True, timeout=120)  # fmt: skip
    assert done.returncode == 0, done.stderr
