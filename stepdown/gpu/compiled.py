"""One function compiled for a GPU: its plan, its kernels' code, and its calls.

Tracing, the checks of sizes and the structure of results are `stepdown.compiled`'s. A call uploads
what is not on the device yet, goes through the plan, and returns arrays of the device.
"""

from __future__ import annotations

import os
import re
import weakref
from collections.abc import Sequence

import numpy as np

from runners import Program, ptx
from runners.ptx import Ptx

from .. import compiled
from ..errors import ArgumentError, CompileError
from ..frontend import tree
from . import cached, plan, report
from . import device as open_device
from .arrays import Array, array
from .bound import Bound
from .prepared import Prepared
from .recorded import Recording
from .runtime import Code, Device

CHIP = "sm_80"
TENSOR_CORES_FROM = 80  # the compute capability that mma.sync of these shapes came with


class Compiled(compiled.Compiled):
    """A function for a GPU, or for the simulator. `plan` has its launches, `reports` (from the
    simulator) what was found in each launch of the last call."""

    def _code(self, clock: compiled.Clock) -> tuple[str, object]:
        self.plan = plan.make(
            self.graph, self.strided, self.options.products, self.options.attention == "flash"
        )
        clock.lap("plan")
        self._texts: dict[str, str] = {}
        self.reports: list[tuple[str, object]] = []
        return "compiled", None

    # Stages ------------------------------------------------------------------------------------

    @property
    def kernels(self) -> str:
        """The module of the kernels, in the dialects gpu, memref, scf, arith and math."""
        return self._text("kernels")

    optimized = bufferized = kernels

    @property
    def lowered(self) -> str:
        """The kernels in the LLVM and NVVM dialects."""
        if "lowered" not in self._texts:
            self._texts["lowered"] = self.program.lower("gpu-nvvm", **self._pointers()).text
        return self._texts["lowered"]

    @property
    def program(self) -> Program:
        """The kernels as a program of `runners`, which simulates and compiles them."""
        if not hasattr(self, "_program"):
            self._program = Program(self._text("kernels"), f"{self.name}.kernels")
        return self._program

    def _text(self, name: str) -> str:
        with self._lock:
            if name not in self._texts:
                from ..lowering import contexts
                from . import code

                with contexts.context():
                    module = code.module(self.plan.kernels)
                    operation = module.operation
                    self._texts["kernels"] = self._texts["for ptx"] = operation.get_asm()
                    self._texts["located"] = operation.get_asm(
                        enable_debug_info=True, use_local_scope=True
                    )
                    if "vector<4x2xbf16>" in self._texts["kernels"]:
                        code.rewrite_for_ptx(module)
                        self._texts["for ptx"] = operation.get_asm()
            return self._texts[name]

    def line_of(self, number: int) -> str | None:
        """The line of the user's program that a line of `kernels` was made for."""
        lines = self._text("located").splitlines()
        found = re.findall(r'loc\("([^"]+)":(\d+):\d+\)', lines[number - 1])
        return ":".join(found[-1]) if found else None

    def ptx(self, chip: str = CHIP, version: str | None = None) -> Ptx:
        """PTX of the kernels for a chip and newer ones; `.assemble()` makes machine code of it.

        It has the lowest version of the PTX language that the chip has, unless one is given.
        """
        if not isinstance(chip, str):
            raise ArgumentError(f"{self.title}: a chip is a name such as 'sm_80'; got {chip!r}")
        number = int(re.sub(r"\D", "", chip) or 0)
        if number < TENSOR_CORES_FROM and any(
            spec.kind.startswith("tensor_") for spec in self.plan.kernels.values()
        ):
            raise CompileError(
                f'{self.title}: products="tensor-cores" needs sm_{TENSOR_CORES_FROM} or newer, for '
                f"mma.sync; {chip} has none of this kind: leave the option out for this chip"
            )
        if not hasattr(self, "_for_ptx"):
            same = self._text("for ptx") == self._text("kernels")
            self._for_ptx = (
                self.program if same else Program(self._text("for ptx"), self.program.name)
            )
        return self._for_ptx.ptx(chip, version=version, bare_pointers=self.plan.bare)

    def _pointers(self) -> dict[str, object]:
        return {"bare-pointers": str(self.plan.bare).lower()}

    # [region use]
    def use(self, made: Ptx) -> None:
        """Load this PTX in calls: what `ptx` of the same function gave where there is LLVM.

        Raises ArgumentError where its kernels are not those of the plan.
        """
        if set(made.kernels) != set(self.plan.kernels):
            raise ArgumentError(
                f"{self.title}: this PTX is of another function: it has the kernels "
                f"{', '.join(made.kernels)}; wanted are {', '.join(self.plan.kernels)}"
            )
        self._given = made
        # [end use]

    def _loadable(self, chip: str) -> Ptx:
        """PTX for a device, from the disk cache if it is there."""
        if hasattr(self, "_given"):
            return self._given
        key = cached.key(self.graph, self.name, self.strided, (chip, self.options))
        text = cached.load(key) if key is not None else None
        if text is not None:
            self.source = "disk cache"
            return ptx.read(text, self.name)
        made = self.ptx(chip)
        if key is not None:
            cached.store(key, self.name, made.text)
        return made

    def report(self) -> report.Summary:
        """What the simulator saw in the last call, kernel by kernel."""
        if self.target != "gpu-sim":
            raise ArgumentError(f'{self.title}: a report is made by target="gpu-sim"')
        if not self.reports:
            raise ArgumentError(f"{self.title}: there is no report before the first call")
        return report.summary(self.title, self.plan.kernels, self.reports)

    def export(self, path: str | os.PathLike, cpu: str = "native") -> None:
        raise ArgumentError(f'{self.title}: a library is exported with target="cpu"')

    # Calls -------------------------------------------------------------------------------------

    def _prepare_calls(self, _code: object) -> None:
        graph = self.graph
        self._uploaded: weakref.WeakKeyDictionary[Device, list[Array]] = weakref.WeakKeyDictionary()
        self._prepared: weakref.WeakKeyDictionary[Device, Prepared] = weakref.WeakKeyDictionary()
        self.given = given = [*graph.arguments, *(value for value, _ in graph.captured)]
        captured = (f"a captured array of shape {a.shape}" for _, a in graph.captured)
        self.names = [*self.call.names, *captured]
        self._changing = [n for n, (_, a) in enumerate(graph.captured) if _may_change(a)]
        self._checked = bool(graph.checks)
        self._donated = dict(sorted(graph.donated.items()))  # in the order of the results
        self._donated_names = {self.call.names[n] for n in self._donated.values()}
        self._sizes = self._dynamic_sizes(given)

    def run(self, arrays: Sequence[object]) -> object:
        """Call with arrays and numbers that fit, in the order of the leaves."""
        device = self.device_of(arrays)
        self.check_donated(arrays)
        return self.enter(device, arrays)

    def bound(self, arrays: Sequence[object], free: Sequence[int]) -> Bound:
        """Calls in which all but the `free` arguments stay what they are."""
        return Bound(self, arrays, free)

    def enter(
        self,
        device: Device,
        arrays: Sequence[object],
        free: Sequence[int] | None = None,
        holder: object = None,
    ) -> object:
        """Call with what is known to fit; `free` and `holder` are those of `Prepared.run`."""
        symbols = self._symbols(arrays) if self._sizes is not None else {}
        prepared = self._prepared.get(device)
        again = prepared is not None
        prepared = prepared or self._prepare(device)
        given = [*arrays, *self._uploaded[device]]
        with device.exclusive:
            if again and self._changing:
                self._upload_again(device)
            device.reports.clear()
            try:
                outs = prepared.run(given, symbols, free, holder)
            finally:
                self.reports = list(device.reports)
        if self._checked:
            self._raise_failed(int(outs.pop()))
        for result, argument in self._donated.items():
            outs.insert(result, arrays[argument])
        return tree.unflatten(self.structure, outs)

    def _prepare(self, device: Device) -> Prepared:
        """Load the code, and upload the captured arrays."""
        code = self._loaded(device)
        with device.exclusive:
            if device not in self._uploaded:
                pairs = zip(self.graph.captured, self.names[len(self.call.names) :], strict=True)
                self._uploaded[device] = [
                    array(device, each, f"{self.title}: {name}") for (_, each), name in pairs
                ]
            kind = Recording if self.options.graph else Prepared
            return self._prepared.setdefault(device, kind(self, device, code))

    # [region again]
    def _upload_again(self, device: Device) -> None:
        """Captured arrays that somebody may have written to: a call reads them as they are, as on
        the CPU. What nobody can write to, directly or through the array that it is a view of, stays
        as it was uploaded."""
        for number in self._changing:
            device.write(self._uploaded[device][number].block, self.graph.captured[number][1])
        # [end again]

    def check_donated(self, arrays: Sequence[object]) -> None:
        """Whether the donated arrays are on the device, each in memory of its own."""
        seen: dict[int, str] = {}
        for number, (name, given) in enumerate(zip(self.call.names, arrays, strict=True)):
            donated = number in self._donated.values()
            if not isinstance(given, Array):
                if donated:
                    raise ArgumentError(
                        f"{self.title}: {name} is donated and not on the device: "
                        f"stepdown.gpu.put(x, target={self.target!r}) brings it there"
                    )
                continue
            other = seen.get(id(given.block))
            if other is not None and (donated or other in self._donated_names):
                raise ArgumentError(f"{self.title}: {name} and {other} are one array, and donated")
            seen[id(given.block)] = name

    def device_of(self, arrays: Sequence[object]) -> Device:
        """The device that the arrays are on; the target's first where none is."""
        found: Device | None = None
        for name, given in zip(self.call.names, arrays, strict=True):
            if not isinstance(given, Array):
                continue
            if found is not None and given.device is not found:
                raise ArgumentError(
                    f"{self.title}: {name} is on {given.device.name}, an argument before it on "
                    f"{found.name}: put them on one device"
                )
            found = given.device
        target = open_device(self.target) if found is None else found
        self._check_target(target)
        return target

    def _check_target(self, device: Device) -> None:
        simulated = not hasattr(device, "gpu")
        if simulated != (self.target == "gpu-sim"):
            raise ArgumentError(
                f'{self.title}: target="{self.target}" takes no array that is on {device.name}: '
                "np.asarray(x) brings it to the host"
            )
        device.check()

    def _loaded(self, device: Device) -> Code:
        if self.target == "gpu-sim":
            return device.load(self, lambda: (self.program, weakref.ref(self)))
        return device.load(self, lambda: (self._loadable(device.chip), self.plan.bare))


def _may_change(array: np.ndarray) -> bool:
    """Whether its elements can be written to, through itself or an array that it is a view of."""
    while isinstance(array, np.ndarray):
        if array.flags.writeable:
            return True
        array = array.base
    return False
