"""Softmax, layer norm and GELU over the rows of a matrix, beside NumPy, on one thread.

NumPy's side is written as one writes it for speed: whole-array operations into one buffer. It has
no erf; its GELU of the erf form takes the classic approximation 7.1.26 of Abramowitz and Stegun,
which is what people use without SciPy.
"""

from __future__ import annotations

import numpy as np

import runners

from . import Row, interleaved

f32 = np.float32
SHAPES = {"1024x768": (1024, 768), "12x512x512": (12 * 512, 512)}
EPSILON = 1e-5
RUNS = 21


def softmax(x: np.ndarray, out: np.ndarray) -> None:
    np.subtract(x, x.max(axis=1, keepdims=True), out=out)
    np.exp(out, out=out)
    np.divide(out, out.sum(axis=1, keepdims=True), out=out)


def layer_norm(x: np.ndarray, scale: np.ndarray, shift: np.ndarray, out: np.ndarray) -> None:
    np.subtract(x, x.mean(axis=1, keepdims=True), out=out)
    deviation = np.sqrt(np.square(out).mean(axis=1, keepdims=True) + f32(EPSILON))
    np.divide(out, deviation, out=out)
    np.multiply(out, scale, out=out)
    np.add(out, shift, out=out)


def gelu_tanh(x: np.ndarray, out: np.ndarray) -> None:
    np.multiply(x, x, out=out)
    np.multiply(out, f32(0.044715 * np.sqrt(2 / np.pi)), out=out)
    np.add(out, f32(np.sqrt(2 / np.pi)), out=out)
    np.multiply(out, x, out=out)
    np.tanh(out, out=out)
    np.add(out, f32(1), out=out)
    np.multiply(out, x, out=out)
    np.multiply(out, f32(0.5), out=out)


def gelu_erf(x: np.ndarray, out: np.ndarray, scratch: np.ndarray) -> None:
    np.abs(x, out=scratch)
    np.multiply(scratch, f32(0.3275911 / np.sqrt(2)), out=scratch)
    np.add(scratch, f32(1), out=scratch)
    np.divide(f32(1), scratch, out=scratch)
    np.multiply(scratch, f32(1.061405429), out=out)
    for coefficient in (-1.453152027, 1.421413741, -0.284496736, 0.254829592):
        np.add(out, f32(coefficient), out=out)
        np.multiply(out, scratch, out=out)
    np.multiply(x, x, out=scratch)
    np.multiply(scratch, f32(-0.5), out=scratch)
    np.exp(scratch, out=scratch)
    np.multiply(out, scratch, out=out)
    np.subtract(f32(1), out, out=out)
    np.copysign(out, x, out=out)
    np.add(out, f32(1), out=out)
    np.multiply(out, x, out=out)
    np.multiply(out, f32(0.5), out=out)


def rows() -> list[Row]:
    """Bytes of the matrix read and of the result written, a second; more passes do not count."""
    library = runners.load("mlir/kernels/rows.mlir").compile("cpu-vectors")
    random = np.random.default_rng(seed=4)
    found = []
    for shape_name, shape in SHAPES.items():
        x, out = random.standard_normal(shape, f32), np.empty(shape, f32)
        scratch = np.empty(shape, f32)
        scale, shift = random.standard_normal((2, shape[1]), f32)
        pairs = {
            "softmax": (
                lambda x=x, out=out: library.softmax(x, out),
                lambda x=x, out=out: softmax(x, out),
            ),
            "layer norm": (
                lambda x=x, out=out, a=scale, b=shift: library.layer_norm(x, a, b, EPSILON, out),
                lambda x=x, out=out, a=scale, b=shift: layer_norm(x, a, b, out),
            ),
            "GELU, tanh form": (
                lambda x=x, out=out: library.gelu_tanh(x, out),
                lambda x=x, out=out: gelu_tanh(x, out),
            ),
            "GELU, erf form": (
                lambda x=x, out=out: library.gelu_erf(x, out),
                lambda x=x, out=out, scratch=scratch: gelu_erf(x, out, scratch),
            ),
        }
        gigabytes = 2 * x.nbytes / 1e9
        for name, (ours, theirs) in pairs.items():
            ours_seconds, theirs_seconds = interleaved([ours, theirs], calls=2, runs=RUNS)
            found.append(
                Row(f"{name}, {shape_name}", "NumPy", gigabytes / ours_seconds,
                    gigabytes / theirs_seconds, "GB/s", "higher", 3.0, RUNS)
            )  # fmt: skip
        for name, function in (("exp_rows", np.exp), ("tanh_rows", np.tanh)):
            ours_seconds, theirs_seconds = interleaved(
                [lambda f=library[name], x=x, out=out: f(x, out),
                 lambda f=function, x=x, out=out: f(x, out=out)],
                calls=2, runs=RUNS,
            )  # fmt: skip
            found.append(
                Row(f"{function.__name__}, {shape_name}", "NumPy", gigabytes / ours_seconds,
                    gigabytes / theirs_seconds, "GB/s", "higher", None, RUNS)
            )  # fmt: skip
    return found
