"""What a caller in C has to know of an exported function, and the header that says it."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from runners import call, header, memref, toolchain

from ..frontend import tree
from ..frontend.graph import Value
from ..frontend.types import ROWS
from .calls import boundary
from .library import BFLOAT16, Needs


@dataclass(frozen=True)
class Parameter:
    """An argument or a result: its name in C and in Python, and how it lies in memory."""

    name: str
    path: str
    value: Value
    kind: memref.MemRef | call.Scalar
    layout: str
    is_result: bool
    replaced: str = ""  # what a donated argument holds after the call, in Python's terms

    @property
    def wanted(self) -> str:
        return f"{self.name} has to be {self.value.type}, {self.layout}"

    def __str__(self) -> str:
        if isinstance(self.kind, call.Scalar):
            shown = f"{self.name}: {self.value.type.dtype}, by value"
        else:
            access = "written, overlaps nothing else" if self.is_result else "only read"
            if self.replaced:
                access = f"read, then holds {self.replaced}; overlaps nothing else"
            shown = f"{self.name}: {self.value.type}, {self.layout}; {access}"
        return shown if self.name == self.path else f"{shown}; in Python {self.path}"


class Interface:
    """The names and parameters of a library's functions, and what can be wrong in a call of them.

    `messages` are in the order in which `wrapper` checks; the first has the number 1.
    """

    def __init__(self, compiled) -> None:
        graph, leaves = compiled.graph, compiled.call.leaves
        self.symbol = _c_name(compiled.name)
        outputs = compiled.fresh[: len(compiled.fresh) - bool(graph.checks)]
        results = list(enumerate(tree.paths(compiled.structure, "result")))
        replaced = {graph.donated[n]: path for n, path in results if n in graph.donated}
        fresh = [path for n, path in results if n not in graph.donated]
        paths = [*compiled.call.names, *fresh]
        names = _distinct([_c_name(path) for path in paths])
        values = [*graph.arguments, *outputs]
        strided = [*compiled.strided[: len(leaves)], *[""] * len(outputs)]
        layouts = [*map(_layout, leaves), *["row-major"] * len(outputs)]
        self.parameters = [
            Parameter(
                names[n], paths[n], v, boundary(v, strided[n]), layouts[n],
                is_result=n >= len(leaves), replaced=replaced.get(n, ""),
            )
            for n, v in enumerate(values)
        ]  # fmt: skip
        self.messages = [*self._messages(graph)]

    def _messages(self, graph) -> Iterator[str]:
        arrays = [p for p in self.parameters if not isinstance(p.kind, call.Scalar)]
        yield from (p.wanted for p in arrays if not p.is_result)
        for constraint in graph.constraints:
            relation = "equal to" if constraint.equal else "at least"
            yield f"the size {constraint.first} has to be {relation} {constraint.second}"
        yield from (p.wanted for p in arrays if p.is_result)
        yield from (check.message for check in graph.checks)


def _layout(leaf) -> str:
    if leaf.strided:
        return f"with any strides{', that of the last axis 1' if leaf.strided == ROWS else ''}"
    if leaf.axes is not None:
        return f"row-major, with the axes of the array in the order {leaf.axes}"
    return "row-major"


def _c_name(path: str) -> str:
    """A name or a path such as params['w'] as an identifier."""
    name = path
    if not (path.isidentifier() and path.isascii()):
        name = re.sub(r"\W+", "_", path, flags=re.ASCII).strip("_") or "argument"
    return f"{name}_" if name in header._KEYWORDS.split() else name


def _distinct(names: list[str]) -> list[str]:
    seen: set[str] = set()
    for number, name in enumerate(names):
        while name in seen:
            name += "_"
        seen.add(name)
        names[number] = name
    return names


_HOW_TO_CALL = """\
An array is passed as the address of a descriptor, which is the caller's, as is the memory of its
elements. `aligned` points to them, `allocated` is not used, `offset` is 0, and `strides` count
elements. {0}_sizes, called with the same parameters, fills in offset, sizes and strides of the
results' descriptors; then the memory can be provided, and {0} called. Both return 0, or the number
of what is wrong with the call: {0}_message says what. If it concerns sizes, nothing was written.
They may be called from several threads at once."""


def text(interface: Interface, library: str, target: str, needs: Needs) -> str:
    """The header: what there is, the prototypes, and the messages for what can go wrong."""
    name, kinds = interface.symbol, tuple(p.kind for p in interface.parameters)
    texts, status = tuple(kind.text for kind in kinds), call.Scalar("i32")
    signatures = [
        call.Signature(symbol, texts, ("i32",), argument_types=kinds, result_types=(status,))
        for symbol in (f"{name}_sizes", name)
    ]
    prototypes = header.text(signatures, library)
    for number, parameter in enumerate(interface.parameters):
        prototypes = re.sub(rf"\bargument{number}\b", parameter.name, prototypes)
    messages = [*interface.messages, *[_NO_MEMORY] * bool(needs.workspace)]
    documentation = "\n".join(_documentation(interface, library, target, needs))
    return (
        f"/*\n{documentation}\n*/\n\n{prototypes}\n{_message_function(interface.symbol, messages)}"
    )


def _documentation(interface: Interface, library: str, target: str, needs: Needs) -> Iterator[str]:
    name, parameters = interface.symbol, interface.parameters
    yield f"{library}: {name}, compiled by Stepdown for {target}."
    yield ""
    yield f"{name}({', '.join(p.name for p in parameters)})"
    yield from (f"    {parameter}".replace("*/", "* /") for parameter in parameters)
    yield ""
    yield from textwrap.wrap(_HOW_TO_CALL.format(name), 96)
    yield ""
    if not needs.paths():
        yield "The library needs nothing but the C library."
        return
    yield "The library needs, and finds by the path recorded in it:"
    if needs.blas:
        yield f"    {needs.blas}"
        yield f"        the BLAS of NumPy {np.__version__}, for products; not with"
        yield '        jit(f, products="loops")'
    if needs.bfloat16:
        yield f"    {toolchain.library(BFLOAT16)}"
        yield "        conversions to bfloat16, which this processor has no instruction for"
    if needs.openmp:
        yield f"    {toolchain.openmp_runtime()}"
        yield "        the OpenMP runtime, for loops shared among threads (OMP_NUM_THREADS says how"
        yield "        many); not with jit(f, threads=False)"


_NO_MEMORY = "there is not enough memory for temporary arrays"


def _message_function(symbol: str, messages: Sequence[str]) -> str:
    cases = "\n".join(
        f'    case {number}: return "{_c_string(message)}";'
        for number, message in enumerate(messages, 1)
    )
    return f"""
/* What a status means. */
static inline const char *{symbol}_message(int32_t status) {{
    switch (status) {{
    case 0: return "done";
{cases}
    default: return "unknown status";
    }}
}}
"""


def _c_string(message: str) -> str:
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n"}
    return "".join(escapes.get(c, c if c.isascii() else "?") for c in message)
