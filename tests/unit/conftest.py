"""What the tests share: the repository's root, and programs compiled once for all of them."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

import runners

ROOT = Path(__file__).resolve().parents[2]
ROADS = ("jit", "aot")


@functools.cache
def compiled(text: str, pipeline: str = "cpu-buffers", how: str = "jit", **parameters):
    """A library from MLIR text (or a path below the root), compiled at most once per session."""
    source = ROOT / text if (ROOT / text[:200]).suffix in (".mlir",) else text
    return runners.load(source).compile(pipeline, how=how, **parameters)


@pytest.fixture(params=ROADS)
def how(request) -> str:
    """Both roads to native code, one after the other."""
    return request.param
