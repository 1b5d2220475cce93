"""What the compiler makes of products and attention, beside cuBLAS and PyTorch's attention."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

import numpy as np

import runners
from stepdown import gpu
from stepdown.gpt2 import model
from tests.bench import Row

from . import RUNS, Session, close, functions, seconds
from .functions import Function

QUARTER = 2.0**-2  # inputs are its multiples: products and sums of them are exact in all formats


def run(session: Session) -> None:
    torch = peer()
    if torch is None:
        session.note("no PyTorch with this GPU: no rows of products and attention")
    for each in functions.products():
        _product(session, each, torch)
    for each in functions.attentions():
        _attention(session, each, torch)


def ready(session: Session, function: Function):
    """The function with the PTX that was made ahead."""
    made = session.prepared[function.name]
    if made.error:
        raise runners.Error(made.error)
    function.compiled().use(made.ptx)
    return function.jitted


def _product(session: Session, function: Function, torch: object) -> None:
    size = function.arguments()[0].shape[0]
    with session.attempt(function.name) as detail:
        call, random = ready(session, function), np.random.default_rng(0)
        dtype = function.arguments()[0].dtype
        host = [(random.integers(-4, 5, (size, size)) * QUARTER).astype(dtype) for _ in range(2)]
        a, b = gpu.put(host)
        got = call(a, b)
        wanted = (host[0].astype(np.float32) @ host[1].astype(np.float32)).astype(dtype)
        close(np.asarray(got).astype(np.float32), wanted.astype(np.float32), 0, 0)
        ours = _rate(size, seconds(session.device, lambda: call(a, b)))
        detail.append(f"{ours:.2f} TFLOP/s")
        if torch is not None:
            theirs = _rate(size, seconds(session.device, torch.product(a, b)))
            goal = 0.5 if dtype.itemsize == 2 else 0.6
            session.measured(Row(function.name, f"cuBLAS of {dtype.name}, by PyTorch", ours, theirs,
                                 "TFLOP/s", "higher", goal, RUNS))  # fmt: skip


def _attention(session: Session, function: Function, torch: object) -> None:
    with session.attempt(function.name) as detail:
        call, random = ready(session, function), np.random.default_rng(0)
        host = [random.standard_normal(a.shape, np.float32).astype(a.dtype)
                for a in function.arguments()]  # fmt: skip
        q, k, v = gpu.put(host)
        got = call(q, k, v)
        # Tensor cores read 19 bits of a float32; weights are rounded as the factors are.
        short = host[0].dtype.itemsize == 2
        allowed = 4e-2 if short else 1e-2 if "tensor" in function.name else 1e-4
        exact = [each.astype(np.float32) for each in host]
        wanted = model.attention_weights(exact[0], exact[1]) @ exact[2]
        close(np.asarray(got).astype(np.float32), wanted, 0, allowed)
        ours = seconds(session.device, lambda: call(q, k, v)) * 1e6
        detail.append(f"{ours:.0f} us")
        if torch is not None:
            theirs = seconds(session.device, torch.attention(q, k, v)) * 1e6
            session.measured(Row(function.name, "PyTorch's attention, causal", ours, theirs, "us",
                                 "lower", None, RUNS))  # fmt: skip


def _rate(size: int, each: float) -> float:
    return 2 * size**3 / each / 1e12


class Torch:
    """PyTorch on the arrays of the compiler, in the same stream; float32 is float32 there."""

    def __init__(self, module: object) -> None:
        self.module = module
        module.set_float32_matmul_precision("highest")

    def tensor(self, array: gpu.Array) -> object:
        """The array's memory as a tensor; one of bfloat16, which has no name in the array
        interface, by way of the host."""
        if array.dtype.name == "bfloat16":
            wide = self.module.from_numpy(np.asarray(array).astype(np.float32))
            return wide.to("cuda", self.module.bfloat16)
        return self.module.as_tensor(array, device="cuda")

    def product(self, a: gpu.Array, b: gpu.Array) -> Callable[[], object]:
        first, second = self.tensor(a), self.tensor(b)
        out = self.module.empty_like(first)
        return lambda: self.module.matmul(first, second, out=out)

    def attention(self, *arrays: gpu.Array) -> Callable[[], object]:
        tensors = [self.tensor(each)[None] for each in arrays]
        attend = self.module.nn.functional.scaled_dot_product_attention
        return lambda: attend(*tensors, is_causal=True)


def peer() -> Torch | None:
    """PyTorch, where it sees the GPU."""
    with contextlib.suppress(ImportError):
        import torch

        if torch.cuda.is_available():
            return Torch(torch)
    return None
