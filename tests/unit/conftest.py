"""What the tests share: the repository's root, and programs compiled once for all of them."""

from __future__ import annotations

import ctypes
import functools
import gc
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings

import runners
from runners import amx, toolchain

# A run in CI tries the same examples each time; at a desk each run tries others.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")

# What tests compile is for no later process to find; those of the cache have a folder of their own.
os.environ["STEPDOWN_CACHE"] = "off"
# Where there is no home to write to, Matplotlib warns in the middle of what a command prints.
if not os.access(os.path.expanduser("~"), os.W_OK):
    os.environ.setdefault("MPLCONFIGDIR", str(Path(__file__).parents[2] / "build" / "matplotlib"))


def _group(nodeid: str) -> str:
    """Tests that may not run at the same time: those of a chapter, whose runs and commands write
    the same files, and those of a module, which share what they compiled."""
    module = re.search(r"test_chapter_(\d\d)\w*\.py::", nodeid)
    chapter = re.search(r"\[(?:\S*/)?(\d\d)-[\w-]+\]$", nodeid)
    number = module or chapter
    if number:
        return f"chapter {number[1]}"
    # The commands of the root's README run chapter 2.
    return "chapter 02" if nodeid.endswith("[.]") else nodeid.partition("::")[0]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Where several processes run the tests, each group stays in one; long groups go first.

    Those of chapters are the longest, for their runs and commands; otherwise tests are counted.
    What comes last is short, so that the processes end at nearly the same time.
    """
    from xdist.scheduler import LoadScopeScheduling

    class InGroups(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return _group(nodeid)

        def _assign_work_unit(self, node: object) -> None:
            waiting = self.workqueue
            longest = max(waiting, key=lambda g: (g.startswith("chapter"), len(waiting[g])))
            waiting.move_to_end(longest, last=False)
            super()._assign_work_unit(node)

    return InGroups(config, log)


def pytest_itemcollected(item: pytest.Item) -> None:
    """A warning class of a chapter is unknown to the process that gathers the results."""
    if item.path.stem.startswith("test_chapter_"):
        item.add_marker(pytest.mark.filterwarnings("ignore"))


ROOT = Path(__file__).resolve().parents[2]
needs_tiles = pytest.mark.skipif(amx.missing() is not None, reason=str(amx.missing()))
ROADS = ("jit", "aot")
FLAGS = "attributes {llvm.emit_c_interface}"
LOOP = f"""func.func @double(%x: memref<?xf32>) {FLAGS} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %n = memref.dim %x, %zero : memref<?xf32>
  scf.for %i = %zero to %n step %one {{
    %a = memref.load %x[%i] : memref<?xf32>
    %b = arith.addf %a, %a : f32
    memref.store %b, %x[%i] : memref<?xf32>
  }}
  return
}}
"""
SUM_OF_INDICES = f"""func.func @f(%n: index) -> index {FLAGS} {{
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %sum = scf.parallel (%i) = (%zero) to (%n) step (%one) init (%zero) -> index {{
    scf.reduce(%i : index) {{
      ^bb0(%x: index, %y: index):
        %z = arith.addi %x, %y : index
        scf.reduce.return %z : index
    }}
  }}
  return %sum : index
}}"""


def has_assertions() -> bool:
    """Whether mlir-opt was built with assertions, and so aborts where it would go on wrongly."""
    return "with assertions" in toolchain.run("mlir-opt", "--version").stdout


needs_assertions = pytest.mark.skipif(
    not has_assertions(),
    reason="this mlir-opt was built without assertions: it does not abort here",
)


@functools.cache
def chapter_run(chapter: Path, name: str) -> subprocess.CompletedProcess[str]:
    """A chapter's run.py or run.sh, run once for all tests of that chapter."""
    command = [sys.executable] if name.endswith(".py") else []
    return subprocess.run(
        [*command, str(chapter / name)], cwd=ROOT, input="", capture_output=True,
        encoding="utf-8", errors="replace", check=False, timeout=900,  # if it hangs
        env=os.environ | {"COLUMNS": "100", "MPLBACKEND": "Agg"},
    )  # fmt: skip


@functools.cache
def compiled(text: str, pipeline: str = "cpu-buffers", how: str = "jit", **parameters):
    """A library from MLIR text, or a file's path below the root, compiled once per session."""
    source = ROOT / text if text.endswith(".mlir") else text
    return runners.load(source).compile(pipeline, how=how, **parameters)


@pytest.fixture
def trimmed() -> None:
    """What earlier tests freed goes back to the system: taken again, it would not show as more."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc's
    if trim is not None:
        trim(0)


@pytest.fixture(params=ROADS)
def how(request) -> str:
    """Both roads to native code, one after the other."""
    return request.param


def ones(size: int = 8) -> np.ndarray:
    return np.ones(size, np.float32)


# A made-up LLVM, or none at all, in place of the one that is installed.

VERSION = """LLVM (http://llvm.org/):
  LLVM version {}
  Optimized build.
  Default target: riscv64-unknown-linux-gnu
  Host CPU: sifive-u74
"""


@pytest.fixture
def fresh():
    """A toolchain module that remembers nothing, before and after."""
    toolchain.reset()
    yield
    toolchain.reset()


@pytest.fixture
def llvm(tmp_path, monkeypatch):
    """An empty LLVM that STEPDOWN_LLVM selects; `add(name, script)` puts tools there."""

    class Fake:
        root = tmp_path / "llvm"

        def add(self, name: str, script: str, mode: int = 0o755) -> Path:
            path = self.root / "bin" / name
            path.write_text(script)
            path.chmod(mode)
            return path

        def version(self, name: str, version: str) -> Path:
            return self.add(name, f"#!/bin/sh\ncat <<'END'\n{VERSION.format(version)}END\n")

    (Fake.root / "bin").mkdir(parents=True)
    (Fake.root / "lib").mkdir()
    monkeypatch.setenv("STEPDOWN_LLVM", str(Fake.root))
    return Fake()


@pytest.fixture
def wheels(monkeypatch):
    """The wheels of this interpreter, whatever STEPDOWN_LLVM says outside."""
    monkeypatch.delenv("STEPDOWN_LLVM", raising=False)


@pytest.fixture
def no_wheels(monkeypatch, wheels):
    """An interpreter without the wheels and without anything on PATH."""
    monkeypatch.setattr(toolchain, "_wheel_folders", lambda: ())
    monkeypatch.setenv("PATH", "")


def hide_package(monkeypatch, *hidden: str) -> None:
    find = toolchain.importlib.util.find_spec
    monkeypatch.setattr(
        toolchain.importlib.util, "find_spec", lambda name: None if name in hidden else find(name)
    )
