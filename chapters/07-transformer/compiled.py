"""The forward pass of `gpt2`, compiled as it stands, beside NumPy's.

python chapters/07-transformer/compiled.py
"""

import numpy as np

from stepdown import gpt2
from stepdown.gpt2 import model as parts
from stepdown.gpt2 import places

model = gpt2.load(places.made())
ids = np.array(model.tokenizer.encode("a thread passes over the warp"))

# [region compiled]
from stepdown import jit  # noqa: E402

compiled = jit(parts.forward, static=("heads",))
got = compiled(ids, model.parameters, model.config.heads)
wanted = parts.forward(ids, model.parameters, model.config.heads)
print(got.shape, got.dtype, np.allclose(got, wanted, rtol=0, atol=1e-4))
# [end compiled]
