"""The built-in rules, in four sets. tests/unit/test_chapter_06_rules.py holds each to its class.

Read `changes` as a warning: "rounding" rules are off unless `.rounding` is asked for, "domain"
rules unless `.fast_math` is. A note says where a rule that looks exact is not.
"""

from __future__ import annotations

import numpy as np

from .rules import RuleSet, rule
from .terms import constant, operation
from .trace import Symbol


def _power(base: Symbol, exponent: float) -> Symbol:
    """A power as such: with these exponents np.power calls another function."""
    return Symbol(operation("power", base.term, constant(exponent, base.term.kind)))


# [region arithmetic]
arithmetic = RuleSet(
    "arithmetic",
    (
        rule("add-commutes", lambda a, b: (a + b, b + a)),
        rule("multiply-commutes", lambda a, b: (a * b, b * a)),
        rule("subtract-is-add", lambda a, b: (a - b, a + -b), both=True),
        rule("negative-twice", lambda a: (np.negative(-a), a)),
        rule("negative-of-product", lambda a, b: (-(a * b), -a * b), both=True),
        rule("negative-of-quotient", lambda a, b: (-(a / b), -a / b), both=True),
        rule("negative-of-divisor", lambda a, b: (a / -b, -(a / b)), both=True),
        rule("times-one", lambda a: (a * 1, a)),
        rule("times-minus-one", lambda a: (a * -1, -a)),
        rule("over-one", lambda a: (a / 1, a)),
        rule("minus-zero", lambda a: (a - 0, a)),
        rule("plus-minus-zero", lambda a: (a + -0.0, a), integers=False),
        rule("double", lambda a: (a * 2, a + a), both=True),
        rule("absolute-of-negative", lambda a: (abs(-a), abs(a))),
        rule("absolute-twice", lambda a: (abs(abs(a)), abs(a))),
        rule("absolute-of-product", lambda a, b: (abs(a * b), abs(a) * abs(b)), both=True,
             integers=False, note="an integer product can wrap around to a negative number"),
        rule("absolute-of-quotient", lambda a, b: (abs(a / b), abs(a) / abs(b)), both=True),
        rule("square-of-absolute", lambda a: (abs(a) * abs(a), a * a)),
        rule("minimum-commutes", lambda a, b: (np.minimum(a, b), np.minimum(b, a))),
        rule("maximum-commutes", lambda a, b: (np.maximum(a, b), np.maximum(b, a))),
        rule("minimum-of-one", lambda a: (np.minimum(a, a), a)),
        rule("maximum-of-one", lambda a: (np.maximum(a, a), a)),
        rule("minimum-associates", both=True, sides=lambda a, b, c: (
            np.minimum(np.minimum(a, b), c), np.minimum(a, np.minimum(b, c)))),
        rule("maximum-associates", both=True, sides=lambda a, b, c: (
            np.maximum(np.maximum(a, b), c), np.maximum(a, np.maximum(b, c)))),
        rule("power-one", lambda a: (_power(a, 1.0), a)),
        rule("power-zero", lambda a: (_power(a, 0.0), 1),
             note="also of NaN: C's pow, and so NumPy's, gives 1"),

        rule("plus-zero", lambda a: (a + 0, a), "rounding", integers=True,
             note="-0 + 0 is +0"),
        rule("negative-of-difference", lambda a, b: (-(a - b), b - a), "rounding", integers=True,
             both=True, note="-(1 - 1) is -0"),
        rule("zero-minus", lambda a: (0 - a, -a), "rounding", integers=True, note="0 - 0 is +0"),
        rule("absolute-of-root", lambda a: (abs(np.sqrt(a)), np.sqrt(a)), "rounding",
             note="the root of -0 is -0"),
        rule("add-associates", lambda a, b, c: ((a + b) + c, a + (b + c)), "rounding",
             integers=True, both=True),
        rule("multiply-associates", lambda a, b, c: ((a * b) * c, a * (b * c)), "rounding",
             integers=True, both=True),
        rule("product-over", lambda a, b, c: ((a * b) / c, a * (b / c)), "rounding", both=True,
             note="(0 * b) / c and 0 * (b / c) differ where b / c overflows"),
        rule("quotient-over", lambda a, b, c: ((a / b) / c, a / (b * c)), "rounding", both=True),
        rule("over-by-reciprocal", lambda a, b: (a / b, a * (1 / b)), "rounding", both=True),
        rule("power-two", lambda a: (_power(a, 2.0), a * a), "rounding"),
        rule("power-three", lambda a: (_power(a, 3.0), a * a * a), "rounding"),
        rule("power-minus-one", lambda a: (_power(a, -1.0), 1 / a), "rounding"),
        rule("root-of-square", lambda a: (np.sqrt(a * a), abs(a)), "rounding"),

        rule("factor", lambda a, b, c: (a * b + a * c, a * (b + c)), "domain", integers=True,
             both=True, note="inf * 2 + inf * -1 is NaN, inf * (2 + -1) is not"),
        rule("factor-one", lambda a, b: (a * b + a, a * (b + 1)), "domain", integers=True,
             note="a infinite and b = -2, as above"),
        rule("minus-itself", lambda a: (a - a, 0), "domain", integers=True,
             note="inf - inf is NaN"),
        rule("plus-its-negative", lambda a: (a + -a, 0), "domain", integers=True,
             note="inf - inf is NaN"),
        rule("times-zero", lambda a: (a * 0, 0), "domain", integers=True, note="inf * 0 is NaN"),
        rule("zero-over", lambda a: (0 / a, 0), "domain", note="0 / 0 is NaN"),
        rule("over-itself", lambda a: (a / a, 1), "domain", note="0 / 0 is NaN"),
        rule("add-and-take", lambda a, b: ((a + b) - b, a), "domain", integers=True,
             note="b infinite"),
        rule("times-and-over", lambda a, b: ((a * b) / b, a), "domain", note="b = 0"),
        rule("power-half", lambda a: (_power(a, 0.5), np.sqrt(a)), "domain",
             note="-inf to the power 0.5 is inf, its root is NaN"),
        rule("square-of-root", lambda a: (np.sqrt(a) * np.sqrt(a), a), "domain", note="a < 0"),
        rule("product-of-roots", lambda a, b: (np.sqrt(a) * np.sqrt(b), np.sqrt(a * b)), "domain",
             note="a < 0 and b < 0"),
    ),
)  # fmt: skip
# [end arithmetic]

# [region trigonometric]
trigonometric = RuleSet(
    "trigonometric",
    (
        rule("sine-is-odd", lambda a: (np.sin(-a), -np.sin(a)), both=True),
        rule("cosine-is-even", lambda a: (np.cos(-a), np.cos(a))),
        rule("cosine-of-absolute", lambda a: (np.cos(abs(a)), np.cos(a))),
        rule("tangent-is-odd", lambda a: (np.tan(-a), -np.tan(a)), both=True),
        rule("arcsine-is-odd", lambda a: (np.arcsin(-a), -np.arcsin(a)), both=True),
        rule("arctangent-is-odd", lambda a: (np.arctan(-a), -np.arctan(a)), both=True),

        rule("sine-of-sum", both=True, changes="rounding", sides=lambda a, b: (
            np.sin(a) * np.cos(b) + np.cos(a) * np.sin(b), np.sin(a + b))),
        rule("sine-of-difference", both=True, changes="rounding", sides=lambda a, b: (
            np.sin(a) * np.cos(b) - np.cos(a) * np.sin(b), np.sin(a - b))),
        rule("cosine-of-sum", both=True, changes="rounding", sides=lambda a, b: (
            np.cos(a) * np.cos(b) - np.sin(a) * np.sin(b), np.cos(a + b))),
        rule("cosine-of-difference", both=True, changes="rounding", sides=lambda a, b: (
            np.cos(a) * np.cos(b) + np.sin(a) * np.sin(b), np.cos(a - b))),
        rule("sine-of-double", lambda a: (np.sin(a) * np.cos(a), 0.5 * np.sin(a + a)), "rounding",
             both=True),
        rule("cosine-of-double", changes="rounding", sides=lambda a: (
            np.cos(a) * np.cos(a) - np.sin(a) * np.sin(a), np.cos(a + a))),
        rule("sine-over-cosine", lambda a: (np.sin(a) / np.cos(a), np.tan(a)), "rounding",
             both=True),
        rule("sine-of-arcsine", lambda a: (np.sin(np.arcsin(a)), a), "domain", note="|a| > 1"),
        rule("cosine-of-arccosine", lambda a: (np.cos(np.arccos(a)), a), "domain", note="|a| > 1"),
        rule("tangent-of-arctangent", lambda a: (np.tan(np.arctan(a)), a), "domain",
             note="a infinite, and in float64 the tangent of pi / 2 as it is rounded is 1.6e16"),
        rule("pythagoras", lambda a: (np.sin(a) * np.sin(a) + np.cos(a) * np.cos(a), 1), "domain",
             note="a infinite or NaN"),
    ),
)  # fmt: skip
# [end trigonometric]

# [region hyperbolic]
hyperbolic = RuleSet(
    "hyperbolic",
    (
        rule("hyperbolic-sine-is-odd", lambda a: (np.sinh(-a), -np.sinh(a)), both=True),
        rule("hyperbolic-cosine-is-even", lambda a: (np.cosh(-a), np.cosh(a))),
        rule("hyperbolic-cosine-of-absolute", lambda a: (np.cosh(abs(a)), np.cosh(a))),
        rule("hyperbolic-tangent-is-odd", lambda a: (np.tanh(-a), -np.tanh(a)), both=True),
        rule("area-sine-is-odd", lambda a: (np.arcsinh(-a), -np.arcsinh(a)), both=True),
        rule("area-tangent-is-odd", lambda a: (np.arctanh(-a), -np.arctanh(a)), both=True),

        rule("absolute-of-hyperbolic-cosine", lambda a: (abs(np.cosh(a)), np.cosh(a))),

        rule("hyperbolic-sine-of-double", changes="rounding", sides=lambda a: (
            np.sinh(a) * np.cosh(a), 0.5 * np.sinh(a + a))),
        rule("logistic", lambda a: (0.5 + 0.5 * np.tanh(0.5 * a), 1 / (1 + np.exp(-a))), "rounding",
             note="for a < 0 the left side has lost digits: its error is that of 1"),
        rule("hyperbolic-sine-of-area-sine", lambda a: (np.sinh(np.arcsinh(a)), a), "rounding"),
        rule("area-sine-of-hyperbolic-sine", lambda a: (np.arcsinh(np.sinh(a)), a), "rounding"),
        rule("area-cosine-of-hyperbolic-cosine", lambda a: (np.arccosh(np.cosh(a)), abs(a)),
             "rounding", note="near 0 cosh(a) is 1 and nothing of a is left"),

        rule("hyperbolic-sine-over-cosine", lambda a: (np.sinh(a) / np.cosh(a), np.tanh(a)),
             "domain", note="a infinite: inf / inf"),
        rule("hyperbolic-cosine-plus-sine", lambda a: (np.cosh(a) + np.sinh(a), np.exp(a)),
             "domain", note="a = -inf: inf - inf"),
        rule("hyperbolic-cosine-minus-sine", lambda a: (np.cosh(a) - np.sinh(a), np.exp(-a)),
             "domain", note="a = inf: inf - inf"),
        rule("hyperbolic-pythagoras", changes="domain", note="a infinite or NaN", sides=lambda a: (
            np.cosh(a) * np.cosh(a) - np.sinh(a) * np.sinh(a), 1)),
        rule("hyperbolic-sine-of-sum", changes="domain", note="inf - inf", sides=lambda a, b: (
            np.sinh(a) * np.cosh(b) + np.cosh(a) * np.sinh(b), np.sinh(a + b))),
        rule("hyperbolic-cosine-of-sum", changes="domain", note="inf - inf", sides=lambda a, b: (
            np.cosh(a) * np.cosh(b) + np.sinh(a) * np.sinh(b), np.cosh(a + b))),
        rule("hyperbolic-tangent-of-exponentials", changes="domain", note="a = inf: inf / inf",
             sides=lambda a: ((np.exp(a) - 1) / (np.exp(a) + 1), np.tanh(0.5 * a))),
        rule("hyperbolic-cosine-of-area-cosine", lambda a: (np.cosh(np.arccosh(a)), a), "domain",
             note="a < 1"),
        rule("hyperbolic-tangent-of-area-tangent", lambda a: (np.tanh(np.arctanh(a)), a), "domain",
             note="|a| > 1"),
    ),
)  # fmt: skip
# [end hyperbolic]

# [region exponential]
exponential = RuleSet(
    "exponential",
    (
        rule("absolute-of-exponential", lambda a: (abs(np.exp(a)), np.exp(a))),

        rule("exponential-of-sum", lambda a, b: (np.exp(a) * np.exp(b), np.exp(a + b)), "rounding",
             both=True),
        rule("exponential-of-difference", lambda a, b: (np.exp(a) / np.exp(b), np.exp(a - b)),
             "rounding", both=True),
        rule("exponential-below", lambda a: (1 / np.exp(a), np.exp(-a)), "rounding", both=True),
        rule("exponential-of-maximum", both=True, changes="rounding", sides=lambda a, b: (
            np.maximum(np.exp(a), np.exp(b)), np.exp(np.maximum(a, b)))),
        rule("exponential-of-minimum", both=True, changes="rounding", sides=lambda a, b: (
            np.minimum(np.exp(a), np.exp(b)), np.exp(np.minimum(a, b)))),
        rule("root-of-exponential", lambda a: (np.sqrt(np.exp(a)), np.exp(0.5 * a)), "rounding"),
        rule("logarithm-of-exponential", lambda a: (np.log(np.exp(a)), a), "rounding"),
        rule("logarithm-2-of-exponential", lambda a: (np.log2(np.exp2(a)), a), "rounding"),
        rule("logarithm-of-root", lambda a: (np.log(np.sqrt(a)), 0.5 * np.log(a)), "rounding"),
        rule("power-of-two", lambda a: (np.power(2.0, a), np.exp2(a)), "rounding"),
        rule("exponential-minus-one", lambda a: (np.exp(a) - 1, np.expm1(a)), "rounding",
             note="not the other way: near 0 the left side has no digits left"),
        rule("logarithm-of-one-plus", lambda a: (np.log(1 + a), np.log1p(a)), "rounding",
             note="not the other way, for the same reason"),
        rule("cube-root-of-cube", lambda a: (np.cbrt(a * a * a), a), "rounding"),

        rule("exponential-of-logarithm", lambda a: (np.exp(np.log(a)), a), "domain", note="a < 0"),
        rule("exponential-of-logarithm-2", lambda a: (np.exp2(np.log2(a)), a), "domain",
             note="a < 0"),
        rule("sum-of-logarithms", lambda a, b: (np.log(a) + np.log(b), np.log(a * b)), "domain",
             note="a < 0 and b < 0"),
        rule("difference-of-logarithms", lambda a, b: (np.log(a) - np.log(b), np.log(a / b)),
             "domain", note="a < 0 and b < 0"),
        rule("sum-of-logarithms-2", lambda a, b: (np.log2(a) + np.log2(b), np.log2(a * b)),
             "domain", note="a < 0 and b < 0"),
        rule("sum-of-logarithms-10", lambda a, b: (np.log10(a) + np.log10(b), np.log10(a * b)),
             "domain", note="a < 0 and b < 0"),
        rule("logarithm-of-power", lambda a, b: (np.log(np.power(a, b)), b * np.log(a)), "domain",
             note="a < 0 and b even"),
        rule("power-of-exponential", lambda a, b: (np.power(np.exp(a), b), np.exp(a * b)), "domain",
             note="1 to the power inf is 1, exp(0 * inf) is NaN"),
        rule("product-of-powers", changes="domain", note="a < 0, b = c = 0.5",
             sides=lambda a, b, c: (np.power(a, b) * np.power(a, c), np.power(a, b + c))),
    ),
)  # fmt: skip
# [end exponential]

SETS = {s.name: s for s in (arithmetic, trigonometric, hyperbolic, exponential)}
everything = RuleSet("everything", tuple(r for s in SETS.values() for r in s))
