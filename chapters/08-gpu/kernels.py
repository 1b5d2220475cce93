"""The kernels of chapter 8: what each is launched with, on which data, and what must come of it.

`run.py`, the tests and `make gpu-check` walk through this list, so that a kernel is simulated,
assembled and run on a GPU with the same launch. Nothing here compiles or runs anything.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import runners

FOLDER = Path(__file__).resolve().parent
CHIPS = ("sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120")
AMPERE = CHIPS[1:]  # cp.async, ldmatrix's users: from sm_80
HOPPER = ("sm_90a",)  # wgmma: this chip alone
f16, f32 = np.float16, np.float32
Arrays = list[np.ndarray | np.generic]


@dataclass(frozen=True)
class Case:
    """A kernel with one launch of it.

    `arguments` makes the launch's arguments from a random generator; `expected` gives, for those as
    they were before, what must be in each array that the launch writes, by position. `pipeline` is
    what the program needs before it holds a gpu.module, `flops` the operations that a launch needs.
    """

    name: str
    file: str
    kernel: str
    grid: tuple[int, int, int]
    block: tuple[int, int, int]
    arguments: Callable[[np.random.Generator], Arrays]
    expected: Callable[[Arrays], dict[int, np.ndarray]]
    pipeline: str = ""
    chips: tuple[str, ...] = CHIPS
    rtol: float = 0.0
    atol: float = 0.0
    flops: int = 0

    def program(self) -> runners.Program:
        """The program, lowered so far that it holds the kernel; made once, and with it its PTX."""
        return _program(self.file, self.pipeline)


@functools.cache
def _program(file: str, pipeline: str) -> runners.Program:
    program = runners.load(FOLDER / file)
    return program.lower(pipeline) if pipeline else program


def uniform(random: np.random.Generator, *shape: int, dtype: type = f32) -> np.ndarray:
    """Random numbers from -1 to 1."""
    return random.uniform(-1, 1, shape).astype(dtype)


def ceiling(size: int, tile: int) -> int:
    return -(-size // tile)


def softmax(x: np.ndarray) -> np.ndarray:
    """Of each row, in double precision, by the formula that the kernel follows."""
    with np.errstate(invalid="ignore"):
        powers = np.exp(x.astype(np.float64) - x.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)


def block_sums(x: np.ndarray) -> np.ndarray:
    """The sums of 256 elements each, in double precision."""
    padded = np.zeros(ceiling(len(x), 256) * 256)
    padded[: len(x)] = x
    return padded.reshape(-1, 256).sum(axis=1)


# Elementwise: y = x * x, y = a * x + y.

N = 1000  # not a multiple of 128: the last block sticks out


def _store(name: str, file: str, kernel: str = "store42", pipeline: str = "") -> Case:
    return Case(
        name, file, kernel, (1, 1, 1), (1, 1, 1),
        lambda random: [np.zeros(1, np.int32)], lambda given: {0: np.array([42], np.int32)},
        pipeline=pipeline,
    )  # fmt: skip


def _square(
    name: str, file: str, kernel: str = "square", pipeline: str = "", counted: bool = False
) -> Case:
    """`counted`: the kernel takes pointers and a number of elements instead of memrefs."""
    return Case(
        name, file, kernel, (ceiling(N, 128), 1, 1), (128, 1, 1),
        lambda random: [uniform(random, N), np.zeros(N, f32), *([np.int32(N)] if counted else [])],
        lambda given: {1: given[0] * given[0]}, pipeline=pipeline, flops=N,
    )  # fmt: skip


def _loops(name: str, pipeline: str, grid: tuple, block: tuple) -> Case:
    """square or saxpy of 64 x 128 through a pipeline. The kernel takes a scalar last."""

    def arrays(random: np.random.Generator) -> Arrays:
        return [uniform(random, 64, 128), uniform(random, 64, 128)]

    if name == "square":
        return Case(
            f"square, {pipeline}", "square.mlir", "square_kernel", grid, block, arrays,
            lambda given: {1: given[0] * given[0]}, pipeline=pipeline, flops=64 * 128,
        )  # fmt: skip
    return Case(
        f"saxpy, {pipeline}", "saxpy.mlir", "saxpy_kernel", grid, block,
        lambda random: [*arrays(random), f32(1.5)],
        lambda given: {1: given[2] * given[0] + given[1]},
        pipeline=pipeline, rtol=1e-6, atol=1e-6, flops=2 * 64 * 128,
    )  # fmt: skip


def _saxpy_by_hand() -> Case:
    return Case(
        "saxpy, host.mlir", "host.mlir", "saxpy", (ceiling(N, 256), 1, 1), (256, 1, 1),
        lambda random: [f32(1.5), uniform(random, N), uniform(random, N)],
        lambda given: {2: given[0] * given[1] + given[2]}, rtol=1e-6, atol=1e-6, flops=2 * N,
    )  # fmt: skip


# Reductions. Sums of 256 numbers of size 1 in any order: the rounding errors of at most 255
# additions of partial sums below 256, half a unit in the last place each.

SUM = 5000


def _block_sums(name: str) -> Case:
    return Case(
        name, f"{name}.mlir", "block_sums", (ceiling(SUM, 256), 1, 1), (256, 1, 1),
        lambda random: [uniform(random, SUM), np.zeros(ceiling(SUM, 256), f32)],
        lambda given: {1: block_sums(given[0])}, atol=2e-5, flops=SUM,
    )  # fmt: skip


def _row_sums() -> Case:
    return Case(
        "row_sums", "row_sums.mlir", "row_sums", (1, ceiling(37, 4), 1), (32, 4, 1),
        lambda random: [uniform(random, 37, 200), np.zeros(37, f32)],
        lambda given: {1: given[0].sum(axis=1, dtype=np.float64)}, atol=2e-5, flops=37 * 200,
    )  # fmt: skip


def _softmax() -> Case:
    def rows(random: np.random.Generator) -> Arrays:
        x = 10 * uniform(random, 24, 300)
        x[3, 7], x[5], x[8, 0] = np.nan, -np.inf, -np.inf  # one of three is a row of numbers
        return [x, np.zeros_like(x)]

    return Case(
        "softmax", "softmax.mlir", "softmax", (24, 1, 1), (128, 1, 1), rows,
        lambda given: {1: softmax(given[0])}, rtol=2e-5, atol=1e-8, flops=5 * 24 * 300,
    )  # fmt: skip


# Transposition and matrix products.


def _transpose(name: str) -> Case:
    return Case(
        f"transpose_{name}", f"transpose_{name}.mlir", "transpose", (4, 3, 1), (32, 8, 1),
        lambda random: [uniform(random, 96, 128), np.zeros((128, 96), f32)],
        lambda given: {1: given[0].T},
    )  # fmt: skip


def matmul(
    name: str, m: int, n: int, k: int, tile: tuple[int, int], block: tuple[int, int],
    dtype: type = f32, **more: object,
) -> Case:  # fmt: skip
    """A product of that size; `tile` is what a block makes, rows and columns."""
    return Case(
        f"matmul_{name}", f"matmul_{name}.mlir", "matmul",
        (ceiling(n, tile[1]), ceiling(m, tile[0]), 1), (*block, 1),
        lambda random: [
            uniform(random, m, k, dtype=dtype), uniform(random, k, n, dtype=dtype),
            np.zeros((m, n), f32),
        ],
        lambda given: {2: given[0].astype(np.float64) @ given[1].astype(np.float64)},
        atol=k * 2e-7, flops=2 * m * n * k, **more,
    )  # fmt: skip


CASES = [
    _store("store42 by gpu.launch", "first/from_launch.mlir", "store42_kernel", "gpu-outline"),
    _store("store42 by gpu.func", "first/from_func.mlir"),
    _square("square by gpu.launch", "first/from_launch.mlir", "square_kernel", "gpu-outline"),
    _square("square by gpu.func", "first/from_func.mlir"),
    _loops("square", "gpu-affine", (64, 1, 1), (128, 1, 1)),
    _loops("square", "gpu-parallel-loops", (2, 16, 1), (64, 4, 1)),
    _loops("saxpy", "gpu-affine", (64, 1, 1), (128, 1, 1)),
    _loops("saxpy", "gpu-parallel-loops", (2, 16, 1), (64, 4, 1)),
    _saxpy_by_hand(),
    _block_sums("reduce_shared"),
    _block_sums("reduce_shuffle"),
    _block_sums("reduce_all"),
    _row_sums(),
    _softmax(),
    _transpose("naive"),
    _transpose("shared"),
    _transpose("padded"),
    matmul("naive", 45, 70, 33, (8, 32), (32, 8)),
    matmul("tiled", 45, 70, 33, (16, 16), (16, 16)),
    matmul("registers", 64, 128, 48, (64, 64), (16, 16)),
    matmul("tensor", 64, 128, 192, (64, 64), (128, 1), f16, chips=AMPERE),
]
# In the last dialects already (PTX's own words): for ptxas, the coroutines and a GPU.
BY_HAND = [
    _store("store42 by llvm.func", "first/from_nvvm.mlir"),
    _square("square by llvm.func", "first/from_nvvm.mlir", counted=True),
]
# Asks for instructions of one chip: for ptxas, and for a GPU of that kind.
HOPPER_SHARED = 4 * 32 * 1024  # of a launch, dynamic
HOPPER_CASE = matmul("hopper", 256, 384, 512, (128, 128), (128, 1), f16, chips=HOPPER)

# Prints, and writes nothing.
PRINTF = Case(
    "printf", "printf.mlir", "hello", (2, 1, 1), (2, 1, 1),
    lambda random: [np.int32(3)], lambda given: {},
)  # fmt: skip


def runs_on(case: Case, capability: tuple[int, int]) -> bool:
    """Whether a GPU of that compute capability has what the case asks for."""
    if case is HOPPER_CASE:
        return capability == (9, 0)
    return 10 * capability[0] + capability[1] >= int(case.chips[0].strip("sm_a"))


# [region device]
def on_device(case: Case, device: runners.cuda.Device, seed: int = 8) -> tuple[Arrays, Arrays]:
    """Run a case on a GPU: its arguments as they were before, and after.

    The PTX is for the oldest chip that has what the kernel needs; the driver compiles it further.
    """
    given = case.arguments(np.random.default_rng(seed))
    if case is HOPPER_CASE:  # the maps of its arrays are made by the host's function in the program
        after = [each.copy() for each in given]
        runners.hosted(case.program(), device="cuda", chip="sm_90a").matmul(*after)
        return given, after
    passed = [device.array(each) if np.ndim(each) else each for each in given]
    module = device.load(case.program().ptx(chip=case.chips[0]))
    module[case.kernel].launch(case.grid, case.block, passed)
    return given, [each.numpy() if np.ndim(each) else each for each in passed]


# [end device]


def by_name(name: str) -> Case:
    """The case of that name."""
    return next(case for case in [*CASES, *BY_HAND, PRINTF, HOPPER_CASE] if case.name == name)
