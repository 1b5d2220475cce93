"""MLIR's bindings, and what is written with them, imported when the first thing of them is used.

Loading the bindings takes many times longer than tracing a function and finding its code in the
disk cache, and neither needs them. So the table of primitives is filled without: its emitters are
functions, which look these modules up when they are called.
"""

from __future__ import annotations

import importlib


class Late:
    """A module that is imported when an attribute of it is asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> object:
        return getattr(importlib.import_module(self._name), attribute)

    def __repr__(self) -> str:
        return f"<module {self._name}, imported on use>"


ir = Late("mlir.ir")
arith = Late("mlir.dialects.arith")
linalg = Late("mlir.dialects.linalg")
math = Late("mlir.dialects.math")
scf = Late("mlir.dialects.scf")
tensor = Late("mlir.dialects.tensor")
scalars = Late("stepdown.lowering.scalars")
scatter = Late("stepdown.lowering.scatter")
