"""What `runners.cuda` does with a driver: kinds of argument, refusals, errors, nothing leaked."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable

import numpy as np

import runners
from runners import ArgumentError, CudaError

from . import ROOT, Session, close

f32 = np.float32
CYCLES = 20  # of allocating, failing and freeing; what each takes is far above any drift
CYCLE_BYTES = 1 << 26


def run(session: Session) -> None:
    for name, check in (
        ("PTX, PTX as text and machine code give the same kernel", kinds_of_code),
        ("each kind of number arrives", numbers),
        ("dynamic shared memory, little and much", dynamic_shared),
        ("a launch on a stream", streams),
        ("launches that no GPU takes are refused", refused_launches),
        ("arguments that do not fit are refused", refused_arguments),
        ("too much memory is refused, and the device goes on", too_much_memory),
        ("PTX that is wrong: the log of the driver's compiler", jit_log),
        ("PTX newer than the driver is refused before it is loaded", newer_ptx),
        ("memory is the same after 20 rounds, half of which fail", nothing_leaked),
        ("an illegal address names the kernel, in a process of its own", illegal_address),
    ):
        with session.attempt(name) as detail:
            detail += check(session) or []
    torch = _torch()
    if torch is None:
        session.note("no PyTorch with this GPU: sharing memory with it is not checked")
        return
    with session.attempt("PyTorch works on the same memory, and goes on after a Device is closed"):
        beside_torch(torch)


def refused(call: Callable[[], object], error: type[Exception], words: str) -> None:
    """AssertionError unless the call is refused in such words."""
    try:
        call()
    except error as caught:
        if not re.search(words, str(caught)):
            raise AssertionError(f"refused, but in other words: {caught}") from None
    else:
        raise AssertionError(f"not refused: {words}")


def _module(session: Session) -> object:
    return session.device.load(session.prepared["driver"].ptx)


def kinds_of_code(session: Session) -> list[str]:
    device, ptx = session.device, session.prepared["driver"].ptx
    n = 100_003
    x, y = np.random.default_rng(0).uniform(-1, 1, (2, n)).astype(f32)
    dx = device.array(x)
    done, codes = [], {"PTX": ptx}
    try:
        codes["machine code"] = ptx.assemble(device.chip)
    except runners.Error as error:  # no ptxas here, or one that is too old for this GPU
        session.note(f"machine code is not checked: {error}")
    for name, code in codes.items():
        kernel, dy = device.load(code).saxpy, device.array(y)
        kernel.launch(-(-n // 256), 256, [f32(2.5), dx, dy])
        close(dy.numpy(), f32(2.5) * x + y, 1e-6, 1e-6)
        done.append(name)
    if "machine code" in codes:
        taken = codes["machine code"].kernels["saxpy"]
        assert (kernel.registers, kernel.shared) == (taken.registers, taken.shared), (
            f"{kernel.registers} registers, ptxas said {taken.registers}"
        )
        done.append(f"{kernel.registers} registers")
    # Of a text only the parameters are known, so a memref is the values that it became.
    dy = device.array(y)
    memrefs = [each for array in (dx, dy) for each in (array, array, 0, n, 1)]
    device.load(ptx.text).saxpy.launch(-(-n // 256), 256, [f32(2.5), *memrefs])
    close(dy.numpy(), f32(2.5) * x + y, 1e-6, 1e-6)
    return [*done, "text"]


def numbers(session: Session) -> None:
    out = session.device.zeros(6, np.float64)
    _module(session).numbers.launch(1, 1, [out, -7, 2.5, 1.5, True, -3, 0.5])
    close(out.numpy(), np.array([-7, 2.5, 1.5, 1, -3, 0.5]), 0, 0)


def dynamic_shared(session: Session) -> list[str]:
    kernel = _module(session).turn
    x = np.arange(1000, dtype=f32)
    array = session.device.array(x)
    kernel.launch(1, 1000, [array], shared=4000)
    close(array.numpy(), x[::-1], 0, 0)
    most = session.device.shared_per_block  # above 48 KiB it has to be asked for
    kernel.launch(1, 1000, [array], shared=most)
    close(array.numpy(), x, 0, 0)
    return [f"{most:,} bytes"]


def streams(session: Session) -> None:
    stream = session.device.stream()
    x, y = session.device.array(np.ones(64, f32)), session.device.zeros(64)
    _module(session).saxpy.launch(1, 64, [3.0, x, y], stream=stream)
    stream.synchronize()
    close(y.numpy(), np.full(64, 3, f32), 0, 0)
    stream.free()
    refused(stream.synchronize, ArgumentError, "was freed")


def refused_launches(session: Session) -> None:
    kernel, turn = _module(session).saxpy, _module(session).turn
    x = session.device.zeros(4)
    for grid, block in ((0, 1), ((1, 65536), 1), (1, 2048), (1, (1, 1, 65))):
        refused(lambda g=grid, b=block: kernel.launch(g, b, [1.0, x, x]), ArgumentError, "^saxpy: ")
    refused(lambda: turn.launch(1, 32, [x], shared=10**6), ArgumentError, "bytes of shared memory")


def refused_arguments(session: Session) -> None:
    device, kernel = session.device, _module(session).saxpy
    x = device.zeros(4)
    for arguments, words in (
        ([1.0, x], "takes 3 arguments .*; got 2"),
        ([1.0, x, device.zeros(4, np.float64)], "argument 3 of 3"),
        ([1.0, x, np.zeros(4, f32)], "argument 3 of 3"),
        (["1", x, x], "argument 1 of 3"),
    ):
        refused(lambda a=arguments: kernel.launch(1, 4, a), ArgumentError, words)
    y = device.zeros(4)
    y.free()
    refused(lambda: kernel.launch(1, 4, [1.0, x, y]), ArgumentError, "was freed")


def too_much_memory(session: Session) -> None:
    refused(lambda: session.device.empty(1 << 45), CudaError, "CUDA_ERROR_OUT_OF_MEMORY")
    close(session.device.zeros(4).numpy(), np.zeros(4, f32), 0, 0)


def jit_log(session: Session) -> None:
    broken = session.prepared["driver"].ptx.text.replace("mul.rn.f32", "mul.xx.f32")
    refused(lambda: session.device.load(broken), CudaError, r"(?s)INVALID_PTX.*\n.*line \d+")


def newer_ptx(session: Session) -> None:
    text = session.prepared["driver"].ptx.text
    newer = re.sub(r"^\.version \S+", ".version 99.0", text, flags=re.MULTILINE)
    refused(lambda: session.device.load(newer), CudaError, r"99\.0|UNSUPPORTED_PTX_VERSION")


def nothing_leaked(session: Session) -> list[str]:
    device = session.device

    def cycle(fails: bool) -> None:
        arrays = [device.zeros(CYCLE_BYTES // 8) for _ in range(2)]
        module, stream, event = _module(session), device.stream(), device.event()
        module.saxpy.launch(1, 32, [1.0, *arrays], stream=stream)
        if fails:
            refused(lambda: module.saxpy.launch(0, 32, [1.0, *arrays]), ArgumentError, "empty")
            refused(lambda: device.empty(1 << 45), CudaError, "OUT_OF_MEMORY")
        else:
            stream.synchronize()
        for each in (*arrays, module, stream, event):
            each.free()

    cycle(fails=True)  # what the driver keeps for itself, it has from here on
    device.synchronize()
    before = device.free_memory
    for number in range(CYCLES):
        cycle(fails=number % 2 == 0)
    device.synchronize()
    after = device.free_memory
    assert before - after < CYCLE_BYTES // 2, f"{(before - after) >> 20} MiB did not come back"
    return [f"{before >> 20:,} MiB free before, {after >> 20:,} after"]


def illegal_address(session: Session) -> None:
    said = wild_process(session.prepared["driver"].ptx.text)
    assert said == "kernel wild failed, CUDA_ERROR_ILLEGAL_ADDRESS\nalive\n", said
    close(session.device.zeros(4).numpy(), np.zeros(4, f32), 0, 0)


def wild_process(ptx: str) -> str:
    """What a process says in which a kernel writes where nothing is."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.gpu.wild"], input=ptx, cwd=ROOT, capture_output=True,
        text=True, timeout=120,
    )  # fmt: skip
    return done.stdout + done.stderr[-600:]


def _torch() -> object | None:
    try:
        import torch
    except ImportError:
        return None
    return torch if torch.cuda.is_available() else None


def beside_torch(torch: object) -> None:
    x = np.arange(1000, dtype=f32)
    theirs = torch.arange(1000, device="cuda", dtype=torch.float32)
    with runners.cuda.Device() as device:
        array = device.array(x)
        shared = torch.as_tensor(array, device="cuda")
        shared *= 2
        torch.cuda.synchronize()
        close(array.numpy(), 2 * x, 0, 0)
        del shared
    theirs += 1
    close(theirs.cpu().numpy(), x + 1, 0, 0)
