"""Argument trees: nested tuples, lists, dicts, named tuples and dataclasses, to leaves and back.

A dict may be an `OrderedDict` or a `defaultdict`. A structure is hashable, so that it can be part
of the key of a cache. `None` is a structure with no leaf. Everything else is a leaf, also what is
of another subclass of tuple, list or dict: how to make one of other parts is not known.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

DICTS = (dict, OrderedDict, defaultdict)


@dataclass(frozen=True)
class Structure:
    """`kind` is None for a leaf, else the container's type; `keys` names its parts. `default` is
    what a defaultdict makes a missing part with."""

    kind: type | None = None
    keys: tuple = ()
    parts: tuple[Structure, ...] = ()
    default: Callable | None = None

    def __post_init__(self) -> None:
        # Known from the start: a structure is looked up at each call.
        object.__setattr__(self, "_hash", hash((self.kind, self.keys, self.parts, self.default)))
        leaves = 1 if self.kind is None else sum(part.leaves for part in self.parts)
        object.__setattr__(self, "leaves", leaves)
        none = self.kind is type(None) or any(part.holds_none for part in self.parts)
        object.__setattr__(self, "holds_none", none)

    def __hash__(self) -> int:
        return self._hash

    @property
    def by_attribute(self) -> bool:
        """Whether its parts are attributes, rather than got by index or key."""
        return self.kind not in (tuple, list, *DICTS)

    def __str__(self) -> str:
        return self.shown(itertools.repeat("*"))

    def shown(self, leaves: Iterator) -> str:
        """The structure with the next of these in place of each leaf."""
        if self.kind is None:
            return str(next(leaves))
        if self.kind is type(None):
            return "None"
        shown = [f"{k}=" if isinstance(k, str) else f"{k!r}: " for k in self.keys]
        if self.kind in (tuple, list):
            shown = [""] * len(self.parts)
        parts = zip(shown, self.parts, strict=True)
        inside = ", ".join(f"{key}{part.shown(leaves)}" for key, part in parts)
        return f"{self.kind.__name__}({inside})"


LEAF = Structure()
_structure = functools.lru_cache(1 << 14)(Structure)  # equal ones are mostly the same one


def flatten(tree: object) -> tuple[list, Structure]:
    """The leaves in a fixed order, and the structure. A dict's keys keep their order."""
    leaves: list = []
    return leaves, _flatten(tree, leaves.append)


def unflatten(structure: Structure, leaves: Iterable) -> object:
    """The tree of that structure with these leaves."""
    return _unflatten(structure, iter(leaves))


@functools.lru_cache(1 << 10)
def paths(structure: Structure, prefix: str = "") -> tuple[str, ...]:
    """What each leaf is called, `params['w'][0]` for instance, in the order of the leaves."""
    if structure.kind is None:
        return (prefix,)
    found: list[str] = []
    for key, part in zip(structure.keys, structure.parts, strict=True):
        here = f".{key}" if structure.by_attribute else f"[{key!r}]"
        found += paths(part, prefix + here)
    return tuple(found)


def root(path: str) -> str:
    """What a path begins with: the name that was the prefix."""
    return path.partition("[")[0].partition(".")[0]


def is_in(path: str, part: str) -> bool:
    """Whether a path leads to that part of a tree, or into it."""
    return f"{path}.".startswith((f"{part}.", f"{part}["))


def _flatten(tree: object, leaf: Callable[[object], None]) -> Structure:
    kind = type(tree)
    if kind is np.ndarray:  # most are
        leaf(tree)
        return LEAF
    if kind is tuple or kind is list:
        return _structure(kind, tuple(range(len(tree))), tuple([_flatten(t, leaf) for t in tree]))
    if kind is dict:
        return _structure(kind, tuple(tree), tuple([_flatten(t, leaf) for t in tree.values()]))
    if tree is None:
        return _structure(kind)
    if kind in DICTS:
        parts = tuple([_flatten(t, leaf) for t in tree.values()])
        return _structure(kind, tuple(tree), parts, getattr(tree, "default_factory", None))
    names = _fields(kind)
    if names is None:
        leaf(tree)
        return LEAF
    parts = tree if isinstance(tree, tuple) else [getattr(tree, name) for name in names]
    return _structure(kind, names, tuple([_flatten(part, leaf) for part in parts]))


@functools.lru_cache(1 << 10)
def _fields(kind: type) -> tuple[str, ...] | None:
    """The names of the parts of a named tuple or a dataclass, None for a type of leaves."""
    if issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return kind._fields
    if dataclasses.is_dataclass(kind):
        return tuple(field.name for field in dataclasses.fields(kind))
    return None


def _unflatten(structure: Structure, leaves: Iterator) -> object:
    kind = structure.kind
    if kind is None:
        return next(leaves)
    parts = [next(leaves) if part is LEAF else _unflatten(part, leaves) for part in structure.parts]
    if kind is dict:
        return dict(zip(structure.keys, parts, strict=True))
    if kind in (tuple, list):
        return kind(parts)
    if kind is defaultdict:
        return defaultdict(structure.default, zip(structure.keys, parts, strict=True))
    if kind in DICTS:
        return kind(zip(structure.keys, parts, strict=True))
    if kind is type(None):
        return None
    if hasattr(kind, "_fields"):
        return kind._make(parts)
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"not a tree: {kind.__name__}")
    tree = object.__new__(kind)  # as it was, without running __init__ on leaves of another type
    for name, part in zip(structure.keys, parts, strict=True):
        object.__setattr__(tree, name, part)
    return tree
