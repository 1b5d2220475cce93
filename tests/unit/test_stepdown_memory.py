"""What the tensor compiler holds on to, and several threads at once."""

import ctypes
import gc
import threading
import weakref

import numpy as np
import pytest
from tensors import layer_norm, normal, softmax

from stepdown import compiled, jit
from stepdown.execution import machine
from stepdown.lowering import contexts

X, V = normal(64, 128), normal(128)
MEBIBYTE = 1 << 20


def resident() -> int:
    """Bytes of memory that this process has in use."""
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def growth(step, times: int) -> int:
    """By how much memory has grown after that many steps, the first of them not counted.

    What earlier tests have freed is given back first: a leak would be hidden in it.
    """
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    for _ in range(times // 10 or 1):
        step()
    gc.collect()
    before = resident()
    for _ in range(times):
        step()
    gc.collect()
    return resident() - before


def pair(x, y):
    return {"a": x + y, "b": (x - y).sum(-1)}


SMALL = normal(300), normal(300)
CALLED = {
    "one result": (jit(softmax, threads=False), (normal(8, 128),)),
    "several results": (jit(pair), SMALL),
    "dynamic": (jit(pair, dynamic={"x": {0: "n"}, "y": {0: "n"}}), SMALL),
    "checked": (jit(lambda x, i: x[i]), (SMALL[0], np.arange(300))),
    "captured": (jit(lambda x: x + SMALL[1]), SMALL[:1]),
    "a temporary": (jit(lambda x: np.cumsum(x @ x.T, 0)), (normal(80, 80),)),
}


@pytest.mark.parametrize("name", CALLED)
def test_ten_thousand_calls_leave_memory_flat(name):
    function, arguments = CALLED[name]
    assert growth(lambda: function(*arguments), 10_000) < MEBIBYTE


def test_the_measurement_would_notice_a_leak():
    function, arguments = CALLED["one result"]
    kept = []
    assert growth(lambda: kept.append(function(*arguments)), 10_000) > 8 * MEBIBYTE


def test_a_function_that_is_gone_takes_its_code_with_it():
    function = jit(softmax)
    engines = []
    make = machine.Engine.__init__
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(machine.Engine, "__init__", lambda self, *a: (engines.append(
            weakref.ref(self)), make(self, *a))[1])  # fmt: skip
        function(X)
    code = weakref.ref(function.compile(X))
    gc.collect()
    assert code() is not None
    assert [engine() for engine in engines] != [None]
    del function
    gc.collect()
    assert code() is None
    assert [engine() for engine in engines] == [None]


def test_what_is_compiled_and_dropped_does_not_pile_up():
    def once():
        for _ in range(5):
            jit(lambda x: x * 2 + 1)(X)
        gc.collect()

    grown = []
    for _ in range(6):
        before = resident()
        for _ in range(5):
            once()
        grown.append(resident() - before)
    # What piles up does so each time; gaps that a context leaves when it is replaced, now and then.
    assert min(grown) < MEBIBYTE // 4


def test_contexts_are_used_again_and_not_for_ever(monkeypatch):
    monkeypatch.setattr(contexts, "_free", [])
    monkeypatch.setattr(contexts, "USES", 3)
    seen = []
    for _ in range(4):
        with contexts.context() as context:
            seen.append(context)
    assert seen[0] is seen[1] is seen[2] is not seen[3]


def test_a_context_that_an_error_passed_through_is_not_used_again(monkeypatch):
    monkeypatch.setattr(contexts, "_free", [])
    with pytest.raises(ValueError, match="no"), contexts.context():
        raise ValueError("no")
    assert not contexts._free


def test_arguments_are_not_kept_after_the_first_call():
    function = jit(softmax)
    array = normal(64, 128).copy()
    gone = weakref.ref(array)
    function(array)
    del array
    gc.collect()
    assert gone() is None


# Threads ---------------------------------------------------------------------------------------


def in_threads(*calls) -> list:
    """What each call gives, all started at once; an error is raised here."""
    ready = threading.Barrier(len(calls))
    results: list = [None] * len(calls)
    errors: list[BaseException] = []

    def run(number: int) -> None:
        ready.wait()
        try:
            results[number] = calls[number]()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    if errors:
        raise errors[0]
    return results


def test_eight_threads_with_four_kinds_compile_four_times_and_are_right(monkeypatch):
    made = []
    compile_ = compiled.Compiled.__init__
    monkeypatch.setattr(
        compiled.Compiled, "__init__", lambda self, *a: (made.append(a), compile_(self, *a))[1]
    )
    function = jit(softmax)
    arrays = [normal(30 + kind, 40) for kind in range(4)] * 2
    results = in_threads(*(lambda x=x: function(x) for x in arrays))
    for x, result in zip(arrays, results, strict=True):
        np.testing.assert_allclose(result, softmax(x), rtol=1e-5, atol=1e-6)
    assert len(made) == 4


def test_different_functions_compile_at_once_and_are_right():
    gain, bias = normal(40), normal(40, seed=1)
    cases = [
        (softmax, normal(5, 40)),
        (layer_norm, normal(5, 40), gain, bias),
        (lambda x: x @ x.T, normal(30, 30)),
        (lambda x: x.sum(), normal(30, 30)),
    ]
    calls = [lambda f=f, a=a: jit(f)(*a) for f, *a in cases * 2]
    for (function, *arguments), result in zip(cases * 2, in_threads(*calls), strict=True):
        np.testing.assert_allclose(result, function(*arguments), rtol=2e-5, atol=1e-5)


def test_a_kind_does_not_wait_for_another_one_that_compiles(monkeypatch):
    started, go_on = threading.Event(), threading.Event()
    compile_ = compiled.Compiled.__init__

    def slow(self, function, arguments, target):
        if arguments.leaves[0].type.shape == (7,):
            started.set()
            assert go_on.wait(60)
        compile_(self, function, arguments, target)

    monkeypatch.setattr(compiled.Compiled, "__init__", slow)
    function = jit(lambda x: x + 1)
    other = threading.Thread(target=function, args=(normal(7),))
    other.start()
    assert started.wait(60)
    np.testing.assert_array_equal(function(normal(8)), normal(8) + 1)
    go_on.set()
    other.join(60)


def test_a_kind_that_failed_in_one_thread_is_tried_again_in_the_next():
    def fail_first(x, seen=[]):  # noqa: B006
        seen.append(1)
        return x + 1 if len(seen) > 1 else x.nothing

    function = jit(fail_first)
    with pytest.raises(AttributeError):
        function(X)
    np.testing.assert_array_equal(function(X), X + 1)
