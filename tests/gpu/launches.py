"""Every kernel of the chapter on the GPU, compared with NumPy and with the simulator."""

from __future__ import annotations

import os
import sys
import tempfile

import kernels
import numpy as np

import runners
from runners import toolchain

from . import Session, close, hopper
from .prepared import SEED, all_cases


def run(session: Session) -> None:
    for case in all_cases():
        if not kernels.runs_on(case, session.device.capability):
            session.note(f"{case.name} is for {case.chips[0]}, not for {session.device.chip}")
            continue
        with session.attempt(case.name) as detail:
            made = session.prepared[case.name]
            if made.error:
                raise runners.Error(made.error)
            before, after = launch(session, case)
            expected = case.expected(before)
            for number, (old, new) in enumerate(zip(before, after, strict=True)):
                close(new, expected.get(number, old), case.rtol, case.atol)
            detail.append("as NumPy")
            if made.simulated is not None:
                for new, simulated in zip(after, made.simulated, strict=True):
                    close(new, simulated, case.rtol or 1e-6, case.atol or 1e-6)
                detail.append("as the simulator")
    with session.attempt("printf") as detail:
        detail.append(f"{printed(session)} lines")
    if has_llvm():
        host_code(session)
    else:
        session.note("host code and the mended row sums need LLVM, which is not here")


def launch(session: Session, case: kernels.Case) -> tuple[list, list]:
    """The arguments of a launch as they were before, and after."""
    device, ptx = session.device, session.prepared[case.name].ptx
    given = case.arguments(np.random.default_rng(SEED))
    passed = [device.array(each) if np.ndim(each) else each for each in given]
    if case is kernels.HOPPER_CASE:
        hopper.launcher(device, ptx, *passed)()
    else:
        device.load(ptx)[case.kernel].launch(case.grid, case.block, passed)
    return given, [each.numpy() if np.ndim(each) else each for each in passed]


def printed(session: Session) -> int:
    """How many lines the kernel that prints wrote: those of the simulator, in any order."""
    case, made = kernels.PRINTF, session.prepared["printf"]
    if made.error:
        raise runners.Error(made.error)
    kernel = session.device.load(made.ptx)[case.kernel]
    sys.stdout.flush()
    with tempfile.TemporaryFile() as file:
        saved = os.dup(1)  # the driver writes to the process's standard output
        os.dup2(file.fileno(), 1)
        try:
            kernel.launch(case.grid, case.block, case.arguments(np.random.default_rng(SEED)))
            session.device.synchronize()
        finally:
            os.dup2(saved, 1)
            os.close(saved)
        file.seek(0)
        lines = file.read().decode().splitlines()
    if sorted(lines) != sorted(made.printed.splitlines()):
        raise AssertionError(f"it printed {lines}")
    return len(lines)


def host_code(session: Session) -> None:
    """Host functions through the CUDA runtime library, and a pass's kernel many times over."""
    import mending  # imports the simulator, and so the bindings

    with session.attempt("saxpy by the host's code"):
        x, y = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)
        program = runners.load(kernels.FOLDER / "host.mlir")
        runners.hosted(program, device="cuda").saxpy(2.0, x, y)
        close(y, 2 * x + 1, 0, 0)
    if kernels.runs_on(kernels.HOPPER_CASE, session.device.capability):
        with session.attempt("matmul_hopper by the host's code"):
            case = kernels.HOPPER_CASE
            given = case.arguments(np.random.default_rng(SEED))
            after = [np.copy(each) for each in given]
            runners.hosted(case.program(), device="cuda").matmul(*after)
            close(after[2], case.expected(given)[2], case.rtol, case.atol)
    fault = next(each for each in mending.FAULTS if each.file == "faults/row_sums.mlir")
    with session.attempt("row sums by loops that a pass made threads, 100 times"):
        module = session.device.load(fault.mended().ptx(chip="sm_75"))
        grid, block = fault.mended_launch or fault.launch
        for seed in range(100):
            x = kernels.uniform(np.random.default_rng(seed), 16, 64)
            sums, rows = session.device.zeros(16), session.device.array(x)
            module[fault.kernel].launch(grid, block, [sums, rows])
            close(sums.numpy(), x.sum(axis=1, dtype=np.float64), 0, 1e-5)


def has_llvm() -> bool:
    try:
        toolchain.tool("mlir-opt")
    except runners.ToolchainError:
        return False
    return True
