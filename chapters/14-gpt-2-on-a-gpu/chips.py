"""PTX and machine code of the small GPT-2 for five chips, kernel by kernel.

python chapters/14-gpt-2-on-a-gpu/chips.py [CHIP ...]
"""

from __future__ import annotations

import sys

import small

from runners import cubin

CHIPS = ("sm_75", "sm_80", "sm_90a", "sm_100a", "sm_120")


def assembled(compiled, chip: str) -> tuple[str, dict[str, cubin.Resources]]:
    """The version of the PTX language, and what each kernel takes."""
    ptx = compiled.ptx(chip)
    return ptx.version, ptx.assemble().kernels


def host_loops(compiled) -> int:
    """Loops that are in the module and in no kernel."""
    depth, found = 0, 0
    for line in compiled.kernels.splitlines():
        depth += "gpu.func @" in line
        found += depth == 0 and ("scf.for" in line or "linalg." in line)
        depth -= line == "    }"
    return found


if __name__ == "__main__":
    compiled, _ = small.forward()
    print(f"{len(compiled.plan.kernels)} kernels, {host_loops(compiled)} loops outside of them")
    for chip in sys.argv[1:] or CHIPS:
        version, kernels = assembled(compiled, chip)
        most = {name: max(getattr(each, name) for each in kernels.values())
                for name in ("registers", "shared", "spill_stores")}  # fmt: skip
        print(f"{chip:8} PTX {version}: {len(kernels)} kernels, at most {most['registers']} "
              f"registers and {most['shared']:,} bytes of shared memory, "
              f"{most['spill_stores']} bytes spilled")  # fmt: skip
