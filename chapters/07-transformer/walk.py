"""The tiny model, looked at from Python: its tokens, its memory, its rows, its types.

python chapters/07-transformer/walk.py
"""

import numpy as np

from stepdown import gpt2
from stepdown.gpt2 import model as parts
from stepdown.gpt2 import places

model = gpt2.load(places.made())
p, heads = model.parameters, model.config.heads

# [region words]
for text in ("the loom", " the loom", " The loom", "weft 🧵"):
    ids = model.tokenizer.encode(text)
    print(ids, [model.tokenizer.word(n) for n in ids])
# [end words]

# [region mapped]
weight = p.blocks[1].up.weight
print(weight.shape, weight.dtype, weight.flags.owndata, weight.flags.writeable)
# [end mapped]

# [region prefix]
ids = np.array(model.tokenizer.encode("a thread passes over the warp"))
whole = parts.forward(ids, p, heads)
alone = parts.forward(ids[:4], p, heads)
print(whole.shape, alone.shape, np.allclose(whole[:4], alone, rtol=0, atol=1e-4))
# [end prefix]

# [region promotion]
x = np.ones(3, np.float32)
print((np.sqrt(2 / np.pi) * x).dtype, (float(np.sqrt(2 / np.pi)) * x).dtype)
# [end promotion]
