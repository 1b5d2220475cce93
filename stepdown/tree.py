"""Argument trees: nested tuples, lists, dicts, named tuples and dataclasses, to leaves and back.

A structure is hashable, so that it can be part of the key of a cache. `None` is a structure with no
leaf. Everything else is a leaf.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Structure:
    """`kind` is None for a leaf, else the container's type; `keys` names its parts."""

    kind: type | None = None
    keys: tuple = ()
    parts: tuple[Structure, ...] = ()

    @property
    def leaves(self) -> int:
        return 1 if self.kind is None else sum(part.leaves for part in self.parts)

    def __str__(self) -> str:
        if self.kind is None:
            return "*"
        shown = [f"{k}=" if isinstance(k, str) else f"{k!r}: " for k in self.keys]
        if self.kind in (tuple, list):
            shown = [""] * len(self.parts)
        inside = ", ".join(f"{k}{p}" for k, p in zip(shown, self.parts, strict=True))
        return f"{self.kind.__name__}({inside})"


LEAF = Structure()


def flatten(tree: object) -> tuple[list, Structure]:
    """The leaves in a fixed order, and the structure. A dict's keys keep their order."""
    leaves: list = []
    return leaves, _flatten(tree, leaves.append)


def unflatten(structure: Structure, leaves: Iterable) -> object:
    """The tree of that structure with these leaves."""
    return _unflatten(structure, iter(leaves))


def paths(structure: Structure, prefix: str = "") -> list[str]:
    """What each leaf is called, `params['w'][0]` for instance, in the order of the leaves."""
    if structure.kind is None:
        return [prefix]
    found = []
    for key, part in zip(structure.keys, structure.parts, strict=True):
        attribute = structure.kind not in (tuple, list, dict)
        found += paths(part, f"{prefix}.{key}" if attribute else f"{prefix}[{key!r}]")
    return found


def _flatten(tree: object, leaf: Callable[[object], None]) -> Structure:
    kind = type(tree)
    if kind in (tuple, list):
        return Structure(kind, tuple(range(len(tree))), tuple(_flatten(t, leaf) for t in tree))
    if kind is dict:
        return Structure(kind, tuple(tree), tuple(_flatten(t, leaf) for t in tree.values()))
    if tree is None:
        return Structure(type(None))
    if isinstance(tree, tuple) and hasattr(kind, "_fields"):
        return Structure(kind, kind._fields, tuple(_flatten(t, leaf) for t in tree))
    if dataclasses.is_dataclass(kind):
        names = tuple(field.name for field in dataclasses.fields(kind))
        return Structure(kind, names, tuple(_flatten(getattr(tree, n), leaf) for n in names))
    leaf(tree)
    return LEAF


def _unflatten(structure: Structure, leaves: Iterator) -> object:
    kind = structure.kind
    if kind is None:
        return next(leaves)
    parts = [_unflatten(part, leaves) for part in structure.parts]
    if kind in (tuple, list):
        return kind(parts)
    if kind is dict:
        return dict(zip(structure.keys, parts, strict=True))
    if kind is type(None):
        return None
    if hasattr(kind, "_fields"):
        return kind(*parts)
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"not a tree: {kind.__name__}")
    tree = object.__new__(kind)  # as it was, without running __init__ on leaves of another type
    for name, part in zip(structure.keys, parts, strict=True):
        object.__setattr__(tree, name, part)
    return tree
