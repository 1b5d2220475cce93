"""Passes that keep where each operation came from, for what has to name a line of the source."""

from __future__ import annotations

from collections.abc import Sequence

from .. import passes
from ..errors import CompileError


def run(text: str, name: str, pipelines: Sequence[str], *, generic: bool = True) -> str:
    """The module's text, locations included, after pipelines one after another.

    Some operations of NVVM print so that their location is not read back (nvvm.barrier with an
    id); the generic form is read whatever the operation.
    """
    inner = ",".join(each.removeprefix("builtin.module(")[:-1] for each in pipelines)
    whole = f"builtin.module({inner})"
    options = ["--mlir-print-debuginfo", "--mlir-print-local-scope"]
    if generic:
        options.append("--mlir-print-op-generic")
    try:
        return passes.mlir_opt(text, name, f"--pass-pipeline={whole}", *options).stdout
    except CompileError:
        passes.run(text, name, whole)  # again, to learn which pass failed
        raise
