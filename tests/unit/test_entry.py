"""The short way into compiled code: it does what the checks in Python do, refusals included."""

from __future__ import annotations

import ctypes
import functools
import gc
import itertools
import mmap
import re
import subprocess
import sys
import threading
import time
import weakref
from collections import Counter

import ml_dtypes
import numpy as np
import pytest
from conftest import FLAGS, ROOT
from hypothesis import given, settings
from hypothesis import strategies as st
from test_call import DTYPES, copying, dynamic, strided, views

import runners
from runners import entry, native

F32 = np.float32
pytestmark = pytest.mark.skipif(not entry.available(), reason="no short way on this machine")

# Both ways of the same programs -------------------------------------------------------------

reached = Counter()  # by function, how often the checks in Python were asked


def enter_now(function):
    """The method, its native code entered from the first call on."""
    plan = entry.Plan.from_buffer(function.__self__.__self__)
    plan.method.ml_meth = entry.enter()
    return function


class Ways:
    """A program on both ways: `short` enters native code at once, `python` never does."""

    def __init__(self, text: str, how: str) -> None:
        self.text, self.how = text, how

    def _compiled(self, method) -> native.Library:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(entry, "method", method)
            return runners.load(self.text).compile("cpu-buffers", how=self.how)

    @functools.cached_property
    def short(self) -> native.Library:
        method = entry.method

        def counted(signature, address, checks):
            def asked(*given):
                reached[signature.name] += 1
                return checks(*given)

            made = method(signature, address, asked)
            return made and enter_now(made)

        return self._compiled(counted)

    @functools.cached_property
    def python(self) -> native.Library:
        return self._compiled(lambda *_: None)


@functools.cache
def ways(text: str, how: str = "jit") -> Ways:
    return Ways(text, how)


def outcome(function, given) -> tuple:
    """What a call gives: its result, or the kind and text of what it raises."""
    try:
        return "returns", function(*given)
    except Exception as error:
        return type(error), str(error)


def same(both: Ways, name: str, *given) -> tuple:
    """The outcome of a call, which is the same on both ways."""
    short, python = (outcome(library[name], given) for library in (both.short, both.python))
    assert short[0] == python[0], (short, python)
    np.testing.assert_equal(short[1], python[1])
    return short


SCALARS = "\n".join(
    f"func.func @{kind}(%x: {kind}) -> {kind} {{ return %x : {kind} }}"
    for kind in ("i1", "i8", "i16", "i32", "i64", "index", "f32", "f64")
)

# What goes the short way --------------------------------------------------------------------


def test_a_function_takes_the_short_way_once_it_was_called_often(monkeypatch, how):
    monkeypatch.setattr(entry, "PATIENCE", 5)
    text = copying("f32", "4xf32", "4xf32")
    library = runners.load(text).compile("cpu-buffers", how=how)
    plan = entry.Plan.from_buffer(library.move.__self__.__self__)
    before, x, y = plan.method.ml_meth, np.arange(4, dtype=F32), np.zeros(4, F32)
    for calls in range(1, 8):
        y[:] = 0
        library.move(x, y)
        np.testing.assert_array_equal(y, x)
        assert (plan.method.ml_meth != before) == (calls >= 5)


def test_nothing_is_compiled_for_functions_that_are_called_a_few_times():
    code = (
        "import runners, sys; from runners import entry\n"
        "program = runners.load('func.func @f(%x: i32) -> i32 { return %x : i32 }')\n"
        "f = program.compile('cpu-loops').f\n"
        "assert [f(n) for n in range(50)] == list(range(50))\n"
        "print(entry._code)"
    )  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("element", "how"), [*((element, "jit") for element in DTYPES), ("f32", "aot")]
)
def test_arrays_of_every_type_that_fit_reach_no_check_in_python(element, how):
    both = ways(copying(element, strided(element, 2), dynamic(element, 2)), how)
    base = np.arange(24).astype(DTYPES[element]).reshape(4, 6)
    reached.clear()
    for view in (base, base.T, base[::-1, ::-2], base[1:3, 2:5], base[:1, :]):
        out = np.zeros(view.shape, base.dtype)
        both.short.move(view, out)
        np.testing.assert_array_equal(out, view)
    assert not reached


@pytest.mark.parametrize("rank", [0, 1, 4, 8])
def test_every_rank_up_to_eight_reaches_no_check_in_python(rank):
    both = ways(copying("f64", dynamic("f64", rank), dynamic("f64", rank)))
    x = np.arange(2**rank, dtype=np.float64).reshape((2,) * rank)
    out = np.zeros_like(x)
    reached.clear()
    both.short.move(x, out)
    np.testing.assert_array_equal(out, x)
    assert not reached


def test_unsigned_and_boolean_arrays_and_read_only_ones_reach_no_check_in_python():
    both = ways(copying("i8", "3xi8", "3xi8"))
    reached.clear()
    for x in (np.array([1, 128, 255], np.uint8), np.array([True, False, True])):
        x.flags.writeable = False
        out = np.zeros(3, x.dtype)
        both.short.move(x, out)
        np.testing.assert_array_equal(out, x)
    assert not reached


FITTING = {
    "i1": [True, False, 0, 1], "i8": [-128, 127, 255, True], "i16": [-(2**15), 2**16 - 1],
    "i32": [-(2**31), 2**32 - 1, 0], "i64": [-(2**63), 2**63 - 1], "index": [-1, 2**63 - 1],
    "f32": [0.1, -0.0, 3.4028234e38, float("inf"), float("-inf"), float("nan"), 1e-46],
    "f64": [0.1, 1.7976931348623157e308, float("inf"), float("nan"), 5e-324],
}  # fmt: skip


@pytest.mark.parametrize("name", FITTING)
def test_pythons_own_numbers_reach_no_check_and_come_back_the_same(name, how):
    both = ways(SCALARS, how)
    for value in FITTING[name]:
        reached.clear()
        kind, result = same(both, name, value)
        assert kind == "returns"
        assert type(result) is type(both.python[name](value))
        assert np.copysign(1, result) == np.copysign(1, both.python[name](value))
        assert not reached, value


def test_numbers_and_arrays_of_all_kinds_find_their_registers_and_places_on_the_stack(how):
    """Twelve integers and eight floats, mixed; each has a weight of its own in the sum."""
    kinds = ["i32", "f32", "memref<f64>", "f64", "i8", "i64", "f32", "index", "f64", "i16"]
    kinds += ["i64", "f32", "memref<f64>", "index", "f64", "f32", "memref<f64>", "f64"]
    kinds += ["i64", "memref<f64>"]
    lines, total = [], "%start"
    for n, kind in enumerate(kinds):
        wide = {
            "f64": "arith.addf %x{n}, %zero : f64", "f32": "arith.extf %x{n} : f32 to f64",
            "memref<f64>": "memref.load %x{n}[] : memref<f64>",
            "index": "arith.uitofp %j{n} : i64 to f64",
        }.get(kind, f"arith.sitofp %x{{n}} : {kind} to f64")  # fmt: skip
        if kind == "index":
            lines.append(f"%j{n} = arith.index_cast %x{n} : index to i64")
        lines += [
            f"%w{n} = {wide.format(n=n)}",
            f"%k{n} = arith.constant {float(3**n)} : f64",
            f"%p{n} = arith.mulf %w{n}, %k{n} : f64",
            f"%t{n} = arith.addf {total}, %p{n} : f64",
        ]
        total = f"%t{n}"
    text = f"""func.func @f({", ".join(f"%x{n}: {kind}" for n, kind in enumerate(kinds))}) -> f64
        {FLAGS} {{
      %zero = arith.constant -0.0 : f64
      %start = arith.constant 0.0 : f64
      {chr(10).join(lines)}
      return {total} : f64
    }}"""
    both = ways(text, how)
    values = [(n * 7) % 5 + 1 for n in range(len(kinds))]
    given = [
        np.array(v, np.float64) if "memref" in k else float(v) if k[0] == "f" else v
        for k, v in zip(kinds, values, strict=True)
    ]
    assert sum(k[0] != "f" for k in kinds) == entry.INTEGERS
    reached.clear()
    assert both.short.f(*given) == sum(v * 3**n for n, v in enumerate(values))
    assert not reached


LONG = {
    "unranked": f"func.func @f(%x: memref<*xf32>) {FLAGS} {{ return }}",
    "rank nine": f"func.func @f(%x: memref<{'1x' * 9}f32>) {FLAGS} {{ return }}",
    "half": "func.func @f(%x: f16) { return }",
    "bfloat16": "func.func @f(%x: bf16) { return }",
    "complex": f"func.func @f(%x: complex<f32>) {FLAGS} {{ return }}",
    "array result": f"func.func @f(%x: memref<4xf32>) -> memref<4xf32> {FLAGS} "
    "{ return %x : memref<4xf32> }",
    "two results": f"func.func @f(%x: i32) -> (i32, i32) {FLAGS} {{ return %x, %x : i32, i32 }}",
    "thirteen arrays": "func.func @f("
    + ", ".join(f"%x{n}: memref<1xf32>" for n in range(13))
    + f") {FLAGS} {{ return }}",
    "nine floats": f"func.func @f({', '.join(f'%x{n}: f32' for n in range(9))}) {{ return }}",
    "a byte on the stack": "func.func @f("
    + ", ".join(f"%x{n}: i8" for n in range(7))
    + ") { return }",
}


@pytest.mark.parametrize("what", LONG)
def test_what_the_short_way_does_not_know_stays_a_python_function(what):
    function = runners.load(LONG[what]).compile("cpu-buffers").f
    assert type(function) is type(test_what_the_short_way_does_not_know_stays_a_python_function)


# What the checks decide ---------------------------------------------------------------------


class Doubling(np.ndarray):
    """A subclass that is not what it says."""

    shape = property(lambda self: (4,))


def plain() -> tuple[np.ndarray, np.ndarray]:
    return np.arange(4, dtype=F32), np.zeros(4, F32)


def misaligned() -> np.ndarray:
    return np.zeros(17, np.uint8)[1:].view(F32)


def fixed(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


ODD = {
    "subclass": lambda: (plain()[0].view(Doubling), plain()[1]),
    "a longer subclass": lambda: (np.zeros(3, F32).view(Doubling), plain()[1]),
    "masked": lambda: (np.ma.masked_array(plain()[0]), plain()[1]),
    "read-only": lambda: (plain()[0], fixed(np.zeros(4, F32))),
    "misaligned": lambda: (misaligned(), plain()[1]),
    "byte order": lambda: (np.zeros(4, ">f4"), plain()[1]),
    "spelled dtype": lambda: (np.zeros(4, np.dtype("=f4")), plain()[1]),
    "made dtype": lambda: (np.zeros(4, np.dtype("f4", metadata={"a": 1})), plain()[1]),
    "double": lambda: (np.zeros(4), plain()[1]),
    "same size": lambda: (np.zeros(4, np.int32), plain()[1]),
    "objects": lambda: (np.zeros(4, object), plain()[1]),
    "record": lambda: (np.zeros(4, [("x", "f4")]), plain()[1]),
    "empty": lambda: (np.zeros(0, F32), plain()[1]),
    "rank 0": lambda: (np.float32(1), plain()[1]),
    "array of rank 0": lambda: (np.array(1, F32), plain()[1]),
    "rank 2": lambda: (np.zeros((2, 2), F32), plain()[1]),
    "longer": lambda: (np.zeros(5, F32), plain()[1]),
    "every other": lambda: (np.zeros(8, F32)[::2], plain()[1]),
    "backwards": lambda: (np.zeros(4, F32)[::-1], plain()[1]),
    "repeated": lambda: (np.broadcast_to(F32(1), (4,)), plain()[1]),
    "overlapping": lambda: ((x := np.zeros(7, F32))[:4], x[3:]),
    "the same": lambda: ((x := plain()[0]), x),
    "list": lambda: ([1.0] * 4, plain()[1]),
    "None": lambda: (None, plain()[1]),
    "number": lambda: (1.0, 2),
    "type": lambda: (np.ndarray, np.ndarray),
    "too few": lambda: (plain()[0],),
    "none at all": lambda: (),
    "too many": lambda: (*plain(), 1),
    "very many": lambda: (*plain(), *range(100)),
}


@pytest.mark.parametrize("what", ODD)
def test_an_odd_call_ends_as_it_does_in_python(what, how):
    both = ways(copying("f32", "4xf32", "4xf32"), how)
    same(both, "move", *ODD[what]())


def test_arguments_by_name_are_refused_as_python_does():
    both = ways(copying("f32", "4xf32", "4xf32"))
    for library in (both.short, both.python):
        with pytest.raises(TypeError, match="unexpected keyword argument 'to'"):
            library.move(np.zeros(4, F32), to=np.zeros(4, F32))


NUMBERS = [
    *(None, "1", 1, -1, 2, 1.5, True, 2**31, 2**32, 2**63, 2**64, -(2**63) - 1, 10**5000),
    *(np.int8(3), np.int64(-3), np.uint64(2**63), np.float32(2.5), np.float64(2.5), np.bool_(True)),
    *(float("nan"), float("inf"), 3.5e38, -3.5e38, 1e308, 1j, np.array(1), [1]),
    ml_dtypes.bfloat16(2),
]  # fmt: skip


@pytest.mark.parametrize("name", FITTING)
def test_an_odd_number_ends_as_it_does_in_python(name, how):
    both = ways(SCALARS, how)
    for value in NUMBERS:
        same(both, name, value)


class Index:
    """A number that runs code of its own when it is asked which."""

    def __init__(self, value) -> None:
        self.value = value

    def __index__(self) -> int:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def test_what_a_call_raises_in_user_code_comes_out(how):
    both = ways(SCALARS, how)
    assert same(both, "i32", Index(7)) == ("returns", 7)
    assert same(both, "i32", Index(KeyError("mine"))) == (KeyError, "'mine'")
    assert same(both, "i32", type("Int", (int,), {})(5)) == ("returns", 5)
    assert same(both, "f64", type("Float", (float,), {})(5.5)) == ("returns", 5.5)


LAYOUTS = ["?x?xf32", "?x4xf32", "2x?xf32", "3x4xf32", "?x?xf32, strided<[?, ?], offset: ?>",
           "?x?xf32, strided<[?, 1], offset: ?>", "?x4xf32, strided<[6, 1], offset: 3>",
           "?x?xf32, strided<[?, -1], offset: ?>", "3x4xf32, strided<[6, 1]>"]  # fmt: skip


@pytest.mark.parametrize("layout", LAYOUTS)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_any_view_ends_as_it_does_in_python(layout, data):
    text = f"""func.func @sum(%x: memref<{layout}>) -> f32 {FLAGS} {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
      %start = arith.constant 0.0 : f32
      %m = memref.dim %x, %zero : memref<{layout}>
      %n = memref.dim %x, %one : memref<{layout}>
      %sum = scf.for %i = %zero to %m step %one iter_args(%s = %start) -> f32 {{
        %row = scf.for %j = %zero to %n step %one iter_args(%t = %s) -> f32 {{
          %ten = arith.constant 1.1 : f32
          %u = arith.mulf %t, %ten : f32
          %v = memref.load %x[%i, %j] : memref<{layout}>
          %w = arith.addf %u, %v : f32
          scf.yield %w : f32
        }}
        scf.yield %row : f32
      }}
      return %sum : f32
    }}"""
    view = data.draw(views(F32, 2))
    if data.draw(st.booleans()):
        base = np.arange(24, dtype=F32).reshape(4, 6)
        view = base[: data.draw(st.integers(0, 4)), 1:5][:, :: data.draw(st.sampled_from([1, -1]))]
    same(ways(text), "sum", view)


@given(data=st.data())
@settings(max_examples=300, deadline=None)
def test_any_two_views_of_one_buffer_end_as_they_do_in_python(data):
    both = ways(copying("f32", strided("f32", 1), strided("f32", 1)))
    base = np.arange(12, dtype=F32)
    pair = [
        slice(*(data.draw(st.integers(0, 12)) for _ in range(2)), data.draw(st.integers(1, 3)))
        for _ in range(2)
    ]
    one, two = (base[slice_] for slice_ in pair)
    size = min(one.size, two.size)
    one, two = one[:size], two[:size][:: data.draw(st.sampled_from([1, -1]))]
    results = []
    for library in (both.short, both.python):
        base[:] = np.arange(12)
        results.append((outcome(library.move, (one, two)), base.copy()))
    assert results[0][0] == results[1][0]
    np.testing.assert_array_equal(results[0][1], results[1][1])


@given(value=st.one_of(st.integers(), st.floats(), st.booleans()), name=st.sampled_from([*FITTING]))
@settings(max_examples=300, deadline=None)
def test_any_number_ends_as_it_does_in_python(value, name):
    same(ways(SCALARS), name, value)


# Memory, threads, ends ----------------------------------------------------------------------


def test_a_million_calls_keep_no_memory_and_no_reference():
    x, y = plain()
    move = ways(copying("f32", "4xf32", "4xf32")).short.move
    scalar = ways(SCALARS).short.f64

    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4

    counts = [sys.getrefcount(item) for item in (x, y, move, 1.5)]
    for _ in range(1000):
        move(x, y)
    before = resident()
    for _ in range(500_000):
        move(x, y)
        scalar(1.5)
    assert resident() - before < 1024
    for _ in range(20_000):
        with pytest.raises(runners.ArgumentError):
            move(x, x)
    assert resident() - before < 4096
    assert counts == [sys.getrefcount(item) for item in (x, y, move, 1.5)]


def test_a_short_call_is_much_shorter():
    both = ways(copying("f32", "4xf32", "4xf32"))
    x, y = plain()

    def seconds(function) -> float:
        best = float("inf")
        for _ in range(9):
            start = time.perf_counter()
            for _ in range(300):
                function(x, y)
            best = min(best, time.perf_counter() - start)
        return best

    assert seconds(both.short.move) < seconds(both.python.move) / 4


def test_a_function_outlives_its_library_and_its_program(how):
    function = enter_now(
        runners.load(copying("f32", "4xf32", "4xf32")).compile("cpu-buffers", how=how).move
    )
    gc.collect()
    x, y = plain()
    function(x, y)
    np.testing.assert_array_equal(y, x)
    gone = weakref.ref(function)
    del function
    gc.collect()
    assert gone() is None


def test_functions_in_garbage_cycles_are_collected():
    gone = []
    for _ in range(5):
        holder = type("Holder", (), {})()
        holder.function = enter_now(
            runners.load("func.func @f(%x: i32) -> i32 { return %x : i32 }").compile("cpu-loops").f
        )
        holder.itself = holder
        gone.append(weakref.ref(holder.function))
        assert holder.function(3) == 3
        del holder
    gc.collect()
    assert all(reference() is None for reference in gone)


def test_the_memory_of_a_plan_cannot_be_resized_while_it_is_used():
    function = runners.load(SCALARS).compile("cpu-loops").i32
    with pytest.raises(BufferError):
        function.__self__.__self__.clear()


def test_what_can_be_seen_of_a_function_cannot_be_changed_or_deleted():
    function = enter_now(runners.load(SCALARS).compile("cpu-loops").i32)
    assert function.__name__ == "i32"
    assert function.__doc__ == "Compiled MLIR: i32(i32) -> i32"
    for name in ("__name__", "__doc__", "__self__", "signature"):
        with pytest.raises(AttributeError):
            setattr(function, name, None)
        with pytest.raises(AttributeError):
            delattr(function, name)
    assert function(-5) == -5


def test_eight_threads_get_right_answers_while_the_function_takes_the_short_way(monkeypatch):
    monkeypatch.setattr(entry, "PATIENCE", 100)
    monkeypatch.setattr(entry, "_code", [])
    library = runners.load(copying("f32", dynamic("f32", 1), dynamic("f32", 1))).compile(
        "cpu-buffers"
    )
    wrong, start = [], threading.Barrier(8)

    def work(number: int) -> None:
        x, y = np.full(64, number, F32), np.zeros(64, F32)
        start.wait()
        for turn in range(500):
            x += 1
            library.move(x, y)
            if not (y == number + turn + 1).all():
                wrong.append((number, turn))

    threads = [threading.Thread(target=work, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert len(entry._code) == 1


SLEEP = """llvm.func @usleep(i32) -> i32
llvm.func @nap(%microseconds: i32) -> i32 {
  %0 = llvm.call @usleep(%microseconds) : (i32) -> i32
  llvm.return %0 : i32
}"""


def test_other_threads_run_while_native_code_does(how):
    both = ways(SLEEP, how)
    threads = [threading.Thread(target=both.short.nap, args=(200_000,)) for _ in range(4)]
    reached.clear()
    start = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert time.perf_counter() - start < 0.6
    assert not reached


BACK = f"""func.func @back(%address: index, %x: memref<1xi64>) {FLAGS} {{
  %0 = arith.index_cast %address : index to i64
  %1 = llvm.inttoptr %0 : i64 to !llvm.ptr
  llvm.call %1() : !llvm.ptr, () -> ()
  return
}}"""


def test_native_code_may_call_python_that_calls_native_code():
    back, x, depth = ways(BACK).short.back, np.zeros(1, np.int64), itertools.count(1)

    @ctypes.CFUNCTYPE(None)
    def again() -> None:
        if next(depth) < 50:
            back(address, x)

    address = ctypes.cast(again, ctypes.c_void_p).value
    back(address, x)
    assert next(depth) == 51


def test_a_child_process_and_an_interpreter_that_ends_may_call():
    code = f"""
import atexit, os, sys
sys.path.insert(0, {str(ROOT)!r})
import numpy as np, runners
from runners import entry
entry.PATIENCE = 1
f = runners.load("func.func @f(%x: i32) -> i32 {{ return %x : i32 }}").compile("cpu-loops").f
assert f(1) == 1 and f(2) == 2 and entry._code
child = os.fork()
if child == 0:
    os._exit(f(7))
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
class Late:
    def __init__(self):
        self.function, self.write, self.itself = f, os.write, self
    def __del__(self):
        self.write(1, b"late %d\\n" % self.function(3))
late = Late()
del f
atexit.register(lambda: print("at exit", late.function(4), flush=True))
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == ["at exit 4", "late 3"]


mapped = []  # what frames may still refer to stays


def test_nothing_is_read_behind_an_object_that_is_no_array():
    """An object of 16 bytes at the end of a page: behind it nothing can be read."""
    page = mmap.PAGESIZE
    mapped.append(mmap.mmap(-1, 2 * page))
    start = ctypes.addressof(ctypes.c_char.from_buffer(mapped[-1]))
    libc = ctypes.CDLL(None)
    assert libc.mprotect(ctypes.c_void_p(start + page), ctypes.c_size_t(page), 0) == 0
    head = (ctypes.c_ssize_t * 2).from_address(start + page - 16)
    head[0], head[1] = 1 << 30, id(object)
    thing = ctypes.cast(start + page - 16, ctypes.py_object).value
    both = ways(copying("f32", "4xf32", "4xf32"))
    with pytest.raises(runners.ArgumentError, match="a NumPy array; got object"):
        both.short.move(thing, np.zeros(4, F32))


# Where it is not to be had ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "value"),
    [("sys.implementation.name", "pypy"), ("platform.machine", lambda: "riscv64"),
     ("sys.byteorder", "big"), ("os.name", "nt"), ("sys.abiflags", "t")],
)  # fmt: skip
def test_on_other_machines_and_interpreters_the_checks_in_python_are_all_there_is(
    monkeypatch, target, value
):
    module, _, name = target.partition(".")
    owner = getattr(entry, module)
    if "." in name:
        owner, name = owner.implementation, "name"
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, value)
        assert not entry.available.__wrapped__()
    assert entry.available.__wrapped__()


def test_a_numpy_that_lays_arrays_out_otherwise_is_noticed(monkeypatch):
    fields = list(entry.PyArrayObject._fields_)
    fields[2], fields[6] = fields[6], fields[2]
    moved = type("PyArrayObject", (ctypes.Structure,), {"_fields_": fields})
    monkeypatch.setattr(entry, "PyArrayObject", moved)
    assert not entry.available.__wrapped__()


def test_without_a_short_way_functions_are_pythons(monkeypatch):
    monkeypatch.setattr(entry, "available", lambda: False)
    library = runners.load(copying("f32", "4xf32", "4xf32")).compile("cpu-buffers")
    x, y = plain()
    library.move(x, y)
    np.testing.assert_array_equal(y, x)
    assert not hasattr(library.move, "__self__")


@pytest.mark.parametrize("name", ["Plan", "Argument", "PyArrayObject"])
def test_the_structures_are_laid_out_in_mlir_as_in_python(name):
    """The offset of each field, and the size, as LLVM's data layout has them."""
    structure = getattr(entry, name)
    source = entry.SOURCE.read_text()
    declared = re.search(rf"^!{name} = (!llvm\.struct<\(.*?\)>)$", source, re.M | re.S)[1]
    declared = " ".join(line.split("//")[0].strip() for line in declared.splitlines())
    # A structure of C starts with the fields of another, where MLIR has that in one field.
    names, first = [field[0] for field in structure._fields_], 0
    if name == "PyArrayObject":
        names, first = names[2:], 1
    lines = []
    for n in range(len(names)):
        lines += [
            f"%p{n} = llvm.getelementptr %null[0, {first + n}]"
            f" : (!llvm.ptr) -> !llvm.ptr, {declared}",
            f"%i{n} = llvm.ptrtoint %p{n} : !llvm.ptr to i64",
            f"llvm.store %i{n}, %at{n} : i64, !llvm.ptr",
        ]
        lines.insert(-1, f"%at{n} = llvm.getelementptr %out[{n}] : (!llvm.ptr) -> !llvm.ptr, i64")
    text = f"""llvm.func @offsets(%address: i64) -> i64 {{
      %out = llvm.inttoptr %address : i64 to !llvm.ptr
      %null = llvm.mlir.zero : !llvm.ptr
      {chr(10).join(lines)}
      %end = llvm.getelementptr %null[1] : (!llvm.ptr) -> !llvm.ptr, {declared}
      %size = llvm.ptrtoint %end : !llvm.ptr to i64
      llvm.return %size : i64
    }}"""
    found = (ctypes.c_int64 * len(names))()
    size = runners.load(text).compile("cpu-loops").offsets(ctypes.addressof(found))
    assert size == ctypes.sizeof(structure)
    assert list(found) == [getattr(structure, field).offset for field in names]
