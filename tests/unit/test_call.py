"""Calling compiled functions: what goes in, what comes out, what is refused before it goes in."""

from __future__ import annotations

import ctypes
import itertools
import re
import threading

import ml_dtypes
import numpy as np
import pytest
from conftest import FLAGS, compiled, ones
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import runners

DTYPES = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "i16": np.int16,
    "i32": np.int32,
    "i64": np.int64,
    "index": np.int64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
}


def copying(element: str, source: str, target: str, name: str = "move") -> str:
    """A function that copies its first memref argument to its second, element by element."""
    rank = len(re.findall(r"[?0-9]+x", source))
    maps = ", ".join(
        ["affine_map<({0}) -> ({0})>".format(", ".join(f"d{i}" for i in range(rank)))] * 2
    )
    loops = ", ".join(['"parallel"'] * rank)
    return f"""
      func.func @{name}(%from: memref<{source}>, %to: memref<{target}>) {FLAGS} {{
        linalg.generic {{indexing_maps = [{maps}], iterator_types = [{loops}]}}
          ins(%from : memref<{source}>) outs(%to : memref<{target}>) {{
          ^bb0(%x: {element}, %_: {element}): linalg.yield %x : {element}
        }}
        return
      }}"""


def dynamic(element: str, rank: int) -> str:
    return "?x" * rank + element


def strided(element: str, rank: int) -> str:
    layout = f"strided<[{', '.join('?' * rank)}], offset: ?>"
    return f"{dynamic(element, rank)}, {layout}"


# Of a descriptor, the rank says how long it is and the element type how its strides are counted:
# every rank of two types and one rank of every type. One module, which compiles faster than many.
RANKS = {
    way: {element: ranks if element in ("f32", "complex<f64>") else (2,) for element in DTYPES}
    for way, ranks in (("strided", (1, 2, 3)), ("dense", (0, 1, 2, 3, 4)))
}
SOURCES = {"strided": strided, "dense": dynamic}
MOVES = "\n".join(
    copying(element, SOURCES[way](element, rank), dynamic(element, rank), f"{way}_{number}_{rank}")
    for way, of_elements in RANKS.items()
    for number, (element, ranks) in enumerate(of_elements.items())
    for rank in ranks
)


def moving(way: str, element: str, rank: int):
    """The function of `MOVES` that copies a strided or a dense memref to a dense one."""
    return compiled(MOVES)[f"{way}_{list(DTYPES).index(element)}_{rank}"]


@st.composite
def views(draw, dtype, rank: int):
    """A view of an array that is transposed, sliced with steps of either sign, and offset."""
    base = draw(arrays.array_shapes(min_dims=rank, max_dims=rank, min_side=0, max_side=6))
    array = np.arange(np.prod(base, dtype=int)).astype(dtype).reshape(base)
    slices = []
    for size in base:
        step = draw(st.sampled_from([1, 2, 3, -1, -2]))
        start = draw(st.integers(0, max(size - 1, 0)))
        slices.append(slice(start, None, step))
    view = array[tuple(slices)]
    return view.transpose(draw(st.permutations(range(rank))))


@pytest.mark.parametrize("element", DTYPES)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_any_view_passes_without_a_copy_where_the_type_allows_strides(element, data):
    rank = data.draw(st.sampled_from(RANKS["strided"][element]))
    view = data.draw(views(DTYPES[element], rank))
    out = np.zeros(view.shape, DTYPES[element])
    moving("strided", element, rank)(view, out)
    np.testing.assert_array_equal(out, view)


@pytest.mark.parametrize("element", DTYPES)
@given(data=st.data())
@settings(max_examples=10, deadline=None)
def test_contiguous_arrays_of_any_rank_and_size_pass(element, data):
    rank = data.draw(st.sampled_from(RANKS["dense"][element]))
    shape = data.draw(st.tuples(*[st.integers(0, 5)] * rank))
    array = np.arange(np.prod(shape, dtype=int)).astype(DTYPES[element]).reshape(shape)
    out = np.zeros(shape, DTYPES[element])
    moving("dense", element, len(shape))(array, out)
    np.testing.assert_array_equal(out, array)


@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_a_view_is_refused_by_the_identity_layout_unless_it_is_contiguous(data):
    rank = data.draw(st.integers(1, 3))
    view = data.draw(views(np.float32, rank))
    move = moving("dense", "f32", rank)
    out = np.zeros(view.shape, np.float32)
    if view.flags.c_contiguous:
        move(view, out)
        np.testing.assert_array_equal(out, view)
    else:
        with pytest.raises(runners.ArgumentError, match="contiguous in row-major order"):
            move(view, out)


def test_strides_are_counted_in_elements(how):
    library = compiled(copying("f32", strided("f32", 2), dynamic("f32", 2)), how=how)
    view = np.arange(12, dtype=np.float32).reshape(3, 4).T
    out = np.zeros((4, 3), np.float32)
    library.move(view, out)
    np.testing.assert_array_equal(out, view)


def test_a_static_offset_and_static_strides_address_the_right_elements(how):
    layout = "2x3xf32, strided<[8, 2], offset: 5>"
    library = compiled(copying("f32", layout, "2x3xf32"), how=how)
    base = np.arange(32, dtype=np.float32).reshape(4, 8)
    view, out = base[1:3, 1:7:2], np.zeros((2, 3), np.float32)
    library.move(view, out)
    np.testing.assert_array_equal(out, view)
    with pytest.raises(runners.ArgumentError, match=r"strides \(8, 2\) in elements; got \(8, 1\)"):
        library.move(base[1:3, 1:4], out)


def test_strides_that_are_no_whole_number_of_elements_are_refused():
    library = compiled(copying("f32", strided("f32", 1), dynamic("f32", 1)))
    records = np.zeros(4, np.dtype([("tag", "u1"), ("pad", "u1"), ("value", "f4")], align=False))
    with pytest.raises(runners.ArgumentError):
        library.move(records["value"], np.zeros(4, np.float32))


ADD = f"""
func.func @add(%a: memref<?xf32>, %b: memref<?xf32>, %out: memref<?xf32>) {FLAGS} {{
  linalg.add ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%out : memref<?xf32>)
  return
}}
func.func @grid(%a: memref<4x8xf32>) {FLAGS} {{
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%a : memref<4x8xf32>)
  return
}}
func.func @first(%a: memref<?xf32>) -> f32 {FLAGS} {{
  %zero = arith.constant 0 : index
  %x = memref.load %a[%zero] : memref<?xf32>
  return %x : f32
}}
"""


REFUSED = {
    "too few arguments": ("add", lambda: (ones(), ones()), r"add takes 3 arguments .*; got 2"),
    "too many arguments": ("first", lambda: (ones(), 1), r"first takes 1 argument .*; got 2"),
    "dtype": ("first", lambda: (np.ones(8),), "dtype float32; got dtype float64"),
    "byte order": ("first", lambda: (np.ones(8, ">f4"),), "not this machine's byte order"),
    "rank": ("first", lambda: (np.ones((2, 4), np.float32),), r"rank 1; got rank 2, shape \(2"),
    "size": ("grid", lambda: (np.ones((4, 9), np.float32),), r"shape \(4, 8\); got shape \(4, 9\)"),
    "strides": ("first", lambda: (ones()[::2],), r"got strides \(2\) in elements"),
    "list": ("first", lambda: ([1.0, 2.0],), "a NumPy array; got list"),
    "scalar": ("first", lambda: (np.float32(1),), "a NumPy array; got float32"),
    "masked": ("first", lambda: (np.ma.masked_array(ones(), mask=True),), "masked array"),
    "read-only": ("grid", lambda: (np.broadcast_to(ones(1), (4, 8)),), "read-only array"),
    "same array": ("add", lambda: (x := ones(), ones(), x), "shares memory with argument 1"),
    "overlap": ("add", lambda: ((x := ones(12))[:8], ones(), x[4:]), "memory with argument 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_a_wrong_call_names_the_function_the_argument_and_what_it_got(name, how):
    function, arguments, message = REFUSED[name]
    with pytest.raises(runners.ArgumentError, match=message) as caught:
        compiled(ADD, how=how)[function](*arguments())
    assert str(caught.value).startswith(function)
    assert "\n" not in str(caught.value)


def test_a_read_only_array_passes_where_the_program_only_reads():
    array = ones()
    array.flags.writeable = False
    assert compiled(ADD).first(array) == 1.0


def test_interleaved_views_share_no_element_and_pass():
    text = copying("f32", strided("f32", 1), strided("f32", 1))
    both = np.arange(8, dtype=np.float32)
    compiled(text).move(both[::2], both[1::2])
    np.testing.assert_array_equal(both, [0, 0, 2, 2, 4, 4, 6, 6])


def test_an_unaligned_array_is_refused():
    raw = np.zeros(33, np.uint8)
    with pytest.raises(runners.ArgumentError, match="not aligned"):
        compiled(ADD).first(raw[1:].view(np.float32))


def test_an_unknown_function_is_named_with_those_that_exist(how):
    library = compiled(ADD, how=how)
    with pytest.raises(runners.UnknownFunction, match=r"no function 'sub'.*add, first, grid"):
        library.sub()
    assert not hasattr(library, "sub")
    assert {"add", "first", "grid"} <= set(dir(library))


def test_without_a_c_interface_the_message_names_function_and_attribute(how):
    library = compiled("func.func @f(%a: memref<4xf32>) { return }", how=how)
    with pytest.raises(
        runners.ArgumentError, match=r"^f: has no C interface.*llvm.emit_c_interface"
    ):
        library.f(np.zeros(4, np.float32))


def test_types_without_a_numpy_counterpart_are_refused_with_the_reason():
    text = f"""
      func.func @vector(%a: vector<4xf32>) {{ return }}
      func.func @odd(%a: i7) {{ return }}
      func.func @layout(%a: memref<16xf32, affine_map<(i) -> (i floordiv 4, i mod 4)>>) {FLAGS} {{
        return
      }}
      func.func @space(%a: memref<4xf32, 3>) {FLAGS} {{ return }}"""
    functions = runners.load(text).functions
    assert "vector<4xf32> has no counterpart" in functions["vector"].problem
    assert "i7 has no counterpart" in functions["odd"].problem
    assert "normalize-memrefs" in functions["layout"].problem
    assert "memory space 3" in functions["space"].problem


STACK = {
    "itself": "return %a : memref<4xf32>",
    "a view": """%v = memref.cast %a : memref<4xf32> to memref<?xf32>
                 %w = memref.cast %v : memref<?xf32> to memref<4xf32>
                 return %w : memref<4xf32>""",
    "through a call": """%v = call @same(%a) : (memref<4xf32>) -> memref<4xf32>
                         return %v : memref<4xf32>""",
    "of a callee": """%v = call @stack() : () -> memref<4xf32>
                      return %v : memref<4xf32>""",
    "out of a region": """%v = scf.if %c -> memref<4xf32> { scf.yield %a : memref<4xf32> }
                          else { scf.yield %b : memref<4xf32> }
                          return %v : memref<4xf32>""",
}


@pytest.mark.parametrize("way", STACK)
def test_a_buffer_on_a_functions_stack_is_not_handed_out(way):
    program = runners.load(
        f"""
        func.func private @same(%x: memref<4xf32>) -> memref<4xf32> {{ return %x : memref<4xf32> }}
        func.func private @stack() -> memref<4xf32> {{
          %a = memref.alloca() : memref<4xf32>
          return %a : memref<4xf32>
        }}
        func.func @f(%c: i1) -> memref<4xf32> {FLAGS} {{
          %a = memref.alloca() : memref<4xf32>
          %b = memref.alloc() : memref<4xf32>
          {STACK[way]}
        }}
        func.func @fine() -> memref<4xf32> {FLAGS} {{
          %b = memref.alloc() : memref<4xf32>
          %v = call @same(%b) : (memref<4xf32>) -> memref<4xf32>
          return %v : memref<4xf32>
        }}"""
    )
    with pytest.raises(runners.ArgumentError, match="own stack frame"):
        program.compile("cpu-buffers").f(True)
    assert program.compile("cpu-buffers").fine().shape == (4,)


# Scalars

SCALARS = "\n".join(
    f"func.func @{name}(%x: {kind}) -> {kind} {{ return %x : {kind} }}"
    for name, kind in {"i1": "i1", "i8": "i8", "i16": "i16", "i32": "i32", "i64": "i64",
                       "index": "index", "f16": "f16", "bf16": "bf16", "f32": "f32",
                       "f64": "f64"}.items()
) + "\n".join(
    f"func.func @c{bits}(%x: complex<f{bits}>) -> complex<f{bits}> {FLAGS} "
    f"{{ return %x : complex<f{bits}> }}"
    for bits in (32, 64)
)  # fmt: skip


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
@given(data=st.data())
@settings(max_examples=20, deadline=None)
def test_integers_come_back_signed_and_those_that_do_not_fit_are_refused(bits, data):
    library = compiled(SCALARS)
    value = data.draw(st.integers(-(1 << bits), 1 << bits + 1))
    identity = library[f"i{bits}"]
    if -(1 << bits - 1) <= value < 1 << bits:
        assert identity(value) == (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)
    else:
        with pytest.raises(runners.ArgumentError, match="does not fit"):
            identity(value)


@given(value=st.floats(width=16), name=st.sampled_from(["f16", "f32", "f64"]))
@settings(max_examples=60, deadline=None)
def test_floats_come_back_as_they_went_in(value, name):
    np.testing.assert_equal(compiled(SCALARS)[name](value), value)


@pytest.mark.parametrize("value", [0.0, -0.0, 1.5, -(2.0**-130), 3e38, np.inf, -np.inf, np.nan])
def test_bfloat16_scalars_round_to_nearest(value, how):
    expected = float(np.float32(value).astype(ml_dtypes.bfloat16))
    np.testing.assert_equal(compiled(SCALARS, how=how).bf16(value), expected)


@pytest.mark.parametrize(
    ("name", "value"), [("f16", 1e5), ("bf16", 1e39), ("f32", -1e300), ("f64", 10**400)]
)
def test_floats_that_do_not_fit_are_refused_and_infinity_fits(name, value, how):
    function = compiled(SCALARS, how=how)[name]
    with pytest.raises(runners.ArgumentError, match="does not fit"):
        function(value)
    assert function(-np.inf) == -np.inf


@pytest.mark.parametrize("name", ["c32", "c64"])
def test_complex_scalars_keep_their_two_parts(name, how):
    assert compiled(SCALARS, how=how)[name](1.5 - 2.25j) == 1.5 - 2.25j


def test_truth_values_and_what_is_no_scalar(how):
    library = compiled(SCALARS, how=how)
    assert library.i1(True) is True
    assert library.i1(0) is False
    assert library.i1(np.float32(2) > 1) is True
    for name, value in [("i1", 2), ("i32", 1.5), ("f32", "1"), ("f32", ones()), ("c32", None)]:
        with pytest.raises(runners.ArgumentError, match=f"{name}: argument 1 of 1 expects"):
            library[name](value)


def test_several_results_come_in_order_whatever_their_kinds(how):
    text = f"""
      func.func @many(%x: f32, %n: index)
          -> (i8, f64, memref<?xi16>, f16, complex<f32>, i1, memref<i64>) {FLAGS} {{
        %a = arith.constant -3 : i8
        %b = arith.extf %x : f32 to f64
        %c = memref.alloc(%n) : memref<?xi16>
        %d = arith.truncf %x : f32 to f16
        %e = complex.create %x, %x : complex<f32>
        %f = arith.constant true
        %g = memref.alloc() : memref<i64>
        %seven = arith.constant 7 : i64
        memref.store %seven, %g[] : memref<i64>
        return %a, %b, %c, %d, %e, %f, %g
          : i8, f64, memref<?xi16>, f16, complex<f32>, i1, memref<i64>
      }}"""
    a, b, c, d, e, f, g = compiled(text, how=how).many(2.5, 3)
    assert (a, b, d, e, f) == (-3, 2.5, 2.5, 2.5 + 2.5j, True)
    assert (c.shape, c.dtype, g.shape, int(g)) == ((3,), np.int16, (), 7)


def test_eight_threads_compile_once_and_all_get_right_answers(monkeypatch):
    from runners import native

    count, compile_once = itertools.count(), native.compile

    def counting(*arguments):
        next(count)
        return compile_once(*arguments)

    monkeypatch.setattr(native, "compile", counting)
    program, sums, start = runners.load(ADD), [None] * 8, threading.Barrier(8)

    def work(number: int) -> None:
        start.wait()
        out = np.zeros(1000, np.float32)
        for _ in range(50):
            program.compile("cpu-buffers").add(np.full(1000, number, np.float32), ones(1000), out)
        sums[number] = out.sum()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sums == [(n + 1) * 1000 for n in range(8)]
    assert next(count) == 1


def test_a_function_named_like_one_of_libc_is_the_programs_own(how):
    text = f"""
      func.func @index(%x: i32) -> i32 {{ %0 = arith.constant 42 : i32
        return %0 : i32 }}
      func.func @read(%x: memref<?xf32>) -> f32 {FLAGS} {{ %0 = arith.constant 0 : index
        %1 = memref.load %x[%0] : memref<?xf32>
        return %1 : f32 }}"""
    library = compiled(text, how=how)
    assert library.index(-1) == 42
    assert library.read(ones()) == 1.0


def test_an_unranked_argument_takes_every_rank(how):
    text = f"""func.func @rank(%x: memref<*xf32>) -> index {FLAGS} {{
      %0 = memref.rank %x : memref<*xf32>
      return %0 : index
    }}"""
    rank = compiled(text, how=how).rank
    assert [rank(np.zeros((2,) * n, np.float32)) for n in range(5)] == [0, 1, 2, 3, 4]


def test_rank_zero_goes_in_and_comes_out(how):
    text = f"""func.func @double(%x: memref<f32>) -> memref<f32> {FLAGS} {{
      %0 = memref.load %x[] : memref<f32>
      %1 = arith.addf %0, %0 : f32
      %2 = memref.alloc() : memref<f32>
      memref.store %1, %2[] : memref<f32>
      return %2 : memref<f32>
    }}"""
    result = compiled(text, how=how).double(np.array(3, np.float32))
    assert (result.shape, result) == ((), 6)


def test_copying_a_strided_subview_finds_the_runner_library(how):
    text = f"""func.func @corner(%a: memref<4x4xf32>, %to: memref<2x2xf32>) {FLAGS} {{
      %0 = memref.subview %a[1, 1] [2, 2] [1, 2]
        : memref<4x4xf32> to memref<2x2xf32, strided<[4, 2], offset: 5>>
      memref.copy %0, %to : memref<2x2xf32, strided<[4, 2], offset: 5>> to memref<2x2xf32>
      return
    }}"""
    out, array = np.zeros((2, 2), np.float32), np.arange(16, dtype=np.float32).reshape(4, 4)
    compiled(text, how=how).corner(array, out)
    np.testing.assert_array_equal(out, array[1:3, 1::2])


def test_unsigned_and_boolean_arrays_pass_as_signless_integers():
    library = compiled(copying("i8", *[dynamic("i8", 1)] * 2))
    out = np.zeros(3, np.uint8)
    library.move(np.array([1, 128, 255], np.uint8), out)
    np.testing.assert_array_equal(out, [1, 128, 255])
    library.move(np.array([True, False, True]), out)
    np.testing.assert_array_equal(out, [1, 0, 1])


def test_the_descriptor_struct_is_the_one_that_the_lowering_documents():
    from runners.memref import descriptor_struct

    word = ctypes.sizeof(ctypes.c_void_p)
    for rank in range(4):
        assert ctypes.sizeof(descriptor_struct(rank)) == (3 + 2 * rank) * word
