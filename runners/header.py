"""The C header of an ahead-of-time library: a descriptor type for each memref, a prototype each."""

from __future__ import annotations

import re
from collections.abc import Iterable

from .call import Scalar, Signature
from .memref import MemRef

_C_TYPES = {
    "f32": "float", "f64": "double", "i1": "bool", "index": "intptr_t",
    "i8": "int8_t", "i16": "int16_t", "i32": "int32_t", "i64": "int64_t",
    "complex<f32>": "complex_f32", "complex<f64>": "complex_f64",
    "f16": "uint16_t /* f16 bits */", "bf16": "uint16_t /* bf16 bits */",
} | {f"si{bits}": f"int{bits}_t" for bits in (8, 16, 32, 64)} | {
    f"ui{bits}": f"uint{bits}_t" for bits in (8, 16, 32, 64)
}  # fmt: skip
_KEYWORDS = """alignas alignof asm auto bool break case char class const continue default delete do
    double else enum extern false float for goto if inline int long new register restrict return
    short signed sizeof static struct switch this true typedef typeof union unsigned void volatile
    while"""
_COMPLEX = """
#ifdef __cplusplus
#include <complex>
typedef std::complex<float> complex_f32;
typedef std::complex<double> complex_f64;
#else
typedef float _Complex complex_f32;
typedef double _Complex complex_f64;
#endif
"""
# LLVM passes these in registers otherwise than C does.
_BY_VALUE_DIFFERS = ("f16", "bf16", "complex<f32>", "complex<f64>")


def text(signatures: Iterable[Signature], source: str) -> str:
    """The header for the functions that C can call, those that it cannot named in comments."""
    types: dict[str, str] = {}
    prototypes = []
    for signature in signatures:
        reason = signature.problem or _not_in_c(signature)
        if reason:
            prototypes.append(_comment(f"{signature.name}: {reason}"))
        else:
            prototypes.append(f"{_comment(str(signature))}\n{_prototype(signature, types)}")
    body = "\n\n".join([*types.values(), *prototypes])
    complex_numbers = _COMPLEX if "complex_f" in body else ""
    return f"""{_comment(f"Made from {source}. Sizes, strides and offsets count elements.")}
#pragma once

#include <stdbool.h>
#include <stdint.h>
{complex_numbers}
#ifdef __cplusplus
extern "C" {{
#endif

{body}

#ifdef __cplusplus
}}
#endif
"""


def _comment(text: str) -> str:
    return f"/* {text.replace('*/', '* /')} */"


def _not_in_c(signature: Signature) -> str | None:
    """Why C cannot call the function, or None."""
    symbol, results = signature.symbol, signature.result_types
    if not re.fullmatch(r"[A-Za-z_]\w*", symbol, re.ASCII) or symbol in _KEYWORDS.split():
        return "has a name that C does not allow"
    if symbol.startswith(("memref_", "complex_")) or symbol.endswith("_results"):
        return "has a name that this header uses for a type"
    for kind in signature.argument_types:
        if isinstance(kind, Scalar) and kind.text in _BY_VALUE_DIFFERS:
            return f"takes {kind.text} by value otherwise than C does"
    if len(results) == 1 and isinstance(results[0], Scalar) and results[0].text in ("f16", "bf16"):
        return f"returns {results[0].text} by value otherwise than C does"
    return None


def _prototype(signature: Signature, types: dict[str, str]) -> str:
    parameters = []
    results = signature.result_types
    result = "void"
    if len(results) == 1 and isinstance(results[0], Scalar) and "complex" not in results[0].text:
        result = _C_TYPES[results[0].text]
    elif len(results) == 1:
        parameters.append(f"{_c_type(results[0], types)} *result")
    elif results:
        name = f"{signature.name}_results"
        fields = "\n".join(
            f"    {_c_type(kind, types)} result{n};" for n, kind in enumerate(results)
        )
        types[name] = f"typedef struct {{\n{fields}\n}} {name};"
        parameters.append(f"{name} *results")
    for number, kind in enumerate(signature.argument_types):
        pointer = "*" if isinstance(kind, MemRef) else ""
        parameters.append(f"{_c_type(kind, types)} {pointer}argument{number}")
    return f"{result} {signature.symbol}({', '.join(parameters) or 'void'});"


def _c_type(kind: MemRef | Scalar, types: dict[str, str]) -> str:
    """The C type of a value, its descriptor's declaration added to `types` when it is new."""
    if isinstance(kind, Scalar):
        return _C_TYPES[kind.text]
    if kind.rank is None:
        types.setdefault(
            "memref_unranked",
            "typedef struct {\n    intptr_t rank;\n    void *descriptor;\n} memref_unranked;",
        )
        return "memref_unranked"
    element = _C_TYPES[kind.element]
    name = f"memref_{kind.rank}d_{kind.element.replace('<', '_').replace('>', '')}"
    lists = f"    intptr_t sizes[{kind.rank}];\n    intptr_t strides[{kind.rank}];\n"
    types.setdefault(
        name,
        f"typedef struct {{\n    {element} *allocated;\n    {element} *aligned;\n"
        f"    intptr_t offset;\n{lists if kind.rank else ''}}} {name};",
    )
    return name
