"""What the tests of chapter 3 share: its programs, references in NumPy, processes of their own."""

from __future__ import annotations

import os
import resource
import subprocess
import sys

from conftest import ROOT, compiled

import runners

CHAPTER = ROOT / "chapters" / "03-affine-openmp"
sys.path.append(str(CHAPTER))  # its Python files are scripts beside each other, no package
import owners  # noqa: E402, F401
import pairs  # noqa: E402
import speed  # noqa: E402, F401

f32 = pairs.f32
correlation = pairs.correlation


def load(name: str) -> runners.Program:
    return runners.load(CHAPTER / f"{name}.mlir")


def library(name: str, passes: str = "cpu-buffers", how: str = "jit"):
    return compiled(f"chapters/03-affine-openmp/{name}.mlir", passes, how)


def openmp(name: str, how: str = "jit"):
    return library(f"openmp/{name}", "cpu-openmp", how)


def parallel(name: str):
    """A program with affine loops, parallelised and compiled for threads."""
    if name not in _parallel:
        _parallel[name] = load(name).lower("affine-parallel").compile("cpu-openmp")
    return _parallel[name]


_parallel: dict[str, runners.native.Library] = {}


def run_owners(memory: int | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    """owners.py in a process of its own, with these variables and no others of OpenMP."""
    return run_python(CHAPTER / "owners.py", memory=memory, **environment)


def run_python(*arguments, memory: int | None = None, **environment: str):
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "KMP_"))}

    def limit() -> None:
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.run(
        [sys.executable, *map(str, arguments)], env=kept | environment, cwd=ROOT, timeout=60,
        capture_output=True, text=True, check=False, preexec_fn=limit,
    )  # fmt: skip
