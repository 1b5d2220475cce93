"""What the tests share: the repository's root, and programs compiled once for all of them."""

from __future__ import annotations

import functools
from pathlib import Path

import numpy as np
import pytest

import runners
from runners import toolchain

ROOT = Path(__file__).resolve().parents[2]
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
def compiled(text: str, pipeline: str = "cpu-buffers", how: str = "jit", **parameters):
    """A library from MLIR text, or a file's path below the root, compiled once per session."""
    source = ROOT / text if text.endswith(".mlir") else text
    return runners.load(source).compile(pipeline, how=how, **parameters)


@pytest.fixture(params=ROADS)
def how(request) -> str:
    """Both roads to native code, one after the other."""
    return request.param


def ones(size: int = 8) -> np.ndarray:
    return np.ones(size, np.float32)
