"""Which calls compile anew, and which find what was compiled before.

python chapters/09-front-end/keys.py
"""

from __future__ import annotations

from collections import namedtuple

import numpy as np

from stepdown import jit

# [region keys]
traced = 0


@jit(static=("mode",))
def scale(x, factor, mode="plain"):
    global traced
    traced += 1  # Python runs this line while it traces, never in compiled code
    pair = x if isinstance(x, tuple) else (x,)
    result = sum(part * factor for part in pair)
    return result if mode == "plain" else -result
    # [end keys]


def call(shown: str, *arguments: object, **keywords: object) -> None:
    before = traced
    result = scale(*arguments, **keywords)
    what = "traced and compiled" if traced > before else "found"
    print(f"{shown:34} {what:20} {result.dtype}")


f32, f64 = np.ones(3, np.float32), np.ones(3)
call("scale(f32, 2.5)", f32, 2.5)
call("scale(f32 * 7, -1.5)", f32 * 7, -1.5)
call("scale(f32, 2)", f32, 2)
call("scale(f32, np.float64(2))", f32, np.float64(2))
call("scale(f64, 2.5)", f64, 2.5)
call("scale(f32[:2], 2.5)", f32[:2], 2.5)
call("scale(f32[::2], 2.5)", np.ones(6, np.float32)[::2], 2.5)
call("scale((f32, f32), 2.5)", (f32, f32), 2.5)
Pair = namedtuple("Pair", "first second")
call("scale(Pair(f32, f32), 2.5)", Pair(f32, f32), 2.5)
call("scale(f32, 2.5, mode='minus')", f32, 2.5, mode="minus")
call("scale(mode='minus', x=f32, ...)", mode="minus", x=f32, factor=2.5)
