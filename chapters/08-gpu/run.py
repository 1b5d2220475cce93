"""Chapter 8: kernels simulated, assembled, and run on a GPU where there is one; `make chapter-8`.

`run.sh` lowers the same kernels with the command-line tools; both print the same results.
"""

import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor

import kernels
import numpy as np
import roofline
from kernels import CHIPS, Case
from mending import FAULTS

import runners
from runners import report, toolchain

HERE = "chapters/08-gpu"
OUT = "build/chapter-08"
run = report.Run(8, "GPU")
ptxas = os.path.relpath(toolchain.cuda_tool("ptxas"))


def simulated(case: Case) -> tuple[runners.simt.Report, list]:
    """Run a case on the simulator and check its arrays; the report, and the arrays after."""
    given = case.arguments(np.random.default_rng(8))
    arguments = [each.copy() for each in given]
    found = runners.simulate(case.program(), case.kernel, case.grid, case.block, arguments)
    for number, expected in case.expected(given).items():
        run.equal(case.name, arguments[number], expected, rtol=case.rtol, atol=case.atol)
    return found, arguments


def emulated(case: Case) -> list:
    """The arrays after a run of the lowered kernel, one coroutine a thread."""
    arguments = case.arguments(np.random.default_rng(8))
    runners.emulate(case.program(), case.kernel, case.grid, case.block, arguments, seed=8)
    return arguments


def takes(case: Case) -> dict[str, object]:
    """What a kernel takes on each chip. The PTX is that of its first chip, good for later ones."""
    ptx = case.program().ptx(chip=case.chips[0])
    return {chip: ptx.assemble(chip).kernels[case.kernel] for chip in case.chips}


def across(size: tuple[int, ...]) -> str:
    """A grid or a block as one gives it to `simulate`: without the ones at its end."""
    while size[-1] == 1 and len(size) > 1:
        size = size[:-1]
    return ",".join(map(str, size))


def number(word: str, said: str) -> int:
    """The number before a word in what ptxas said."""
    return int(re.search(rf"(\d+) {word}", said)[1])


run.step("PTX by hand")
for name in ("store42", "square"):
    said = run.shell(f"{ptxas} -v -arch=sm_75 {HERE}/first/{name}.ptx -o {OUT}/{name}.cubin")
    run.result(f"{name}-by-hand-registers", number("registers", said))

run.step("The same from the LLVM dialect, taken out of its gpu.module")
run.shell(f"python -m runners lower {HERE}/first/from_nvvm.mlir -p gpu-nvvm -o {OUT}/nvvm.mlir")
text = run.shell(f"mlir-translate --mlir-to-llvmir {OUT}/nvvm.mlir", show=False)
run.result("definitions-in-an-empty-module", text.count("\ndefine "))
run.say("A gpu.module handed to mlir-translate as it stands gives nothing, and no error.")
run.shell(
    f"sed -n '/^  gpu.module/,/^  }}/p' {OUT}/nvvm.mlir | sed 's/^  gpu.module.*/module {{/' "
    f"| mlir-translate --mlir-to-llvmir -o {OUT}/nvvm.ll"
)
run.result("definitions", (run.out / "nvvm.ll").read_text().count("\ndefine "))

run.step("Loops that become kernels")
for name in ("square", "saxpy"):
    for road in ("gpu-affine", "gpu-parallel-loops"):
        run.python(f"program = runners.load('{HERE}/{name}.mlir').lower('{road}')")
        block = re.search(r"known_block_size = array<i32: (.*?)>", run.names["program"].text)[1]
        run.result(f"{name}-{road}-block", block)

run.step("Every kernel, simulated in lock step and checked against NumPy")
run.say("For one of them, by hand:")
run.python(
    f"program = runners.load('{HERE}/matmul_tiled.mlir')\n"
    "a, b, c = np.ones((45, 33), 'f'), np.ones((33, 70), 'f'), np.zeros((45, 70), 'f')\n"
    "report = runners.simulate(program, 'matmul', (5, 3), (16, 16), [a, b, c])\n"
    "print(report.ok, c.min(), c.max())"
)
rows, after = [], {}
for case in run.progress(kernels.CASES, "simulating"):
    found, after[case.name] = simulated(case)
    run.check("  no fault found", found.ok, "\n".join(map(str, found.faults)))
    useful = sum(access.useful for access in found.transactions) / found.bytes_moved
    worst = max((access.ways for access in found.shared), default=0)
    rows.append([
        case.name, across(case.grid), across(case.block), f"{found.bytes_moved:,}", f"{useful:.0%}",
        {0: "", 1: "none"}.get(worst, f"{worst}-way"), found.barrier_count or "",
    ])  # fmt: skip
columns = ["kernel", "grid", "block", "bytes", "useful", "conflicts", "barriers"]
run.table("What each launch came to: bytes moved, bank conflicts", columns, rows)
for kind in ("naive", "shared", "padded"):
    found, _ = simulated(kernels.by_name(f"transpose_{kind}"))
    lines = [access.line for access in found.transactions if access.kind == "store"]
    run.file(found.picture_accesses(run.out / f"transpose_{kind}.svg", lines[0]))
    if found.shared:
        line = next(access.line for access in found.shared if access.kind == "load")
        run.file(found.picture_banks(run.out / f"transpose_{kind}_banks.svg", line))

run.step("Printing")
case = kernels.PRINTF
found = runners.simulate(case.program(), case.kernel, case.grid, case.block, [np.int32(3)])
run.say(found.printed.rstrip())
run.equal("lines printed", found.printed.count("\n"), 3)

run.step("Planted faults")
for fault in FAULTS:
    found = fault.report()
    run.say(f"{HERE}/{fault.file}")
    for line in fault.lines(found):
        run.say(f"  {line.replace(f'{report.ROOT}/', '')}")
    run.check(f"found: {fault.title}", fault.found(found))
    run.check("  mended: not found", not fault.found(fault.report(mended=True)))

with ThreadPoolExecutor(os.cpu_count()) as pool:
    run.step("The second engine: the lowered kernels, a coroutine a thread")
    engines = [*kernels.CASES[9:], *kernels.BY_HAND]  # from the first with a barrier on
    for case, got in zip(engines, pool.map(emulated, engines), strict=True):
        given = case.arguments(np.random.default_rng(8))
        expected = after.get(case.name)
        for position, numpy in case.expected(given).items():
            numbers = numpy if expected is None else expected[position]
            same = "NumPy" if expected is None else "the simulator"
            tolerance = {"rtol": case.rtol, "atol": case.atol}
            run.equal(f"{case.name}, as {same}", got[position], numbers, **tolerance)

    run.step("Every kernel, assembled")
    rows = []
    all_cases = [*kernels.CASES, *kernels.BY_HAND, kernels.HOPPER_CASE]
    for case, kinds in zip(all_cases, pool.map(takes, all_cases), strict=True):
        first = kinds[case.chips[0]]
        spilled = sum(kind.spill_stores for kind in kinds.values())
        run.check(f"{case.name}: nothing is spilled", spilled == 0)
        registers = [kinds[chip].registers if chip in kinds else "" for chip in CHIPS]
        rows.append([case.name, *registers, first.shared])
        name = case.name
        if name.startswith(("reduce_sh", "row", "soft", "transpose", "matmul")) and name not in (
            "matmul_registers", "matmul_hopper",
        ):  # fmt: skip
            kernel = case.program().ptx(chip=case.chips[0]).kernels[case.kernel]
            run.result(f"{name}-parameters", len(kernel.parameters))
            run.result(f"{name}-shared-bytes", first.shared)
            run.result(f"{name}-spilled-bytes", first.spill_stores)
run.table("Registers of a thread, bytes of shared memory of a block", ["kernel", *CHIPS, "shared"],
          rows)  # fmt: skip
hopper = kernels.HOPPER_CASE.program().ptx(chip="sm_90a").text
run.result("matmul_hopper-wgmma", len(re.findall(r"^wgmma.mma_async", hopper, re.MULTILINE)))

run.step("Host code beside the kernel, run against the simulator")
run.python(
    f"library = runners.hosted(runners.load('{HERE}/host.mlir'), device='simulator')\n"
    "x, y = np.arange(1000, dtype='f'), np.ones(1000, 'f')\n"
    "library.saxpy(2.0, x, y)"
)
run.equal("saxpy by the host's code", run.names["y"], 2 * np.arange(1000, dtype="f") + 1)

run.step("How far from the roof")
rows = [
    [point.name, f"{point.moved:,}", f"{point.intensity:.2f}", f"{point.bound / 1e12:.1f}"]
    for point in roofline.points()
]
columns = ["product of 128 x 128 x 128", "bytes moved", "operations a byte", "TFLOP/s at most"]
run.table(f"With the bandwidth of an {roofline.GPU}, without caches", columns, rows)
run.say("pictures/roofline.svg draws this; on a GPU, `make gpu-check` measures.")

run.step("On a GPU")
try:
    device = runners.cuda.Device()
except runners.Error as why:
    run.say(f"Not done: {why}")
    run.say("Above: all kernels assembled, all but Hopper's simulated. On a GPU: none run.")
else:
    with device:
        run.say(f"{device.name}, {device.chip}")
        for case in all_cases:
            if not kernels.runs_on(case, device.capability):
                run.say(f"{case.name}: not for {device.chip}")
                continue
            given, got = kernels.on_device(case, device)
            for number, expected in case.expected(given).items():
                run.equal(case.name, got[number], expected, rtol=case.rtol, atol=case.atol)
sys.exit(run.finish())
