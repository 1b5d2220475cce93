"""What the tests share: the repository's root, and programs compiled once for all of them."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

import runners
from runners import toolchain

ROOT = Path(__file__).resolve().parents[2]
ROADS = ("jit", "aot")


def has_assertions() -> bool:
    """Whether mlir-opt was built with assertions, and so aborts where it would go on wrongly."""
    return "with assertions" in toolchain.run("mlir-opt", "--version").stdout


needs_assertions = pytest.mark.skipif(
    not has_assertions(),
    reason="this mlir-opt was built without assertions: it does not abort here",
)


@functools.cache
def compiled(text: str, pipeline: str = "cpu-buffers", how: str = "jit", **parameters):
    """A library from MLIR text (or a path below the root), compiled at most once per session."""
    source = ROOT / text if (ROOT / text[:200]).suffix in (".mlir",) else text
    return runners.load(source).compile(pipeline, how=how, **parameters)


@pytest.fixture(params=ROADS)
def how(request) -> str:
    """Both roads to native code, one after the other."""
    return request.param
