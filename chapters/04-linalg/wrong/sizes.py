"""A product of matrices that do not fit, with generate-runtime-verification in the pipeline.

python chapters/04-linalg/wrong/sizes.py

Ends with an abort: that is what a failed check does to the process.
"""

import sys
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT))
import runners  # noqa: E402
from runners import pipeline  # noqa: E402

checked = pipeline.load("cpu-tensors").text().replace(
    "convert-linalg-to-loops", "generate-runtime-verification,convert-linalg-to-loops"
)  # fmt: skip
library = runners.load(ROOT / "chapters/04-linalg/named.mlir").compile(checked)
a = np.ones((2, 3), np.float32)
print("2x3 times 3x2:", library.product(a, a.T.copy()).shape, flush=True)
print("2x3 times 2x3:", library.product(a, a).shape)
