"""Everything between a .mlir file and something that can be called.

    program = runners.load("chapters/02-memory/array_add.mlir")
    library = program.compile("cpu-buffers")
    library.array_add(a, b, out)

Nothing heavy is imported before it is used: MLIR's bindings load with the first compilation.
"""

from .errors import ArgumentError, CompileError, Error, NotFound, ToolchainError, UnknownFunction
from .program import Program, load

__all__ = [
    "ArgumentError",
    "CompileError",
    "Error",
    "NotFound",
    "Program",
    "ToolchainError",
    "UnknownFunction",
    "load",
]
