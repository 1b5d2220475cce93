"""Occupancy, against the calculator that NVIDIA ships as a C header."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from runners import ArgumentError, launch, occupancy, toolchain

HEADERS = sorted(toolchain.site_packages().glob("nvidia/cu1*/include/cuda_occupancy.h"))
PROGRAM = """#include <stdio.h>
#include "cuda_occupancy.h"
int main(void) {
  int major, minor, threads, warps, registers;
  unsigned long shared, block_shared, all_shared, reserved;
  while (scanf("%d %d %d %d %d %lu %lu %lu %lu", &major, &minor, &warps, &threads, &registers,
               &shared, &block_shared, &all_shared, &reserved) == 9) {
    cudaOccDeviceProp device = {major, minor, 1024, warps * 32, 65536, 65536, 32, 49152,
                                all_shared, 1, block_shared, reserved};
    cudaOccFuncAttributes kernel = {0};
    cudaOccDeviceState state = {0};
    cudaOccResult result;
    kernel.maxThreadsPerBlock = 1024;
    kernel.numRegs = registers;
    kernel.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN;
    kernel.maxDynamicSharedSizeBytes = shared;
    kernel.numBlockBarriers = 1;
    state.carveoutConfig = SHAREDMEM_CARVEOUT_MAX_SHARED;
    int status = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, threads,
                                                         shared);
    printf("%d %d\\n", status, result.activeBlocksPerMultiprocessor);
  }
  return 0;
}
"""
CASES = [
    (chip, registers, threads, shared)
    for chip in (
        "sm_75",
        "sm_80",
        "sm_86",
        "sm_89",
        "sm_90",
        "sm_100",
        "sm_103",
        "sm_110",
        "sm_120",
    )
    for registers in (8, 24, 32, 33, 40, 64, 65, 100, 128, 168, 255)
    for threads in (1, 32, 33, 64, 96, 128, 192, 256, 384, 512, 768, 1024)
    for shared in (0, 1, 1000, 8192, 16385, 48 * 1024, 64 * 1024, 99 * 1024)
    if shared <= launch.limits(chip).shared
]


@pytest.mark.skipif(not HEADERS, reason="no wheel nvidia-cuda-runtime with cuda_occupancy.h")
@pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")
def test_the_estimate_is_that_of_nvidias_calculator(tmp_path):
    source, binary = tmp_path / "occupancy.c", tmp_path / "occupancy"
    source.write_text(PROGRAM)
    include = f"-I{HEADERS[-1].parent}"
    # `inline` alone, of C99, would leave the functions without a definition.
    command = ["cc", "-std=gnu89", "-w", include, source, "-o", binary]
    subprocess.run(command, check=True, capture_output=True)
    lines, ours = [], []
    for chip, registers, threads, shared in CASES:
        found = occupancy.estimate(chip, registers, threads, shared)
        ours.append(found.blocks)
        number = int(chip[3:])
        reserved = 1024 if number >= 80 else 0
        of_block = launch.limits(chip).shared
        figures = (number // 10, number % 10, found.most_warps, threads, registers, shared,
                   of_block, of_block + reserved, reserved)  # fmt: skip
        lines.append(" ".join(map(str, figures)))
    done = subprocess.run([binary], input="\n".join(lines), capture_output=True, text=True)
    theirs = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len(theirs) == len(CASES) > 5000
    for case, mine, (status, blocks) in zip(CASES, ours, theirs, strict=True):
        assert status == 0, case
        assert mine == blocks, case


def test_what_limits_is_named():
    by = occupancy.estimate("sm_80", registers=32, threads=256)
    assert (by.blocks, by.warps, by.fraction, by.limited_by) == (8, 64, 1.0, ("registers", "warps"))
    assert occupancy.estimate("sm_80", 128, 256).limited_by == ("registers",)
    assert occupancy.estimate("sm_80", 16, 256, 64 * 1024).limited_by == ("shared memory",)
    small = occupancy.estimate("sm_80", 16, 32)
    assert (small.blocks, small.fraction, small.limited_by) == (32, 0.5, ("blocks",))
    assert str(small) == "32 of 64 warps (50%) in 32 blocks on sm_80, limited by blocks"


def test_a_suffix_changes_nothing():
    assert (
        occupancy.estimate("sm_90a", 64, 128).limits == occupancy.estimate("sm_90", 64, 128).limits
    )


@pytest.mark.parametrize("chip", ["sm_70", "sm_99", "chip"])
def test_a_chip_whose_figures_are_not_known_is_refused(chip):
    with pytest.raises(
        ArgumentError, match=f"occupancy of {chip} is not known here; known are sm_75"
    ):
        occupancy.estimate(chip, 32, 128)


def test_a_block_that_does_not_start_has_no_occupancy():
    with pytest.raises(ArgumentError, match="2048 threads"):
        occupancy.estimate("sm_80", 32, 2048)
    with pytest.raises(ArgumentError, match="shared memory"):
        occupancy.estimate("sm_86", 32, 128, 100 * 1024)
