"""Which line of the user's program each operation of the compiled module comes from.

python chapters/09-front-end/lines.py
"""

from __future__ import annotations

import linecache

import numpy as np
from functions import distances
from mlir import ir

from stepdown import jit
from stepdown.lowering import contexts

# [region lines]
points, centres = np.ones((5, 3), np.float32), np.ones((2, 3), np.float32)
compiled = jit(distances).compile(points, centres)
with contexts.context():

    def see(operation: ir.Operation) -> ir.WalkResult:
        place = operation.location
        computes = operation.name.startswith(("arith.", "math.")) and operation.operands
        if place.is_a_file() and computes:
            line = linecache.getline(place.filename, place.start_line).strip()
            print(f"{operation.name:14} {place.start_line}: {line}")
        return ir.WalkResult.ADVANCE

    compiled.module(fused=False).operation.walk(see)
# [end lines]
