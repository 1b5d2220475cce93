"""Which pass changed what: counts the operations in a folder of IR files, one file a pass.

    python chapters/01-llvm-to-mlir/passes.py build/chapter-01/sum/passes

Reads what `runners` keeps, and what `mlir-opt --mlir-print-ir-tree-dir` writes: the module after
each pass. Each file is parsed, not searched as text: `return` counts as the func.return that it is.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mlir import ir

NUMBERED = re.compile(r"(?P<number>\d+)[-_](?P<name>.+)")


@dataclass(frozen=True)
class Stage:
    """The module after a pass: how many of each operation, and how many blocks hold them."""

    name: str
    operations: Counter[str]
    blocks: int


# [region count]
def count(name: str, text: str) -> Stage:
    """The operations and blocks of a module, those in nested regions too."""
    operations: Counter[str] = Counter()
    blocks = 0

    def visit(op: ir.Operation) -> None:
        nonlocal blocks
        operations[op.name] += 1
        for region in op.regions:
            for block in region.blocks:
                blocks += 1
                for inner in block.operations:
                    visit(inner.operation)

    with ir.Context() as context:
        context.enable_multithreading(False)
        visit(ir.Module.parse(text).operation)
    return Stage(name, operations, blocks)


def changes(before: Stage, after: Stage) -> str:
    """What went and what came, as `-1 scf.for -2 scf.yield +2 cf.br`."""
    gone, new = before.operations - after.operations, after.operations - before.operations
    return " ".join(
        [f"-{n} {name}" for name, n in sorted(gone.items())]
        + [f"+{n} {name}" for name, n in sorted(new.items())]
    )


# [end count]


def stages(folder: Path) -> list[Stage]:
    """The stages kept in a folder, in the order of the numbers that their names start with."""
    found = {}
    for path in folder.glob("*.mlir"):
        match = NUMBERED.fullmatch(path.stem)
        if match:
            found[int(match["number"])] = count(match["name"], path.read_text(encoding="utf-8"))
    return [found[number] for number in sorted(found)]


def summary(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """A row for each stage: the pass, operations and blocks after it, what it changed."""
    before = None
    for stage in stages(folder):
        changed = changes(before, stage) or "nothing" if before else ""
        yield stage.name, str(stage.operations.total()), str(stage.blocks), changed
        before = stage


def main() -> int:
    """Print the summary of the folder named on the command line."""
    if len(sys.argv) != 2:
        print(f"usage: {sys.argv[0]} FOLDER", file=sys.stderr)
        return 2
    rows = [("after", "ops", "blocks", "changed"), *summary(Path(sys.argv[1]))]
    if len(rows) == 1:
        print(f"error: {sys.argv[1]}: no file named NUMBER-PASS.mlir there", file=sys.stderr)
        return 1
    for name, operations, blocks, changed in rows:
        print(f"{name:26} {operations:>3} {blocks:>6}  {changed}".rstrip())
    return 0


if __name__ == "__main__":
    sys.exit(main())
