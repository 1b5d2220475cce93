"""What the checks need of LLVM and of the simulator, made ahead by `python -m tests.gpu prepare`.

PTX of each kernel, and what the simulator says of each launch. Minutes on a rented GPU cost money,
and this part needs none: a machine that gets the repository with build/gpu-check/prepared needs
neither LLVM nor ptxas, only NumPy, ml_dtypes, rich and cuda-python.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import kernels
import numpy as np

import runners
import stepdown
from runners import toolchain
from runners.ptx import Ptx

from . import CHAPTER, ROOT, functions

FOLDER = ROOT / "build" / "gpu-check" / "prepared"
DRIVER = Path(__file__).parent / "driver.mlir"
SEED = 8


@dataclass
class Prepared:
    """A kernel's PTX, and of its launch in the simulator: the arrays after it, and the counts.

    `sectors` are those of loads and of stores of global memory, `passes` those of the banks of
    shared memory; `simulated` is None for a kernel that the simulator does not take. `error` says
    why there is no PTX.
    """

    ptx: Ptx | None = None
    simulated: list | None = None
    sectors: dict[str, int] = field(default_factory=dict)
    passes: int = 0
    printed: str = ""
    error: str = ""


def all_cases() -> list[kernels.Case]:
    """Every kernel of the chapter that writes something."""
    return [*kernels.CASES, *kernels.BY_HAND, kernels.HOPPER_CASE]


def prepare(progress: Callable[[str], None] = lambda name: None) -> dict[str, Prepared]:
    """All of it, by the name of the case; `driver` is what the checks of the driver load."""
    made = {}
    for case in [*all_cases(), kernels.PRINTF]:
        progress(case.name)
        try:
            made[case.name] = _of_case(case)
        except runners.Error as error:
            made[case.name] = Prepared(error=str(error))
    for function in functions.all_functions():
        progress(function.name)
        made[function.name] = of_function(function)
    progress("driver")
    made["driver"] = Prepared(runners.load(DRIVER).ptx(chip="sm_75"))
    return made


def _of_case(case: kernels.Case) -> Prepared:
    program = case.program()
    made = Prepared(program.ptx(chip=case.chips[0]))
    if case not in [*kernels.CASES, kernels.PRINTF]:
        return made
    arguments = [np.copy(each) for each in case.arguments(np.random.default_rng(SEED))]
    report = runners.simulate(program, case.kernel, case.grid, case.block, arguments)
    made.simulated, made.printed = arguments, report.printed
    for access in report.transactions:
        made.sectors[access.kind] = made.sectors.get(access.kind, 0) + access.sectors
    made.passes = sum(access.wavefronts for access in report.shared)
    return made


def of_function(function: functions.Function) -> Prepared:
    """The PTX of what the compiler makes of a function."""
    try:
        return Prepared(function.compiled().ptx(functions.CHIP))
    except (runners.Error, stepdown.Error) as error:
        return Prepared(error=str(error))


def digest() -> str:
    """Of all that is prepared from: when a file changes, what was kept is not used any more."""
    files = [
        *sorted(CHAPTER.rglob("*.mlir")), CHAPTER / "kernels.py", DRIVER, Path(__file__),
        *sorted((ROOT / "mlir" / "pipelines").glob("gpu-*.pipeline")),
        *sorted((ROOT / "runners").rglob("*.py")), *sorted((ROOT / "stepdown").rglob("*.py")),
        Path(functions.__file__),
    ]  # fmt: skip
    found = hashlib.sha256(toolchain.RELEASE.encode())
    for file in files:
        found.update(str(file.relative_to(ROOT)).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()


def keep(made: dict[str, Prepared]) -> Path:
    """Write it where `get` looks."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / "kernels.pickle"
    path.write_bytes(pickle.dumps((digest(), made)))
    return path


def get(progress: Callable[[str], None] = lambda name: None) -> dict[str, Prepared]:
    """What was kept, if it is of these sources, else made now and kept.

    Raises ToolchainError where there is neither.
    """
    path = FOLDER / "kernels.pickle"
    if path.is_file():
        # Written by `keep`, in this checkout or in the one that it was copied with.
        found, made = pickle.loads(path.read_bytes())
        if found == digest():
            return made
    try:
        toolchain.tool("mlir-opt")
    except runners.ToolchainError as error:
        why = "is of other sources than these" if path.is_file() else "is not there"
        raise runners.ToolchainError(
            f"{path.relative_to(ROOT)} {why}: run `{Path(sys.executable).name} -m tests.gpu "
            f"prepare` on a machine with LLVM and copy it here; to make it here: {error}"
        ) from None
    made = prepare(progress)
    keep(made)
    return made
