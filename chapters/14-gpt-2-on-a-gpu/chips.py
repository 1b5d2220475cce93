"""PTX and machine code of the small GPT-2 for five chips, kernel by kernel.

python chapters/14-gpt-2-on-a-gpu/chips.py [CHIP ...]
"""

from __future__ import annotations

import argparse
import sys

import small

import runners
from runners import cubin

CHIPS = ("sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120")


def assembled(compiled, chip: str) -> tuple[str, dict[str, cubin.Resources]]:
    """The version of the PTX language, and what each kernel takes."""
    ptx = compiled.ptx(chip)
    return ptx.version, ptx.assemble().kernels


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("chips", nargs="*", metavar="CHIP", default=CHIPS)
    compiled, _ = small.forward()
    for chip in parser.parse_args().chips:
        try:
            version, kernels = assembled(compiled, chip)
        except runners.Error as error:
            sys.exit(f"{type(error).__name__}: {error}")
        most = {name: max(getattr(each, name) for each in kernels.values())
                for name in ("registers", "shared", "spill_stores")}  # fmt: skip
        print(f"{chip:8} PTX {version}: {len(kernels)} kernels, at most {most['registers']} "
              f"registers and {most['shared']:,} bytes of shared memory, "
              f"{most['spill_stores']} bytes spilled")  # fmt: skip
