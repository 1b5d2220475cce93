"""Which kernel computes a product: how large its tiles are, who shares a sum, how a matrix is read.

Sizes that only a call knows count as what is expected of them: `matrices`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ..frontend.dims import Dim, Size, product
from ..frontend.graph import Value
from ..frontend.types import Type
from ..lowering.fuse import Group, through_views
from ..primitives import TABLE
from .choose import THREADS, WARP, columns, mapped, rows
from .matrices import Matrices
from .runtime import WIDE
from .spec import MOST_BLOCKS, Spec, blocks, operands, power_of_two
from .wide import is_multiple, run

TENSOR_CORES = "tensor-cores"  # the value of `products` that asks for them
BLOCKS = 128  # with fewer, multiprocessors of a large GPU are idle
SHARE = 256  # places of a sum that are worth a block
MOST_SHARES = 16
LOADS = 12  # of 16 bytes that a thread has under way
FEW = 8  # vectors up to which a matrix is read once for all of them; more make tiles
SUMS = 64  # registers of a thread for its sums


def of_product(
    value: Value,
    products: str,
    layout: Callable[[Value], str],
    group: Group | None = None,
    outputs: Sequence[Value] = (),
) -> Iterator[Spec]:
    """A sum of products, and what an elementwise group makes of it if there is one, whose `outputs`
    are stored then: tiles of the result, each by a block, or by several if tiles are few. `layout`
    says how an array lies in memory."""
    found, outputs = Matrices(value), list(outputs) or [value]
    if 1 in (found.extent["m"], found.extent["n"]):
        yield from by_vector(found, group, outputs, layout)
        return
    if products != TENSOR_CORES and (few := by_few(found, group, outputs, layout)):
        yield few
        return
    if products == TENSOR_CORES and _on_tensor_cores(value):
        kind, tile = "tensor_product", _fragments(found)
        threads = tile[0] // (16 * tile[2]) * (tile[1] // (8 * tile[3])) * WARP
    else:
        kind, tile = "product", _tile(found)
        threads = tile[0] // tile[2] * (tile[1] // tile[3])
    m, n, batch = (found.extent[name] for name in ("m", "n", "batch"))
    splits = _splits(found, tile)
    grid, block = (blocks(m, tile[0]), blocks(n, tile[1]), batch * splits), (threads, 1, 1)
    if splits == 1:
        values = [value, *(group.values if group else [])]
        yield Spec(kind, value.type.shape, values, outputs, group, grid=grid, block=block,
                   options={"tile": tile})  # fmt: skip
        return
    type_ = Type((splits, *value.type.shape), value.type.dtype)
    partial = Value(None, (), {}, type_, value.where, "partial")
    sources, numbers = operands([value], [])
    yield Spec(kind, value.type.shape, [value], [partial], grid=grid, block=block,
               options={"tile": tile, "splits": splits}, sources=sources,
               numbers=numbers)  # fmt: skip
    inside = group.values if group else []
    sources, numbers = operands(inside, [])
    total = product(value.type.shape)
    yield Spec("sums", value.type.shape, inside, outputs, group,
               grid=(blocks(total, THREADS), 1, 1), block=(THREADS, 1, 1),
               sources=[partial, *(v for v in sources if v is not value)],
               numbers=numbers)  # fmt: skip


def _on_tensor_cores(value: Value) -> bool:
    """Whether they multiply what the product is of: 16-bit floats, or float32 by 19 of its bits."""
    return {o.type.dtype.name for o in value.inputs} <= {"float16", "bfloat16", "float32"}


# [region tiles]
def _fragments(found: Matrices) -> tuple[int, int, int, int, int]:
    """Rows and columns of a block's tile, fragments of a warp's, and the depth of a step."""
    depth = 64 // max(o.type.dtype.itemsize for o in found.inputs)
    if found.about("m") <= 16:
        return 16, 64, 1, 2, depth
    return (128, 128, 4, 8, depth) if _fills(found, 128) else (64, 64, 2, 4, depth)


def _tile(found: Matrices) -> tuple[int, int, int, int, int]:
    """Rows and columns of a block's tile and of a thread's, and the depth of a step."""
    if _fills(found, 128):
        return 128, 128, 8, 8, 8
    high = 4 if found.about("m") > 16 else 1
    wide = 4 if found.about("n") > 16 else 1
    return 16 * high, 16 * wide, high, wide, 16


def _fills(found: Matrices, side: int) -> bool:
    """Whether a GPU has enough to do with tiles of that side."""
    m, n, batch = (found.about(name) for name in ("m", "n", "batch"))
    return min(m, n) >= side and batch * -(-m // side) * -(-n // side) >= BLOCKS


def _splits(found: Matrices, tile: tuple[int, ...]) -> int:
    """Among how many blocks a sum is shared, so that there are enough of them."""
    m, n, k, batch = (found.about(name) for name in ("m", "n", "k", "batch"))
    there, splits = batch * -(-m // tile[0]) * -(-n // tile[1]), 1
    if isinstance(found.extent["batch"], Dim):
        return 1
    while there * splits * 2 <= BLOCKS and k >= 2 * SHARE * splits and splits < MOST_SHARES:
        splits *= 2
    return splits
    # [end tiles]


# [region vectors]
def by_vector(
    found: Matrices, group: Group | None, outputs: Sequence[Value], layout: Callable[[Value], str]
) -> Iterator[Spec]:
    """A matrix times a vector, as the matrix lies in memory: by loads of 16 bytes where it may be
    read so, else as products that are added up along rows or down columns."""
    free = "n" if found.extent["m"] == 1 else "m"
    along, each = _read(found, free, layout)
    if each > 1 and found.extent[free] != 1:
        yield _by_runs(found, free, along, each, group, outputs)
        return
    yield _of_terms(found, along, free)
    if group is not None:
        yield mapped(group.domain, group.values, outputs)


def by_few(
    found: Matrices, group: Group | None, outputs: Sequence[Value], layout: Callable[[Value], str]
) -> Spec | None:
    """A long matrix times up to FEW vectors, which lie in the other operand: tiles would be empty
    for the most part. None where there are more, or the matrix is short or cannot be read so."""
    rows_, columns_ = (found.extent[name] for name in ("m", "n"))
    few = [isinstance(size, int) and 1 < size <= FEW for size in (rows_, columns_)]
    free = "n" if few[0] else "m"
    if few[0] == few[1] or min(found.about(free), found.about("k")) < 2 * WARP:
        return None
    along, each = _read(found, free, layout)
    return _by_runs(found, free, along, each, group, outputs) if each > 1 else None


def _read(found: Matrices, free: str, layout: Callable[[Value], str]) -> tuple[bool, int]:
    """Whether the operand with the dimension `free` has neighbours along the sum, and how many of
    them a load takes."""
    matrix = found.inputs[1 if free == "n" else 0]
    source, at = through_views(matrix)
    letters, dtype = found.maps[1 if free == "n" else 0], found.value.type.dtype
    near = letters[at[-1].dim] if at and at[-1].dim is not None else ""
    along = near in found.letters["k"] or found.extent[free] == 1
    last = found.letters["k" if along else free][-1:]
    batch, each = found.extent["batch"], 1
    if last == [near] and dtype.kind == "f" and isinstance(batch, int) and batch <= MOST_BLOCKS:
        each = run(source, at, at[-1].dim, WIDE, layout(source))
        while not is_multiple(found.sizes["k" if along else free][-1], each):
            each //= 2
    return along, each


def _by_runs(
    found: Matrices, free: str, along: bool, each: int, group: Group | None,
    outputs: Sequence[Value],
) -> Spec:  # fmt: skip
    """The kernel that reads a matrix in runs of `each` elements, for all vectors at once."""
    count = found.extent["m" if free == "n" else "n"]
    values = [found.value, *(group.values if group else [])]
    grid, threads, options = (_along if along else _down)(found, free, each, count)
    return Spec("vector", found.value.type.shape, values, outputs, group,
                grid=(grid, found.extent["batch"], 1), block=(threads, 1, 1),
                options={"along": along, "free": free, "run": each, "vectors": count,
                         **options})  # fmt: skip


def _along(found: Matrices, free: str, each: int, vectors: int) -> tuple[Size, int, dict]:
    """Lanes that share a row, and rows of theirs: several of a long matrix, as each reads the
    vectors once for all, and no more than there are registers for sums."""
    length, count = found.extent["k"], found.extent[free]
    lanes = min(WARP, power_of_two(-(-length // each))) if isinstance(length, int) else WARP
    lines = THREADS // lanes
    many = isinstance(count, int) and count >= 4 * BLOCKS * lines
    rows_ = min(4, max(1, SUMS // (vectors * each))) if many else 1
    ahead = max(1, LOADS // (rows_ + vectors - 1))
    options = {"lanes": lanes, "rows": rows_, "ahead": ahead}
    return blocks(count, lines * rows_), THREADS, options


def _down(found: Matrices, free: str, each: int, vectors: int) -> tuple[Size, int, dict]:
    """Lanes that have neighbouring columns: fewer, down to the 32 bytes that memory moves at once,
    where that makes more blocks."""
    count, lanes = found.about("batch") * found.about(free), 8
    while lanes > 2 and -(-count // (lanes * each)) < BLOCKS:
        lanes //= 2
    # Half as many registers for loads under way, twice as many threads: of a long column.
    many = found.about("k") >= 2 * THREADS and vectors * each <= SUMS // 2
    threads = 2 * THREADS if many else THREADS
    options = {"lanes": lanes, "ahead": max(2, 4 * LOADS // (3 + vectors))}
    return blocks(found.extent[free], lanes * each), threads, options
    # [end vectors]


def _of_terms(found: Matrices, along: bool, free: str) -> Spec:
    """All products, added up: along rows, or down columns."""
    value, summed = found.value, "".join(found.letters["k"])
    maps, dtype = found.maps, value.type.dtype
    order = maps[2] + summed if along else maps[2][:-1] + summed + maps[2][-1:]
    sizes = {x: s for name, part in found.letters.items()
             for x, s in zip(part, found.sizes[name], strict=True)}  # fmt: skip
    shape = tuple(sizes[letter] for letter in order)
    factors = []
    for operand, letters in zip(found.inputs, maps, strict=False):
        axes = tuple(order.index(letter) for letter in letters)
        spread = _made("broadcast", [operand], value, shape, operand.type.dtype,
                       {"shape": shape, "axes": axes})  # fmt: skip
        if operand.type.dtype != dtype:
            spread = _made("cast", [spread], value, shape, dtype, {"dtype": dtype})
        factors.append(spread)
    terms = _made("multiply", factors, value, shape, dtype, {})
    axes = tuple(order.index(letter) for letter in summed)
    total = _made("sum", [terms], value, value.type.shape, dtype, {"axes": axes})
    casts = [v for v in factors if v.primitive.name == "cast"]
    values = [*casts, terms, total]
    inner = range(len(order) - len(axes), len(order)) if along else axes
    outer = [d for d in range(len(order)) if d not in inner]
    group = Group("rows" if along else "reduce", shape, values, len(axes) if along else 0)
    # What is stored is the product, though another value of the same elements is computed.
    return (rows if along else columns)(group, [total], outer, inner)


def _made(
    name: str, inputs: list[Value], of: Value, shape: tuple[Size, ...], dtype, params: dict
) -> Value:
    """A value that is in no graph, for the line that asked for another."""
    return Value(TABLE[name], tuple(inputs), params, Type(shape, dtype), of.where)
