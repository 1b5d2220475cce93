"""A program: the text of an MLIR module, the signatures of its functions, and its lowerings.

Parsing and lowering are `passes`'s, in a process of its own. What came back from there is parsed in
this process when signatures are needed. Executing is left to `native`.
"""

from __future__ import annotations

import os
import re
import tempfile
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from . import mapping, passes
from . import pipeline as pipelines
from . import schedule as schedules
from .errors import CompileError, NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .call import Signature
    from .native import Library
    from .ptx import Ptx


@dataclass(eq=False)
class Program:
    """MLIR text that parsed and verified. `name` is its path, or `<text>`."""

    text: str
    name: str = "<text>"
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)
    _libraries: dict = field(default_factory=dict, repr=False)
    _functions: dict[str, Signature] | None = field(default=None, repr=False)

    @property
    def functions(self) -> dict[str, Signature]:
        """The public functions with a body, by name."""
        with self._lock:
            if self._functions is None:
                from . import signature

                self._functions = signature.read(self.text)
            return self._functions

    def lower(
        self, pipeline: str, *, stages: str | os.PathLike | None = None, **parameters: object
    ) -> Program:
        """The program after the pass pipeline of that name, or after pipeline text.

        `stages` names a directory that gets the whole module after each pass, numbered. Other
        keywords are the pipeline's parameters. Raises CompileError with the place, the failing
        pass and the operation; NotFound for a pipeline that does not exist.
        """
        found = pipelines.load(pipeline)
        text = found.text(**parameters)
        if found.check:
            mapping.check_independent(self.text, self.name, found, parameters)
        lowered = passes.run(self.text, self.name, text, stages)
        mapping.check_made(lowered, self.name, found)
        if "known_block_size" in lowered:
            mapping.check_sizes(lowered, self.name)
        return Program(lowered, self.name)

    def apply_schedule(self, schedule: str, **parameters: object) -> Program:
        """The program after the transform-dialect schedule of that name, or schedule text.

        Raises CompileError when the program has no operation of the kind that the schedule looks
        for, or a step of it fails; NotFound for a schedule or parameter that does not exist.
        """
        found = schedules.load(schedule)
        text = found.text(**parameters)
        for wanted in found.expects:
            if not re.search(rf"\b{re.escape(wanted)}\b", self.text):
                dialect = wanted.partition(".")[0]
                has = sorted(set(re.findall(rf"\b{dialect}\.\w+", self.text)))
                raise CompileError(
                    f"{self.name}: schedule '{found.name}' looks for {wanted}, which the program "
                    f"does not have; of that dialect it has {', '.join(has) or 'nothing'}"
                )
        with tempfile.TemporaryDirectory() as scratch:
            if re.search(r"[\s,{}()\"']", scratch):
                raise CompileError(f"TMPDIR: a pass pipeline cannot name a file in {scratch}")
            library = Path(scratch) / "schedule.mlir"
            library.write_text(text, encoding="utf-8")
            apply = pipelines.load("apply-schedule").text(library=library)
            return Program(passes.run(self.text, self.name, apply), self.name)

    def compile(
        self,
        pipeline: str,
        *,
        how: str = "jit",
        cpu: str = "native",
        keep: str | os.PathLike | None = None,
        libraries: Sequence[str | os.PathLike] = (),
        **parameters: object,
    ) -> Library:
        """Native code of the program, its functions callable with NumPy arrays.

        `how` is "jit" (in this process) or "aot" (a shared library with a C header). `cpu` is
        "native", or for "aot" a processor's name as LLVM knows it, such as "generic". `keep` names
        a directory that gets every stage from MLIR to object code. `libraries` are shared libraries
        that define what the program only declares. The same request again gives the same library.

        Raises CompileError when the program does not lower, translate or link.
        """
        from . import native

        text = pipelines.load(pipeline).text(**parameters)
        key = (text, how, cpu, tuple(map(str, libraries)))
        with self._lock:
            library = None if keep is not None else self._libraries.get(key)
            if library is None:
                library = native.compile(
                    self.text, self.name, self.functions, text, how, cpu, keep, libraries
                )
                if keep is None:
                    self._libraries[key] = library
            return library

    def ptx(
        self,
        chip: str = "sm_80",
        *,
        version: str | None = None,
        bare_pointers: bool = False,
        keep: str | os.PathLike | None = None,
    ) -> Ptx:
        """PTX of the kernels in the program's gpu.modules, for the chip and newer ones.

        `version` is that of the PTX language, such as "8.0"; by default the lowest that the chip
        has, which the most drivers read. `bare_pointers` passes memrefs of static sizes as one
        pointer each. `keep` names a directory that gets every stage. The same request again gives
        the same object.

        Raises CompileError when there is no kernel, or it does not lower or translate; NotFound for
        a chip or version that LLVM does not know.
        """
        from . import ptx

        key = ("ptx", chip, version, bare_pointers)
        with self._lock:
            made = None if keep is not None else self._libraries.get(key)
            if made is None:
                made = ptx.compile(
                    self.text, self.name, chip,
                    version=version, bare_pointers=bare_pointers, keep=keep,
                )  # fmt: skip
                if keep is None:
                    self._libraries[key] = made
            return made


def load(source: str | os.PathLike) -> Program:
    """The program in a file, or in a string of MLIR.

    A string that names no file and has a line break, a brace or an `@` in it is MLIR; any other is
    a path. Raises CompileError with file, line and caret when it does not parse or verify, NotFound
    when there is no such file.
    """
    if isinstance(source, str) and re.search(r"[\n{@]", source) and not os.path.isfile(source):
        text, name = source, "<text>"
    else:
        path = Path(source)
        try:
            text, name = path.read_text(encoding="utf-8"), str(path)
        except UnicodeDecodeError as error:
            raise CompileError(f"{path}: not a text file: {error}") from None
        except OSError as error:
            raise NotFound(f"{path}: {(error.strerror or str(error)).lower()}") from None
    passes.mlir_opt(text, name)
    return Program(text, name)
