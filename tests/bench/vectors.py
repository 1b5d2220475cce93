"""Products of decoding: a few vectors times matrices that are read once, beside the read bandwidth.

The matrices are those of a GPT-2 small, 48 in a row and the table of its tokens, mapped from a file
as a model's weights are, in pages of 4 KB. What counts is the bytes of weights a second. The bound
is a program that only reads the same file, eight parts of it side by side, which is how more comes
of a core than in one row. On one thread the kernels, NumPy and the bound take turns; on two threads
processes do, because pools of threads in one process would disturb each other.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import ml_dtypes
import numpy as np

import runners

from . import Row, apart

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "unit"))
from product_kernels import compiled  # noqa: E402

BLOCK = [(768, 2304), (768, 768), (768, 3072), (3072, 768)]
BLOCKS, TOKENS, WIDTH = 12, 50257, 768
ELEMENTS = BLOCKS * sum(k * n for k, n in BLOCK) + TOKENS * WIDTH
ROUNDS = 9
GOALS = {"f32": 0.8, "bf16": None}
DTYPES = {"f32": np.float32, "bf16": ml_dtypes.bfloat16}
READ = """
!array = memref<?xf32>
!part = memref<?xf32, strided<[1], offset: ?>>
func.func @read(%array: !array, %threads: index) -> f32 attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %size = memref.dim %array, %c0 : !array
  %each = arith.divui %size, %threads : index
  %sums = memref.alloc(%threads) : !array
  scf.parallel (%n) = (%c0) to (%threads) step (%c1) {
    %from = arith.muli %n, %each : index
    %part = memref.subview %array[%from] [%each] [1] : !array to !part
    %sum = func.call @sum(%part) : (!part) -> f32
    memref.store %sum, %sums[%n] : !array
  }
  %total = scf.for %n = %c0 to %threads step %c1 iter_args(%sum = %zero) -> f32 {
    %one = memref.load %sums[%n] : !array
    %next = arith.addf %sum, %one : f32
    scf.yield %next : f32
  }
  memref.dealloc %sums : !array
  return %total : f32
}
func.func private @sum(%part: !part) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zeros = arith.constant dense<0.0> : vector<64xf32>
  %size = memref.dim %part, %c0 : !part
  %all = arith.divui %size, %c8 : index
  %strips = arith.divui %all, %c64 : index
  %length = arith.muli %strips, %c64 : index
  %sums = scf.for %i = %c0 to %length step %c64 iter_args(%outer = %zeros) -> vector<64xf32> {
    %inner = scf.for %n = %c0 to %c8 step %c1 iter_args(%sum = %outer) -> vector<64xf32> {
      %down = arith.muli %n, %length : index
      %at = arith.addi %i, %down : index
      %elements = vector.load %part[%at] : !part, vector<64xf32>
      %next = arith.addf %sum, %elements : vector<64xf32>
      scf.yield %next : vector<64xf32>
    }
    scf.yield %inner : vector<64xf32>
  }
  %sum = vector.reduction <add>, %sums : vector<64xf32> into f32
  return %sum : f32
}
"""


class Work:
    """The matrices, and what reads them: `name` -> a function that reads all, and its bytes."""

    def __init__(self, file: str, threads: int, batch: int) -> None:
        self.pipeline = "cpu-tiles-openmp" if threads > 1 else "cpu-tiles"
        self.threads, self.batch = threads, batch
        self.array = np.memmap(file, np.float32, "r").view(np.ndarray)
        # Page by page into memory and into the page tables, before anything is measured.
        self.array[:: 4096 // 4].sum()
        read = runners.load(READ).compile(self.pipeline).read
        self.tasks: dict[str, tuple[Callable[[], object], int]] = {
            "read": (lambda: read(self.array, threads), self.array.nbytes)
        }
        for weights in DTYPES:
            self._add(weights)

    def _add(self, weights: str) -> None:
        matrices, at = [], 0
        array = self.array.view(DTYPES[weights])[:ELEMENTS]
        for k, n in BLOCK * BLOCKS:
            matrices.append(array[at : at + k * n].reshape(k, n))
            at += k * n
        table = array[at:].reshape(TOKENS, WIDTH)
        plain = compiled("vectors_times_matrix", weights, self.pipeline)
        turned = compiled("vectors_times_transposed", weights, self.pipeline)
        x = {k: np.full((self.batch, k), 1e-3, np.float32) for k in (768, 3072)}
        y = {n: np.zeros((self.batch, n), np.float32) for n in (768, 2304, 3072, TOKENS)}

        def blocks(product: Callable) -> None:
            for matrix in matrices:
                product(x[matrix.shape[0]], matrix, y[matrix.shape[1]])

        size = sum(matrix.nbytes for matrix in matrices)
        threads = self.threads
        self.tasks |= {
            f"{weights}, 48 matrices": (lambda: blocks(lambda *a: plain(*a, threads)), size),
            f"{weights}, transposed": (
                lambda: turned(x[WIDTH], table, y[TOKENS], threads), table.nbytes
            ),
        }  # fmt: skip
        if weights == "f32":
            self.tasks["NumPy, 48 matrices"] = (
                lambda: blocks(lambda a, b, out: np.matmul(a, b, out=out)), size
            )  # fmt: skip
            self.tasks["NumPy, transposed"] = (
                lambda: np.matmul(x[WIDTH], table.T, out=y[TOKENS]), table.nbytes
            )  # fmt: skip

    def measured(self) -> dict[str, float]:
        """Gigabytes a second of each task, the median of rounds in which they take turns. On one
        thread its processor time counts, which other programs disturb least."""
        clock = time.thread_time if self.threads == 1 else time.perf_counter
        names = [n for n in self.tasks if self.threads == 1 or not n.startswith("NumPy")]
        return self.of(names, clock)

    def of(self, names: list[str], clock: Callable[[], float] = time.perf_counter) -> dict:
        found: dict[str, list[float]] = {name: [] for name in names}
        for _ in range(ROUNDS):
            for name in names:
                task, size = self.tasks[name]
                start = clock()
                task()
                found[name].append(size / (clock() - start) / 1e9)
        return {name: median(rates) for name, rates in found.items()}


def measure(file: str, threads: int, batch: int, peer: bool) -> dict[str, float]:
    """In a process of its own: ours, or NumPy alone."""
    work = Work(file, threads, batch)
    if peer:
        return work.of([name for name in work.tasks if name.startswith("NumPy")])
    return work.measured()


def _apart(file: str, threads: int, batch: int, peer: bool = False) -> dict[str, float]:
    return apart(__name__, f"measure({file!r}, {threads}, {batch}, {peer})", threads)


def rows() -> list[Row]:
    """One vector on one thread and on two, and a batch of four on one thread."""
    table: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="stepdown-") as folder:
        file = os.path.join(folder, "weights.bin")
        # Numbers of bf16, of which two at a time are one of f32: both ways they are plain numbers.
        # With numbers too small to be normal, a product would take a hundred times as long.
        random = np.random.default_rng(seed=7)
        with open(file, "wb") as out:
            for _ in range(16):
                half = random.standard_normal(ELEMENTS // 8 + 2, np.float32)
                half.astype(ml_dtypes.bfloat16).tofile(out)
        for threads, batch in ((1, 1), (2, 1), (1, 4)):
            if threads > len(os.sched_getaffinity(0)):
                continue
            found = _apart(file, threads, batch)
            if threads > 1:
                found |= _apart(file, threads, batch, peer=True)
            table += _rows(found, threads, batch)
    return table


def _rows(found: dict[str, float], threads: int, batch: int) -> list[Row]:
    where = f"{batch} vector{'s' * (batch > 1)}, {threads} thread{'s' * (threads > 1)}"
    table = []
    for shape in ("48 matrices", "transposed"):
        for weights in DTYPES:
            rate = found[f"{weights}, {shape}"]
            goal = GOALS[weights] if batch == 1 else None
            table.append(Row(f"{shape}, {weights}, {where}", "reading alone", rate, found["read"],
                             "GB/s", "higher", goal, ROUNDS))  # fmt: skip
        numpy, ours = found[f"NumPy, {shape}"], found[f"f32, {shape}"]
        table.append(Row(f"{shape}, f32, {where}", "NumPy", ours, numpy, "GB/s", "higher", None,
                         ROUNDS))  # fmt: skip
        # The same elements in half the bytes: how much sooner they are all multiplied.
        elements = found[f"bf16, {shape}"] / 2
        table.append(Row(f"{shape}, elements of bf16, {where}", "f32", elements, ours / 4, "G/s",
                         "higher", 1.6 if batch == 1 else None, ROUNDS))  # fmt: skip
    return table
