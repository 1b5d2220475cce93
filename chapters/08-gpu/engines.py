"""A missing barrier, on the two engines that need no GPU: one is right by luck, the other is not.

python chapters/08-gpu/engines.py
"""

from mending import FAULTS

import runners

# [region engines]
fault = next(each for each in FAULTS if each.file == "faults/missing_barrier.mlir")
program, kernel, (grid, block) = fault.program(), fault.kernel, fault.launch

x, sums = fault.arguments()  # 1024 ones, and room for the sums of four blocks
report = runners.simulate(program, kernel, grid, block, [x, sums])
print("in lock step:", sums, "and", len(report.races), "line with a race")

x, sums = fault.arguments()
runners.emulate(program, kernel, grid, block, [x, sums], seed=1)
print("a thread at a time:", sums)
# [end engines]
