"""Large functions: loop nests in functions of their own, and where temporary arrays lie."""

import re
import resource
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mlir import ir
from tensors import gelu, layer_norm, normal, softmax
from test_stepdown_export import Exported

from stepdown import jit
from stepdown.execution import pool, workspace
from stepdown.execution.leaves import Call
from stepdown.frontend import dims
from stepdown.frontend.trace import trace
from stepdown.gpt2.model import attention_weights, merge_heads, split_heads
from stepdown.lowering import contexts, fuse, memory, outline, passes, simplify

OUTLINED = re.compile(r"func\.func private @(\w+)\(.*\bapart\b")
MEBIBYTE = 1 << 20


def outlined(compiled) -> list[str]:
    """The functions that loop nests became."""
    return OUTLINED.findall(compiled.bufferized)


def calls(compiled, name: str) -> int:
    return len(re.findall(rf"call @{name}\(", compiled.bufferized))


def graph_of(function, *arguments, **options):
    made = jit(function, **options)
    return trace(made, Call(made, arguments, {}))[0]


# Loop nests as functions -------------------------------------------------------------------------


def turns(x, times):
    """Loops of one kind after another: what is read backwards is not fused."""
    for _ in range(times):
        x = np.tanh(x[::-1]) * np.float32(2)
    return x


def test_equal_nests_are_one_function_that_is_called_for_each():
    x = normal(90)
    made = jit(lambda x: turns(x, 20)).compile(x)
    (name,) = outlined(made)
    assert calls(made, name) == 20
    np.testing.assert_allclose(made(x), turns(x, 20), rtol=1e-5)


def test_a_function_of_few_nests_stays_as_it_is():
    made = jit(lambda x: turns(x, outline.FEW)).compile(normal(90))
    assert not outlined(made)


def test_nests_that_differ_in_a_constant_or_a_size_are_functions_of_their_own():
    def steps(x, y):
        for number in (1, 2, 1) * 3:
            x = np.tanh(x[::-1]) * np.float32(number)
            y = np.tanh(y[::-1]) * np.float32(number)
        return x, y

    x, y = normal(90), normal(91)
    made = jit(steps).compile(x, y)
    assert sorted(calls(made, name) for name in outlined(made)) == [3, 3, 6, 6]
    for got, wanted in zip(made(x, y), steps(x, y), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5)


def test_what_is_left_of_a_function_puts_no_descriptor_together():
    made = jit(lambda x: turns(x, 20)).compile(normal(90))
    body = made.lowered[made.lowered.index("llvm.func @function(") :]
    body = body[: body.index("llvm.return")]
    assert body.count("llvm.call @function_") == 20
    assert "llvm.insertvalue" not in body
    assert "llvm.extractvalue" not in body


def test_blocks_of_a_model_share_their_functions():
    from stepdown.gpt2 import Config, tiny
    from stepdown.gpt2.model import forward

    ids, config = np.array([3, 1, 4]), Config(20, 8, 16, heads=2, layers=5)
    parameters = tiny.random(config)
    made = jit(forward, static=("heads",), dynamic={"ids": {0: "n"}}).compile(ids, parameters, 2)
    times = [calls(made, name) for name in outlined(made)]
    # The first block reads the embedding, what follows the last is the last norm.
    assert times.count(5) + times.count(4) >= 5
    assert len(times) <= 16
    wanted = forward(ids, parameters, 2)
    np.testing.assert_allclose(made(ids, parameters, 2), wanted, atol=1e-5)


def test_no_function_keeps_more_than_a_few_nests():
    made = jit(lambda x: turns(x, 19)).compile(normal(90))
    nests = {}
    for line in made.bufferized.splitlines():
        name = re.search(r"func\.func .*@(\w+)\(", line)
        if name:
            nests[current := name[1]] = 0
        if re.match(r"    (%\w+ = )?(scf\.for|linalg\.)", line):
            nests[current] += 1
    assert max(nests.values()) == 1


def test_an_outlined_nest_keeps_the_line_that_asked_for_it():
    made = jit(lambda x: turns(x, 17))
    compiled = made.compile(normal(90))
    with contexts.context():
        module = compiled.module()
        compiled.passes(module)
        text = module.operation.get_asm(enable_debug_info=True)
    line = turns.__code__.co_firstlineno + 3
    body = text[text.index("@function_0(") :]
    assert re.search(rf'test_stepdown_outline\.py":{line}:', body)


VIEWS = """
func.func @f(%x: memref<64x64xf32>, %y: memref<64x64xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %upper = memref.subview %x[0, 0] [32, 64] [1, 1]
      : memref<64x64xf32> to memref<32x64xf32, strided<[64, 1]>>
  %lower = memref.subview %x[32, 0] [32, 64] [1, 1]
      : memref<64x64xf32> to memref<32x64xf32, strided<[64, 1], offset: 2048>>
  linalg.copy ins(%upper : memref<32x64xf32, strided<[64, 1]>>)
      outs(%lower : memref<32x64xf32, strided<[64, 1], offset: 2048>>)
  linalg.copy ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<64x64xf32>)
  return
}
"""


def test_only_buffers_that_nothing_else_is_a_view_of_are_promised_to_be_apart(monkeypatch):
    monkeypatch.setattr(outline, "FEW", 2)
    with contexts.context():
        module = ir.Module.parse(VIEWS)
        outline.nests(module)
        module.operation.verify()
        functions = [f for f in passes.operations(module, "func.func") if "apart" in f.attributes]
        apart = [list(ir.DenseI64ArrayAttr(f.attributes["apart"])) for f in functions]
    # The aligned pointer is the second of 3 + 2 * rank arguments of LLVM's function.
    assert apart == [[], [1, 8], [1]]


def test_llvm_is_told_which_pointers_are_apart():
    from stepdown.execution import library, machine

    made = jit(lambda x: turns(x, 17)).compile(normal(90))
    with contexts.context():
        module = made.module()
        needs = made.passes(module)
        entry = library.entry_symbol(made.name)
        machine.seal(module, {entry}, made.name, made.ranks + needs.workspace_ranks)
        text = str(module)
    nest = re.search(r"llvm\.func internal @function_0\((.*?)\)", text)[1]
    assert nest.count("llvm.noalias") == 2  # what it reads and what it writes
    assert "noinline" in text


# The workspace -----------------------------------------------------------------------------------

LIVES = st.tuples(st.integers(1, 40), st.integers(0, 30), st.integers(0, 6), st.booleans())


@given(st.lists(LIVES, max_size=25))
def test_temporaries_that_are_needed_at_once_never_share_a_part(lives):
    temporaries = [
        memory.Temporary(None, 64 * size, first, first + length, each_thread, [])
        for size, first, length, each_thread in lives
    ]
    parts, places = memory.plan(temporaries)
    for one in temporaries:
        size = one.size * dims.symbol(workspace.THREADS) if one.each_thread else one.size
        assert memory.at_least(places[one].size, size)
        for other in temporaries:
            if one is not other and places[one] is places[other]:
                assert one.last < other.first or other.last < one.first
    assert set(places.values()) == set(parts)


def test_the_smallest_part_that_is_large_enough_is_taken():
    sizes = [(640, 0, 1), (64, 0, 1), (320, 0, 1), (256, 2, 3), (64, 2, 3), (6400, 5, 5)]
    temporaries = [memory.Temporary(None, s, a, b, False, []) for s, a, b in sizes]
    parts, places = memory.plan(temporaries)
    assert places[temporaries[3]] is places[temporaries[2]]
    assert places[temporaries[4]] is places[temporaries[1]]
    assert sorted(part.size for part in parts) == [64, 320, 6400]


def test_formulas_are_compared_for_all_sizes():
    n, m = dims.symbol("n"), dims.symbol("m")
    assert memory.at_least(4 * n * m, 3 * n * m)
    assert memory.at_least(n + 64, n)
    assert not memory.at_least(n, m)
    assert not memory.at_least(n * n, n + 1)


sizes = st.recursive(
    st.sampled_from(["n", "m"]).map(dims.symbol),
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda p: p[0] * p[1] + 3),
        st.tuples(inner, st.integers(1, 64)).map(lambda p: (p[0] + 63) // p[1] * 64),
    ),
    max_leaves=4,
)


@given(sizes, st.integers(0, 50), st.integers(1, 50))
def test_a_formula_in_the_cache_is_the_formula(size, n, m):
    kept = workspace.encoded(size)
    values = {"n": n, "m": m}
    assert workspace.decoded(kept) == size
    assert dims.evaluate(workspace.decoded(kept), values) == dims.evaluate(size, values)


def chain_of_products(a, w):
    for _ in range(8):
        a = np.tanh(a @ w)
    return a


def test_a_long_chain_needs_no_more_memory_than_a_short_one():
    a, w = normal(200, 100), normal(100, 100) / 10
    made = jit(chain_of_products).compile(a, w)
    assert made.workspace_bytes([a, w]) == 2 * a.nbytes
    assert "memref.alloc(" not in made.bufferized
    np.testing.assert_allclose(made(a, w), chain_of_products(a, w), rtol=1e-4, atol=1e-5)


def attention(x, qkv, out):
    """Causal attention of four heads."""
    q, k, v = (split_heads(part, 4) for part in np.split(x @ qkv, 3, axis=-1))
    return merge_heads(attention_weights(q, k) @ v) @ out


@pytest.fixture(scope="module")
def attention_of_any_length():
    return jit(attention, dynamic={"x": {0: "n"}})


@pytest.mark.parametrize("tokens", [1, 5, 70, 300])
def test_dynamic_sizes_have_a_formula_for_their_temporaries(attention_of_any_length, tokens):
    x, qkv, out = normal(tokens, 32), normal(32, 96) / 6, normal(32, 32) / 6
    got = attention_of_any_length(x, qkv, out)
    np.testing.assert_allclose(got, attention(x, qkv, out), rtol=1e-4, atol=1e-5)
    made = attention_of_any_length.compile(x, qkv, out)
    assert "memref.alloc(" not in made.bufferized
    scores = 4 * 4 * tokens * tokens
    assert made.workspace_bytes([x, qkv, out]) >= 2 * scores


def test_a_dynamic_size_of_zero_needs_no_memory():
    f = jit(lambda x: np.exp(x @ x.T) @ x, dynamic={"x": (0,)})
    assert f(normal(3, 4)).shape == (3, 4)
    assert f(np.zeros((0, 4), np.float32)).shape == (0, 4)


def spread(x):
    """Each row's exponentials are kept for the second pass, and are no result."""
    return np.exp(x).var(axis=-1)


def test_in_a_parallel_loop_each_thread_has_its_own_temporaries():
    f = jit(spread, dynamic={"x": (1,)})
    for columns in (1, 700, 900):
        x = normal(512, columns)
        np.testing.assert_allclose(f(x), spread(x), rtol=1e-4)
    made = f.compile(normal(512, 900))
    assert "omp_get_thread_num" in made.bufferized
    assert "memref.alloc(" not in made.bufferized
    size = made.workspace_bytes([normal(512, 900)])
    assert size == memory.lines(900 * 4) * workspace._most_threads()


def test_a_softmax_keeps_its_exponentials_where_its_result_goes():
    made = jit(softmax, dynamic={"x": (1,)}).compile(normal(64, 5000))
    assert made.workspace_bytes([normal(64, 5000)]) == 0
    x = normal(64, 20_000)
    np.testing.assert_allclose(made(x), softmax(x), rtol=1e-5)


def test_more_memory_than_there_is_is_refused_before_the_call():
    f = jit(lambda x: (x[:, None] + x) @ x, dynamic={"x": (0,)})
    small = normal(300)
    np.testing.assert_allclose(f(small), (small[:, None] + small) @ small, rtol=1e-3, atol=1e-2)
    with pytest.raises(MemoryError, match=r"<lambda>|function needs [\d,]+ bytes at once"):
        f(np.ones(1 << 21, np.float32))
    np.testing.assert_allclose(f(small), (small[:, None] + small) @ small, rtol=1e-3, atol=1e-2)


def test_an_exported_library_brings_its_workspace_and_says_when_it_cannot(tmp_path):
    made = jit(lambda x: (x[:, None] + x) @ x, dynamic={"x": (0,)}, threads=False,
               products="loops").compile(normal(3))  # fmt: skip
    library = Exported(made, tmp_path / "pairs.so")
    for size in (0, 4, 300):
        x, out = normal(size), np.empty(size, np.float32)
        assert library(x, out) == 0
        np.testing.assert_allclose(out, (x[:, None] + x) @ x, rtol=1e-3, atol=1e-2)
    size = 1 << 21  # 16 TiB between
    limit = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (1 << 40, limit[1]))
    try:
        status = library(np.ones(size, np.float32), np.empty(size, np.float32))
    finally:
        resource.setrlimit(resource.RLIMIT_AS, limit)
    assert library.message(status) == "there is not enough memory for temporary arrays"


# The pool ----------------------------------------------------------------------------------------


def address(array: np.ndarray) -> int:
    return array.__array_interface__["data"][0]


def test_memory_of_a_large_result_is_used_again_once_nobody_holds_it():
    shape, kind = (1000, 301), np.dtype(np.float32)
    first = pool.empty(shape, kind, "f")
    view, place = first[5:], address(first)
    del first
    second = pool.empty(shape, kind, "f")
    assert address(second) != place  # the view still needs it
    del view
    assert address(pool.empty(shape, kind, "f")) == place
    assert (second.shape, second.dtype, second.flags.c_contiguous) == (shape, kind, True)
    assert second.flags.writeable
    assert address(second) % 64 == 0


def test_what_is_kept_has_a_limit():
    held = [pool.take(96 * MEBIBYTE, "f") for _ in range(5)]
    held.clear()
    assert sum(memory.size for memory in pool._free) <= pool.KEPT
    many = [pool.take(4096 + 64 * n, "f") for n in range(40)]
    many.clear()
    assert len(pool._free) <= pool.MOST


def test_a_call_does_not_ask_for_the_pages_of_the_one_before():
    x = normal(2048, 1024)
    f = jit(lambda x: np.exp(x) * x)
    for _ in range(3):
        f(x)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(10):
        f(x)
    # Of 4 KiB each, ten results of 8 MiB would have 20,000.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before < 500


def test_results_are_apart_while_they_are_held():
    x = normal(700, 512)
    f = jit(lambda x: x * 2)
    results = [f(x + n) for n in range(4)]
    for n, result in enumerate(results):
        np.testing.assert_array_equal(result, (x + n) * 2)


def test_threads_that_call_at_once_have_a_workspace_each(attention_of_any_length):
    inputs = [(normal(90, 32, seed=n), normal(32, 96) / 6, normal(32, 32) / 6) for n in range(8)]
    wanted = [attention(*given) for given in inputs]
    attention_of_any_length(*inputs[0])
    wrong = []

    def work(number: int) -> None:
        for _ in range(20):
            got = attention_of_any_length(*inputs[number])
            if not np.allclose(got, wanted[number], rtol=1e-4, atol=1e-5):
                wrong.append(number)

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


# Before grouping ---------------------------------------------------------------------------------


def merged(a, b):
    """(h, n, k) times (h, k, m), the heads put side by side."""
    return np.swapaxes(a @ b, 0, 1).reshape(a.shape[1], -1)


def test_a_product_is_written_in_the_order_that_its_reader_wants():
    a, b, w = normal(3, 20, 30), normal(3, 30, 40), normal(120, 8)
    made = jit(lambda a, b, w: merged(a, b) @ w).compile(a, b, w)
    assert "linalg.generic" not in made.optimized
    np.testing.assert_allclose(made(a, b, w), merged(a, b) @ w, rtol=1e-4, atol=1e-4)


def twice_turned(a, b):
    return np.swapaxes(np.transpose(a @ b, (1, 2, 0)), 1, 2).reshape(a.shape[1], -1) + 1


def test_a_product_that_is_turned_twice_is_written_in_the_order_that_comes_of_it():
    a, b = normal(3, 20, 30), normal(3, 30, 40)
    graph = simplify.simplified(graph_of(twice_turned, a, b))
    assert "transpose" not in {v.primitive.name for v in graph.used()}
    np.testing.assert_allclose(jit(twice_turned)(a, b), twice_turned(a, b), rtol=1e-4, atol=1e-4)


def test_a_product_that_two_readers_turn_alike_is_written_in_their_order():
    a, b = normal(3, 20, 30), normal(3, 30, 40)

    def read_twice(a, b):
        product = a @ b
        again = np.swapaxes(np.transpose(product, (1, 2, 0)), 1, 2)
        return np.swapaxes(product, 0, 1).reshape(20, -1) @ again.reshape(20, -1).T

    graph = graph_of(read_twice, a, b)
    maps = [v.params["maps"] for v in simplify.simplified(graph).used() if "maps" in v.params]
    assert [letters[2] for letters in maps] == ["man", "mn"]
    np.testing.assert_allclose(jit(read_twice)(a, b), read_twice(a, b), rtol=1e-4, atol=1e-3)


@pytest.mark.parametrize(
    "function",
    [
        lambda a, b: ((a @ b).T, a @ b),  # the product is a result, too
        lambda a, b: ((a @ b).T + 1, (a @ b).sum()),
        lambda a, b: np.einsum("bij,bjk->bik", a[None], b[None]).transpose(1, 2, 0) + 1,
    ],
)
def test_a_product_with_another_reader_or_without_neighbours_is_left_alone(function):
    a, b = normal(20, 30), normal(30, 40)
    graph = graph_of(function, a, b)
    assert [v.params["maps"] for v in simplify.simplified(graph).used() if "maps" in v.params] == [
        v.params["maps"] for v in graph.used() if "maps" in v.params
    ]
    made = jit(function)(a, b)
    for got, wanted in zip(
        made if isinstance(made, tuple) else [made],
        function(a, b) if isinstance(made, tuple) else [function(a, b)],
        strict=True,
    ):
        np.testing.assert_allclose(got, wanted, rtol=1e-4, atol=1e-4)


def test_two_products_of_one_shape_begin_with_zeros_of_their_own():
    a, b = normal(60, 60), normal(60, 60)
    made = jit(lambda a, b: (a @ b) * (b @ a)).compile(a, b)
    assert not re.search("linalg.(copy|fill)|memref.copy", made.bufferized)
    np.testing.assert_allclose(made(a, b), (a @ b) * (b @ a), rtol=1e-3, atol=1e-3)


def test_groups_that_nobody_needs_yet_are_found_without_looking_at_all_others():
    """A chain of groups: each needs all those before it, and comes after them."""
    graph = graph_of(lambda x: turns(x, 40), normal(90))
    groups = fuse.groups(graph)
    assert [bin(group.needs).count("1") for group in groups] == list(range(40))


# All kinds of groups, many of each ---------------------------------------------------------------


def everything(x, w, gain, bias):
    outs = []
    for _ in range(3):
        x = x + gelu(layer_norm(x, gain, bias) @ w)
        outs += [x.sum(axis=0), np.cumsum(x[::-1], axis=0)[:, :3], x.argmax(-1), x.max()]
        x = np.where(x > 0, x, softmax(x))[::-1]
    return (*outs, x)


@pytest.mark.parametrize("threads", [True, False])
@pytest.mark.parametrize("dynamic", [{}, {"x": (0,)}])
def test_groups_of_all_kinds_are_the_same_in_functions_of_their_own(threads, dynamic):
    x, w, gain, bias = normal(150, 24), normal(24, 24) / 9, normal(24), normal(24)
    made = jit(everything, threads=threads, dynamic=dynamic)
    got, wanted = made(x, w, gain, bias), everything(x, w, gain, bias)
    assert outlined(made.compile(x, w, gain, bias))
    for ours, theirs in zip(got, wanted, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=2e-4, atol=2e-4)


def test_a_number_in_an_array_is_read_in_each_loop_that_needs_it():
    """Read first in a loop that threads share, it is not known in the loops beside that one."""

    def step(large, small, rate):
        return large - rate * np.exp(large), small - rate * small

    large, small, rate = normal(400, 300), normal(7), np.array(0.5, np.float32)
    for got, wanted in zip(jit(step)(large, small, rate), step(large, small, rate), strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)
