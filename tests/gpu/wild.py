"""A kernel that writes where nothing is, in a process that loses its GPU by it: for `driver_layer`.

The PTX comes on standard input.
"""

from __future__ import annotations

import sys

import runners


def main() -> int:
    device = runners.cuda.Device()
    array = device.zeros(4)
    # From text a memref is the values that it became: two addresses, offset, size, stride.
    device.load(sys.stdin.read()).wild.launch(1, 1, [array, array, 0, 4, 1])
    try:
        device.synchronize()
    except runners.CudaError as error:
        print(str(error).partition(":")[0])
    print("alive")
    return 0


if __name__ == "__main__":
    sys.exit(main())
