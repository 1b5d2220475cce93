"""Call _mlir_ciface_array_add with nothing but ctypes: a descriptor is a C struct to be filled.

python chapters/02-memory/by_hand.py build/chapter-02/readme/array_add.so
"""

import ctypes
import sys

import numpy as np


# [region descriptor]
class Descriptor(ctypes.Structure):
    """What a memref of rank 1 is in memory; of rank N, `sizes` and `strides` have N entries."""

    _fields_ = (
        ("allocated", ctypes.c_void_p),  # what malloc returned, and what free wants back
        ("aligned", ctypes.c_void_p),  # where the elements are counted from
        ("offset", ctypes.c_int64),  # of the first element, counted in elements
        ("sizes", ctypes.c_int64 * 1),
        ("strides", ctypes.c_int64 * 1),  # from one element to the next, counted in elements
    )


def descriptor_of(array: np.ndarray) -> Descriptor:
    """The descriptor of a one-dimensional array. The array has to outlive its use."""
    step = array.strides[0] // array.itemsize
    data = array.ctypes.data
    return Descriptor(data, data, 0, array.shape, (step,))
    # [end descriptor]


def main(path: str) -> int:
    """Add two arrays through the library at `path`; exit code 1 if the sum is not NumPy's."""
    # [region call]
    library = ctypes.CDLL(path)
    add = library._mlir_ciface_array_add
    add.argtypes = [ctypes.POINTER(Descriptor)] * 3
    add.restype = None

    a = np.arange(1024, dtype=np.float32)
    b = np.full(1024, 0.5, np.float32)
    out = np.empty(1024, np.float32)
    add(descriptor_of(a), descriptor_of(b), descriptor_of(out))
    # [end call]
    print("out[:4] =", out[:4])
    right = np.array_equal(out, a + b)
    print("equal to NumPy's a + b:", right)

    # [region misread]
    every_second = np.arange(2048, dtype=np.float32)[::2]
    add(descriptor_of(every_second), descriptor_of(b), descriptor_of(out))
    # [end misread]
    print("a strided view, by hand:", out[:4], "instead of", (every_second + b)[:4])
    return 0 if right else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(f"usage: python {sys.argv[0]} LIBRARY.so")
    sys.exit(main(sys.argv[1]))
