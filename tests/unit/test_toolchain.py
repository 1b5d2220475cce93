"""What runners.toolchain finds, and the one clear error of each thing that it does not find."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, hide_package

from runners import ToolchainError, toolchain

DEBIAN = Path("/usr/lib/llvm-22")
pytestmark = pytest.mark.usefixtures("fresh")


# Tools.


@pytest.mark.parametrize(
    "name", ["mlir-opt", "mlir-translate", "mlir-runner", "mlir-pdll", "opt", "llc", "FileCheck"]
)
def test_the_tools_of_the_wheels_are_found_and_are_of_the_pinned_release(wheels, name):
    assert toolchain.tool(name).parent.parent.name in ("mlir", "llvm")
    assert toolchain.llvm_version(name) == toolchain.RELEASE


def test_finding_tools_imports_no_bindings(wheels):
    code = (
        "import sys\nfrom runners import toolchain\ntoolchain.tool('mlir-opt')\n"
        "toolchain.library('mlir_runner_utils')\nprint('mlir.ir' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert result.stdout == "False\n", result.stderr


def test_a_selected_llvm_is_the_only_place_searched(llvm):
    with pytest.raises(ToolchainError) as caught:
        toolchain.tool("mlir-opt")  # the wheels have one
    assert f"{llvm.root}/bin/mlir-opt" in str(caught.value)
    assert f"unset STEPDOWN_LLVM={llvm.root}" in str(caught.value)


def test_another_selection_is_seen_at_once(llvm, monkeypatch):
    path = llvm.version("llc", "22.1.8")
    assert toolchain.tool("llc") == path
    monkeypatch.delenv("STEPDOWN_LLVM")
    assert toolchain.tool("llc") != path


def test_a_selected_tool_that_is_not_executable_is_refused_by_path(llvm):
    path = llvm.add("opt", "#!/bin/sh\n", mode=0o644)
    with pytest.raises(ToolchainError, match=rf"{path} is not executable"):
        toolchain.tool("opt")


def test_without_wheels_a_tool_on_path_is_taken(no_wheels, llvm, monkeypatch):
    monkeypatch.delenv("STEPDOWN_LLVM")
    path = llvm.version("mlir-opt", "22.1.8")
    monkeypatch.setenv("PATH", str(path.parent))
    assert toolchain.tool("mlir-opt") == path


def test_a_tool_found_nowhere_says_where_it_was_looked_for_and_what_to_do(no_wheels):
    with pytest.raises(ToolchainError) as caught:
        toolchain.tool("mlir-opt")
    for part in ("no mlir-opt", sys.executable, "PATH", "`make clean setup`", "STEPDOWN_LLVM"):
        assert part in str(caught.value)


@pytest.mark.skipif(not DEBIAN.is_dir(), reason=f"Debian's LLVM 22 is not at {DEBIAN}")
def test_the_llvm_of_debian_can_be_selected(monkeypatch):
    monkeypatch.setenv("STEPDOWN_LLVM", str(DEBIAN))
    assert toolchain.tool("mlir-opt") == DEBIAN / "bin" / "mlir-opt"
    assert toolchain.llvm_version("mlir-opt").startswith("22.1.")
    assert toolchain.library("mlir_c_runner_utils").name == "libmlir_c_runner_utils.so.22.1"


# Running them.


def test_run_returns_output_and_exit_code_without_raising(llvm):
    llvm.add("mlir-opt", '#!/bin/sh\ncat; echo "$2" >&2; exit 3\n')
    result = toolchain.run("mlir-opt", "one", Path("two"), input="text")
    assert (result.returncode, result.stdout, result.stderr) == (3, "text", "two\n")


def test_run_without_input_does_not_wait_for_the_terminal(llvm):
    llvm.add("mlir-opt", "#!/bin/sh\ncat\n")
    assert toolchain.run("mlir-opt", timeout=20).stdout == ""


def test_run_reads_output_that_is_no_utf_8(llvm):
    llvm.add("llc", "#!/bin/sh\nprintf 'a\\377b'\n")
    assert toolchain.run("llc").stdout == "a\ufffdb"


def test_a_tool_that_takes_too_long_is_stopped_and_named_with_its_command(llvm):
    llvm.add("opt", "#!/bin/sh\nexec sleep 30\n")
    with pytest.raises(ToolchainError, match=r"opt did not finish in 0\.3 s .*-O3 'a b'"):
        toolchain.run("opt", "-O3", "a b", timeout=0.3)


@pytest.mark.parametrize(
    ("script", "reason"),
    [("no script, no program", "Exec format error"), ("#!/no/such/shell\n", "No such file")],
)
def test_a_tool_that_does_not_start_is_one_error_with_the_reason(llvm, script, reason):
    path = llvm.add("mlir-opt", script)
    with pytest.raises(ToolchainError, match=rf"{path} does not start: {reason}.*make clean setup"):
        toolchain.run("mlir-opt", "--version")


def test_a_tool_removed_after_it_was_found_is_a_toolchain_error(llvm):
    path = llvm.version("llc", "22.1.8")
    toolchain.tool("llc")
    path.unlink()
    with pytest.raises(ToolchainError, match="does not start: No such file"):
        toolchain.run("llc")


# Versions.


def test_the_release_target_and_processor_are_read_from_the_tools(llvm):
    llvm.version("llc", "21.1.2")
    assert toolchain.llvm_version("llc") == "21.1.2"
    assert toolchain.host_triple() == "riscv64-unknown-linux-gnu"
    assert toolchain.host_cpu() == "sifive-u74"


def test_this_machine_has_a_triple_and_a_processor(wheels):
    assert toolchain.host_triple().startswith(os.uname().machine.replace("arm64", "aarch64"))
    assert toolchain.host_cpu()


def test_a_development_version_keeps_its_suffix(llvm):
    llvm.version("mlir-opt", "23.0.0git")
    assert toolchain.llvm_version() == "23.0.0git"


def test_a_tool_that_names_no_release_is_quoted(llvm):
    path = llvm.add("mlir-opt", "#!/bin/sh\necho hello there\n")
    with pytest.raises(ToolchainError, match=rf"{path} --version names no .*'hello there'"):
        toolchain.llvm_version()


def test_a_tool_that_cannot_load_its_libraries_is_quoted(llvm):
    llvm.add("mlir-opt", "#!/bin/sh\necho 'libLLVM.so: cannot open' >&2\nexit 127\n")
    with pytest.raises(ToolchainError, match=r"ended with 127: libLLVM\.so: cannot open"):
        toolchain.llvm_version()


@pytest.mark.parametrize("ask", [toolchain.host_triple, toolchain.host_cpu])
def test_an_llc_that_does_not_name_its_host_is_an_error(llvm, ask):
    llvm.add("llc", "#!/bin/sh\necho LLVM version 22.1.8\n")
    with pytest.raises(ToolchainError, match=r"has no line '(Default target|Host CPU):'"):
        ask()


def test_bindings_of_the_wheel_have_a_version(wheels):
    assert toolchain.bindings_version().startswith(f"{toolchain.RELEASE}.")


def test_missing_bindings_name_the_wheel_and_what_to_do(monkeypatch):
    monkeypatch.setattr(toolchain, "BINDINGS", "no-such-wheel-of-bindings")
    with pytest.raises(ToolchainError, match=r"wheel no-such-wheel-of-bindings.*make clean setup"):
        toolchain.bindings_version()


def test_bindings_from_elsewhere_are_shown_with_their_folder_and_no_version(tmp_path):
    place = tmp_path / "mlir_core"
    (place / "mlir" / "_mlir_libs").mkdir(parents=True)
    code = (
        "from runners import toolchain as t\n"
        "print(t.bindings_version(), t.bindings_folder(), t.check_versions())"
    )
    environment = os.environ | {"PYTHONPATH": str(place), "STEPDOWN_LLVM": ""}
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert result.stdout == f"unknown {place}/mlir []\n", result.stderr


def test_the_wheels_give_no_warning(wheels):
    assert toolchain.check_versions() == []


def test_tools_of_different_releases_give_one_warning_that_names_each(llvm):
    for name in ("mlir-opt", "mlir-translate", "opt"):
        llvm.version(name, "22.1.8")
    llvm.version("llc", "19.1.7")
    (warning,) = toolchain.check_versions()
    assert "mlir-opt 22.1.8, mlir-translate 22.1.8, opt 22.1.8, llc 19.1.7" in warning
    assert "Python bindings 22.1.8" in warning
    assert "Version drift" in warning


def test_bindings_of_another_release_than_the_tools_give_a_warning(llvm):
    for name in ("mlir-opt", "mlir-translate", "opt", "llc"):
        llvm.version(name, "21.1.2")
    (warning,) = toolchain.check_versions()
    assert "mlir-opt 21.1.2" in warning
    assert "Python bindings 22.1.8" in warning


def test_one_release_that_is_not_the_chapters_gives_a_warning(llvm, monkeypatch):
    monkeypatch.setattr(toolchain, "BINDINGS", "no-such-wheel-of-bindings")
    for name in ("mlir-opt", "mlir-translate", "opt", "llc"):
        llvm.version(name, "23.1.0")
    (warning,) = toolchain.check_versions()
    assert "LLVM 23.1.0 was found; the chapters are written for 22.1.8" in warning


# Libraries, the OpenMP runtime, the linker.


@pytest.mark.parametrize(
    "name",
    ["mlir_c_runner_utils", "mlir_runner_utils", "mlir_float16_utils", "mlir_async_runtime"],
)
def test_the_runner_libraries_of_the_wheels_are_found(wheels, name):
    assert toolchain.library(name).name in (f"lib{name}.so", f"lib{name}.dylib")


def test_a_library_with_a_version_in_its_name_is_found(llvm):
    path = llvm.root / "lib" / "libmlir_runner_utils.so.22.1"
    path.touch()
    assert toolchain.library("mlir_runner_utils") == path


def test_a_library_missing_from_the_selected_llvm_is_not_taken_from_the_wheels(llvm):
    with pytest.raises(ToolchainError) as caught:
        toolchain.library("mlir_runner_utils")
    assert f"libmlir_runner_utils.so in {llvm.root}/lib" in str(caught.value)
    assert "unset STEPDOWN_LLVM" in str(caught.value)


def test_without_wheels_the_libraries_beside_mlir_opt_are_taken(no_wheels, llvm, monkeypatch):
    monkeypatch.delenv("STEPDOWN_LLVM")
    monkeypatch.setenv("PATH", str(llvm.version("mlir-opt", "22.1.8").parent))
    path = llvm.root / "lib" / "libmlir_runner_utils.so"
    path.touch()
    assert toolchain.library("mlir_runner_utils") == path


def test_a_library_found_nowhere_says_what_to_do(no_wheels):
    with pytest.raises(ToolchainError, match=r"no library mlir_runner_utils: .*make clean setup"):
        toolchain.library("mlir_runner_utils")


def _in_new_process(code: str) -> list[str]:
    result = subprocess.run(
        [sys.executable, "-c", "from runners import toolchain\n" + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert result.returncode == 0, result.stderr
    return result.stdout.split()


def test_the_openmp_runtime_found_has_the_entry_points_that_llvm_calls():
    code = (
        "import ctypes\nprint(hasattr(ctypes.CDLL(toolchain.openmp_runtime()), '__kmpc_fork_call'))"
    )
    assert _in_new_process(code) == ["True"]


def test_the_openmp_runtime_of_the_environment_is_found_without_reading_any_wheels_list():
    if not (Path(sys.prefix) / "lib" / "libiomp5.so").is_file():
        pytest.skip("intel-openmp is not in this environment's lib")
    code = "import sys\nprint(toolchain.openmp_runtime(), 'importlib.metadata' in sys.modules)"
    found, asked = _in_new_process(code)
    assert Path(found) == (Path(sys.prefix) / "lib" / "libiomp5.so").resolve()
    assert asked == "False"


def test_an_openmp_runtime_elsewhere_is_found_by_its_wheels_list(monkeypatch, tmp_path):
    from importlib import metadata

    class Listed:
        def locate(self):
            return tmp_path / "elsewhere" / "libiomp5.so"

    (tmp_path / "elsewhere").mkdir()
    Listed().locate().touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "bare"))
    monkeypatch.setattr(toolchain.site, "ENABLE_USER_SITE", False)
    monkeypatch.setattr(metadata, "files", lambda name: [Listed()] * (name == "intel-openmp"))
    monkeypatch.setattr(toolchain, "openmp_runtimes_loaded", list)
    assert toolchain.openmp_runtime() == Listed().locate()


@pytest.mark.parametrize("enabled", [True, False])
def test_an_openmp_runtime_in_the_users_own_folder_counts_where_python_reads_it(
    enabled, monkeypatch, tmp_path
):
    own = tmp_path / "lib" / "libiomp5.so"
    own.parent.mkdir()
    own.touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "bare"))
    monkeypatch.setattr(toolchain.site, "getuserbase", lambda: str(tmp_path))
    monkeypatch.setattr(toolchain.site, "ENABLE_USER_SITE", enabled)
    monkeypatch.setattr(toolchain, "openmp_runtimes_loaded", list)
    assert (toolchain.openmp_runtime() == own) is enabled


def test_a_loaded_openmp_runtime_is_reported_and_preferred(tmp_path):
    copy = tmp_path / "libomp.so.5"
    shutil.copy(toolchain.openmp_runtime(), copy)
    code = (
        "import ctypes\nprint(len(toolchain.openmp_runtimes_loaded()))\n"
        f"ctypes.CDLL({str(copy)!r})\n"
        "print(*toolchain.openmp_runtimes_loaded(), toolchain.openmp_runtime())"
    )
    assert _in_new_process(code) == ["0", str(copy), str(copy)]


def test_libgomp_is_reported_but_not_taken(tmp_path):
    found = [path for path in Path("/usr/lib").glob("*/libgomp.so.1") if path.is_file()]
    if not found:
        pytest.skip("there is no libgomp.so.1 under /usr/lib")
    copy = tmp_path / "libgomp-a34b3233.so.1"  # as wheels name the copy that they bring
    shutil.copy(found[0], copy)
    code = (
        f"import ctypes\nctypes.CDLL({str(copy)!r})\n"
        "print(*toolchain.openmp_runtimes_loaded(), toolchain.openmp_runtime())"
    )
    loaded, taken = _in_new_process(code)
    assert loaded == str(copy)
    assert "gomp" not in taken


@pytest.mark.parametrize("name", ["libomptarget.so", "libompd.so", "libiompstubs5.so", "libomp.a"])
def test_other_libraries_of_openmp_are_no_runtime(name):
    assert not toolchain.OPENMP.match(name)


def test_without_any_openmp_runtime_the_error_says_what_to_install(monkeypatch):
    from importlib import metadata

    def nothing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "files", nothing)
    monkeypatch.setattr(toolchain, "_in_directory", lambda directory, name: None)
    monkeypatch.setattr(toolchain, "openmp_runtimes_loaded", list)
    with pytest.raises(
        ToolchainError, match=r"__kmpc_.*libgomp has none.*make clean setup.*libomp5-22"
    ):
        toolchain.openmp_runtime()


def test_cc_comes_first_and_may_have_arguments(monkeypatch):
    monkeypatch.setenv("CC", f"{sys.executable} -O1 '-DX=a b'")
    assert toolchain.linker() == toolchain.Linker((sys.executable, "-O1", "-DX=a b"), True)


def test_a_cc_that_does_not_exist_is_refused_and_not_replaced(monkeypatch):
    monkeypatch.setenv("CC", "no-such-cc -O1")
    with pytest.raises(ToolchainError, match="CC=no-such-cc -O1: there is no such compiler"):
        toolchain.linker()


@pytest.mark.parametrize("name", ["cc", "gcc", "clang"])
def test_a_compiler_on_path_is_taken(llvm, monkeypatch, name):
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(llvm.add(name, "#!/bin/sh\n").parent))
    assert toolchain.linker() == toolchain.Linker((name,), is_compiler=True)


def test_without_a_compiler_ziglang_links_if_it_is_installed(monkeypatch):
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(toolchain.importlib.util, "find_spec", lambda name: object())
    expected = (sys.executable, "-m", "ziglang", "ld.lld")
    assert toolchain.linker() == toolchain.Linker(expected, is_compiler=False)


def test_without_compiler_and_ziglang_the_lld_of_the_selected_llvm_links(llvm, monkeypatch):
    hide_package(monkeypatch, "ziglang")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    path = llvm.add("ld.lld", "#!/bin/sh\n")
    assert toolchain.linker() == toolchain.Linker((str(path),), is_compiler=False)


def test_without_anything_that_links_the_error_says_what_to_install(llvm, monkeypatch):
    hide_package(monkeypatch, "ziglang")
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ToolchainError, match=r"no cc, gcc, clang or ld\.lld .*EXTRAS=dev,linker"):
        toolchain.linker()


# The CUDA toolkit.


def made_file(root, relative: str):
    path = root / relative
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_toolkit(monkeypatch, tmp_path):
    """An interpreter without NVIDIA's wheels, and no variable that names a toolkit."""
    for name in ("STEPDOWN_CUDA", "CUDA_HOME", "CUDA_ROOT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(toolchain, "site_packages", lambda: tmp_path / "site-packages")
    return tmp_path


def test_ptxas_of_the_wheel_comes_before_cuda_home_and_path(no_toolkit, monkeypatch):
    made_file(no_toolkit, "home/bin/ptxas")
    made_file(no_toolkit, "path/ptxas")
    monkeypatch.setenv("CUDA_HOME", str(no_toolkit / "home"))
    older = made_file(no_toolkit, "site-packages/nvidia/cuda_nvcc/bin/ptxas")
    assert toolchain.cuda_tool("ptxas") == older
    toolchain.reset()
    wheel = made_file(no_toolkit, "site-packages/nvidia/cu13/bin/ptxas")
    assert toolchain.cuda_tool("ptxas") == wheel


@pytest.mark.parametrize("variable", ["CUDA_HOME", "CUDA_ROOT"])
def test_without_a_wheel_the_toolkit_that_a_variable_names_is_taken(
    no_toolkit, monkeypatch, variable
):
    home = made_file(no_toolkit, "home/bin/ptxas")
    bitcode = made_file(no_toolkit, "home/nvvm/libdevice/libdevice.10.bc")
    made_file(no_toolkit, "path/ptxas")
    monkeypatch.setenv(variable, str(no_toolkit / "home"))
    assert toolchain.cuda_tool("ptxas") == home
    assert toolchain.libdevice() == bitcode
    monkeypatch.setenv(variable, "/nowhere")
    assert toolchain.cuda_tool("ptxas") == no_toolkit / "path" / "ptxas"


def test_a_selected_toolkit_is_the_only_place_searched(no_toolkit, monkeypatch):
    made_file(no_toolkit, "site-packages/nvidia/cu13/bin/ptxas")
    selected = made_file(no_toolkit, "selected/bin/ptxas")
    monkeypatch.setenv("STEPDOWN_CUDA", str(no_toolkit / "selected"))
    assert toolchain.cuda_tool("ptxas") == selected
    with pytest.raises(ToolchainError, match=r"no nvdisasm: STEPDOWN_CUDA=\S+ has no bin/nvdisasm; "
                       "correct it, or unset it to use the wheel"):  # fmt: skip
        toolchain.cuda_tool("nvdisasm")


def test_a_toolkit_found_nowhere_says_where_it_was_looked_for_and_what_to_do(no_toolkit):
    if not toolchain.Path("/usr/local/cuda/bin/ptxas").exists():
        message = (
            r"no ptxas: looked for the wheels .* in CUDA_HOME, on PATH .*dev,gpu.*STEPDOWN_CUDA"
        )
        with pytest.raises(ToolchainError, match=message):
            toolchain.cuda_tool("ptxas")
