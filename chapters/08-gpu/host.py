"""Runs the host code of host.mlir with NumPy arrays; each mgpu call is answered on the CPU.

python chapters/08-gpu/host.py
"""

from pathlib import Path

import numpy as np

import runners

# [region host]
program = runners.load(Path(__file__).parent / "host.mlir")
library = runners.hosted(program, device="simulator")

x, y = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)
library.saxpy(2.0, x, y)
print("y:", y[:4], "...", y[-1])
print("launched:", *library.launches)
print("allocated:", library.allocated, "bytes; copied:", library.copied)
print("faults found by the simulator:", len(library.reports[0].faults))
# [end host]
