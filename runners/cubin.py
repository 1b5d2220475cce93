"""Machine code of PTX: ptxas assembles it, nvdisasm prints it. Neither needs a GPU.

A Cubin runs on chips of one architecture only. What ptxas reports of each kernel (registers,
spills, stack, shared and constant memory) is kept with it, and the path of the ptxas that was used.
"""

from __future__ import annotations

import difflib
import functools
import re
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from . import occupancy, toolchain
from .errors import CompileError, NotFound

if TYPE_CHECKING:
    from .ptx import Ptx

_FUNCTION = re.compile(r"ptxas info\s*: Compiling entry function '([^']+)'")
_COUNTS = {  # field of Resources -> how ptxas says it
    "registers": r"Used (\d+) registers",
    "barriers": r"used (\d+) barriers",
    "shared": r"(\d+) bytes smem",
    "stack": r"(\d+) bytes stack frame",
    "spill_stores": r"(\d+) bytes spill stores",
    "spill_loads": r"(\d+) bytes spill loads",
}


@dataclass(frozen=True)
class Resources:
    """What a kernel takes: registers of a thread, barriers of a block, the rest in bytes.

    `shared` is what it declares, of a block. `stack` and the spills are a thread's local memory,
    which lies in the GPU's main memory. `constant` counts its parameters too; ptxas does not report
    it for sm_90 and newer.
    """

    registers: int = 0
    spill_stores: int = 0
    spill_loads: int = 0
    stack: int = 0
    shared: int = 0
    constant: int = 0
    barriers: int = 0


@dataclass(frozen=True)
class Cubin:
    """Machine code for one chip; `kernels` says what each takes, `ptxas` which assembler made it.

    `log` is all that ptxas said.
    """

    data: bytes
    chip: str
    kernels: dict[str, Resources]
    ptxas: Path
    ptxas_version: str
    log: str
    name: str
    ptx: Ptx

    def sass(self, kernel: str | None = None) -> str:
        """The machine code as text, of all kernels or of one, by nvdisasm."""
        if kernel is not None:
            self._resources(kernel)
        with tempfile.TemporaryDirectory(prefix="runners-") as scratch:
            file = Path(scratch) / "kernels.cubin"
            file.write_bytes(self.data)
            tool = toolchain.cuda_tool("nvdisasm")
            done = toolchain.start([str(tool), "--print-code", str(file)], timeout=120)
        if done.returncode:
            raise CompileError(
                f"{self.name}: {tool} failed: {done.stderr.strip()}", diagnostics=done.stderr
            )
        if kernel is None:
            return done.stdout
        sections = re.split(r"^(?=//-+ \.text\.)", done.stdout, flags=re.MULTILINE)
        return next(s for s in sections if re.match(rf"//-+ \.text\.{re.escape(kernel)}\s", s))

    def occupancy(
        self, kernel: str, threads: int | tuple[int, ...], dynamic_shared: int = 0
    ) -> occupancy.Occupancy:
        """How much of a multiprocessor blocks of so many threads fill; see `occupancy.estimate`."""
        taken = self._resources(kernel)
        count = 1
        for size in threads if isinstance(threads, tuple) else (threads,):
            count *= size
        return occupancy.estimate(self.chip, taken.registers, count, taken.shared + dynamic_shared)

    def _resources(self, kernel: str) -> Resources:
        if kernel not in self.kernels:
            raise NotFound(
                f"{self.name}: no kernel '{kernel}'; there is {', '.join(sorted(self.kernels))}"
            )
        return self.kernels[kernel]


def assemble(ptx: Ptx, chip: str) -> Cubin:
    """The PTX assembled for a chip; see `Ptx.assemble`."""
    ptxas = toolchain.cuda_tool("ptxas")
    release, chips = _about(ptxas)
    if chip not in chips:
        near = difflib.get_close_matches(chip, chips, n=3, cutoff=0.4)
        raise NotFound(
            f"ptxas {release} ({ptxas}) does not assemble for {chip!r}"
            f"{'; nearest: ' + ', '.join(near) if near else ''}; it knows {', '.join(chips)}"
        )
    with tempfile.TemporaryDirectory(prefix="runners-") as scratch:
        source, target = Path(scratch) / "kernels.ptx", Path(scratch) / "kernels.cubin"
        source.write_text(ptx.text, encoding="utf-8")
        command = [str(ptxas), "-v", "-O3", f"-arch={chip}", str(source), "-o", str(target)]
        done = toolchain.start(command, timeout=600)
        log = (done.stdout + done.stderr).replace(str(source), "kernels.ptx")
        if done.returncode or not target.exists():
            raise CompileError(_reason(ptx, chip, f"{release} ({ptxas})", log), diagnostics=log)
        data = target.read_bytes()
    return Cubin(data, chip, _resources(log), ptxas, release, log, ptx.name, ptx)


@functools.cache
def _about(ptxas: Path) -> tuple[str, tuple[str, ...]]:
    """A ptxas's release and the chips that it knows, as it says itself."""
    said = toolchain.start([str(ptxas), "--help"], timeout=60).stdout
    chips = set(re.findall(r"'(sm_\d+[af]?)'", said))
    release = re.search(r"\bV(\d+\.\d+\.\d+)", toolchain.says(ptxas))
    if not (chips and release):
        raise CompileError(f"{ptxas} does not say its release and chips: is it NVIDIA's ptxas?")
    ordered = sorted(chips, key=lambda chip: (int(re.sub(r"\D", "", chip)), chip))
    return release[1], tuple(ordered)


def _resources(log: str) -> dict[str, Resources]:
    """What ptxas -v reports, by kernel."""
    pieces = _FUNCTION.split(log)[1:]
    found = {}
    for symbol, said in zip(pieces[::2], pieces[1::2], strict=True):
        counts = {
            key: int(match[1]) if (match := re.search(pattern, said)) else 0
            for key, pattern in _COUNTS.items()
        }
        constant = sum(map(int, re.findall(r"(\d+) bytes cmem\[", said)))
        found[symbol] = replace(Resources(**counts), constant=constant)
    return found


def _reason(ptx: Ptx, chip: str, ptxas: str, log: str) -> str:
    """What ptxas refuses, in a message that says what to do about it."""
    version = re.search(r"Unsupported \.version (\S+); current version is '([\d.]+)'", log)
    if version:
        return (
            f"{ptx.name}: this PTX is of version {version[1]}, ptxas {ptxas} takes up to "
            f"{version[2]}: leave version= away to get the lowest that {ptx.chip} has, or use a "
            "newer ptxas (STEPDOWN_CUDA)"
        )
    target = re.search(r"SM version specified by \.target is higher than default", log)
    if target or "is not compatible with" in log:
        return (
            f"{ptx.name}: this PTX is for {ptx.chip} and does not run on {chip}: compile for "
            f"{chip}, ptx(chip={chip!r}), or assemble for {ptx.chip}"
        )
    found = re.search(r"line (\d+); (?:error|fatal)\s*: (.*)", log)
    if not found:
        said = re.search(r"(?:error|fatal)\s*: (.*)", log)
        what = said[1] if said else (log.strip().splitlines() or ["it says nothing"])[-1]
        return f"{ptx.name}: ptxas {ptxas} failed for {chip}: {what}"
    lines = ptx.text.splitlines()
    line = int(found[1])
    source = f"\n{lines[line - 1].strip()}" if line <= len(lines) else ""
    return f"{ptx.name}: ptxas {ptxas} failed for {chip}: line {line}: {found[2]}{source}"
