"""Arrays of a device: put there, computed on, seen from the host, freed."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

sys.path[:0] = [str(Path(__file__).resolve().parents[2])]
from stepdown import gpu, jit  # noqa: E402

TARGET = "gpu-sim"

# [region arrays]
weights = gpu.put(np.ones((4, 3), np.float32), TARGET)  # copied to the device, once
product = jit(lambda x, w: x @ w, target=TARGET)
x = gpu.put(np.ones((2, 4), np.float32), TARGET)
result = product(x, weights)  # stays on the device, and so does what is computed from it
on_the_host = np.asarray(result)  # waits for the kernels, then copies
view = weights[1:3]  # the same memory
held = gpu.device(TARGET).held  # in bytes
x.free()  # its memory goes back to the pool
# [end arrays]

print("weights:", weights)
print("result:", result)
print("on the host:", on_the_host[0])
print("a view:", view)
print(f"held: {held:,} bytes; after free(): {gpu.device(TARGET).held:,}")
