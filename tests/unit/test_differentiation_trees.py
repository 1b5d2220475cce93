"""Argument trees of every kind: taken apart, compiled for, and put together again."""

import collections
import dataclasses
import types
import typing

import numpy as np
import pytest

from stepdown import ArgumentError, TraceError, grad, jit, jvp, split, vjp
from stepdown.frontend import tree

X = np.arange(3.0)


@dataclasses.dataclass
class Layer:
    weight: object
    bias: object = None
    name: typing.ClassVar[str] = "layer"
    seen: object = dataclasses.field(default=None, init=False)
    scale: dataclasses.InitVar[float] = 2.0


class Pair(typing.NamedTuple):
    first: object
    second: object = None


class Twice(Pair):
    """A named tuple that is not made of its parts."""

    def __new__(cls, both):
        return super().__new__(cls, both, both)


TREES = {
    "ordered dict": collections.OrderedDict(b=X, a=X + 1),
    "defaultdict": collections.defaultdict(list, b=X, a=[X + 1]),
    "dataclass": Layer(X, X + 1),
    "named tuple": Pair(X, Pair(X + 1)),
    "named tuple of its own making": Twice(X),
    "nothing": {"none": None, "empty": [(), {}], "x": X},
    "keys of any kind": {1: X, (2, "a"): X + 1, "a.b[0]": X},
    "all inside of each other": [Layer(collections.OrderedDict(a=Pair((X, {"x": X + 2}))))],
}


def squares(given):
    leaves, _ = tree.flatten(given)
    return sum(np.sum(leaf * leaf) for leaf in leaves)


def same(one, other) -> None:
    """Whether two trees are equal, in types, keys and numbers."""
    (mine, its), (theirs, other_) = tree.flatten(one), tree.flatten(other)
    assert its == other_
    assert type(one) is type(other)
    for a, b in zip(mine, theirs, strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("name", TREES)
def test_a_tree_goes_through_compiled_functions_and_their_derivatives(name):
    given = TREES[name]
    leaves, structure = tree.flatten(given)
    wanted = tree.unflatten(structure, [2 * leaf for leaf in leaves])
    same(jit(lambda t: t)(given), given)
    same(grad(squares)(given), wanted)
    _, pull = vjp(lambda t: (squares(t), t), given)
    same(pull((1.0, None))[0], wanted)
    same(pull((None, wanted))[0], wanted)
    assert jvp(squares, (given,), (wanted,))[1] == pytest.approx(4 * squares(given))
    passes = split(squares)
    same(passes.backward(passes.forward(given)[1]), wanted)


def test_a_defaultdict_keeps_what_it_makes_of_a_missing_key():
    found = grad(squares)(TREES["defaultdict"])
    assert found["missing"] == []
    other = collections.defaultdict(dict, TREES["defaultdict"])
    assert tree.flatten(other)[1] != tree.flatten(TREES["defaultdict"])[1]


def test_a_dict_of_another_kind_and_order_is_a_cotangent_of_a_dict():
    _, pull = vjp(lambda x: collections.OrderedDict(a=x, b=x * x), X)
    np.testing.assert_array_equal(pull({"b": X, "a": X})[0], X + 2 * X * X)
    with pytest.raises(TraceError, match=r"structure list\(\*, \*\), not OrderedDict\(a=\*, b=\*"):
        pull([X, X])


@dataclasses.dataclass
class Named:
    weight: object
    name: object


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (Named(X, "first"), r"t\.name is a str, .* goes into an argument of its own, named in st"),
        ([{"a": X, "f": np.sin}], r"t\[0\]\['f'\] is a ufunc, .* argument of its own, named in st"),
        ({1.0}, r"t is a set, not an array or a number; name it in static= if it is a value"),
        (collections.Counter(a=2), r"t is a Counter, .* taken apart if it is given as a plain d"),
        ((type("L", (list,), {})([X]),), r"t\[0\] is a L, .* if it is given as a plain list"),
        (types.SimpleNamespace(a=X), r"t is a SimpleNamespace, not an array or a number"),
        (Named(X, 1j), r"t\.name is a complex, not an array or a number"),
    ],
)
def test_what_is_no_tree_of_arrays_is_refused_by_the_name_of_the_part(given, said):
    def f(t):
        return squares(t)

    for call in (jit(f), grad(f), lambda t: vjp(f, t), lambda t: split(f).forward(t)):
        with pytest.raises(ArgumentError, match=said):
            call(given)


def test_a_part_that_has_no_derivative_is_named_in_a_traced_function_too():
    def of(name):
        return jit(lambda x: grad(lambda t: np.sum(t.weight))(Named(x, name)))

    for name, kind in (("first", "a str"), (2, "a Python int"), (X > 0, r"bool\[3\]")):
        with pytest.raises(TraceError, match=rf"grad: t\.name is {kind}, which has no derivative"):
            of(name)(X)
    assert of(None)(X).name is None
