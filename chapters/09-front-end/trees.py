"""Arguments and results that are lists, dicts, dataclasses: leaves go in and out, in order.

python chapters/09-front-end/trees.py
"""

from __future__ import annotations

import numpy as np
from functions import Layer, network

from stepdown import jit
from stepdown.frontend import tree

# [region trees]
random = np.random.default_rng(seed=9)
layers = [
    Layer(random.standard_normal((3, 4), np.float32), np.zeros(4, np.float32)),
    Layer(random.standard_normal((4, 2), np.float32), np.ones(2, np.float32)),
]
x = random.standard_normal((5, 3), np.float32)

leaves, structure = tree.flatten(layers)
print(structure)
print(tree.paths(structure, "layers"))

compiled = jit(network).compile(layers, x)
print(compiled.graph)
result = compiled(layers, x)
# [end trees]
print({name: value.shape for name, value in result.items()})
for name, value in network(layers, x).items():
    assert np.allclose(result[name], value, rtol=1e-5, atol=1e-6), name
