"""Chapter 11: products, views, attention and causality, beside NumPy."""

from __future__ import annotations

import re
import subprocess
import sys

import numpy as np
import pytest
from chapter_11 import CHAPTER, causal, functions, hand_made, traffic
from hypothesis import given, settings
from hypothesis import strategies as st
from tensors import normal, same

from stepdown import ArgumentError, jit
from stepdown.products import blas

f32 = np.float32
MODEL = causal.Model.random()
LOGITS = {products: causal.compiled(products) for products in ("blas", "loops")}
sizes = st.integers(0, 9)


def compiled(function, *arguments, **options):
    return jit(function, **options).compile(*arguments)


def layer(tokens: int, width: int = 64) -> list[np.ndarray]:
    scale = f32(width**-0.5)
    return [normal(tokens, width), normal(width, 3 * width) * scale, normal(width, width) * scale]


# Products.


@given(
    st.lists(st.tuples(st.integers(0, 4), st.sampled_from("abs")), max_size=3),
    st.tuples(sizes, sizes, sizes),
    st.sampled_from(["blas", "loops"]),
)
@settings(max_examples=20, deadline=None)
def test_a_product_of_any_batches_is_numpys(batch, matrix, products):
    """A batch axis is in both operands, or of size 1 in one, or missing in front of one."""
    m, k, n = matrix
    first = [1 if which == "a" else size for size, which in batch]
    second = [1 if which == "b" else size for size, which in batch]
    while first and first[0] == 1:  # what a leading 1 says, a missing axis says too
        first.pop(0)
    a, b = normal(*first, m, k), normal(*second, k, n)
    same(functions.product, a, b, products=products, tolerance=1e-5)


@pytest.mark.parametrize(
    ("first", "second", "subscripts"),
    [
        ((4, 6), (6, 3), ("mk", "kn", "mn")),
        ((6,), (6, 3), ("k", "kn", "n")),
        ((4, 6), (6,), ("mk", "k", "m")),
        ((6,), (6,), ("k", "k", "")),
        ((2, 3, 4, 5), (3, 5, 6), ("abmk", "bkn", "abmn")),
        ((1, 3, 4, 5), (2, 1, 5, 6), ("bmk", "akn", "abmn")),
        ((7, 4, 5), (5, 6), ("amk", "kn", "amn")),
    ],
)
def test_the_subscripts_of_a_product_are_those_of_the_readmes_table(first, second, subscripts):
    made = compiled(functions.product, normal(*first), normal(*second))
    (product,) = (v for v in made.graph.used() if v.primitive.kind == "product")
    assert product.params["maps"] == subscripts


@pytest.mark.parametrize("heads", [1, 3, 4])
def test_einsum_and_matmul_give_the_same_module_and_the_same_bits(heads):
    query, key = normal(17, heads, 8), normal(17, heads, 8, seed=1)
    both = functions.scores_by_einsum, functions.scores_by_matmul
    first, second = (compiled(f, query, key).optimized.replace(f.__name__, "scores") for f in both)
    assert first == second
    assert np.array_equal(*(jit(f)(query, key) for f in both))


@pytest.mark.parametrize(
    ("layout", "calls"),
    [
        (lambda x: x, 1),
        (lambda x: x.T, 1),  # BLAS is told that it is transposed
        (lambda x: x[8:56, 4:60], 1),  # and the leading dimension of what it is a part of
        (lambda x: x[:56, :60], 1),
        (lambda x: x[8:56, 4:60].T, 1),
        (lambda x: x[::2, :48], 1),
        (lambda x: x[:, ::2], 0),  # no dimension whose elements are neighbours: loops
    ],
)
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_product_reads_parts_and_transposes_where_they_lie(layout, calls, side):
    x = normal(64, 64)
    rows, columns = layout(x).shape
    y = normal(columns, 40) if side == "left" else normal(40, rows)

    def function(x, y):
        return layout(x) @ y if side == "left" else y @ layout(x)

    same(function, x, y, tolerance=2e-5)
    text = compiled(function, x, y).bufferized
    for waste in ("memref.copy", "linalg.copy", "memref.alloc", "linalg.generic"):
        assert waste not in text
    if blas.blas() is not None:
        assert text.count("call @scipy_cblas_sgemm") == calls


# Views.


@given(st.data())
@settings(max_examples=15, deadline=None)
def test_a_chain_of_views_before_an_operation_is_one_loop_without_memory(data):
    """Slices with steps of any sign, transposes, new axes and axes of size 1."""
    x, wanted, chain = normal(7, 6, 5), None, []
    view = x
    for _ in range(data.draw(st.integers(1, 5))):
        kind = data.draw(st.sampled_from(["slice", "turn", "new", "row"]))
        axis = data.draw(st.integers(0, view.ndim - 1))
        if kind == "slice":
            start, step = data.draw(st.integers(0, 2)), data.draw(st.sampled_from([1, 2, -1]))
            piece = slice(start, None, step) if step > 0 else slice(None, None, step)
            index = (*[slice(None)] * axis, piece)
            chain.append(lambda a, index=index: a[index])
        elif kind == "turn":
            chain.append(lambda a, axis=axis: a.swapaxes(axis, 0))
        elif kind == "new" and view.ndim < 5:
            chain.append(lambda a, axis=axis: np.expand_dims(a, axis))
        elif view.ndim > 1 and view.shape[axis]:
            chain.append(lambda a, axis=axis: a[(*[slice(None)] * axis, 0)])
        view = x
        for step_ in chain:
            view = step_(view)
    wanted = view * 2

    def function(a):
        for step_ in chain:
            a = step_(a)
        return a * 2

    np.testing.assert_array_equal(jit(function)(x), wanted)
    made = compiled(function, x)
    assert made.optimized.count("linalg.generic") == 1
    assert "memref.alloc" not in made.bufferized


def test_joining_writes_each_part_once_into_the_result():
    cache, row = normal(5, 8), normal(8)
    same(functions.append, cache, row)
    text = compiled(functions.append, cache, row).bufferized
    assert "memref.alloc" not in text
    assert text.count("linalg.copy") == 2


# Lookups.


TOKENS, TABLE, PLACES = np.array([3, 49, -50, 0]), normal(50, 64), normal(32, 64)


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64, np.uint8])
def test_a_lookup_takes_rows_as_numpy_does(dtype):
    tokens = (np.abs(TOKENS) if np.dtype(dtype).kind == "u" else TOKENS).astype(dtype)
    tokens = np.where(tokens == 50, 49, tokens).astype(dtype)
    same(functions.embed, tokens, TABLE, PLACES)


@pytest.mark.parametrize("bad", [50, -51, 2**40, -(2**63), 2**63 - 1])
def test_a_token_outside_of_the_table_is_an_index_error_that_names_the_line(bad):
    embed = jit(functions.embed)
    with pytest.raises(IndexError, match=r"functions.py:\d+: .* axis 0 with size 50"):
        embed(np.array([3, bad, 1]), TABLE, PLACES)
    np.testing.assert_array_equal(embed(TOKENS, TABLE, PLACES), TABLE[TOKENS] + PLACES[:4])


def test_the_mask_is_numpys_and_takes_no_memory_but_its_own():
    same(functions.seen, normal(9, 3))
    text = compiled(functions.seen, normal(9, 3)).bufferized
    assert "memref.alloc" not in text


# Attention.


@pytest.mark.parametrize("products", ["blas", "loops"])
@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize(("tokens", "heads"), [(5, 1), (130, 8)])
def test_attention_is_numpys(tokens, heads, products, threads):
    x, to_qkv, to_out = layer(tokens)
    expected = functions.attention(*(a.astype(np.float64) for a in (x, to_qkv, to_out)), heads)
    for function in (functions.attention, functions.attention_by_einsum):
        made = jit(function, static=("heads",), products=products, threads=threads)
        got = made(x, to_qkv, to_out, heads)
        np.testing.assert_allclose(got, expected, rtol=1e-5, atol=3e-6)


def test_float64_attention_is_numpys_to_float64s_precision():
    arguments = [a.astype(np.float64) for a in layer(48)]
    got = jit(functions.attention, static=("heads",))(*arguments, 4)
    expected = functions.attention(*arguments, 4)
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-13)


def test_one_compilation_serves_every_number_of_tokens():
    attention = jit(functions.attention, static=("heads",), dynamic={"x": (0,)})
    code = attention.compile(*layer(8), 4)
    for tokens in (1, 2, 3, 31, 200):
        arguments = layer(tokens)
        assert attention.compile(*arguments, 4) is code
        expected = functions.attention(*arguments, 4)
        np.testing.assert_allclose(attention(*arguments, 4), expected, rtol=1e-5, atol=3e-6)


def test_no_token_at_all_is_refused_as_by_numpy():
    nothing = layer(0)
    with pytest.raises(ValueError, match="zero-size array"):
        functions.attention(*nothing, 4)
    attention = jit(functions.attention, static=("heads",), dynamic={"x": (0,)})
    with pytest.raises(ArgumentError, match=r"functions.py:\d+: .*at least 1"):
        attention(*nothing, 4)


def test_each_head_made_by_hand_looks_where_it_is_meant_to():
    text = "abcadbcabd"
    x, (to_qkv, to_out) = hand_made.tokens(text), hand_made.parameters()
    weights = jit(functions.weights, static=("heads",))(x, to_qkv, hand_made.HEADS)
    np.testing.assert_allclose(weights.sum(-1), 1, rtol=2e-6)
    before, same_letter, alike, first = weights
    for i, letter in enumerate(text):
        assert before[i].argmax() == max(i - 1, 0)
        places = [j for j in range(i + 1) if text[j] == letter]
        np.testing.assert_allclose(same_letter[i, places], 1 / len(places), rtol=2e-3)
        np.testing.assert_allclose(alike[i, : i + 1], 1 / (i + 1), rtol=1e-6)
        assert first[i].argmax() == 0
        assert not weights[:, i, i + 1 :].any()
    # What a head hands on are the letters that it looks at: the first head names the one before.
    mixed = jit(functions.attention, static=("heads",))(x, to_qkv, to_out, hand_made.HEADS)
    named = [hand_made.LETTERS[k] for k in mixed[1:, :4].argmax(1)]
    assert "".join(named) == text[:-1]


# Causality.


@pytest.mark.parametrize("products", ["blas", "loops"])
@given(st.integers(2, 60), st.data())
@settings(max_examples=8, deadline=None)
def test_later_tokens_change_no_bit_of_earlier_outputs(products, count, data):
    place = data.draw(st.integers(1, count - 1))
    tokens = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1))).integers(0, 100, count)
    assert causal.replaced(LOGITS[products], MODEL, tokens, place) == 0


def test_the_comparison_notices_a_layer_that_looks_ahead():
    def looks_ahead(x, to_qkv, to_out, heads):
        query, key, value = (functions.by_head(p, heads) for p in functions.parts(x, to_qkv))
        taken = functions.softmax(query @ key.swapaxes(-1, -2))
        return (taken @ value).transpose(1, 0, 2).reshape(x.shape) @ to_out

    ahead = jit(looks_ahead, static=("heads",))
    tokens = np.arange(20)
    model = lambda t, table, places, *rest: ahead(table[t] + places[:20], *rest)  # noqa: E731
    assert causal.replaced(model, MODEL, tokens, 10) > 500  # of 640


@pytest.mark.parametrize("products", ["blas", "loops"])
@pytest.mark.parametrize("place", [1, 16, 47])
def test_logits_of_a_prefix_are_the_wholes_to_a_millionth_and_in_argmax(products, place):
    tokens = np.random.default_rng(seed=3).integers(0, 100, 48)
    _, error, stays = causal.left_out(LOGITS[products], MODEL, tokens, place)
    assert error < 1e-6
    assert stays


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_what_is_not_finite_in_a_later_token_reaches_earlier_ones_as_in_numpy(bad):
    x, to_qkv, to_out = layer(8)
    x[-1, 0] = bad
    with np.errstate(all="ignore"):
        expected = functions.attention(x, to_qkv, to_out, 4)
    got = jit(functions.attention, static=("heads",))(x, to_qkv, to_out, 4)
    assert np.isnan(expected).all()
    np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))


# Rows that see nothing.


@pytest.mark.parametrize("threads", [False, True])
@pytest.mark.parametrize("shape", [(4, 6), (2, 64, 100)])
def test_a_row_of_nothing_but_minus_infinity_is_nan_and_no_other_row(shape, threads):
    scores = normal(*shape)
    real = np.arange(shape[-1]) < (np.arange(shape[-2]) % (shape[-1] + 1))[:, None]
    with np.errstate(invalid="ignore"):
        expected = functions.padded(scores, real)
    got = jit(functions.padded, threads=threads)(scores, real)
    empty = ~real.any(-1)
    assert np.isnan(got[..., empty, :]).all()
    assert not np.isnan(got[..., ~empty, :]).any()
    np.testing.assert_allclose(got, expected, rtol=2e-6, atol=1e-9)


def test_a_guarded_softmax_has_zeros_there_and_the_same_elsewhere():
    scores, real = normal(4, 6), np.arange(6) < np.array([6, 3, 0, 1])[:, None]
    got = jit(functions.padded_to_zero)(scores, real)
    np.testing.assert_array_equal(got[2], 0)
    plain = jit(functions.padded)(scores, real)
    np.testing.assert_allclose(np.delete(got, 2, 0), np.delete(plain, 2, 0), rtol=1e-6)


# What fusion made of it.


def test_between_the_products_fusion_leaves_two_trips_through_memory_of_twelve():
    made = traffic.attention(tokens=64, width=64, heads=4)
    square = 4 * 64 * 64 * 4  # bytes of the scores of all heads
    others = {
        fused: [s for s in traffic.steps(made, fused) if s.what not in ("contract", "copy")]
        for fused in (False, True)
    }
    assert traffic.total(others[False]) == 12 * square
    assert traffic.total(others[True]) == 2 * square


def test_the_mixed_values_are_copied_neither_with_einsum_nor_without():
    options = {"static": ("heads",), "threads": False, "products": "blas"}  # step by step
    found = {
        function: traffic.steps(compiled(function, *layer(128), 4, **options))
        for function in (functions.attention, functions.attention_by_einsum)
    }
    copies = {f: sum(step.what == "copy" for step in steps) for f, steps in found.items()}
    assert list(copies.values()) == [0, 0]
    first, second = map(traffic.total, found.values())
    assert first == second
    written = traffic.steps(compiled(functions.attention, *layer(128), 4, static=("heads",)), False)
    assert [step.what for step in written].count("copy") == 1


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("shapes", "ValueError: .*size 6 meets 5"),
        ("batches", r"TraceError: .*shapes \(2,\) and \(5,\) do not broadcast together"),
        ("heads", r"TraceError: .*cannot reshape .* into shape \(16, 5, 12\)"),
        ("number", "IndexError: .*out of bounds for axis 0 with size 50"),
        ("length", "ArgumentError: .*needs the size 32 to be at least tokens_0"),
        ("tril", "TraceError: .*the size x_0 is dynamic"),
    ],
)
def test_what_is_refused_says_why_and_where(case, message):
    script = CHAPTER / "wrong" / "refused.py"
    done = subprocess.run([sys.executable, script, case], capture_output=True, text=True)
    assert done.returncode == 1
    assert re.match(message, done.stderr), done.stderr
    assert re.search(r"chapters/11-attention/\S+\.py:\d+: ", done.stderr)


def test_the_pictures_are_what_their_script_draws(tmp_path):
    script = CHAPTER / "pictures" / "draw.py"
    subprocess.run([sys.executable, script, tmp_path], check=True, capture_output=True)
    for path in (CHAPTER / "pictures").glob("*.svg"):
        assert (tmp_path / path.name).read_text() == path.read_text(), path.name
