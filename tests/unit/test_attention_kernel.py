"""The steps of a tile of attention by themselves, mlir/kernels/attention.mlir, beside float64."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from tensors import normal

import runners

FILE = Path(__file__).resolve().parents[2] / "mlir" / "kernels" / "attention.mlir"
LANES = 64
f32 = np.float32
sizes = pytest.mark.parametrize(
    ("keys", "size"), [(64, 64), (1, 2), (5, 7), (6, 6), (63, 13), (64, 128)]
)


@pytest.fixture(scope="module")
def kernels():
    text = FILE.read_text(encoding="utf-8")
    public = r"(func\.func @attention_\w+\([^)]*\)) \{"
    text = re.sub(public, r"\1 attributes {llvm.emit_c_interface} {", text)
    return runners.load(text).compile("cpu-tiles")


def zeros(*shape: int) -> np.ndarray:
    return np.zeros(shape, f32)


@sizes
def test_scores_are_the_products_of_keys_and_queries(kernels, keys, size):
    rows, queries, scores = normal(2 * keys, size)[::2], normal(size, LANES, seed=1), zeros(64, 64)
    kernels.attention_scores(rows, queries, scores)
    exact = rows.astype(np.float64) @ queries
    np.testing.assert_allclose(scores[:keys], exact, rtol=1e-5, atol=1e-5)


@sizes
def test_an_update_adds_a_tile_to_a_softmax_that_has_begun(kernels, keys, size):
    values, scores = normal(size, keys).T, 4 * normal(64, LANES)
    mixed, most, sums = normal(size, LANES, seed=1), normal(LANES, seed=2), abs(normal(LANES)) + 1
    before = [x.astype(np.float64) for x in (mixed, most, sums)]
    largest = np.maximum(most, scores[:keys].max(axis=0)).astype(np.float64)
    weights, scale = np.exp(scores[:keys] - largest), np.exp(before[1] - largest)
    kernels.attention_update(scores, values, mixed, most, sums)
    np.testing.assert_array_equal(most, largest.astype(f32))
    np.testing.assert_allclose(scores[:keys], weights, rtol=2e-6)
    np.testing.assert_allclose(sums, before[2] * scale + weights.sum(axis=0), rtol=2e-6)
    exact = before[0] * scale + values.T.astype(np.float64) @ weights
    np.testing.assert_allclose(mixed, exact, rtol=1e-5, atol=1e-5)


def test_what_is_hidden_what_is_infinite_and_nan(kernels):
    """By query: nothing seen yet and nothing now; then something; NaN; inf; and 0 for exp(-88)."""
    scores = np.full((64, LANES), -np.inf, f32)
    scores[3, 1], scores[3, 2], scores[4, 2], scores[3, 3] = 2, 1, np.nan, np.inf
    scores[:2, 4] = 0, -88
    values = np.ones((5, 2), f32)
    mixed, most, sums = zeros(2, LANES), np.full(LANES, -np.inf, f32), zeros(LANES)
    kernels.attention_update(scores, values, mixed, most, sums)
    np.testing.assert_array_equal(sums[:5], [0, 1, np.nan, np.nan, 1])
    np.testing.assert_array_equal(mixed[0, :5], [0, 1, np.nan, np.nan, 1])
    np.testing.assert_array_equal(most[[0, 1, 3, 4]], [-np.inf, 2, np.inf, 0])
