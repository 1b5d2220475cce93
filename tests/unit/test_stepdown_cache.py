"""The disk cache: what is found again, what is not trusted, and what happens where it cannot be."""

import errno
import json
import os
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import numpy as np
import pytest
from tensors import attention, normal, softmax

import stepdown
from runners import native
from stepdown import CacheWarning, compiled, jit
from stepdown.execution import cache, fingerprint

ROOT = Path(__file__).resolve().parents[2]
X, W = normal(64, 128), normal(128)


def scale(x, w):
    return x * w + 1


@pytest.fixture
def folder(tmp_path, monkeypatch) -> Path:
    """An empty cache."""
    place = tmp_path / "cache"
    monkeypatch.setenv("STEPDOWN_CACHE", str(place))
    yield place
    cache.flush()


def source(function, *arguments, **options) -> str:
    """Where the code of a new compilation comes from; what it computes is compared with NumPy."""
    made = jit(function, **options)
    got, wanted = made(*arguments), function(*arguments)
    several = isinstance(wanted, tuple)
    for ours, theirs in zip(*((got, wanted) if several else ([got], [wanted])), strict=True):
        close = 2e-2 if ours.dtype.itemsize == 2 else 2e-5
        theirs = np.asarray(theirs, np.float64)
        np.testing.assert_allclose(ours.astype(np.float64), theirs, rtol=close, atol=close)
    found = made.compile(*arguments).source
    cache.flush()
    return found


def entry(folder: Path) -> tuple[Path, Path]:
    """The description and the library of the only entry."""
    (description,), (library,) = folder.glob("*.json"), folder.glob("*.so")
    return description, library


# What is found again ---------------------------------------------------------------------------

SCRIPT = """
import sys, time
import numpy as np
from stepdown import jit, compiled
def scale(x, w):
    return x * w + 1
x, w = np.ones((64, 128), np.float32), np.full(128, 2, np.float32)
function = jit(scale)
started = time.process_time()
result = function(x, w)
seconds = time.process_time() - started
assert (result == 3).all()
print(function.compile(x, w).source, "mlir.ir" in sys.modules, seconds, sep=",")
"""


def python(script: str = SCRIPT, **environment: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], cwd=ROOT, env=os.environ | environment,
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.strip().split(",")


def test_a_second_process_finds_the_code_without_loading_mlir_and_in_under_50_ms(folder):
    # The first one writes it while it ends: nobody flushes.
    assert python()[:2] == ["compiled", "True"]
    seconds = []
    for _ in range(3):
        where, mlir, time_taken = python()
        assert (where, mlir) == ("disk cache", "False")
        seconds.append(float(time_taken))
    # Time of the processor, and the least of three: other work on the machine only adds.
    assert min(seconds) < 0.05


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (softmax, (normal(600, 512),)),  # threads
        (lambda a, b: a @ b, (normal(70, 80), normal(80, 90))),  # BLAS
        (attention, (normal(16, 64), normal(64, 192), normal(64, 64))),
        (lambda a: (a @ a, np.exp(a), a.sum()), (normal(8, 8, dtype=np.float16),)),
        (lambda a: (np.sin(a), a**1.5, np.arctan2(a, 2)), (abs(normal(9, dtype=np.float64)),)),
        (lambda a, k: a.T[::2] * k, (normal(5, 6), 2.5)),
    ],
    ids=["threads", "blas", "attention", "float16", "libm", "number"],
)
def test_code_from_disk_computes_what_compiled_code_does(folder, function, arguments):
    assert source(function, *arguments) == "compiled"
    assert source(function, *arguments) == "disk cache"


def test_bfloat16_code_comes_from_disk_too(folder):
    from stepdown.frontend.types import bfloat16

    x = normal(8, 8).astype(bfloat16())
    for wanted in ("compiled", "disk cache"):
        made = jit(lambda a: a * a + a).compile(x)
        assert made.source == wanted
        assert (made(x).astype(np.float32) - (x * x + x).astype(np.float32) == 0).all()
        cache.flush()


def test_dynamic_sizes_come_from_disk_with_their_checks(folder):
    def add(x, y):
        return x[1:] + y

    for wanted in ("compiled", "disk cache"):
        made = jit(add, dynamic={"x": (0,), "y": (0,)})
        assert made(normal(4, 3), normal(3, 3)).shape == (3, 3)
        assert made.compile(normal(4, 3), normal(3, 3)).source == wanted
        with pytest.raises(stepdown.ArgumentError, match="needs the size y_0 to be equal to"):
            made(normal(4, 3), normal(4, 3))
        cache.flush()


def test_an_index_out_of_bounds_is_found_by_code_from_disk(folder):
    for wanted in ("compiled", "disk cache"):
        pick = jit(lambda x, i: x[i])
        with pytest.raises(IndexError, match="out of bounds"):
            pick(X, np.array([99]))
        assert pick.compile(X, np.array([0])).source == wanted
        cache.flush()


def test_captured_arrays_are_read_anew_by_code_from_disk(folder):
    for number in (1, 2):
        table = np.full(128, number, np.float32)
        result = jit(lambda x: x + table)(X)  # noqa: B023
        np.testing.assert_array_equal(result, X + number)
        cache.flush()
    assert len(list(folder.glob("*.json"))) == 1


# The key ---------------------------------------------------------------------------------------


def key(function, *arguments, **options) -> str:
    made = jit(function, **options).compile(*arguments)
    return fingerprint.key(made.graph, made.name, made.strided, made.options)


def test_the_same_computation_on_another_line_has_the_same_key():
    def first(x):
        return np.exp(x) + 1

    def other(x):
        y = np.exp(x)
        return y + 1

    other.__name__ = "first"
    assert key(first, X) == key(other, X)


def closure(number):
    return lambda x: x * number


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ((closure(2.0), X), (closure(3.0), X)),
        ((closure(0.0), X), (closure(-0.0), X)),
        ((closure(float("nan")), X), (closure(float("inf")), X)),
        ((lambda x: x.sum(0), X), (lambda x: x.sum(1), X)),
        ((lambda x: x[1:], X), (lambda x: x[:-1], X)),
        ((lambda x: x + 1, X), (lambda x: x + 1, X.astype(np.float64))),
        ((lambda x: x + 1, X), (lambda x: x + 1, X[:-1])),
        ((lambda x: x + 1, X), (lambda x: x + 1, X[::2, ::2].copy()[:32])),
        ((lambda x: x + 1, X[:32, :64]), (lambda x: x + 1, X[:32, :64].copy())),
        ((lambda x, y: x - y, X, X), (lambda x, y: y - x, X, X)),
        ((lambda x: (x, x + 1), X), (lambda x: (x + 1, x), X)),
        ((lambda x, k: x * k, X, 2), (lambda x, k: x * k, X, 2.0)),
        ((lambda x, k: x * k, X, 2.0), (lambda x, k: x * k, X, np.float64(2))),
        ((lambda x: np.full_like(x, 1), X > 0), (lambda x: np.full_like(x, 1), X.astype(np.int8))),
    ],
    ids=lambda pair: None,
)
def test_what_is_not_the_same_computation_has_another_key(one, another):
    assert key(*one) != key(*another)


@pytest.mark.parametrize(
    "options", [{"threads": False}, {"products": "loops"}, {"dynamic": {"x": (0,)}}]
)
def test_another_option_has_another_key(options):
    function = lambda x: x + 1  # noqa: E731
    assert key(function, X) != key(function, X, **options)


@pytest.mark.parametrize("part", range(6))
def test_another_compiler_release_or_processor_has_another_key(monkeypatch, part):
    made = jit(scale).compile(X, W)
    arguments = made.graph, made.name, made.strided, made.options
    here, known = fingerprint.key(*arguments), list(fingerprint.environment())
    assert len(known) == 6
    assert all(known)
    known[part] += "x"
    monkeypatch.setattr(fingerprint, "environment", lambda: tuple(known))
    assert fingerprint.key(*arguments) != here


def test_a_primitive_from_outside_has_no_key(folder):
    """Its emitter is no part of the compiler's sources: another process may have another one."""
    from stepdown.frontend.array import Array
    from stepdown.primitives.elementwise import _map as elementwise
    from stepdown.primitives.table import TABLE

    elementwise("as it is", lambda dtype, x: x)
    try:
        function = jit(lambda x: Array(x.graph, x.graph.add("as it is", x.value)))
        np.testing.assert_array_equal(function(X), X)
        assert fingerprint.key(function.compile(X).graph, "f", [False], ()) is None
        cache.flush()
        assert not list(folder.glob("*.json"))
    finally:
        del TABLE["as it is"]


def test_the_digest_of_the_sources_covers_passes_and_kernels():
    names = {str(p.relative_to(ROOT)) for g in fingerprint.SOURCES for p in ROOT.glob(g)}
    assert {
        "stepdown/lowering/build.py", "stepdown/primitives/elementwise.py", "runners/call.py",
        "mlir/pipelines/tensor-to-llvm.pipeline", "mlir/kernels/scalar-math.mlir",
    } <= names  # fmt: skip


def test_sources_that_changed_since_they_were_loaded_make_no_entry(folder, monkeypatch):
    fingerprint.environment.cache_clear()
    monkeypatch.setattr(fingerprint, "_LOADED", 0.0)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        found = [source(scale, X, W) for _ in range(2)]
    fingerprint.environment.cache_clear()
    assert found == ["compiled", "compiled"]
    (message,) = warned(caught)
    assert "are newer than what this process has loaded of them" in message
    assert not folder.exists()


def test_the_processors_features_are_part_of_the_key():
    found = fingerprint.processor()
    assert len(found) > 3
    if "flags" in Path("/proc/cpuinfo").read_text():
        assert "sse2" in found
    assert "MHz" not in found


# What is not trusted ---------------------------------------------------------------------------


def damage_library(description: Path, library: Path) -> None:
    content = bytearray(library.read_bytes())
    content[len(content) // 2] ^= 1
    library.write_bytes(content)


def truncate_library(description: Path, library: Path) -> None:
    os.truncate(library, 1000)


def empty_library(description: Path, library: Path) -> None:
    os.truncate(library, 0)


def truncate_description(description: Path, library: Path) -> None:
    os.truncate(description, 40)


def another_format(description: Path, library: Path) -> None:
    known = json.loads(description.read_text())
    description.write_text(json.dumps(known | {"format": 0}))


def another_key(description: Path, library: Path) -> None:
    known = json.loads(description.read_text())
    description.write_text(json.dumps(known | {"key": "0" * 64}))


def unknown_need(description: Path, library: Path) -> None:
    known = json.loads(description.read_text())
    description.write_text(json.dumps(known | {"needs": {"luck": True}}))


def no_description(description: Path, library: Path) -> None:
    description.write_text("[]")


def not_a_library(description: Path, library: Path) -> None:
    """One that is what was written, by its checksum, and still is no library."""
    import hashlib

    digest = hashlib.sha256(b"text").hexdigest()
    library.rename(library.with_name(f"{description.stem}.{digest}.so")).write_bytes(b"text")
    known = json.loads(description.read_text())
    description.write_text(json.dumps(known | {"sha256": digest}))


def without_what_it_needs(description: Path, library: Path) -> None:
    known = json.loads(description.read_text())
    description.write_text(json.dumps(known | {"needs": {"blas": "/no/such/library.so"}}))


def of_others(description: Path, library: Path) -> None:
    library.chmod(0o666)


DAMAGES = [
    damage_library, truncate_library, empty_library, truncate_description, another_format,
    another_key, unknown_need, no_description, not_a_library, without_what_it_needs, of_others,
]  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda f: f.__name__)
def test_an_entry_that_cannot_be_trusted_is_made_again_with_a_warning(folder, damage):
    assert source(scale, X, W) == "compiled"
    description, _ = entry(folder)
    damage(*entry(folder))
    with pytest.warns(CacheWarning, match=r"is not used and made again: ") as caught:
        assert source(scale, X, W) == "compiled"
    assert str(description) in str(caught[0].message)
    assert source(scale, X, W) == "disk cache"


def test_an_entry_without_its_library_is_made_again(folder):
    assert source(scale, X, W) == "compiled"
    entry(folder)[1].unlink()
    assert source(scale, X, W) == "compiled"
    assert source(scale, X, W) == "disk cache"


def test_another_functions_library_is_not_taken(folder):
    assert source(scale, X, W) == "compiled"
    description, library = entry(folder)
    assert source(lambda x, w: x - w, X, W) == "compiled"
    (other,) = (p for p in folder.glob("*.json") if p != description)
    other.write_text(description.read_text().replace(description.stem, other.stem))
    library.rename(library.with_name(library.name.replace(description.stem, other.stem)))
    with pytest.warns(CacheWarning, match="made again"):
        assert source(lambda x, w: x - w, X, W) == "compiled"


# Where it cannot be used -----------------------------------------------------------------------


def warned(recorded) -> list[str]:
    return [str(w.message) for w in recorded if issubclass(w.category, CacheWarning)]


def sources_with_one_warning() -> str:
    """Two functions are compiled and right; the text of the one warning that there is."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert source(scale, X, W) == "compiled"
        assert source(lambda x: x - 1, X) == "compiled"
        assert source(scale, X, W) == "compiled"
    (message,) = warned(caught)
    assert "STEPDOWN_CACHE names another folder, or is off" in message
    return message


@pytest.mark.parametrize("mode", [0o777, 0o770, 0o722])
def test_a_folder_that_others_can_write_to_is_refused(folder, mode):
    assert source(scale, X, W) == "compiled"
    before = sorted(folder.iterdir())
    folder.chmod(mode)
    cache._at.cache_clear()
    message = sources_with_one_warning()
    assert f"others can write to it (mode {mode:o}), but it holds code that is run" in message
    assert sorted(folder.iterdir()) == before


def test_a_folder_of_another_user_is_refused(folder, monkeypatch):
    folder.mkdir()
    os.chown(folder, os.getuid(), -1)
    monkeypatch.setattr(cache.os, "geteuid", lambda: 12345)
    monkeypatch.setattr(cache, "_ROOT", -1)
    assert "it belongs to the user" in sources_with_one_warning()


def test_a_folder_that_cannot_be_made_is_one_warning(tmp_path, monkeypatch):
    monkeypatch.setenv("STEPDOWN_CACHE", "/proc/stepdown")
    assert "nothing can be written to it: " in sources_with_one_warning()


def test_a_file_in_the_folders_place_is_one_warning(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STEPDOWN_CACHE", str(tmp_path / "file" / "cache"))
    assert "it cannot be read: Not a directory" in sources_with_one_warning()


def test_a_full_disk_is_one_warning_and_leaves_nothing(folder, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(cache.os, "replace", full)
    assert "nothing can be written to it: [Errno 28] No space left" in sources_with_one_warning()
    assert not list(folder.iterdir())


def test_a_folder_that_can_only_be_read_is_still_read(folder, monkeypatch):
    assert source(scale, X, W) == "compiled"
    cache._at.cache_clear()

    def refuse(*_, **__):
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(cache.os, "utime", refuse)
    monkeypatch.setattr(cache.tempfile, "TemporaryDirectory", refuse)
    with pytest.warns(CacheWarning, match="Read-only file system"):
        assert source(lambda x: x - 1, X) == "compiled"
    assert source(scale, X, W) == "disk cache"


def test_no_linker_is_one_warning(folder, monkeypatch):
    monkeypatch.setenv("CC", "/no/such/compiler")
    assert "there is no such compiler" in sources_with_one_warning()


def test_off_writes_nothing(folder, monkeypatch, tmp_path):
    monkeypatch.setenv("STEPDOWN_CACHE", "off")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert source(scale, X, W) == "compiled"
    assert source(scale, X, W) == "compiled"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("environment", "wanted"),
    [
        ({"STEPDOWN_CACHE": "/a/b"}, "/a/b"),
        ({"STEPDOWN_CACHE": "~/b"}, "/home/me/b"),
        ({"XDG_CACHE_HOME": "/x"}, "/x/stepdown"),
        ({"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/stepdown"),
        ({}, "/home/me/.cache/stepdown"),
    ],
)
def test_the_folder_is_found_as_documented(monkeypatch, environment, wanted):
    for name in ("STEPDOWN_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in ({"HOME": "/home/me"} | environment).items():
        monkeypatch.setenv(name, value)
    assert str(cache.current().folder) == wanted


# Size, other processes, other threads ----------------------------------------------------------


def test_the_folder_and_its_files_are_this_users_alone(folder):
    assert source(scale, X, W) == "compiled"
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_what_was_not_used_for_longest_goes_when_the_limit_is_passed(folder, monkeypatch):
    functions = [closure(float(number)) for number in range(4)]
    for age, function in enumerate(functions):
        assert source(function, X) == "compiled"
        for path in folder.glob("*"):
            status = path.stat()
            os.utime(path, (status.st_atime - 100, status.st_mtime - 100 - age))
    assert source(functions[0], X) == "disk cache"  # it is the one that was used last
    size = sum(path.stat().st_size for path in folder.iterdir())
    (folder / "mine.txt").write_text("not of the cache")
    (folder / f"{'0' * 64}.txt").write_text("nor this")
    monkeypatch.setattr(cache, "LIMIT", size * 3 // 4)
    assert source(closure(9.0), X) == "compiled"
    assert (folder / "mine.txt").exists()
    assert (folder / f"{'0' * 64}.txt").exists()
    kept = [path for path in folder.iterdir() if path.suffix in (".so", ".json")]
    assert sum(path.stat().st_size for path in kept) <= cache.LIMIT
    assert source(functions[0], X) == "disk cache"
    assert source(closure(9.0), X) == "disk cache"
    assert source(functions[1], X) == "compiled"


def test_what_a_process_that_is_gone_left_half_made_is_removed(folder):
    old, new = folder / ".making-old", folder / ".making-new"
    for place in (old, new):
        place.mkdir(parents=True)
        (place / "code.o").write_text("half")
    folder.chmod(0o700)
    past = time.time() - cache.ABANDONED - 10
    os.utime(old, (past, past))
    assert source(scale, X, W) == "compiled"
    assert not old.exists()
    assert new.exists()


def test_processes_that_write_one_entry_at_once_are_all_right(folder):
    running = [
        subprocess.Popen([sys.executable, "-W", "error", "-c", SCRIPT], cwd=ROOT,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]  # fmt: skip
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        assert not err
        assert out.split(",")[0] in ("compiled", "disk cache")
    entry(folder)
    assert python()[0] == "disk cache"


def test_a_child_that_was_forked_off_compiles_and_writes(folder):
    assert source(scale, X, W) == "compiled"
    child = os.fork()
    if child == 0:  # pragma: no cover: another process
        try:
            fine = source(closure(5.0), X) == "compiled"
        finally:
            os._exit(0 if fine else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert source(closure(5.0), X) == "disk cache"


def test_a_first_call_does_not_wait_for_the_linker(folder, monkeypatch):
    linking, go_on = threading.Event(), threading.Event()
    link = native.link

    def slow(*arguments):
        linking.set()
        assert go_on.wait(30)
        link(*arguments)

    monkeypatch.setattr(native, "link", slow)
    made = jit(scale)
    np.testing.assert_array_equal(made(X, W), X * W + 1)
    assert linking.wait(30)
    assert not list(folder.glob("*.json"))
    go_on.set()
    cache.flush()
    assert len(list(folder.glob("*.json"))) == 1


def test_a_library_is_unloaded_with_the_function(folder):
    import gc

    def mapped() -> bool:
        return str(folder) in Path("/proc/self/maps").read_text()

    assert source(scale, X, W) == "compiled"
    gc.collect()
    made = jit(scale)
    made(X, W)
    assert made.compile(X, W).source == "disk cache"
    assert mapped()
    del made
    gc.collect()
    assert not mapped()


def test_tracing_and_finding_the_code_are_timed(folder):
    first, second = (jit(scale).compile(X, W) for _ in range(2) if not cache.flush())
    assert (first.source, second.source) == ("compiled", "disk cache")
    assert {"trace", "disk cache", "build", "passes", "llvm"} <= set(first.seconds)
    assert set(second.seconds) == {"trace", "disk cache"}
    assert isinstance(first, compiled.Compiled)
