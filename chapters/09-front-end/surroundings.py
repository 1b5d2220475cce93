"""What a function takes from around it: arrays, numbers, and other compiled functions.

python chapters/09-front-end/surroundings.py
"""

from __future__ import annotations

import functions
import numpy as np
from functions import LETTERS, lookup

from stepdown import jit

# [region captured]
spell = jit(lookup)
numbers = np.array([19, 7, 4])
compiled = spell.compile(numbers)
print([value for value, array in compiled.graph.captured])
print(spell(numbers)[1])
LETTERS[7] = 0
print(spell(numbers)[1])
functions.LETTERS = LETTERS + 1  # another array by the same name: not the one that was captured
print(spell(numbers)[1])
# [end captured]

# [region nested]
factor = 3.0


@jit
def scaled(x):
    return x * factor


@jit
def total(x):
    return (scaled(x) + 1).sum()


x = np.ones(4, np.float32)
print(total.compile(x).graph)
print(total(x))
factor = 100.0
print(total(x), total(np.ones(5, np.float32)))
# [end nested]
