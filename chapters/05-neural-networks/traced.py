"""L = (a b + exp(c)) a as MLIR, written by the engine: the same formula, run on symbols.

python chapters/05-neural-networks/traced.py
"""

# [region trace]
from tinynn.emit import derivative

print(derivative(lambda a, b, c: (a * b + c.exp()) * a, "a", "b", "c"))
# [end trace]
