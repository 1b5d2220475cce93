"""The chapter's matrix products on a size that fills a GPU, beside cuBLAS through PyTorch or CuPy.

The f32 products are beside cuBLAS's in f32, without the shorter TF32; those of f16 factors and f32
sums beside its own, which writes f16.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Callable

import kernels
import numpy as np
import roofline

import runners
from runners.cuda import DeviceArray
from tests.bench import Row

from . import RUNS, Session, close, hopper, seconds

SIZE = 4096


def cases(size: int) -> list[tuple[kernels.Case, type]]:
    """The chapter's products, of another size, and the type of their factors; f32 comes first."""
    made = []
    for case in [*roofline.products(), kernels.HOPPER_CASE]:
        a, _, c = case.arguments(np.random.default_rng(0))
        tile = c.shape[0] // case.grid[1], c.shape[1] // case.grid[0]
        name, dtype = case.name.removeprefix("matmul_"), a.dtype.type
        large = kernels.matmul(name, size, size, size, tile, case.block[:2], dtype)
        made.append((large, dtype))
    return sorted(made, key=lambda each: each[1] is np.float16)


def run(session: Session) -> None:
    """Check each product on the large size, then time it, and cuBLAS on the same arrays."""
    library = blas()
    if library is None:
        session.note("no PyTorch or CuPy with this GPU: products are compared with the naive one")
    naive = None
    for dtype, group in itertools.groupby(cases(SIZE), key=lambda each: each[1]):
        with contextlib.ExitStack() as cleanup:
            random = np.random.default_rng(0)
            a, b = (kernels.uniform(random, SIZE, SIZE, dtype=dtype) for _ in range(2))
            expected = a.astype(np.float32) @ b.astype(np.float32)
            arrays = session.device.array(a), session.device.array(b)
            out = session.device.zeros((SIZE, SIZE))
            for array in (*arrays, out):
                cleanup.callback(array.free)
            peer = None
            for case, _ in group:
                found = _measure(session, case, arrays, out, expected)
                if found is None:
                    continue
                if library and peer is None:
                    peer = _rate(seconds(session.device, library.product(*arrays)))
                naive = naive or found
                name = f"cuBLAS of {np.dtype(dtype)}, by {library.name}" if library else "naive"
                session.measured(
                    Row(f"{case.name}, {SIZE}", name, found, peer or naive, "TFLOP/s", "higher",
                        runs=RUNS)
                )  # fmt: skip


def _measure(
    session: Session, case: kernels.Case, arrays: tuple, out: DeviceArray, expected: np.ndarray
) -> float | None:
    """TFLOP/s of a product that is right; None for one that is not, or is not for this GPU."""
    device = session.device
    original = kernels.by_name(case.name)
    if not kernels.runs_on(original, device.capability):
        session.note(f"{case.name} is for {original.chips[0]}, not for {device.chip}")
        return None
    rate = None
    with session.attempt(f"{case.name}, {SIZE}") as detail:
        made = session.prepared[case.name]
        if made.error:
            raise runners.Error(made.error)
        if original is kernels.HOPPER_CASE:
            launch = hopper.launcher(device, made.ptx, *arrays, out)
        else:
            kernel = device.load(made.ptx)[case.kernel]

            def launch() -> None:
                kernel.launch(case.grid, case.block, [*arrays, out])

        out.fill_bytes(0xFF)  # nan: an element that is not written is found
        launch()
        # NumPy's product of this size is rounded too; tensor cores cut off what others round.
        close(out.numpy(), expected, 0, 4 * case.atol)
        rate = _rate(seconds(device, launch))
        detail.append(f"{rate:.2f} TFLOP/s")
    return rate


def _rate(seconds_each: float) -> float:
    return 2 * SIZE**3 / seconds_each / 1e12


class Torch:
    """cuBLAS through PyTorch."""

    name = "PyTorch"

    def __init__(self, module: object) -> None:
        self.module = module
        module.set_float32_matmul_precision("highest")

    def product(self, a: DeviceArray, b: DeviceArray) -> Callable[[], object]:
        first, second = (self.module.as_tensor(each, device="cuda") for each in (a, b))
        out = self.module.empty_like(first)
        return lambda: self.module.matmul(first, second, out=out)


class CuPy:
    """cuBLAS through CuPy, which does not use TF32 unless it is told to."""

    name = "CuPy"

    def __init__(self, module: object) -> None:
        self.module = module

    def product(self, a: DeviceArray, b: DeviceArray) -> Callable[[], object]:
        first, second = self.module.asarray(a), self.module.asarray(b)
        out = self.module.empty_like(first)
        return lambda: self.module.matmul(first, second, out=out)


def blas() -> Torch | CuPy | None:
    """Who has cuBLAS here and sees the GPU: both work on the default stream, as our launches do."""
    with contextlib.suppress(ImportError):
        import torch

        if torch.cuda.is_available():
            return Torch(torch)
    with contextlib.suppress(ImportError):
        import cupy

        if cupy.cuda.is_available():
            return CuPy(cupy)
    return None
