"""target="gpu" against a driver that is made up: the whole road to a GPU but for the GPU.

PTX is compiled and "loaded", arguments are packed as for a real launch, and the made-up driver runs
each kernel in the simulator, on the bytes that it was given. What a GPU makes of the PTX is for
`make gpu-check` on a machine that has one.
"""

from __future__ import annotations

import gc
import os
import re
import struct

import numpy as np
import pytest
from tensors import normal

from runners import driver
from runners.simt import simulate
from stepdown import ArgumentError, gpu, jit, update
from stepdown.execution import fingerprint
from stepdown.frontend import dims
from stepdown.gpu import calls, runtime, simulator
from stepdown.gpu import cuda as gpu_cuda
from stepdown.gpu.spec import operand_type
from stepdown.kernels import KERNELS

pytest.importorskip("cuda.bindings.driver", reason="cuda-python is not installed (extra `gpu`)")

from cuda.bindings import driver as real
from fake_cuda import FakeDriver


@pytest.fixture
def fake(monkeypatch):
    """A made-up driver; at the end nothing of it may be held."""
    made = FakeDriver()
    monkeypatch.setattr(driver, "api", lambda: made)
    gpu._open.cache_clear()
    yield made
    gc.collect()
    for ordinal in range(made.devices):
        gpu.device("gpu", ordinal).close()
    gpu._open.cache_clear()
    gc.collect()
    assert made.held == (0, 0, 0, 0, 0), "contexts, allocations, modules, streams, events leaked"
    assert made.stack == [], "a context was left current"


def wire(fake: FakeDriver, compiled) -> None:
    """Have the made-up driver run the kernels of a compiled function in the simulator."""
    for name, spec in compiled.plan.kernels.items():
        fake.kernels[name] = lambda *launch, n=name, s=spec: run(compiled, n, s, *launch)


def run(compiled, name, spec, grid, block, shared, values) -> None:
    """A kernel on the parameters that were packed for it."""
    assert (shared, block) == (0, spec.block)
    sizes = dict(
        zip(spec.symbols, map(_whole, values[len(values) - len(spec.symbols) :]), strict=True)
    )
    left, arguments = iter(values), []
    for value in [*spec.sources, *spec.outputs]:
        kind = operand_type(spec, value)
        shape = tuple(dims.evaluate(size, sizes) for size in kind.shape)
        address = _whole(next(left))
        if not compiled.plan.bare:
            assert _whole(next(left)) == address
            assert _whole(next(left)) == 0
            assert tuple(_whole(next(left)) for _ in shape) == shape
            steps = tuple(_whole(next(left)) for _ in shape)
            assert steps == tuple(int(np.prod(shape[d + 1 :])) for d in range(len(shape)))
        memory = memory_at(address, int(np.prod(shape)) * kind.dtype.itemsize)
        arguments.append(np.ndarray(shape, kind.dtype, memory))
    for value in spec.numbers:
        code = {"f": "d", "b": "?", "i": "q"}[value.type.dtype.kind]
        arguments.append(struct.unpack(code, next(left))[0])
    arguments += [_whole(word) for word in left]
    report = simulate(compiled.program, f"kernels::{name}", grid, block, arguments)
    assert report.ok, report


def _whole(word: bytes) -> int:
    return int.from_bytes(word, "little", signed=True)


def memory_at(address: int, size: int):
    import ctypes

    return (ctypes.c_char * max(size, 1)).from_address(address)


def same(fake, function, *arguments, **options):
    """A call through the made-up driver beside one on the CPU."""
    static = options.get("static", ())
    wanted = jit(function, **options)(*arguments)
    compiled = jit(function, target="gpu", **options).compile(*arguments)
    wire(fake, compiled)
    got = compiled(*arguments)
    several = isinstance(wanted, tuple)
    for theirs, ours in zip(
        wanted if several else (wanted,), got if several else (got,), strict=True
    ):
        assert isinstance(ours, gpu.Array)
        assert ours.device.name == "GPU 0, Made-up GPU"
        np.testing.assert_allclose(np.asarray(ours), theirs, rtol=2e-5, atol=2e-5)
    assert static == options.get("static", ())
    return compiled


# Calls ----------------------------------------------------------------------------------------


def test_layer_norm_goes_through_the_driver(fake):
    same(fake, KERNELS["layer_norm"], normal(5, 33), normal(33), normal(33))


def test_attention_goes_through_the_driver(fake):
    width = 16
    arguments = normal(6, width), normal(width, 3 * width), normal(width, width), 2
    compiled = same(fake, KERNELS["attention"], *arguments, static=("heads",))
    launches = [name for name, _ in fake.calls if name == "cuLaunchKernel"]
    assert len(launches) == len(compiled.plan.launches)


def test_numbers_and_bools_are_packed_in_their_own_width(fake):
    def function(x, a, n, flag):
        return np.where(flag, x * a, x + n)

    same(fake, function, normal(3, 4), 1.5, -3, True)
    same(fake, function, normal(3, 4), 1.5, -3, False)


def test_sizes_of_a_call_are_passed_as_descriptors_and_numbers(fake):
    def function(x, w):
        return np.tanh(x @ w), x.sum(0), np.concatenate([x, x])

    for rows in (1, 6):
        same(fake, function, normal(rows, 8), normal(8, 5), dynamic={"x": (0,)})


def test_results_stay_on_the_device_until_they_are_asked_for(fake):
    double = jit(lambda x: x * 2, target="gpu")
    compiled = double.compile(normal(4))
    wire(fake, compiled)
    x = gpu.put(normal(4))
    fake.calls.clear()
    y = double(double(x))
    names = [name for name, _ in fake.calls]
    assert "cuMemcpyDtoH" not in names
    assert "cuMemcpyHtoD" not in names
    assert names.count("cuLaunchKernel") == 2
    np.testing.assert_array_equal(np.asarray(y), 4 * normal(4))
    assert [n for n, _ in fake.calls].count("cuMemcpyDtoH") == 1


def test_parameters_are_uploaded_once(fake):
    f = jit(lambda x, p: x @ p["w"] + p["b"], target="gpu")
    parameters = gpu.put({"w": normal(4, 3), "b": normal(3)})
    compiled = f.compile(normal(2, 4), parameters)
    wire(fake, compiled)
    fake.calls.clear()
    for _ in range(3):
        f(normal(2, 4), parameters)
    assert [name for name, _ in fake.calls].count("cuMemcpyHtoD") == 3


def test_memory_of_temporaries_is_used_again_and_none_is_allocated_in_a_warm_call(fake):
    f = jit(lambda x, w: np.tanh(x @ w) @ w, target="gpu")
    x, w = gpu.put([normal(8, 8), normal(8, 8)])
    compiled = f.compile(x, w)
    wire(fake, compiled)
    y = f(x, w)
    y.free()
    fake.calls.clear()
    for _ in range(5):
        f(x, w)
    names = [name for name, _ in fake.calls]
    assert "cuMemAlloc" not in names
    assert "cuMemFree" not in names


def test_a_donated_argument_is_written_where_it_lies(fake):
    f = jit(lambda c, n: update(c, n, (1, 0)), target="gpu", donate=("c",))
    cache, new = gpu.put([normal(4, 3), normal(1, 3)])
    compiled = f.compile(cache, new)
    wire(fake, compiled)
    assert f(cache, new) is cache
    wanted = normal(4, 3)
    wanted[1] = normal(1, 3)
    np.testing.assert_array_equal(cache.numpy(), wanted)


def test_a_view_is_packed_with_its_offset_and_strides(fake):
    host = normal(4, 6)
    part = gpu.put(host)[1:, ::2]
    double = jit(lambda p: p * 2, target="gpu")
    compiled = double.compile(part)
    seen = []
    fake.kernels["map_0"] = lambda grid, block, shared, values: seen.append(
        [_whole(word) for word in values]
    )
    double(part)
    ((allocated, aligned, *rest),) = [words[:7] for words in seen]
    assert allocated == aligned
    assert rest == [6, 3, 3, 6, 2]
    assert not compiled.plan.bare


def test_the_cuda_array_interface_shows_the_memory(fake):
    x = gpu.put(normal(4, 3))
    shown = x.__cuda_array_interface__
    assert shown["shape"] == (4, 3)
    assert shown["typestr"] == "<f4"
    assert bytes(memory_at(shown["data"][0], 48)) == normal(4, 3).tobytes()


def test_kernels_are_unloaded_with_the_function(fake):
    same(fake, _twice, normal(4))
    fake.kernels.clear()
    gc.collect()  # the function, which is a cycle
    gc.collect()  # its kernels, which are others
    assert not fake.modules


def test_a_recorded_call_is_one_launch_of_a_graph_of_which_what_differs_is_set_anew(fake):
    def function(x, w):
        return np.tanh(x @ w) @ w.T, (w * 2).sum()

    f = jit(function, target="gpu", graph=True, dynamic={"x": (0,)})
    w, host = gpu.put(normal(8, 12)), normal(8, 12)
    compiled = f.compile(normal(3, 8), w)
    wire(fake, compiled)
    f(normal(3, 8), w)
    fake.calls.clear()
    for rows in (3, 3, 5):
        x = normal(rows, 8, seed=rows)
        for ours, theirs in zip(f(x, w), function(x, host), strict=True):
            np.testing.assert_allclose(np.asarray(ours), theirs, rtol=2e-5, atol=2e-5)
    names = [name for name, _ in fake.calls]
    assert names.count("cuGraphLaunch") == 3
    assert "cuLaunchKernel" not in names
    assert names.count("cuGraphInstantiate") <= 1
    set_anew = names.count("cuGraphExecKernelNodeSetParams")
    assert 0 < set_anew < len(compiled.plan.launches)


def test_only_steps_that_have_a_symbol_which_changed_are_renewed(fake):
    def function(x, y):
        return (np.tanh(x @ x.T) * 2).sum(), np.exp(y - y.max(-1, keepdims=True)).sum(), x.sum(1)

    f = jit(function, target="gpu", graph=True, dynamic={"x": {0: "n"}, "y": {0: "m"}})
    compiled = f.compile(normal(3, 8), normal(3, 8))
    wire(fake, compiled)
    f(normal(3, 8), normal(3, 8))
    renewed = []
    for n, m in ((3, 3), (4, 3), (4, 5), (4, 5)):
        x, y = normal(n, 8, seed=n), normal(m, 8, seed=m)
        fake.calls.clear()
        for ours, theirs in zip(f(x, y), function(x, y), strict=True):
            np.testing.assert_allclose(np.asarray(ours), theirs, rtol=2e-5, atol=2e-5)
        names = [name for name, _ in fake.calls]
        renewed.append(names.count("cuGraphExecKernelNodeSetParams"))
        assert names.count("cuGraphInstantiate") == 0
    of_n, of_m = (
        sum(name in calls.symbols_of_step(step) for step in compiled.plan.steps) for name in "nm"
    )
    assert of_n + of_m < len(compiled.plan.steps) + 2
    assert renewed == [0, of_n, of_m, 0]


@pytest.mark.parametrize("graph", [False, True])
def test_a_bound_call_takes_what_is_free_and_keeps_the_rest_in_place(fake, graph):
    def function(x, p, a):
        return np.tanh(x @ p["w"]) * a + p["b"], (x * 2).sum()

    f = jit(function, target="gpu", graph=graph, dynamic={"x": {0: "n"}})
    host = {"w": normal(8, 4), "b": normal(4)}
    first, second = gpu.put(host), gpu.put({"w": normal(8, 4, seed=9), "b": normal(4)})
    wire(fake, f.compile(normal(3, 8), first, 1.5))
    one, two = f.bind(p=first), f.bind(p=second)
    for n, a in ((3, 1.5), (5, -0.0), (5, 0.0), (2, float("inf")), (40, 2.0)):
        x = normal(n, 8, seed=n)
        for bound, p in ((one, first), (two, second), (one, first)):
            wanted = function(x, {name: each.numpy() for name, each in p.items()}, np.float32(a))
            for given in (x, gpu.put(x)):
                for ours, theirs in zip(bound(given, a), wanted, strict=True):
                    np.testing.assert_allclose(np.asarray(ours), theirs, rtol=2e-5, atol=2e-5)
                    assert np.array_equal(np.signbit(ours.numpy()), np.signbit(theirs))
    first["w"].free()
    two(x, 1.0)
    with pytest.raises(ArgumentError, match="was freed"):
        one(x, 1.0)


def test_a_bound_call_refuses_what_a_plain_one_does(fake):
    fake.devices = 2
    f = jit(lambda c, w: update(c, w[:1], (1, 0)), target="gpu", donate=("c",))
    w = gpu.put(normal(4, 3))
    bound, cache = f.bind(w=w), gpu.put(normal(4, 3))
    wire(fake, f.compile(cache, w))
    for _ in range(2):
        assert bound(cache) is cache
    with pytest.raises(ArgumentError, match="are one array, and donated"):
        bound(w)
    with pytest.raises(ArgumentError, match="put them on one device"):
        bound(gpu.put(normal(4, 3), ordinal=1))
    with pytest.raises(ArgumentError, match="is donated and not on the device"):
        bound(normal(4, 3))
    gpu.device().close()
    with pytest.raises(ArgumentError, match="was closed: arrays on it are gone"):
        bound(cache)


def test_a_call_that_fails_leaves_nothing_wrong_for_the_next(fake):
    f = jit(lambda x, w: np.tanh(x @ w) @ w.T, target="gpu", dynamic={"x": {0: "n"}})
    w = gpu.put(normal(8, 8))
    bound = f.bind(w=w)
    wire(fake, f.compile(normal(2, 8), w))
    wanted = np.tanh(normal(3, 8) @ w.numpy()) @ w.numpy().T
    for failing in ("cuLaunchKernel", "cuMemcpyHtoD"):
        bound(normal(2, 8, seed=3))
        held = gpu.device().held
        fake.fail[failing] = [real.CUresult.CUDA_ERROR_INVALID_VALUE]
        with pytest.raises(driver.CudaError, match=f"{failing}: CUDA_ERROR_INVALID_VALUE"):
            bound(normal(3, 8))
        assert gpu.device().held == held
        np.testing.assert_allclose(np.asarray(bound(normal(3, 8))), wanted, rtol=2e-5, atol=2e-5)


def test_a_part_of_an_array_without_gaps_is_found_where_sizes_are_dynamic(fake):
    """Such a kernel takes a descriptor, and does not look at the offset in it."""
    f = jit(lambda x, w: x @ w[1] + w[0, 0], target="gpu", dynamic={"x": {0: "n"}})
    x, w = normal(3, 8), normal(2, 8, 4)
    compiled = f.compile(x, w)
    wire(fake, compiled)  # refuses an offset that is not 0
    np.testing.assert_allclose(np.asarray(f(x, w)), x @ w[1] + w[0, 0], rtol=2e-5, atol=2e-5)


def test_cuda_python_takes_the_arguments_that_graphs_are_made_with(fake):
    """Each call is made again with the real package, which looks at its arguments first."""
    f = jit(lambda x: (x, x * 2), target="gpu", graph=True)
    for _ in range(2):
        f(gpu.put(normal(5)))
    calls = [(name, arguments) for name, arguments in fake.calls if name.startswith("cuGraph")]
    assert len({name for name, _ in calls}) == 7
    for name, arguments in calls:
        with pytest.raises(RuntimeError, match="driver library"):
            getattr(real, name)(*arguments)


def test_a_copy_in_a_recorded_call_follows_its_array(fake):
    f = jit(lambda x: (x, x * 2), target="gpu", graph=True)
    compiled = f.compile(normal(5))
    wire(fake, compiled)
    for seed in range(3):
        x = gpu.put(normal(5, seed=seed))
        same_, double = f(x)
        np.testing.assert_array_equal(np.asarray(same_), x.numpy())
        np.testing.assert_array_equal(np.asarray(double), 2 * x.numpy())


# The disk cache -------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path, monkeypatch):
    folder = tmp_path / "cache"
    monkeypatch.setenv("STEPDOWN_CACHE", str(folder))
    # The compiler's sources may be edited while the tests run: what their digest does is tested
    # with the cache itself.
    monkeypatch.setattr(fingerprint, "sources", lambda: "these")
    fingerprint.environment.cache_clear()
    yield folder
    fingerprint.environment.cache_clear()


def compiled_anew(fake):
    made = jit(_twice, target="gpu").compile(normal(4))
    wire(fake, made)
    np.testing.assert_array_equal(np.asarray(made(normal(4))), 2 * normal(4))
    return made


def _twice(x):
    return x * 2


def test_ptx_comes_from_the_disk_cache_in_the_next_process(fake, folder, monkeypatch):
    assert compiled_anew(fake).source == "compiled"
    assert len(list(folder.iterdir())) == 1
    from runners import ptx

    monkeypatch.setattr(ptx, "compile", lambda *a, **k: pytest.fail("PTX was compiled again"))
    assert compiled_anew(fake).source == "disk cache"


def test_an_entry_that_was_changed_is_made_again(fake, folder):
    compiled_anew(fake)
    (entry,) = folder.iterdir()
    entry.write_text(entry.read_text().replace("add.rn.f32", "mul.rn.f32"))
    with pytest.warns(match="its PTX is not what was written"):
        assert compiled_anew(fake).source == "compiled"
    assert compiled_anew(fake).source == "disk cache"


def test_another_chip_has_an_entry_of_its_own(fake, folder):
    compiled_anew(fake)
    gpu.device().close()
    fake.capability = (9, 0)
    assert compiled_anew(fake).source == "compiled"
    assert len(list(folder.iterdir())) == 2


# What goes wrong ------------------------------------------------------------------------------


def test_without_a_device_the_simulator_is_named(monkeypatch):
    made = FakeDriver(devices=0)
    monkeypatch.setattr(driver, "api", lambda: made)
    gpu._open.cache_clear()
    with pytest.raises(gpu_cuda.NoDevice, match=r'CUDA_ERROR_NO_DEVICE.*target="gpu-sim"'):
        jit(lambda x: x + 1, target="gpu")(normal(3))
    assert made.held == (0, 0, 0, 0, 0)


def test_too_little_memory_is_named_with_the_sizes(fake):
    fake.memory = 1 << 20
    gpu.device().close()
    x = gpu.put(normal(1000))
    with pytest.raises(gpu.OutOfMemory) as error:
        gpu.put({"table": np.zeros((512, 1024), np.float32)})
    assert re.match(r"tree\['table'\] needs 2,097,152 bytes on GPU 0, Made-up GPU, which has "
                    r"1,048,576 in all; 4,096 are in use", str(error.value))  # fmt: skip
    assert x.numpy().shape == (1000,)


def test_a_temporary_that_does_not_fit_is_named_and_the_call_leaves_nothing_behind(fake):
    fake.memory = 1 << 20
    gpu.device().close()
    f = jit(lambda x: np.tanh(x[:, None] * x) @ x, target="gpu")
    x = gpu.put(normal(600))
    wire(fake, f.compile(x))
    device = gpu.device()
    before = device.held
    with pytest.raises(gpu.OutOfMemory, match=r"a temporary of shape \(600, 600\)"):
        f(x)
    assert device.held == before


def test_memory_that_is_kept_free_is_let_go_before_there_is_too_little(fake):
    fake.memory = 1 << 20
    gpu.device().close()
    gpu.put(np.zeros(200_000, np.float32)).free()
    assert gpu.device().cached >= 800_000
    assert gpu.put(np.ones(210_000, np.float32)).numpy().all()


def test_arrays_of_two_devices_do_not_mix(fake):
    fake.devices = 2
    a, b = gpu.put(normal(3)), gpu.put(normal(3), ordinal=1)
    f = jit(lambda a, b: a + b, target="gpu")
    with pytest.raises(ArgumentError, match=r"b is on GPU 1, .* an argument before it on GPU 0"):
        f(a, b)
    compiled = f.compile(b, b)
    wire(fake, compiled)
    assert compiled(b, b).device is gpu.device("gpu", 1)


def test_an_array_of_the_simulator_is_no_argument_of_a_gpu(fake):
    x = gpu.put(normal(3), "gpu-sim")
    with pytest.raises(ArgumentError, match="takes no array that is on the simulator"):
        jit(lambda x: x + 1, target="gpu")(x)
    y = gpu.put(normal(3))
    with pytest.raises(ArgumentError, match="takes no array that is on GPU 0"):
        jit(lambda x: x + 1, target="gpu-sim")(y)


def test_an_array_that_was_freed_says_so(fake):
    x = gpu.put(normal(3))
    x.free()
    x.free()
    with pytest.raises(ArgumentError, match="was freed"):
        x.numpy()
    with pytest.raises(ArgumentError, match="was freed"):
        jit(lambda x: x + 1, target="gpu")(x)


def test_an_array_after_its_device_was_closed_says_so(fake):
    x = gpu.put(normal(3))
    gpu.device().close()
    with pytest.raises(ArgumentError, match="was closed: arrays on it are gone"):
        x.numpy()


def test_a_device_is_of_no_use_after_a_fork(fake):
    x = gpu.put(normal(3))
    read, write = os.pipe()
    child = os.fork()
    if not child:  # no test may run on in the child
        try:
            x.numpy()
            said = "nothing"
        except ArgumentError as error:
            said = str(error)
        os.write(write, said.encode())
        os._exit(0)
    os.waitpid(child, 0)
    assert "before this process was forked off" in os.read(read, 1000).decode()
    assert x.numpy().shape == (3,)


def test_an_error_of_a_kernel_shows_when_the_result_is_asked_for_and_names_it(fake):
    f = jit(lambda x: x * 2, target="gpu")
    f.compile(normal(3))
    fake.kernels["map_0"] = lambda *_: real.CUresult.CUDA_ERROR_ILLEGAL_ADDRESS
    y = f(normal(3))
    with pytest.raises(driver.CudaError, match="kernel map_0 failed, CUDA_ERROR_ILLEGAL_ADDRESS"):
        y.numpy()
    fake.sticky = real.CUresult.CUDA_SUCCESS


def test_the_pool_hands_out_a_block_once():
    device = simulator.Simulator(memory=4096)
    first = device.allocate(100, "x")
    second = device.allocate(100, "y")
    assert first is not second
    device.give_back(first)
    assert device.allocate(512, "z") is first
    assert first.fresh
    with pytest.raises(runtime.OutOfMemory, match="w needs 8,192 bytes"):
        device.allocate(8192, "w")
