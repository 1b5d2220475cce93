"""The product for Hopper, launched without its host function: the maps of its arrays are made here.

The function in chapters/08-gpu/matmul_hopper.mlir copies arrays to the GPU and back with each call,
which a measurement cannot have. Its maps are encoded by the driver; these are the same ones.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from runners import driver
from runners.cuda import Device, DeviceArray
from runners.ptx import Ptx

SHARED = 131072  # bytes of dynamic shared memory: four stages
THREADS, TILE = 128, 128


def tensor_map(device: Device, array: DeviceArray, box: tuple[int, int]) -> DeviceArray:
    """A map by which the tensor memory accelerator finds boxes of an f16 array, on the device."""
    api = driver.api()
    rows, columns = array.shape
    encoded = device.context.call(
        "cuTensorMapEncodeTiled",
        api.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, array.pointer,
        [api.cuuint64_t(columns), api.cuuint64_t(rows)],  # the innermost dimension first
        [api.cuuint64_t(2 * columns)],
        [api.cuuint32_t(box[1]), api.cuuint32_t(box[0])],
        [api.cuuint32_t(1), api.cuuint32_t(1)],
        api.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        api.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B,
        api.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
        api.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )  # fmt: skip
    return device.array(np.array([int(word) for word in encoded.opaque], np.uint64))


def launcher(
    device: Device, ptx: Ptx, a: DeviceArray, b: DeviceArray, c: DeviceArray
) -> Callable[[], None]:
    """A function that starts c = a b."""
    (rows, depth), columns = a.shape, b.shape[1]
    maps = [tensor_map(device, a, (128, 64)), tensor_map(device, b, (64, 64))]
    # As text: the kernel's types in MLIR hold an LLVM pointer, which a launch cannot check. So its
    # memref is passed as the seven values that it became.
    kernel = device.load(ptx.text)["matmul"]
    grid = (columns // TILE, rows // TILE)
    descriptor = [c, c, 0, rows, columns, columns, 1]
    arguments = [*maps, *descriptor, depth]
    return lambda: kernel.launch(grid, THREADS, arguments, shared=SHARED)
