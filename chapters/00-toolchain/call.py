"""The shortest road from a .mlir file to a NumPy array: load, compile, call."""

# [region call]
import numpy as np

import runners

program = runners.load("chapters/00-toolchain/axpy.mlir")
print(program.functions["axpy"])

library = program.compile("cpu-buffers")
x = np.arange(5, dtype=np.float32)
y = np.ones(5, dtype=np.float32)
library.axpy(2.0, x, y)  # y := 2 x + y, in place
print(y)
# [end call]
