"""Machine code of GPT-2's attention as one kernel: what it takes, and loop by loop how many of its
instructions multiply and add.

python chapters/14-gpt-2-on-a-gpu/loops.py [CHIP]
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import functions  # noqa: E402

import runners  # noqa: E402
from runners.cubin import Cubin  # noqa: E402
from stepdown import jit  # noqa: E402

HEADS, TOKENS, SIZE = 12, 1024, 64  # GPT-2's


def assembled(size: int, chip: str) -> tuple[Cubin, str]:
    """Attention of heads of that size as machine code, and the name of its kernel."""
    arguments = [np.empty((HEADS, TOKENS, size), np.float32)] * 3
    compiled = jit(functions.mixed, target="gpu-sim", attention="flash").compile(*arguments)
    (name,) = compiled.plan.kernels
    return compiled.ptx(chip).assemble(), name


def loops(sass: str) -> list[list[str]]:
    """The opcodes of each loop: from where a branch goes back to up to the branch."""
    opcodes, labels, found = [], {}, []
    for line in map(str.strip, sass.splitlines()):
        if label := re.match(r"(\.L_\w+):", line):
            labels[label[1]] = len(opcodes)
        elif code := re.match(r"/\*[0-9a-f]+\*/ +(?:@!?U?P\w+ +)?([A-Z]\w*)(.*);", line):
            opcodes.append(code[1])
            back = re.search(r"`\((\.L_\w+)\)", code[2])
            # A branch to itself is behind the end, to fill the last line of instructions.
            if code[1] == "BRA" and back and labels.get(back[1], len(opcodes)) < len(opcodes) - 1:
                found.append(opcodes[labels[back[1]] :])
    return found


def share(opcodes: list[str]) -> float:
    """Of the instructions, those that multiply and add float32."""
    return opcodes.count("FFMA") / len(opcodes)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("chip", nargs="?", default="sm_80")
    try:
        cubin, name = assembled(SIZE, parser.parse_args().chip)
    except runners.Error as error:
        sys.exit(f"{type(error).__name__}: {error}")
    taken = cubin.kernels[name]
    print(f"{taken.registers} registers, {taken.shared:,} bytes of shared memory, "
          f"{taken.spill_stores} bytes spilled")  # fmt: skip
    print(cubin.occupancy(name, 128))
    for opcodes in sorted(loops(cubin.sass(name)), key=len):
        loads = sum(code in ("LDS", "LDG") for code in opcodes)
        print(f"a loop of {len(opcodes):,} instructions: {share(opcodes):.0%} FFMA, {loads} loads")
