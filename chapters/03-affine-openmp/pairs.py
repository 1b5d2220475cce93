"""The pairs of passes/: each program before and after its passes, run and compared with NumPy.

python chapters/03-affine-openmp/pairs.py [--write] [NAME ...]

prints NAME, its passes, and whether the two compute what NumPy computes. A comment line of
NAME.mlir names the passes; NAME.after.mlir is what they print. With --write, writes those files.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import runners
from runners import toolchain

FOLDER = Path(__file__).parent / "passes"
f32 = np.float32
Arrays = list[np.ndarray]


@dataclass(frozen=True)
class Pair:
    """How to call a pair's function, and what its last argument has to be afterwards."""

    name: str
    function: str
    arguments: Callable[[np.random.Generator], list]
    expected: Callable[..., np.ndarray]
    after: str = (
        "cpu-buffers"  # the pipeline of NAME.after.mlir; NAME.mlir goes through cpu-buffers
    )

    @property
    def before_path(self) -> Path:
        return FOLDER / f"{self.name}.mlir"

    @property
    def after_path(self) -> Path:
        return FOLDER / f"{self.name}.after.mlir"

    @property
    def passes(self) -> str:
        """The passes that NAME.mlir names, as they stand in a pipeline."""
        return re.search(r"^// passes: (.*)$", self.before_path.read_text(), re.MULTILINE)[1]

    def printed(self) -> str:
        """What mlir-opt prints after the passes."""
        before = self.before_path.relative_to(toolchain.ROOT)
        done = toolchain.run("mlir-opt", f"--pass-pipeline=builtin.module({self.passes})", before)
        if done.returncode or done.stderr:
            raise runners.CompileError(done.stderr)
        return done.stdout

    def agrees(self, path: Path, pipeline: str) -> bool:
        """Whether the program computes what NumPy does, bit for bit."""
        given = self.arguments(np.random.default_rng(seed=3))
        wanted = self.expected(*given)  # before the call: some programs change what they read
        answer = runners.load(path).compile(pipeline)[self.function](*given)
        return answer in (None, True) and np.array_equal(given[-1], wanted)


def _floats(*shapes: tuple[int, ...] | int) -> Callable[[np.random.Generator], Arrays]:
    return lambda random: [random.standard_normal(shape).astype(f32) for shape in shapes]


def _empty(*shape: int) -> np.ndarray:
    return np.full(shape, np.nan, f32)


def _in_order(terms: np.ndarray) -> np.ndarray:
    """The sum of each row, one float32 addition after the other, as a loop adds."""
    return np.cumsum(terms, axis=1, dtype=f32)[:, -1]


def _product_added(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """c + a @ b, each element summed in the order of k."""
    for k in range(a.shape[1]):
        c = c + np.multiply.outer(a[:, k], b[k])
    return c


def _third_cleared(x: np.ndarray) -> np.ndarray:
    x = x.copy()
    x[5::3] = 0
    return x


def strings(random: np.random.Generator, m: int, n: int) -> Arrays:
    """Two strings of four letters, and a table for their edit distances."""
    a, b = (random.integers(0, 4, size).astype(np.uint8) for size in (m, n))
    return [a, b, np.full((m + 1, n + 1), -1, np.int32)]


def edit_distances(a: np.ndarray, b: np.ndarray, _table: np.ndarray | None = None) -> np.ndarray:
    """Entry [i, j]: how many letters to add, drop or replace between a[:i] and b[:j]."""
    table = np.add.outer(np.arange(len(a) + 1), np.arange(len(b) + 1))
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            replaced = table[i - 1, j - 1] + (a[i - 1] != b[j - 1])
            table[i, j] = min(replaced, table[i - 1, j] + 1, table[i, j - 1] + 1)
    return table


def correlation(image: np.ndarray, window: np.ndarray) -> np.ndarray:
    """What scipy.signal.correlate2d(image, window, mode="valid") is, computed in float64."""
    windows = np.lib.stride_tricks.sliding_window_view(image.astype(np.float64), window.shape)
    return np.einsum("ijuv,uv->ij", windows, window)


_wavefront = ("edit_distance", lambda random: strings(random, 70, 130), edit_distances)
PAIRS = [
    Pair("invariant", "scale_rows",
         lambda random: [*_floats((64, 48))(random), random.random(64, f32), _empty(64, 48)],
         lambda x, v, y: x / np.sqrt(v)[:, None]),
    Pair("fusion", "square_then_add", _floats(1024, 1024), lambda x, y: x * x + x),
    Pair("scalars", "square_then_add", _floats(1024, 1024), lambda x, y: x * x + x),
    Pair("tiling", "transpose", _floats((100, 90), (90, 100)), lambda x, y: x.T),
    Pair("unroll", "axpy", lambda random: [1.5, *_floats(10, 10)(random)],
         lambda a, x, y: f32(a) * x + y),
    Pair("unroll_jam", "matvec", _floats((64, 48), 48, 64), lambda a, x, y: _in_order(a * x)),
    Pair("coalescing", "add", _floats((6, 7), (6, 7)), lambda x, y: x + y),
    Pair("normalisation", "clear_every_third", _floats(100), _third_cleared),
    Pair("structures", "transpose", _floats((32, 32), (32, 32)), lambda x, y: x.T),
    Pair("copies", "transpose", _floats((64, 96), (96, 64)), lambda x, y: x.T),
    Pair("vectors", "multiply_add", _floats((32, 50), (32, 50), (32, 50)),
         lambda a, b, c: a * b + c, "cpu-vectors"),
    Pair("interchange", "accumulate_product", _floats((48, 32), (32, 64), (48, 64)),
         _product_added),
    Pair("parallel", "row_sums", _floats((64, 48), 64), lambda x, sums: _in_order(x), "cpu-openmp"),
    Pair("wavefront_rows", *_wavefront, "cpu-openmp"),
    Pair("wavefront", *_wavefront, "cpu-openmp"),
    Pair("wavefront_tiles", *_wavefront, "cpu-openmp"),
]  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the pairs of passes/ against NumPy.")
    parser.add_argument("--write", action="store_true", help="write NAME.after.mlir first")
    every = [pair.name for pair in PAIRS]
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(every)}")
    options = parser.parse_args()
    if unknown := set(options.names) - set(every):
        parser.error(
            f"no pair is called {', '.join(sorted(unknown))}; there are {', '.join(every)}"
        )
    wrong = 0
    for pair in PAIRS:
        if options.names and pair.name not in options.names:
            continue
        if options.write:
            pair.after_path.write_text(pair.printed(), encoding="utf-8")
        right = {
            "before": pair.agrees(pair.before_path, "cpu-buffers"),
            "after": pair.agrees(pair.after_path, pair.after),
        }
        failed = [when for when, ok in right.items() if not ok]
        verdict = f"WRONG {' and '.join(failed)}" if failed else "as NumPy"
        print(f"{pair.name:15} {verdict:10} {pair.passes}", flush=True)
        wrong += bool(failed)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
