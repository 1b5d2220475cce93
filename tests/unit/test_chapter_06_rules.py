"""Chapter 6: every built-in rule is as exact as it says, at random points and at special ones.

Both sides of a rule are evaluated by NumPy, in the type itself and in a wider one. Along with the
wider value goes a bound on what rounding can do, operation by operation: what each operand's error
makes of the result, and five last places for the operation.
"""

from __future__ import annotations

import numpy as np
import pytest
from chapter_06 import (
    CHAPTER,
    FLOATS,
    HAS_WIDE_LONGDOUBLE,
    WIDER,
    points,
    rulebook,
    rules,
    specialize,
    terms,
)
from specialize import Exactness, RuleError, rule, ruleset

COUNT = 12_000
LAST_PLACES = 5  # NumPy promises four for its vector functions
GROWS = {"exp", "exp2", "expm1", "sinh", "cosh", "power", "multiply", "add", "subtract", "divide"}
# Exact if the library's exp never decreases where its argument grows, or its pow is right to the
# last bit; NumPy's may be so, and nobody promises it.
UP_TO_THE_LIBRARY = {"exponential-of-maximum", "exponential-of-minimum", "power-two",
                     "power-minus-one"}  # fmt: skip
EVERY = [
    (kind, r) for kind in terms.KINDS for r in rulebook.everything if r.exactness(kind) is not None
]


def of(kind_wanted: str | None, level: Exactness) -> list:
    return [
        pytest.param(kind, r, id=f"{r.name}-{kind}")
        for kind, r in EVERY
        if r.exactness(kind) == level and (kind == "int64") == (kind_wanted == "int64")
    ]


def inputs(item: rules.Rule, kind: str) -> dict[str, np.ndarray]:
    names = item.variables
    return dict(zip(names, points(kind, COUNT, len(names)), strict=True))


def spelled(term: terms.Term, leaves: dict) -> tuple[terms.Term, dict]:
    """The term with arrays in place of constants: for some constants NumPy takes a short cut."""
    leaves = dict(leaves)
    shape = next(iter(leaves.values())).shape

    def change(node: terms.Term, args: tuple) -> terms.Term:
        if node.op != "constant":
            return terms.make(node.op, node.kind, args, node.payload)
        leaves[f"constant {node.value}"] = np.full(shape, node.value)
        return terms.variable(f"constant {node.value}", node.kind)

    return terms.rebuild(term, change), leaves


class Side:
    """One side of a rule at all points: its value, the wider value, a bound, and where it is fair.

    A point is fair if no value on the way to the result overflows or underflows.
    """

    def __init__(self, term: terms.Term, leaves: dict[str, np.ndarray], kind: str) -> None:
        wide, info = WIDER[kind], np.finfo(kind)
        term, leaves = spelled(term, leaves)
        shape = next(iter(leaves.values())).shape
        self.value = terms.evaluate(term, leaves)
        self.fair = np.ones(shape, bool)
        known: dict[int, tuple[np.ndarray, np.ndarray]] = {}
        with np.errstate(all="ignore"):
            for node in terms.nodes(term):
                if node.op == "variable":
                    known[id(node)] = leaves[node.payload].astype(wide), wide(0)
                    continue
                args = [known[id(arg)][0] for arg in node.args]
                errors = [known[id(arg)][1] for arg in node.args]
                value = terms.apply(node, args)
                error = LAST_PLACES * info.eps * np.abs(value) + info.smallest_subnormal
                for n, wrong in enumerate(errors):
                    if node.op in ("sin", "cos"):  # of slope 1 at most, and no more than 2 apart
                        error = error + np.minimum(wrong, 2)
                        continue
                    if node.op == "tan":  # across a pole anything can come out
                        error = error + np.where(wrong * np.abs(value) > 0.1, np.inf, 0)
                    for moved in (args[n] + wrong, args[n] - wrong):
                        changed = terms.apply(node, [*args[:n], moved, *args[n + 1 :]])
                        error = error + np.where(wrong > 0, np.abs(changed - value), 0)
                known[id(node)] = value, error
                self.fair &= ~self._leaves_range(node, value, args, info)
        self.exact, error = known[id(term)]
        self.error = np.broadcast_to(error, shape)

    @staticmethod
    def _leaves_range(node, value, args, info) -> np.ndarray:
        finite = np.logical_and.reduce([np.isfinite(arg) for arg in args])
        some = np.logical_and.reduce([arg != 0 for arg in args])
        over = finite & ~np.isnan(value) & (np.abs(value) > info.max / 4)
        if node.op not in GROWS:
            over = over & np.isfinite(value)
        elif node.op in ("divide", "power"):
            over = over & ((args[-1] != 0) if node.op == "divide" else (args[0] != 0))
        under = finite & (np.abs(value) < info.tiny) & (some | (node.op in ("exp", "exp2")))
        if node.op in ("add", "subtract"):
            under = under & (value != 0)
        return over | under


def both_sides(item: rules.Rule, kind: str) -> tuple[Side, Side]:
    if kind == "float64" and not HAS_WIDE_LONGDOUBLE:
        pytest.skip("this machine has nothing wider than float64 to compare with")
    leaves = inputs(item, kind)
    assert len(next(iter(leaves.values()))) >= 10_000
    left, right = item.terms(kind)
    return Side(left, leaves, kind), Side(right, leaves, kind)


def same_bits(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Whether two results are the same, zeros with their signs; any NaN is like any other."""
    return (np.isnan(a) & np.isnan(b)) | ((a == b) & (np.signbit(a) == np.signbit(b)))


def kinds_differ(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Where one is NaN or infinite and the other is not, or not the same infinity."""
    infinite = np.isinf(a) | np.isinf(b)
    return (np.isnan(a) != np.isnan(b)) | (infinite & (a != b) & ~np.isnan(a))


def assert_close_where_fair(item: rules.Rule, left: Side, right: Side, where: np.ndarray) -> None:
    bound = left.error + right.error
    compared = where & left.fair & right.fair & np.isfinite(left.value) & np.isfinite(right.value)
    compared &= np.isfinite(bound)
    assert compared.sum() > 500, f"{item.name}: almost nothing was compared"
    with np.errstate(all="ignore"):
        apart = np.abs(left.value.astype(left.exact.dtype) - right.value)
        wide_apart = np.abs(left.exact - right.exact)
    # In the wider type the sides are nearer, where they have any digits left at all.
    sharp = compared & (bound < 0.01 * np.abs(left.exact))
    for distance, allowed, points_ in ((apart, bound, compared), (wide_apart, bound / 256, sharp)):
        excess = np.divide(distance, allowed, out=np.zeros_like(allowed), where=points_)
        assert excess.max() <= 1, f"{item}: {excess.max()} of the bound at {excess.argmax()}"


# The three classes, for floats.


@pytest.mark.parametrize(("kind", "item"), of(None, Exactness.EXACT))
def test_an_exact_rule_changes_no_bit_anywhere(kind, item):
    leaves = inputs(item, kind)
    left, right = (terms.evaluate(*spelled(side, leaves)) for side in item.terms(kind))
    wrong = ~same_bits(left, right)
    assert not wrong.any(), {name: column[wrong][:3] for name, column in leaves.items()}


@pytest.mark.parametrize(("kind", "item"), of(None, Exactness.REASSOCIATING))
def test_a_reassociating_rule_changes_rounding_and_no_nan_or_infinity(kind, item):
    left, right = both_sides(item, kind)
    fair = left.fair & right.fair
    wrong = fair & kinds_differ(left.value, right.value)
    assert not wrong.any(), {n: c[wrong][:3] for n, c in inputs(item, kind).items()}
    assert_close_where_fair(item, left, right, np.ones_like(fair))
    if item.name not in UP_TO_THE_LIBRARY:
        assert not same_bits(left.value, right.value).all(), "it could be called exact"


@pytest.mark.parametrize(("kind", "item"), of(None, Exactness.DOMAIN))
def test_a_domain_changing_rule_does_change_it_and_is_right_elsewhere(kind, item):
    left, right = both_sides(item, kind)
    differ = kinds_differ(left.value, right.value)
    assert (left.fair & right.fair & differ).any(), "it could be called reassociating"
    assert_close_where_fair(item, left, right, ~differ)


@pytest.mark.parametrize(("kind", "item"), of("int64", Exactness.EXACT))
def test_a_rule_for_integers_is_exact_where_they_wrap_around(kind, item):
    leaves = inputs(item, kind)
    left, right = (terms.evaluate(side, leaves) for side in item.terms(kind))
    assert np.array_equal(left, np.broadcast_to(right, left.shape))


def test_every_rule_is_in_one_of_the_tests_above():
    counted = sum(len(of(k, level)) for k in (None, "int64") for level in Exactness)
    assert counted == len(EVERY)
    assert not of("int64", Exactness.REASSOCIATING)
    assert not of("int64", Exactness.DOMAIN)
    names = [r.name for r in rulebook.everything]
    assert len(names) == len(set(names)) > 100


def test_the_readme_counts_the_rules():
    text = (CHAPTER / "README.md").read_text()
    assert f"Of the {len(rulebook.everything)} built-in rules" in text


def test_a_rule_that_is_not_exact_says_so_or_changes_rounding_alone():
    for item in rulebook.everything:
        if item.floats == Exactness.DOMAIN:
            assert item.note, f"{item.name} has to say where it changes NaN or infinity"


# The tests above can fail: false statements are found out.


def judged(test, kind: str, item: rules.Rule) -> None:
    with pytest.raises(AssertionError):
        test(kind, item)


@pytest.mark.parametrize("kind", FLOATS)
def test_a_false_statement_of_exactness_is_noticed(kind):
    exact = test_an_exact_rule_changes_no_bit_anywhere
    rounding = test_a_reassociating_rule_changes_rounding_and_no_nan_or_infinity
    domain = test_a_domain_changing_rule_does_change_it_and_is_right_elsewhere
    judged(exact, kind, rule("plus-zero", lambda a: (a + 0, a)))
    judged(exact, kind, rule("associates", lambda a, b, c: ((a + b) + c, a + (b + c))))
    judged(rounding, kind, rule("itself", lambda a: (a - a, 0), "rounding"))
    judged(rounding, kind, rule("commutes", lambda a, b: (a + b, b + a), "rounding"))
    judged(rounding, kind, rule("wrong", lambda a: (np.sin(a), np.cos(a)), "rounding"))
    judged(domain, kind, rule("wrong", lambda a, b: (a * b, a + b), "domain"))
    judged(domain, kind, rule("round", lambda a, b, c: ((a + b) + c, a + (b + c)), "domain"))
    nearly = lambda a: (np.sin(a), np.sin(a) * (1 + 2e-6 if kind == "float32" else 1 + 1e-14))  # noqa: E731
    judged(rounding, kind, rule("nearly", nearly, "rounding"))


# Sets and levels.


def test_built_in_sets_start_exact_and_more_has_to_be_asked_for():
    for built_in in (*rulebook.SETS.values(), rulebook.everything):
        assert {r.floats for r in built_in.for_kind("float32")} == {Exactness.EXACT}
        assert max(r.floats for r in built_in.rounding.for_kind("float32")) == 1
        assert max(r.floats for r in built_in.fast_math.for_kind("float32")) == 2
        assert built_in.fast_math.exact == built_in


def test_integers_get_all_their_rules_only_where_that_changes_nothing():
    names = {r.name for r in rulebook.arithmetic.for_kind("int64")}
    assert {"minus-itself", "add-associates", "factor", "times-zero"} <= names
    assert not {"absolute-of-product", "over-itself", "product-over"} & names


def test_together_keeps_the_level_of_each():
    both = rulebook.arithmetic.rounding | rulebook.trigonometric
    names = {r.name for r in both.for_kind("float64")}
    assert {"add-associates", "sine-is-odd"} <= names
    assert not {"sine-of-sum", "minus-itself"} & names


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: rule("x", lambda a: (a, a + 0)), "has to be an operation"),
        (lambda: rule("x", lambda a, b: (a + 1, b)), "b stands in b and not in"),
        (lambda: rule("x", lambda a, b: (a + b, a), both=True), "has to be an operation"),
        (lambda: rule("x", lambda a: a), "returns the two sides"),
        (lambda: rule("x", lambda a: (np.heaviside(a, 1), a)), "unknown function np.heaviside"),
        (lambda: rule("x", lambda a: (a + 1, a), "everything"), "nothing, rounding, domain"),
        (lambda: ruleset("s", rule("x", lambda a: (a * 1, a)), rule("x", lambda a: (a / 1, a))),
         "two rules are called x"),
        (lambda: ruleset("s", "x"), "expected rules"),
        (lambda: specialize.kernel("int64(int64)", rules="fast")(lambda a: a), "a set of rules"),
    ],
)  # fmt: skip
def test_what_cannot_be_a_rule_is_refused(make, message):
    with pytest.raises(RuleError, match=message):
        make()
