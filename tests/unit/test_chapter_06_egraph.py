"""Chapter 6: e-graphs stop, say so and stay right; extraction counts what is shared once."""

from __future__ import annotations

import itertools
import subprocess
import sys
import warnings

import numpy as np
import pytest
from chapter_06 import CHAPTER, egraph, extract, rulebook, specialize, terms, trace
from hypothesis import given, settings
from hypothesis import strategies as st
from specialize import (
    LimitError,
    LimitReached,
    Limits,
    arithmetic,
    everything,
    kernel,
    rule,
    ruleset,
)

sys.path.insert(0, str(CHAPTER))
import egraph_by_hand

FOUR = "float64(float64, float64, float64, float64)"


def four_terms(a, b, c, d):
    return a + b + c + d - a - b - c


def term_of(function, signature: str) -> terms.Term:
    return trace.trace(function, trace.parse_signature(signature))[0]


def saturated(function, signature, *sets):
    graph = egraph.EGraph(term_of(function, signature))
    return graph.saturate(sets, Limits())


def plain(node: egraph.Node) -> float:
    """A cost for tests: leaves nothing, functions of one operand ten, others one."""
    return 0.0 if not node.children else (10.0 if len(node.children) == 1 else 1.0)


# Limits.


def test_associativity_commutativity_and_cancellation_on_four_terms_stop_and_stay_right():
    with pytest.warns(LimitReached, match=r"stopped at \d+ nodes .*limit is 1000") as caught:
        one = kernel(FOUR, rules=arithmetic.fast_math, limits=Limits(nodes=1000))(four_terms)
    assert caught[0].filename == __file__
    assert not one.report.saturation.saturated
    assert one.cost.after <= one.cost.before
    a, b, c, d = np.random.default_rng(0).standard_normal((4, 1000))
    np.testing.assert_allclose(one(a, b, c, d), d, rtol=0, atol=8 * np.finfo(float).eps * 4)


@pytest.mark.parametrize("level", ["exact", "rounding", "fast_math"])
@pytest.mark.parametrize("nodes", [10, 30, 100, 300, 3000])
def test_whatever_the_limit_the_chosen_term_is_equal(level, nodes):
    rules = getattr(everything, level)
    limits = Limits(nodes=nodes)
    one = kernel(FOUR, rules=rules, limits=limits, on_limit="ignore")(four_terms)
    values = list(np.random.default_rng(nodes).standard_normal((4, 500)))
    got = terms.evaluate(one.chosen, values)
    np.testing.assert_allclose(got, four_terms(*values), rtol=0, atol=2e-14)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        (Limits(iterations=2), "stopped after 2 iterations, the limit"),
        (Limits(nodes=40, iterations=99, seconds=9), r"stopped at \d+ nodes after iteration \d+"),
        (Limits(seconds=0), "the limit is 0 s"),
    ],
)
def test_each_limit_says_that_it_was_the_one(limits, message):
    with pytest.raises(LimitError, match=message):
        kernel(FOUR, rules=arithmetic.fast_math, limits=limits, on_limit="error")(four_terms)
    with pytest.warns(LimitReached, match=message):
        kernel(FOUR, rules=arithmetic.fast_math, limits=limits)(four_terms)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kernel(FOUR, rules=arithmetic.fast_math, limits=limits, on_limit="ignore")(four_terms)


def test_a_set_that_does_not_terminate_is_stopped_and_reported():
    endless = ruleset("endless", rule("grow", lambda a: (np.sin(a), np.sin(a + 1)), "domain"))
    with pytest.warns(LimitReached, match="stopped after 12 iterations"):
        one = kernel("float64(float64)", rules=endless)(np_sine)
    assert one.report.chosen == "sin(a)"
    both = ruleset("both", rule("twice", lambda a, b: (a * b, (a * 1.5) * (b * 2.5)), "domain"))
    with pytest.warns(LimitReached, match="the limit"):
        kernel("float64(float64, float64)", rules=both)(lambda a, b: a * b)


def np_sine(a):
    return np.sin(a)


def test_the_built_in_exact_rules_come_to_an_end_on_ordinary_terms():
    samples = [
        lambda a, b, c, d: np.sin(-a) * np.cos(b) - np.tanh(-c) / (d * 2),
        lambda a, b, c, d: abs(-(a * b)) / abs(c) + np.minimum(np.maximum(a, b), c) * 1,
        lambda a, b, c, d: np.negative(-(a / -b)) * np.exp(c) - 0 + np.cosh(-d),
    ]
    for function in samples:
        done, _ = saturated(function, FOUR, everything)
        assert done.saturated, done


# Structure.


def test_congruence_merges_what_has_equal_operands():
    equal = ruleset("equal", rule("same", lambda a, b: (a + b, a * b), "domain"))
    _, snapshot = saturated(
        lambda a, b: np.sin(a + b) - np.sin(a * b), "float64(float64, float64)", equal
    )
    root = snapshot.classes[snapshot.root]
    assert len(root) == 1
    assert root[0].children[0] == root[0].children[1]


def test_types_never_mix_in_a_class():
    _, snapshot = saturated(
        lambda a, b: (a + 1).astype(np.float64) * (b - b) + b // 2,
        "float64(float32, int64)",
        everything.fast_math,
    )
    for members in snapshot.classes.values():
        assert len({node.kind for node in members}) == 1


def test_zero_and_minus_zero_and_nan_are_constants_of_their_own():
    assert terms.constant(0.0, "float32") is not terms.constant(-0.0, "float32")
    assert terms.constant(np.nan, "float64") is terms.constant(-np.nan, "float64")
    _, snapshot = saturated(lambda a: a * 0.0 + a * -0.0, "float64(float64)", arithmetic)
    constants = [n for m in snapshot.classes.values() for n in m if n.op == "constant"]
    assert len(constants) == len({n.payload for n in constants}) >= 2


def test_sets_run_in_sequence_or_together():
    opening = ruleset(
        "opening", rule("open", lambda a: (np.tan(a), np.sin(a) / np.cos(a)), "rounding")
    )
    closing = ruleset("closing", rule("close", lambda a, b: (a / b * b, a), "domain"))

    def function(a):
        return np.tan(a) * np.cos(a)

    cheap = {"tan": 100, "sin": 10}
    for rules, expected in [
        ([opening, closing], "sin(a)"), ([closing, opening], "sin(a) / cos(a) * cos(a)"),
        (opening | closing, "sin(a)"), (closing | opening, "sin(a)"),
    ]:  # fmt: skip
        one = kernel("float64(float64)", rules=rules, costs=cheap)(function)
        assert one.report.chosen == expected
    assert (
        "opening (domain-changing), then closing"
        in kernel("float64(float64)", rules=[opening, closing])(function).report.rules
    )


def test_a_rule_of_ones_own_works_and_can_be_made_exact_again():
    own = ruleset(
        "own", rule("softplus", lambda a: (np.log(1 + np.exp(a)), np.arctan(a)), "domain")
    )

    def function(a):
        return np.log(1 + np.exp(a))

    mine = kernel("float32(float32)", rules=own, costs={"arctan": 3})
    assert mine(function).report.chosen == "arctan(a)"
    strict = kernel("float32(float32)", rules=own.exact)(function)
    assert strict.chosen is strict.term


# Extraction.


def test_what_is_shared_counts_once():
    term = term_of(lambda a: np.sin(a) * np.sin(a) + np.sin(a), "float64(float64)")
    assert extract.term_cost(term, plain) == 12


def test_sharing_decides_where_trees_would_not():
    # As trees exp(-a) and 1 / exp(a) differ little; here exp(a) is needed anyway.
    one = kernel("float64(float64)", rules=everything.rounding, costs={"exp": 20, "divide": 4},
                 on_limit="ignore")(
        lambda a: (np.exp(a) - np.exp(-a)) / (np.exp(a) + np.exp(-a))
    )  # fmt: skip
    assert str(one.report.chosen).count("exp(-a)") == 0
    assert sum(node.op == "exp" for node in terms.nodes(one.chosen)) == 1


def test_the_cost_model_decides():
    def function(a, b):
        return a * b + a * (b + 1)

    def chosen(**costs):
        return kernel("float64(float64, float64)", rules=arithmetic.fast_math, costs=costs,
                      on_limit="ignore")(function)  # fmt: skip

    products = {
        n: sum(t.op == "multiply" for t in terms.nodes(chosen(multiply=n).chosen)) for n in (1, 50)
    }
    assert products[50] == 1
    assert chosen(multiply=50, add=1).cost.after < 55
    double = kernel("float64(float64)", costs={"add": 9})(lambda a: a + a)
    assert double.report.chosen == "a * 2"
    assert (
        kernel("float64(float64)", costs={"multiply": 9})(lambda a: a * 2).report.chosen == "a + a"
    )


def test_targets_differ_in_cost_and_so_can_choose_differently():
    for target in ("loops", "vectors"):
        one = kernel("float32(float32)", target=target, rules=everything.rounding,
                     on_limit="ignore")(lambda a: 1 / (1 + np.exp(-a)))  # fmt: skip
        assert one.cost.after <= one.cost.before
    costs = [kernel("float32(float32)", target=t)(np_sine).cost.after for t in ("loops", "vectors")]
    assert costs[0] > 3 * costs[1]


def random_snapshot(draw_numbers: list[int]) -> egraph.Snapshot:
    """A small e-graph: class n has nodes over lower classes, and now and then over any."""
    numbers = iter(draw_numbers)
    classes: dict[str, tuple[egraph.Node, ...]] = {
        "0": (egraph.Node("argument", "float64", (), 0),)
    }
    for name in range(1, 7):
        members = set()
        for _ in range(1 + next(numbers) % 3):
            reach = 7 if next(numbers) % 4 == 0 else name
            op = ("sin", "cos", "add", "multiply")[next(numbers) % 4]
            arity = terms.OPERATIONS[op].arity
            children = tuple(str(next(numbers) % reach) for _ in range(arity))
            members.add(egraph.Node(op, "float64", children))
        members.add(egraph.Node("negative", "float64", (str(name - 1),)))
        classes[str(name)] = tuple(sorted(members, key=repr))
    return egraph.Snapshot(classes, "6")


def cheapest(snapshot: egraph.Snapshot) -> float:
    """By trying every choice of a node for each class."""
    best = float("inf")
    names = list(snapshot.classes)
    for picked in itertools.product(*snapshot.classes.values()):
        choice = dict(zip(names, picked, strict=True))
        reached = extract._reached(choice, snapshot.root)
        if extract._acyclic(reached, snapshot.root):
            best = min(best, sum(map(plain, reached.values())))
    return best


@settings(deadline=None, max_examples=150)
@given(st.lists(st.integers(0, 999), min_size=120, max_size=120))
def test_extraction_gives_a_term_and_is_near_the_best_there_is(numbers):
    snapshot = random_snapshot(numbers)
    greedy = extract.greedy(snapshot, plain)
    better = extract.extract(snapshot, plain)
    found = extract.term_cost(better.term(), plain)
    assert found <= better.cost(plain) + 1e-9
    assert better.cost(plain) <= greedy.cost(plain)
    best = cheapest(snapshot)
    assert best <= better.cost(plain) <= 1.6 * best + 1e-9


def test_improvement_finds_what_greedy_misses():
    # Class r is f(x) + g(y) or h(z): x and y share an expensive part, which greedy sees too late.
    numbers = range(400)
    gained = 0
    random = np.random.default_rng(3)
    for _ in numbers:
        snapshot = random_snapshot(list(map(int, random.integers(0, 999, 120))))
        greedy, better = (f(snapshot, plain).cost(plain) for f in (extract.greedy, extract.extract))
        gained += better < greedy
    assert gained > 0


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.integers(0, 999), min_size=40, max_size=40), st.sampled_from(["exact", "rounding"])
)
def test_random_terms_keep_their_value(numbers, level):
    picked = iter(numbers)
    pool = [terms.argument(n, "float64") for n in range(3)] + [terms.constant(2, "float64")]
    for _ in range(7):
        op = ("add", "subtract", "multiply", "negative", "sin", "cos", "minimum", "absolute")[
            next(picked) % 8
        ]
        args = [pool[next(picked) % len(pool)] for _ in range(terms.OPERATIONS[op].arity)]
        pool.append(terms.operation(op, *args))
    term = pool[-1]
    done, snapshot = egraph.EGraph(term).saturate([getattr(everything, level)], Limits(nodes=400))
    chosen = extract.extract(snapshot, plain).term()
    values = list(np.random.default_rng(0).uniform(-2, 2, (3, 50)))
    tolerance = {} if level == "exact" else {"rtol": 1e-9, "atol": 1e-9}
    np.testing.assert_allclose(
        terms.evaluate(chosen, values), terms.evaluate(term, values), **({"rtol": 0} | tolerance)
    )
    assert done.iterations <= Limits().iterations


def test_a_deep_term_needs_no_recursion_and_comes_back_as_it_went_in():
    term = terms.argument(0, "float64")
    for _ in range(1500):
        term = terms.operation("add", term, terms.argument(1, "float64"))
    graph = egraph.EGraph(term)
    choice = extract.extract(graph.snapshot(), plain)
    assert choice.term() is term
    assert len(terms.text(term)) > 1000


# Text.


def test_terms_are_printed_so_that_python_reads_them_back():
    def function(a, b):
        return -(a - (b - a)) / (a * (b / 2)) ** 3 - (-a) * b % 3 // np.arctan2(a, -b)

    term = term_of(function, "float64(float64, float64)")
    written = terms.text(term, ["a", "b"])
    namespace = {"arctan2": np.arctan2}
    again = term_of(eval(f"lambda a, b: {written}", namespace), "float64(float64, float64)")
    assert again is term


# The small e-graph that the prose reads.


def test_the_e_graph_by_hand_finds_what_the_prose_says():
    graph = egraph_by_hand.EGraph()
    root = graph.add(egraph_by_hand.TERM)
    lines = list(graph.saturate(egraph_by_hand.RULES))
    assert lines[-1] == "round 4: nothing new"
    assert graph.extract(root, egraph_by_hand.COST) == (0, ("a",))
    done = subprocess.run(
        [sys.executable, CHAPTER / "egraph_by_hand.py"], capture_output=True, text=True, check=True
    )
    assert "chosen:  a, cost 0" in done.stdout


def test_the_e_graph_by_hand_is_closed_under_congruence():
    graph = egraph_by_hand.EGraph()
    one, other = graph.add(("f", ("f", ("x",)))), graph.add(("f", ("f", ("y",))))
    assert graph.find(one) != graph.find(other)
    graph.merge(graph.add(("x",)), graph.add(("y",)))
    graph.rebuild()
    assert graph.find(one) == graph.find(other)


def test_both_e_graphs_agree():
    own = ruleset(
        "halves",
        rule("double", lambda a: (a * 2, a + a)),
        rule("over", lambda a, b, c: (a * b / c, a * (b / c)), "rounding"),
        rule("times-one", lambda a: (a * 1, a)),
    )
    done, snapshot = saturated(lambda a: a * 2 / 2, "float64(float64)", own)
    choice = extract.extract(snapshot, plain)
    assert str(choice.term()) == "x0"
    assert done.saturated


def test_the_rulebook_prints_as_the_readme_lists_it():
    text = [str(item) for item in rulebook.trigonometric]
    assert "sin(a) * cos(b) + cos(a) * sin(b) <-> sin(a + b)" in text
    assert specialize.Exactness.DOMAIN.label == "domain-changing"
