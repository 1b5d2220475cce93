"""Chapter 0: its tables of renamed things are true, its install scripts parse, its example runs."""

import functools
import re
import subprocess
import sys
from pathlib import Path

import pytest

from runners import ToolchainError, pipeline, toolchain

ROOT = Path(__file__).resolve().parents[2]
CHAPTER = ROOT / "chapters" / "00-toolchain"
LIT = ROOT / "tests" / "lit" / "chapters" / "00-toolchain"


def _table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading of the README, without its head."""
    text = (CHAPTER / "README.md").read_text(encoding="utf-8")
    section = text.partition(f"\n### {heading}\n")[2]
    lines = section.lstrip("\n").splitlines()
    rows = []
    for line in lines:
        if not line.startswith("|"):
            if rows:
                break
            continue
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows[2:]


def _names(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


PASSES = _table("Passes") + _table("Gone before 19")
OPERATIONS = _table("Operations")


@functools.cache
def _help() -> str:
    return toolchain.run("mlir-opt", "--help").stdout


def _known(name: str) -> bool:
    return bool(re.search(rf"^ +--{re.escape(name)} +- ", _help(), re.MULTILINE))


def test_the_tables_are_there():
    assert [len(_table(name)) for name in ("Tools", "Passes", "Operations")] == [3, 12, 12]
    assert len(_table("Gone before 19")) == 10


@pytest.mark.parametrize("row", PASSES, ids=lambda row: _names(row[0])[0])
def test_an_old_pass_is_gone_and_the_new_one_is_there(row):
    (old,), (new, *_) = _names(row[0]), _names(row[1])
    assert not _known(old)
    assert _known(new)


@pytest.mark.parametrize("row", PASSES, ids=lambda row: _names(row[0])[0])
def test_a_lit_test_holds_that_mlir_opt_refuses_the_old_pass_and_lists_the_new(row):
    test = (LIT / "renamed_passes.test").read_text()
    (old,), (new, *_) = _names(row[0]), _names(row[1])
    assert f"not mlir-opt --{old} %s" in test
    assert re.search(rf"prefix=KNOWN .*-DPASS={new}$", test, re.MULTILINE)


@pytest.mark.parametrize("row", OPERATIONS, ids=lambda row: _names(row[0])[-1].split()[0])
def test_an_operation_of_the_table_stands_in_both_files(row):
    old, new = ((CHAPTER / "renamed" / f"{name}.mlir").read_text() for name in ("old", "new"))
    spelled = {name.split(" %")[0] for name in _names(row[0])} - {"tensor.unpack", "mesh"}
    assert all(name in old for name in spelled)
    renamed = {name for name in _names(row[1]) if re.fullmatch(r"[a-z_]+\.[a-z_.]+", name)}
    assert all(name in new for name in renamed - {"linalg.unpack"})


def test_each_old_operation_has_its_message_and_its_function_in_todays_words():
    old, new = ((CHAPTER / "renamed" / f"{name}.mlir").read_text() for name in ("old", "new"))
    cases = old.split("// -----")
    assert len(cases) == len(OPERATIONS)
    for case in cases:
        assert case.count("expected-error") == 1
    functions = re.findall(r"func @(\w+)", old)
    assert functions == re.findall(r"func @(\w+)", new)


@pytest.mark.parametrize("row", _table("Tools"), ids=lambda row: _names(row[0])[0])
def test_an_old_tool_is_not_among_todays(row, monkeypatch):
    monkeypatch.setenv("PATH", "")
    (old,), (new,) = _names(row[0]), _names(row[1])
    assert toolchain.tool(new).is_file()
    with pytest.raises(ToolchainError, match=f"no {old}"):
        toolchain.tool(old)


@pytest.mark.parametrize(
    "script", sorted((CHAPTER / "install").glob("*.sh")), ids=lambda path: path.stem
)
def test_an_install_script_is_posix_shell_and_stops_at_the_first_error(script):
    result = subprocess.run(["sh", "-n", script], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    text = script.read_text()
    assert text.startswith("#!/bin/sh\n")
    assert "\nset -eu\n" in text


def test_the_readme_shows_or_links_every_install_script():
    readme = (CHAPTER / "README.md").read_text(encoding="utf-8")
    for script in (CHAPTER / "install").glob("*.sh"):
        assert f"install/{script.name}" in readme


def test_the_sources_named_are_of_the_release_that_the_chapters_use():
    source = (CHAPTER / "install" / "source.sh").read_text()
    assert f"--branch llvmorg-{toolchain.RELEASE} " in source
    assert f"{toolchain.BINDINGS}==" in (ROOT / "pyproject.toml").read_text()
    assert f"{toolchain.BINDINGS}=={toolchain.RELEASE}." in (ROOT / "constraints.txt").read_text()


def test_the_example_prints_the_signature_and_the_sum():
    result = subprocess.run(
        [sys.executable, CHAPTER / "call.py"], cwd=ROOT, capture_output=True, text=True
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.endswith("[1. 3. 5. 7. 9.]\n")


@pytest.mark.parametrize(("a", "b", "divisor"), [(48, 36, 12), (7, 0, 7), (17, 5, 1), (0, 0, 0)])
def test_gcd_is_euclids(a, b, divisor):
    import runners

    library = runners.load(CHAPTER / "gcd.mlir").compile("cpu-loops")
    assert library.gcd(a, b) == divisor


@pytest.mark.parametrize("size", [0, 1, 5, 1000])
@pytest.mark.parametrize("how", ["jit", "aot"])
def test_axpy_equals_numpy(size, how):
    import numpy as np

    import runners

    random = np.random.default_rng(seed=size)
    x, y = random.standard_normal((2, size), dtype=np.float32)
    expected = np.float32(2.5) * x + y
    runners.load(CHAPTER / "axpy.mlir").compile("cpu-buffers", how=how).axpy(2.5, x, y)
    # A processor with a fused multiply-add rounds once where NumPy rounds twice.
    np.testing.assert_allclose(y, expected, rtol=1e-6, atol=1e-6)


def test_the_pipelines_used_here_exist():
    assert {"cpu-loops", "cpu-buffers"} <= set(pipeline.names())
