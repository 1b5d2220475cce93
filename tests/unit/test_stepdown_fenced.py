"""No compiled code touches memory that is not its own, with any number of threads.

What is given to it ends at a page that nobody may touch, in a process of its own: `fenced`.
"""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from fenced_programs import PROGRAMS
from mlir import ir
from tensors import normal

from stepdown import jit
from stepdown.frontend import dims
from stepdown.lowering import contexts, memory, passes, views

HERE = Path(__file__).resolve().parent


@pytest.mark.parametrize("threads", ["3", *(pytest.param(n, marks=pytest.mark.slow) for n in "18")])
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_stays_inside_its_memory(name, threads):
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", HERE / "fenced_programs.py", name],
        env={**os.environ, "OMP_NUM_THREADS": threads, "PYTHONPATH": str(HERE.parents[1])},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_the_fence_would_be_noticed():
    code = "import fenced; fenced.take(64); p = fenced.take(64).ctypes.data; " \
           "import ctypes; ctypes.string_at(p, 65)"  # fmt: skip
    done = subprocess.run([sys.executable, "-c", code], cwd=HERE, capture_output=True)
    assert done.returncode == -11


def test_a_size_of_one_is_dropped_by_a_reshape_where_the_type_does_not_say_which():
    told = views.must_be_told
    assert told([1, 5, 1], [False, False, True])
    assert told([1, 5, 1, 7], [False, False, True, False])
    assert not told([1, 5, 1], [True, False, False])
    assert not told([1, 1, 5], [False, True, False])  # 1 x 5 whichever it is
    assert not told([1, 5, 1], [])
    assert views.with_dropped([True, False, True, False, True]) == [[0, 1], [2, 3, 4]]


@pytest.mark.parametrize(
    "function",
    [
        lambda x, b: (x * b, np.sin(b)),
        lambda x, b: (x - (x * b).sum(-1, keepdims=True), b + b),
        lambda x, b: (np.exp(x * b).sum(0), b + b),
        lambda x, b: (np.exp(x * b).sum(), b + b),
    ],
)
def test_a_single_element_read_in_a_shared_loop_is_read_again_behind_it(function):
    x, b = normal(400, 400), np.array(0.3, np.float32)
    for found, wanted in zip(jit(function)(x, b), function(x, b), strict=True):
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


SWAPPED = """
func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %size = memref.dim %x, %zero : memref<?xf32>
  %a = memref.alloc(%size) : memref<?xf32>
  %b = memref.alloc(%size) : memref<?xf32>
  %r:2 = scf.for %i = %zero to %size step %one iter_args(%p = %a, %q = %b)
      -> (memref<?xf32>, memref<?xf32>) {
    scf.yield %q, %p : memref<?xf32>, memref<?xf32>
  }
  %c = memref.alloc(%size) : memref<?xf32>
  linalg.copy ins(%x : memref<?xf32>) outs(%c : memref<?xf32>)
  linalg.copy ins(%r#0 : memref<?xf32>) outs(%y : memref<?xf32>)
  memref.dealloc %a : memref<?xf32>
  memref.dealloc %b : memref<?xf32>
  memref.dealloc %c : memref<?xf32>
  return
}
"""


def test_a_buffer_that_a_loop_hands_on_shares_its_memory_with_none():
    n = dims.symbol("n")
    with contexts.context():
        module = ir.Module.parse(SWAPPED)
        size = memory.share(module, "f", [[n], [n]])
        module.operation.verify()
        left = len(passes.operations(module, "memref.alloc"))
    assert (left, size) == (2, memory.lines(4 * n))


@pytest.mark.parametrize(
    "function",
    [
        lambda x: x.reshape(-1),
        lambda x: np.exp(x).reshape(-1, 3).sum(0),
        lambda x: x.T.reshape(0) + 1,
    ],
)
def test_a_dynamic_size_beside_a_size_of_zero_is_reshaped(function):
    compiled = jit(function, dynamic={"x": (0,)})
    for n in (4, 0, 1):
        x = np.zeros((n, 0, 6), np.float32)
        found, wanted = compiled(x), function(x)
        assert (found.shape, found.dtype) == (wanted.shape, wanted.dtype)
        np.testing.assert_array_equal(found, wanted)
