"""PTX: a program's kernels as text that every NVIDIA GPU from a chip on can run.

The gpu.modules come from `nvvm` in the LLVM dialect; mlir-translate, llvm-link, opt and llc do the
rest, each in a process of its own. What PTX says of a kernel (parameters, shared memory) is read
back and compared with what MLIR declared. Assembling is `cubin`'s, running `cuda`'s.
"""

from __future__ import annotations

import contextlib
import difflib
import functools
import math
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from . import nvvm, toolchain
from .errors import ArgumentError, CompileError, NotFound

if TYPE_CHECKING:
    from .cubin import Cubin

CHIP = "sm_80"
_SIZES = {"b8": 1, "u8": 1, "s8": 1, "b16": 2, "u16": 2, "s16": 2, "f16": 2, "b32": 4, "u32": 4,
          "s32": 4, "f32": 4, "b64": 8, "u64": 8, "s64": 8, "f64": 8, "b128": 16}  # fmt: skip
_ENTRY = re.compile(
    r"^\.visible \.entry (?P<name>[\w$]+)\((?P<parameters>[^)]*)\)(?P<directives>[^{]*)"
    r"\{\n(?P<body>.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
_DEVICE = re.compile(
    r"^\.(?:visible |weak )?\.?func\b[^{;]*?\b(?P<name>[\w$]+)\([^{;]*?\{\n(?P<body>.*?)^\}",
    re.MULTILINE | re.DOTALL,
)
_PARAMETER = re.compile(
    r"\.param (?:\.align (?P<align>\d+) )?\.(?P<type>\w+)(?P<pointer> \.ptr[^,]*?)? "
    r"(?P<name>[\w$]+)(?:\[(?P<count>\d+)\])?"
)
_SHARED = re.compile(
    r"^\s*(?P<extern>\.extern )?(?:\.visible |\.weak )?\.shared (?:\.align (?P<align>\d+) )?"
    r"\.(?P<type>\w+) (?P<name>[\w$]+)(?P<array>\[(?P<count>\d*)\])?",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Parameter:
    """A kernel's parameter as PTX declares it: its type, such as `u64`, and its size in bytes."""

    type: str
    size: int
    alignment: int
    pointer: bool = False


@dataclass(frozen=True)
class Kernel:
    """A kernel of a PTX text.

    `arguments` are its types in MLIR (None for one written as llvm.func), `parameters` what they
    become: a ranked memref is 3 + 2 * rank of them, or one if `bare_pointers`. `shared` counts the
    bytes of shared memory that it declares; `dynamic_shared` says that it also uses what the launch
    gives it. `block` and `grid` are what it was compiled for, where MLIR knew: it may be wrong for
    any other.
    """

    name: str
    module: str
    parameters: tuple[Parameter, ...]
    arguments: tuple[str, ...] | None = None
    shared: int = 0
    dynamic_shared: bool = False
    block: tuple[int, int, int] | None = None
    grid: tuple[int, int, int] | None = None
    bare_pointers: bool = False

    def __str__(self) -> str:
        arguments = ", ".join(self.arguments or (each.type for each in self.parameters))
        return f"{self.name}({arguments})"


@dataclass(frozen=True)
class Ptx:
    """PTX of a program: `text` for `chip` and newer ones, in PTX ISA `version`."""

    text: str
    chip: str
    version: str
    kernels: dict[str, Kernel]
    name: str = "<text>"
    _assembled: dict = field(default_factory=dict, repr=False, compare=False)

    def assemble(self, chip: str | None = None) -> Cubin:
        """Machine code by ptxas, for `chip` or the one that the PTX is for.

        Raises CompileError with what ptxas says, ToolchainError where there is no ptxas.
        """
        from . import cubin

        chip = chip or self.chip
        if chip not in self._assembled:
            self._assembled[chip] = cubin.assemble(self, chip)
        return self._assembled[chip]

    def sass(self, kernel: str | None = None, *, chip: str | None = None) -> str:
        """The machine code as text, of all kernels or of one, by nvdisasm."""
        return self.assemble(chip).sass(kernel)

    def describe(self) -> str:
        """What each kernel takes, in lines to read, with ptxas's counts."""
        cubin = self.assemble()
        lines = [f"PTX {self.version} for {self.chip}, assembled by ptxas {cubin.ptxas_version}"]
        lines[0] += f" ({cubin.ptxas})"
        for kernel in self.kernels.values():
            taken = cubin.kernels[kernel.name]
            dynamic = ", and what the launch gives it" if kernel.dynamic_shared else ""
            lines += [
                str(kernel),
                f"  parameters     {len(kernel.parameters)}: "
                + " ".join(each.type for each in kernel.parameters),
                f"  registers      {taken.registers}",
                f"  spilled        {taken.spill_stores} bytes stored, {taken.spill_loads} loaded",
                f"  stack          {taken.stack} bytes",
                f"  shared memory  {taken.shared} bytes{dynamic}",
            ]
            if kernel.block:
                threads = math.prod(kernel.block)
                lines.append(f"  threads        {threads} a block {kernel.block}")
                with contextlib.suppress(ArgumentError):  # a chip whose occupancy is not known
                    lines.append(f"  occupancy      {cubin.occupancy(kernel.name, threads)}")
        return "\n".join(lines) + "\n"


def compile(
    text: str,
    name: str,
    chip: str = CHIP,
    *,
    version: str | float | None = None,
    bare_pointers: bool = False,
    keep: str | os.PathLike | None = None,
) -> Ptx:
    """PTX of the program's kernels; see `Program.ptx`."""
    features = _features(chip, version)
    signatures = nvvm.kernels(text, name)
    _check_names(signatures, name)
    if bare_pointers:
        nvvm.check_bare(signatures, name)
    # redux.sync came with sm_80; before it, a reduction of a warp in integers does not lower.
    devices = nvvm.lower(text, name, bare_pointers=bare_pointers, redux=_number(chip) >= 80)
    with tempfile.TemporaryDirectory(prefix="runners-") as scratch:
        work = Path(scratch)
        try:
            printed = _llvm(devices, name, chip, features, work)
        finally:
            if keep is not None:
                _keep(work, Path(keep))
    return read(printed, name, signatures, bare_pointers=bare_pointers)


def read(
    text: str, name: str, signatures: Sequence[nvvm.Signature] = (), *, bare_pointers: bool = False
) -> Ptx:
    """What a PTX text holds, compared with the kernels that MLIR declares."""
    version = re.search(r"^\.version (\S+)", text, re.MULTILINE)
    target = re.search(r"^\.target (\w+)", text, re.MULTILINE)
    if not (version and target):
        raise CompileError(f"{name}: this is no PTX: it has no .version or no .target")
    declared = {signature.name: signature for signature in signatures}
    found = {}
    for entry in _ENTRY.finditer(text):
        symbol = entry["name"]
        kernel = _kernel(entry, text, declared.get(symbol), bare_pointers)
        _check_parameters(kernel, name)
        found[symbol] = kernel
    if missing := [symbol for symbol in declared if symbol not in found]:
        raise CompileError(
            f"{name}: no PTX came of kernel {missing[0]}: the translation to LLVM IR left it out"
        )
    return Ptx(text, target[1], version[1], found, name)


# From the LLVM dialect to PTX ---------------------------------------------------------------


def _llvm(
    devices: Sequence[nvvm.DeviceModule], name: str, chip: str, features: list[str], work: Path
) -> str:
    """The device modules translated, linked with each other and libdevice, optimised, printed."""
    translated = []
    for number, device in enumerate(devices):
        source, target = work / f"device{number}.mlir", work / f"device{number}.ll"
        source.write_text(device.text, encoding="utf-8")
        _tool(name, chip, "mlir-translate", "--mlir-to-llvmir", source, "-o", target)
        if "define " not in target.read_text(encoding="utf-8"):
            raise CompileError(
                f"{name}: mlir-translate gave an empty LLVM module for gpu.module @{device.name}"
            )
        translated.append(target)
    _tool(name, chip, "llvm-link", "-S", *translated, "-o", work / "module.ll")
    linked = work / "module.ll"
    called = set(re.findall(r"^declare .*@(__nv_\w+)\(", linked.read_text("utf-8"), re.MULTILINE))
    if called:
        linked = work / "module.linked.bc"
        _tool(
            name, chip, "llvm-link", "--only-needed", "--internalize", work / "module.ll",
            toolchain.libdevice(), "-o", linked,
        )  # fmt: skip
    target = [f"-mtriple={nvvm.TRIPLE}", f"-mcpu={chip}", *features, "-O3"]
    _tool(name, chip, "opt", *target, "-S", linked, "-o", work / "module.opt.ll")
    _tool(name, chip, "llc", *target, work / "module.opt.ll", "-o", work / "module.ptx")
    if called:
        linked.unlink()
    return (work / "module.ptx").read_text(encoding="utf-8")


def _tool(name: str, chip: str, tool: str, *arguments: str | Path) -> None:
    done = toolchain.run(tool, *arguments, timeout=600)
    if done.returncode:
        raise CompileError(_reason(name, chip, tool, done), diagnostics=done.stderr)


# A part of an intrinsic's name, what it is, the first chip that has it, or the only one (`a`).
_NEEDS = (
    ("cp.async.bulk", "the bulk copies of the tensor memory accelerator (cp.async.bulk)", "sm_90"),
    ("cp.async", "asynchronous copies to shared memory (cp.async)", "sm_80"),
    ("wgmma", "matrix products of a warp group (wgmma)", "sm_90a"),
    ("tcgen05", "products through tensor memory (tcgen05)", "sm_100a"),
    ("redux.sync", "reductions of a warp (redux.sync)", "sm_80"),
    ("ldmatrix", "loads of matrix fragments (ldmatrix)", "sm_75"),
    ("stmatrix", "stores of matrix fragments (stmatrix)", "sm_90"),
    ("mbarrier", "barriers in shared memory (mbarrier)", "sm_80"),
    ("mma", "this shape or type of matrix product (mma)", "sm_80"),
    ("cluster", "clusters of blocks", "sm_90"),
)


def _reason(name: str, chip: str, tool: str, done: subprocess.CompletedProcess[str]) -> str:
    """One line from what a tool printed as it failed or died."""
    chosen = re.search(r"Cannot select: (.*)", done.stderr)
    if chosen:
        intrinsic = re.search(r"llvm\.nvvm\.[\w.]+", done.stderr)
        what = intrinsic[0] if intrinsic else re.sub(r"^t\d+: \S+ = ", "", chosen[1]).strip()
        function = re.search(r"In function: (\S+)", done.stderr)
        where = f" in {function[1]}" if function else ""
        for part, meaning, first in _NEEDS:
            if intrinsic and part in what.removeprefix("llvm.nvvm."):
                since = (
                    f"are on {first} only; ask for that"
                    if first.endswith("a")
                    else f"came with {first}; ask for a chip from there on"
                )
                why = f": {meaning} {since}"
                break
        else:
            why = ", or LLVM has no instruction for it there"
        return f"{name}: {chip} does not have {what}{where}{why}"
    twice = re.search(r"Linking globals named '([^']+)': symbol multiply defined", done.stderr)
    if twice:
        return f"{name}: two gpu.modules define '{twice[1]}': give one of them another name"
    unsupported = re.search(r"(?:error: )?(.*(?:[Uu]nsupported|not supported).*)", done.stderr)
    said = re.search(r"LLVM ERROR: (.*)|Assertion [`'](.*)' failed|error: (.*)", done.stderr)
    if said:
        what = next(filter(None, said.groups()))
    elif unsupported:
        what = unsupported[1].strip()
    else:
        what = f"it ended with {done.returncode}"
    return f"{name}: {tool} failed for {chip}: {what}"


def _keep(work: Path, keep: Path) -> None:
    """Leave the stages in a directory; those of an earlier program go."""
    try:
        keep.mkdir(parents=True, exist_ok=True)
        for pattern in ("device*.mlir", "device*.ll", "module.ll", "module.opt.ll", "module.ptx"):
            for old in keep.glob(pattern):
                old.unlink()
            for file in work.glob(pattern):
                shutil.copy(file, keep)
    except OSError as error:
        raise NotFound(f"{error.filename or keep}: cannot be written: {error.strerror}") from None


# Chips and versions of PTX ------------------------------------------------------------------


def _number(chip: str) -> int:
    return int(re.sub(r"\D", "", chip))


def _features(chip: str, version: str | float | None) -> list[str]:
    """llc's option for a version of PTX, checked with the chip; none is the chip's lowest."""
    if not isinstance(chip, str):
        raise ArgumentError(f"a chip is a name such as 'sm_80'; got {chip!r}")
    chips, versions = _known()
    if chip not in chips:
        near = difflib.get_close_matches(chip, chips, n=3, cutoff=0.4)
        nearest = f"; nearest: {', '.join(near)}" if near else ""
        raise NotFound(f"no chip is called {chip!r}{nearest}; LLVM knows {', '.join(chips)}")
    if version is None:
        return []
    if str(version) not in versions:
        raise NotFound(
            f"LLVM {toolchain.RELEASE} writes no PTX of version {version}; it knows "
            f"{', '.join(versions)}"
        )
    return [f"-mattr=+ptx{str(version).replace('.', '')}"]


@functools.cache
def _known() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The chips and the versions of PTX that llc knows, in order."""
    done = toolchain.run("llc", f"-mtriple={nvvm.TRIPLE}", "-mcpu=help", timeout=60)
    said = done.stdout + done.stderr
    chips = set(re.findall(r"^ +(sm_\d+[af]?) +- Select", said, re.MULTILINE))
    versions = sorted(set(re.findall(r"^ +ptx(\d+) +- Use PTX", said, re.MULTILINE)), key=int)
    ordered = tuple(sorted(chips, key=lambda chip: (_number(chip), chip)))
    return ordered, tuple(f"{version[:-1]}.{version[-1]}" for version in versions)


# What PTX says ------------------------------------------------------------------------------


def _kernel(
    entry: re.Match[str], text: str, signature: nvvm.Signature | None, bare_pointers: bool
) -> Kernel:
    parameters = tuple(map(_parameter, _PARAMETER.finditer(entry["parameters"])))
    shared, dynamic = _shared(entry, text)
    required = re.search(r"\.reqntid ([\d, ]+)", entry["directives"])
    block = (*map(int, required[1].split(",")), 1, 1)[:3] if required else None
    return Kernel(
        entry["name"],
        signature.module if signature else "",
        parameters,
        signature.arguments if signature else None,
        shared,
        dynamic,
        (signature.block if signature else None) or block,
        signature.grid if signature else None,
        bare_pointers,
    )


def _parameter(found: re.Match[str]) -> Parameter:
    size = _SIZES[found["type"]]
    align = int(found["align"] or size)
    return Parameter(
        found["type"], size * int(found["count"] or 1), align, found["pointer"] is not None
    )


def _shared(entry: re.Match[str], text: str) -> tuple[int, bool]:
    """Bytes of shared memory that a kernel and what it calls declare; whether it takes more."""
    bodies = {found["name"]: found["body"] for found in _DEVICE.finditer(text)}
    reached, todo = set(), [entry["name"]]
    bodies[entry["name"]] = entry["body"]
    while todo:
        symbol = todo.pop()
        if symbol not in reached and symbol in bodies:
            reached.add(symbol)
            todo += re.findall(r"[\w$]+", " ".join(re.findall(r"\bcall[^;]*;", bodies[symbol])))
    used = "\n".join(bodies[symbol] for symbol in reached)
    outside = _ENTRY.sub("", _DEVICE.sub("", text))
    size, dynamic = 0, 0
    for found in [*_SHARED.finditer(outside), *_SHARED.finditer(used)]:
        if not re.search(rf"(?<![\w$]){re.escape(found['name'])}(?![\w$])", used):
            continue
        align = int(found["align"] or 1)
        if found["extern"]:
            dynamic = max(dynamic, align)
            continue
        count = int(found["count"] or 0) if found["array"] else 1
        size = -(-size // align) * align + _SIZES[found["type"]] * count
    # What the launch gives begins behind what is declared.
    return -(-size // (dynamic or 1)) * (dynamic or 1), dynamic > 0


def expanded(kind: str, bare_pointers: bool = False) -> int:
    """How many parameters a kernel's argument of that MLIR type becomes."""
    if not kind.startswith("memref<"):
        return 1
    if bare_pointers:
        return 1
    if kind.startswith("memref<*x"):
        return 2
    shape = re.match(r"memref<((?:(?:\?|\d+)x)*)", kind)
    return 3 + 2 * shape[1].count("x")


def _check_parameters(kernel: Kernel, name: str) -> None:
    if kernel.arguments is None:
        return
    wanted = sum(expanded(kind, kernel.bare_pointers) for kind in kernel.arguments)
    if wanted != len(kernel.parameters):
        raise CompileError(
            f"{name}: {kernel} should have {wanted} parameters in PTX (3 + 2 * rank for a memref), "
            f"and has {len(kernel.parameters)}: a pass changed its signature"
        )


def _check_names(signatures: Sequence[nvvm.Signature], name: str) -> None:
    """CompileError for a kernel's name that PTX cannot hold, or that two gpu.modules have."""
    seen: dict[str, str] = {}
    for signature in signatures:
        if not re.fullmatch(r"[A-Za-z_$][\w$]*", signature.name):
            raise CompileError(
                f"{name}: a kernel cannot be called {signature.name!r} in PTX: letters, digits, "
                "_ and $ only"
            )
        if signature.name in seen:
            raise CompileError(
                f"{name}: kernel {signature.name} is in gpu.module @{seen[signature.name]} and in "
                f"@{signature.module}: give one of them another name"
            )
        seen[signature.name] = signature.module
