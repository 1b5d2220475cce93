"""Ahead-of-time export: a shared library that C and Python call, and its header."""

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tensors import attention, normal, softmax

from runners import CompileError, toolchain
from stepdown import ArgumentError, jit
from stepdown.execution import export, wrapper
from stepdown.frontend.types import bfloat16

X, V = normal(5, 7), normal(7)
LOOPS = {"threads": False, "products": "loops"}


class Exported:
    """An exported library as ctypes sees it, called with NumPy arrays and numbers."""

    def __init__(self, compiled, path: Path, **options) -> None:
        self.header = compiled.export(path, **options)
        self.path, self.text = path, self.header.read_text()
        self.library, self.name = ctypes.CDLL(str(path)), compiled.name

    def sizes(self, *arguments, ranks: list[int]) -> tuple[int, list[tuple]]:
        """The status and (offset, sizes, strides) of each result."""
        results = [(ctypes.c_int64 * (3 + 2 * rank))(*[-1] * (3 + 2 * rank)) for rank in ranks]
        given = [descriptor(a) for a in arguments]
        status = self.library[f"{self.name}_sizes"](*given, *results)
        return status, [
            (r[2], tuple(r[3 : 3 + k]), tuple(r[3 + k :]))
            for r, k in zip(results, ranks, strict=True)
        ]

    def __call__(self, *parameters) -> int:
        return self.library[self.name](*map(descriptor, parameters))

    def message(self, status: int) -> str:
        return re.search(rf'case {status}: return "(.*)";', self.text)[1]


def descriptor(value):
    """An array's descriptor; a number as it is."""
    if not isinstance(value, np.ndarray):
        return ctypes.c_double(value) if isinstance(value, float) else ctypes.c_int64(value)
    strides = [step // value.itemsize for step in value.strides]
    address = value.__array_interface__["data"][0]
    return (ctypes.c_int64 * (3 + 2 * value.ndim))(address, address, 0, *value.shape, *strides)


def needed(path: Path) -> str:
    return toolchain.run("llvm-readobj", "--needed-libs", path).stdout


# From C ----------------------------------------------------------------------------------------

PROGRAM = """
#include "softmax.h"
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **arguments) {
    int rows = count > 1 ? atoi(arguments[1]) : 0;
    float *input = (float *)malloc(sizeof(float) * (rows * 7 + 1));
    for (int i = 0; i < rows * 7; ++i) input[i] = (float)(i % 5);
    memref_2d_f32 x = {input, input, 0, {rows, 7}, {7, 1}}, y;
    int32_t status = softmax_sizes(&x, &y);
    if (status) { fprintf(stderr, "%s\\n", softmax_message(status)); return 1; }
    intptr_t elements = y.sizes[0] * y.sizes[1];
    y.allocated = y.aligned = (float *)malloc(sizeof(float) * (elements + 1));
    status = softmax(&x, &y);
    if (status) { fprintf(stderr, "%s\\n", softmax_message(status)); return 1; }
    printf("%ld %ld\\n", (long)y.sizes[0], (long)y.sizes[1]);
    for (intptr_t i = 0; i < elements; ++i) printf("%.9g\\n", y.aligned[i]);
    y.sizes[1] = 6;
    printf("%s\\n", softmax_message(softmax(&x, &y)));
    return 0;
}
"""


@pytest.mark.parametrize(
    ("compiler", "suffix", "standard"), [("cc", "c", "-std=c99"), ("c++", "cpp", "-std=c++17")]
)
def test_a_program_in_c_asks_for_the_sizes_and_calls(tmp_path, compiler, suffix, standard):
    if not shutil.which(compiler):
        pytest.skip(f"there is no {compiler} on PATH")
    made = jit(softmax, dynamic={"x": (0,)}, threads=False).compile(X)
    library = tmp_path / "softmax.so"
    made.export(library)
    source, program = tmp_path / f"main.{suffix}", tmp_path / "main"
    source.write_text(PROGRAM)
    warnings = ["-Wall", "-Wextra", "-Werror", standard]
    link = [library, "-o", program, f"-Wl,-rpath={tmp_path}"]
    subprocess.run([compiler, *warnings, source, f"-I{tmp_path}", *link], check=True)
    for rows in (3, 1, 0):
        done = subprocess.run([program, str(rows)], capture_output=True, text=True, check=True)
        sizes, *numbers, message = done.stdout.splitlines()
        assert sizes == f"{rows} 7"
        x = (np.arange(rows * 7) % 5).astype(np.float32).reshape(rows, 7)
        wanted = softmax(x).ravel()
        np.testing.assert_allclose(np.array(numbers, np.float32), wanted, rtol=1e-6)
        assert message == "result has to be float32[x_0, 7], row-major"


# From Python -----------------------------------------------------------------------------------


def tree(p, k):
    return {"sum": p["x"] + p["pair"][0] * k, "rest": [p["pair"][1] > 0]}


def test_arguments_and_results_have_names_and_values_as_in_python(tmp_path):
    arguments = {"x": X, "pair": (V, normal(3))}, 2.5
    library = Exported(jit(tree).compile(*arguments), tmp_path / "tree.so")
    total, positive = np.empty((5, 7), np.float32), np.empty(3, bool)
    assert library(X, V, normal(3), 2.5, total, positive) == 0
    wanted = tree(*arguments)
    np.testing.assert_allclose(total, wanted["sum"], rtol=1e-6)
    np.testing.assert_array_equal(positive, wanted["rest"][0])
    assert "tree(p_x, p_pair_0, p_pair_1, k, result_sum, result_rest_0)" in library.text
    assert "p_pair_0: float32[7], row-major; only read; in Python p['pair'][0]" in library.text
    assert "k: float64, by value" in library.text
    assert re.search(r"int32_t tree\(memref_2d_f32 \*p_x, .*double k, ", library.text)


@pytest.mark.parametrize("products", ["blas", "loops"])
def test_attention_from_a_library_is_numpys(tmp_path, products):
    arguments = normal(16, 64), normal(64, 192) / 8, normal(64, 64) / 8
    made = jit(attention, products=products).compile(*arguments)
    library = Exported(made, tmp_path / "attention.so")
    out = np.empty((16, 64), np.float32)
    assert library(*arguments, out) == 0
    np.testing.assert_allclose(out, attention(*arguments), rtol=2e-5, atol=2e-5)


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float64", "int8", "uint64", "bool"])
@pytest.mark.parametrize("cpu", ["native", "generic"])
def test_every_kind_of_number_crosses(tmp_path, dtype, cpu):
    kind = bfloat16() if dtype == "bfloat16" else np.dtype(dtype)
    x = (np.arange(12).reshape(3, 4) % 3).astype(kind)
    library = Exported(jit(lambda a: a + a).compile(x), tmp_path / "twice.so", cpu=cpu)
    out = np.empty_like(x)
    assert library(x, out) == 0
    np.testing.assert_array_equal(out, x + x)


def test_conversions_that_the_processor_lacks_are_named(tmp_path):
    x = normal(9).astype(bfloat16())
    library = Exported(jit(lambda a: a + a).compile(x), tmp_path / "x.so", cpu="generic")
    assert "mlir_float16_utils" in needed(library.path)
    assert "conversions to bfloat16, which this processor has no instruction for" in library.text


def test_a_library_that_does_not_load_is_not_written(tmp_path, monkeypatch):
    def link(source, target, needs):
        (tmp_path / "calls.c").write_text("void nothing_has_this(void); void f(void) {"
                                          "nothing_has_this(); }")  # fmt: skip
        command = ["cc", "-shared", "-fPIC", tmp_path / "calls.c", "-o", target]
        subprocess.run(command, check=True)

    made = jit(softmax).compile(X)
    monkeypatch.setattr(export.native, "link", link)
    (tmp_path / "out").mkdir()
    with pytest.raises(CompileError, match=r"the library does not load: .*nothing_has_this"):
        made.export(tmp_path / "out" / "x.so")
    assert not list((tmp_path / "out").iterdir())


def test_loops_are_shared_among_threads(tmp_path):
    x = normal(600, 512)
    library = Exported(jit(softmax).compile(x), tmp_path / "softmax.so")
    out = np.empty_like(x)
    assert library(x, out) == 0
    np.testing.assert_allclose(out, softmax(x), rtol=1e-5, atol=1e-7)
    assert "omp" in needed(library.path)
    assert f"    {toolchain.openmp_runtime()}\n" in library.text


def test_captured_arrays_are_in_the_library_as_they_were(tmp_path):
    tables = [V.copy(), np.arange(7), (V > 0), V.astype(bfloat16())]

    def use(x):
        return x + tables[0] + tables[1] * tables[2], tables[3] + tables[3]

    wanted = use(X)
    library = Exported(jit(use).compile(X), tmp_path / "use.so")
    tables[0][:] = 0
    first, second = np.empty((5, 7)), np.empty(7, bfloat16())
    assert library(X, first, second) == 0
    np.testing.assert_allclose(first, wanted[0], rtol=1e-6)
    np.testing.assert_array_equal(second, wanted[1])


def test_captured_arrays_that_are_too_large_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(wrapper, "EMBEDDED", 10)
    made = jit(lambda x: x + V).compile(X)
    with pytest.raises(ArgumentError, match="have 28 bytes; a library holds 10 of them at most"):
        made.export(tmp_path / "x.so")
    assert not list(tmp_path.iterdir())


# Sizes and checks ------------------------------------------------------------------------------


def parts(x, y):
    return x[1:] + y, x.T.reshape(-1), (x * y[0]).sum(1)


def test_the_sizes_of_results_are_computed_in_the_module(tmp_path):
    made = jit(parts, dynamic={"x": (0,), "y": (0,)}).compile(normal(4, 3), normal(3, 3))
    library = Exported(made, tmp_path / "parts.so")
    for n in (2, 5, 9):
        status, sizes = library.sizes(normal(n, 3), normal(n - 1, 3), ranks=[2, 1, 1])
        assert status == 0
        assert sizes == [(0, (n - 1, 3), (3, 1)), (0, (3 * n,), (1,)), (0, (n,), (1,))]
        given = normal(n, 3), normal(n - 1, 3)
        outs = [np.empty(shape, np.float32) for _, shape, _ in sizes]
        assert library(*given, *outs) == 0
        for ours, theirs in zip(outs, parts(*given), strict=True):
            np.testing.assert_allclose(ours, theirs, rtol=1e-5, atol=1e-6)


def fill(*shape: int) -> np.ndarray:
    return np.full(shape, 7, np.float32)


def test_what_does_not_fit_is_a_status_and_nothing_is_written(tmp_path):
    def add(x, y):
        return x + y

    made = jit(add, dynamic={"x": (0,), "y": (0,)}).compile(X, X)
    library = Exported(made, tmp_path / "add.so")
    wide = normal(4, 14)
    cases = [
        ((normal(4, 6), normal(4, 7), fill(4, 7)), "x has to be float32[x_0, 7], row-major"),
        ((wide[:, ::2], normal(4, 7), fill(4, 7)), "x has to be float32[x_0, 7], row-major"),
        ((normal(4, 7), normal(7, 4).T, fill(4, 7)), "y has to be float32[y_0, 7], row-major"),
        ((normal(4, 7), normal(3, 7), fill(4, 7)), "the size y_0 has to be equal to x_0"),
        ((normal(4, 7), normal(4, 7), fill(5, 7)), "result has to be float32[x_0, 7], row-major"),
        ((normal(4, 7), normal(4, 7), fill(4, 14)[:, 7:]), "result has to be float32[x_0, 7]"),
    ]
    for (x, y, out), message in cases:
        status = library(x, y, out)
        assert status > 0
        assert library.message(status).startswith(message)
        assert (out == 7).all()
    assert library.sizes(normal(4, 7), normal(3, 7), ranks=[2])[0] == library(*cases[3][0])
    shifted = (ctypes.c_int64 * 7)(*descriptor(X))
    shifted[2] = 1
    assert "x has to be" in library.message(library.library.add(shifted, descriptor(X), shifted))


def test_layouts_are_as_the_arguments_lay(tmp_path):
    made = jit(lambda a, b: a + b).compile(normal(7, 5).T, normal(5, 14)[:, ::2])
    library = Exported(made, tmp_path / "layouts.so")
    a, b, out = normal(7, 5), normal(5, 21)[:, ::3], np.empty((5, 7), np.float32)
    assert library(a, b, out) == 0
    np.testing.assert_array_equal(out, a.T + b)
    assert "a: float32[7, 5], row-major, with the axes of the array in the order (1, 0)" in (
        library.text
    )
    assert "b: float32[5, 7], with any strides" in library.text


def test_an_index_out_of_bounds_is_a_status(tmp_path):
    library = Exported(jit(lambda x, i: x[i]).compile(X, np.arange(2)), tmp_path / "pick.so")
    out = np.empty((2, 7), np.float32)
    assert library(X, np.array([4, -5]), out) == 0
    np.testing.assert_array_equal(out, X[[4, -5]])
    status = library(X, np.array([4, 5]), out)
    assert "out of bounds for axis 0 with size 5" in library.message(status)


def test_arrays_without_dimensions_and_without_elements_cross(tmp_path):
    library = Exported(jit(lambda x, y: (x.sum(), x + y)).compile(X[:, :0], np.array(1.0)),
                       tmp_path / "none.so")  # fmt: skip
    total, out = np.empty((), np.float32), np.empty((5, 0))
    assert library(X[:, :0].copy(), np.array(1.0), total, out) == 0
    assert total == 0


# What is in the library ------------------------------------------------------------------------


def test_the_library_has_two_functions_and_nothing_else(tmp_path):
    made = jit(softmax, **LOOPS).compile(X)
    made.export(tmp_path / "softmax.so")
    names = toolchain.run("llvm-nm", "-D", "--defined-only", tmp_path / "softmax.so").stdout
    assert {line.split()[-1] for line in names.splitlines()} == {"softmax", "softmax_sizes"}


def test_without_blas_and_threads_it_needs_the_c_library_only(tmp_path):
    arguments = normal(80, 90), normal(90, 70)
    library = Exported(jit(lambda a, b: a @ b, **LOOPS).compile(*arguments), tmp_path / "mm.so")
    found = set(re.findall(r"lib\w+", needed(library.path)))
    assert found <= {"libm", "libc", "libgcc_s"}
    assert "The library needs nothing but the C library." in library.text
    out = np.empty((80, 70), np.float32)
    assert library(*arguments, out) == 0
    np.testing.assert_allclose(out, arguments[0] @ arguments[1], rtol=1e-4, atol=1e-4)


def test_with_blas_the_header_says_which(tmp_path):
    made = jit(lambda a, b: a @ b, products="blas").compile(normal(80, 90), normal(90, 70))
    library = Exported(made, tmp_path / "mm.so")
    assert "openblas" in needed(library.path)
    assert f"the BLAS of NumPy {np.__version__}, for products" in library.text


def test_generic_code_runs_on_any_processor_of_the_architecture(tmp_path):
    made = jit(lambda x: x * 2 + 1, **LOOPS).compile(normal(4000))
    text = {}
    for cpu in ("native", "generic"):
        library = Exported(made, tmp_path / f"{cpu}.so", cpu=cpu)
        out = np.empty(4000, np.float32)
        assert library(normal(4000), out) == 0
        np.testing.assert_allclose(out, normal(4000) * 2 + 1, rtol=1e-6)
        text[cpu] = toolchain.run("llvm-objdump", "-d", library.path).stdout
    assert not re.search(r"%[yz]mm", text["generic"])
    if " avx2 " in Path("/proc/cpuinfo").read_text():
        assert re.search(r"%[yz]mm", text["native"])
    assert f", {toolchain.host_cpu()}." in (tmp_path / "native.h").read_text()
    assert ", generic." in (tmp_path / "generic.h").read_text()


@pytest.mark.parametrize("name", ["double", "sin", "malloc", "main"])
def test_a_name_that_c_has_already_gets_another(tmp_path, name):
    def function(int):
        return np.sin(int)

    function.__name__ = name
    x = normal(9, dtype=np.float64)
    made = jit(function).compile(x)
    np.testing.assert_allclose(made(x), np.sin(x), rtol=1e-14)
    made.export(tmp_path / "x.so")
    text = (tmp_path / "x.h").read_text()
    assert f"int32_t {name}_(memref_1d_f64 *int_, memref_1d_f64 *result);" in text
    out = np.empty(9)
    assert ctypes.CDLL(str(tmp_path / "x.so"))[f"{name}_"](descriptor(x), descriptor(out)) == 0
    np.testing.assert_allclose(out, np.sin(x), rtol=1e-14)


def test_names_that_fall_together_are_told_apart(tmp_path):
    made = jit(lambda p_x, p: p_x + p["x"]).compile(X, {"x": X})
    text = made.export(tmp_path / "x.so").read_text()
    assert "(memref_2d_f32 *p_x, memref_2d_f32 *p_x_, memref_2d_f32 *result)" in text


# Failures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("x", "a shared library's name ends in .so; got .*/x"),
        ("none/x.so", "there is no folder .*/none to export to"),
        ("taken.so", "taken.so is a folder; name a file to export to"),
        ("header.so", "header.h is a folder; name a file to export to"),
    ],
)
def test_a_place_that_cannot_be_is_refused(tmp_path, where, message):
    (tmp_path / "taken.so").mkdir()
    (tmp_path / "header.h").mkdir()
    with pytest.raises(ArgumentError, match=message):
        jit(softmax).compile(X).export(tmp_path / where)
    assert not list(tmp_path.glob("**/*.partial"))


def test_an_unknown_processor_is_named(tmp_path):
    with pytest.raises(CompileError, match="no processor is called 'z80'"):
        jit(softmax).compile(X).export(tmp_path / "x.so", cpu="z80")
    assert not list(tmp_path.iterdir())


def test_a_failure_leaves_what_was_there(tmp_path, monkeypatch):
    made = jit(softmax).compile(X)
    made.export(tmp_path / "x.so")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setenv("CC", "false")
    with pytest.raises(CompileError, match="false failed"):
        made.export(tmp_path / "x.so")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    monkeypatch.setattr("shutil.copyfile", _no_space)
    monkeypatch.delenv("CC")
    with pytest.raises(ArgumentError, match=r"cannot write .*x.h.*No space"):
        made.export(tmp_path / "x.so")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def _no_space(source, target):
    Path(target).write_text("half")
    raise OSError(28, "No space left on device", str(target))
