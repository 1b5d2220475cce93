"""Finds the tools and libraries that Stepdown calls, and says which release they are of.

Everything outside Python comes through here: mlir-opt and its siblings, the C compiler or linker,
the runner libraries, the OpenMP runtime. What is missing is one ToolchainError that says where it
was looked for and what to do; nothing falls back in silence. Nothing is compiled here.

STEPDOWN_LLVM=/usr/lib/llvm-22 takes tools and libraries from that LLVM only (the OpenMP runtime,
which few LLVM packages bring, from the wheel where there is one). Without it they come from the
wheels beside this interpreter, and from PATH where there is no wheel. STEPDOWN_CUDA selects a CUDA
toolkit, for ptxas, nvdisasm and libdevice, in the same way.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import re
import shlex
import shutil
import site
import subprocess
import sys
import sysconfig
from dataclasses import dataclass
from pathlib import Path

from .errors import ToolchainError

ROOT = Path(__file__).resolve().parents[1]
RELEASE = "22.1.8"  # what the chapters are written for and the wheels are pinned to
BINDINGS = "xtc-mlir-python-bindings"
_SETUP = f"run `make clean setup`, or set STEPDOWN_LLVM to an LLVM {RELEASE}"
_UNSET = "install it there, or unset STEPDOWN_LLVM={} to use the wheels of .venv"
OPENMP = re.compile(r"^lib(iomp5|omp5?|gomp)(-[0-9a-f]+)?\.(so|dylib)[\d.]*$")


@dataclass(frozen=True)
class Linker:
    """The command prefix that makes a shared library: of a C compiler, or of a bare linker.

    A compiler adds libc, libm and its own support library by itself; a bare linker adds nothing.
    """

    command: tuple[str, ...]
    is_compiler: bool


def tool(name: str) -> Path:
    """The path of a command-line tool such as `mlir-opt`."""
    return _tool(name, _selected(), os.environ.get("PATH", ""))


def library(name: str) -> Path:
    """The path of a library of MLIR's runtime; `name` without `lib` and suffix."""
    return _library(name, _selected(), os.environ.get("PATH", ""))


def run(
    name: str, *arguments: str | Path, input: str | None = None, timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a tool and capture its text; `returncode` is the caller's to judge.

    Raises ToolchainError when the tool is missing, does not start, or runs longer than `timeout`.
    """
    return start([str(tool(name)), *map(str, arguments)], input=input, timeout=timeout)


@functools.cache
def _tool(name: str, selected: str, search: str) -> Path:
    if selected:
        path = Path(selected) / "bin" / name
        if not path.is_file():
            raise ToolchainError(f"no {name}: no file {path}; {_UNSET.format(selected)}")
        if not os.access(path, os.X_OK):
            raise ToolchainError(f"{path} is not executable; {_UNSET.format(selected)}")
        return path
    directories = [folder / "bin" for folder in _wheel_folders()]
    for directory in directories:
        if os.access(directory / name, os.X_OK):
            return directory / name
    if found := shutil.which(name, path=search):
        return Path(found)
    looked = ", ".join(map(str, directories)) or "no wheel is installed"
    raise ToolchainError(
        f"no {name}: looked beside {sys.executable} ({looked}) and on PATH; {_SETUP}"
    )


@functools.cache
def _library(name: str, selected: str, search: str) -> Path:
    if selected:
        directories = [Path(selected) / "lib"]
    else:
        directories = [folder / "lib" for folder in _wheel_folders()]
        beside = shutil.which("mlir-opt", path=search)
        if beside:  # conda, Homebrew: PREFIX/bin/mlir-opt and PREFIX/lib
            directories.append(Path(beside).resolve().parents[1] / "lib")
    for directory in directories:
        if found := _in_directory(directory, name):
            return found
    looked = ", ".join(map(str, directories)) or "the wheels, but none is installed"
    raise ToolchainError(
        f"no library {name}: looked for lib{name}.so in {looked}; "
        + (_UNSET.format(selected) if selected else _SETUP)
    )


def _in_directory(directory: Path, name: str) -> Path | None:
    """lib{name}.so, lib{name}.so.22.1 (as Debian names it) or lib{name}.dylib, if it is there."""
    for pattern in (f"lib{name}.so", f"lib{name}.so.*", f"lib{name}.dylib"):
        for path in sorted(directory.glob(pattern)):
            return path
    return None


def _selected() -> str:
    return os.environ.get("STEPDOWN_LLVM", "")


@functools.cache
def _wheel_folders() -> tuple[Path, ...]:
    """The folders `mlir` and `llvm` of site-packages that hold tools. Imports neither.

    `mlir` is a namespace package and so has several: the one at the root of this repository too.
    """
    folders = []
    for package in ("mlir", "llvm"):
        spec = importlib.util.find_spec(package)
        locations = spec.submodule_search_locations if spec else None
        folders += [Path(place) for place in locations or () if (Path(place) / "bin").is_dir()]
    return tuple(folders)


def bindings_folder() -> Path | None:
    """The folder that `import mlir.ir` reads: the first of that name with compiled bindings."""
    spec = importlib.util.find_spec("mlir")
    for place in (spec.submodule_search_locations if spec else None) or ():
        if (Path(place) / "_mlir_libs").is_dir():
            return Path(place)
    return None


def start(
    command: list[str], input: str | None = None, timeout: float | None = None
) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command,
            input=input or "",  # nothing to read, rather than the terminal
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        shown = shlex.join(command)
        raise ToolchainError(
            f"{Path(command[0]).name} did not finish in {timeout:g} s and was stopped: {shown}"
        ) from None
    except ValueError as error:  # a NUL or half a surrogate pair among the arguments
        raise ToolchainError(f"{command[0]} cannot be given such text: {error}") from None
    except OSError as error:
        raise ToolchainError(
            f"{command[0]} does not start: {error.strerror or error}; "
            f"is it for this machine ({os.uname().machine}), with all its parts? {_SETUP}"
        ) from None


# Libraries of OpenMP, and the linker.


def openmp_runtimes_loaded() -> list[Path]:
    """Every OpenMP runtime mapped into this process, libgomp too (Linux; elsewhere empty)."""
    try:
        maps = Path("/proc/self/maps").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return []
    paths = {fields[5] for line in maps.splitlines() if len(fields := line.split(None, 5)) == 6}
    return sorted(Path(path) for path in paths if OPENMP.match(os.path.basename(path)))


def openmp_runtime() -> Path:
    """The OpenMP runtime to link and load: one that has the `__kmpc_` entry points LLVM calls.

    One that this process has already loaded comes first, because two at once abort or double the
    threads. libgomp, GCC's, has other entry points and does not count.
    """
    for path in openmp_runtimes_loaded():
        if "gomp" not in path.name:
            return path
    return _installed_openmp(_selected())


@functools.cache
def _installed_openmp(selected: str) -> Path:
    if found := _openmp_of_wheel():
        return found
    directories = [Path(selected) / "lib"] if selected else []
    directories += sorted(Path("/usr/lib").glob("llvm-*/lib"), reverse=True)  # Debian, Ubuntu
    directories += [*sorted(Path("/usr/lib").glob("*-linux-gnu")), Path(sys.prefix) / "lib"]
    for directory in directories:
        for name in ("omp", "omp5", "iomp5"):
            if found := _in_directory(directory, name):
                return found
    raise ToolchainError(
        "no OpenMP runtime with __kmpc_ entry points (libgomp has none): looked for intel-openmp's "
        "libiomp5 beside this interpreter and for libomp of the system; "
        "run `make clean setup`, or apt-get install libomp5-22"
    )


def _openmp_of_wheel() -> Path | None:
    """The runtime that the wheel intel-openmp brings, whose files lie beside the interpreter.

    pip puts them into `lib` of the environment, or of the user's own folder. Where they are neither
    here nor there, the wheel's list of files is asked: to import what reads it takes longer than to
    load a compiled function.
    """
    prefixes = [sys.prefix, site.getuserbase()] if site.ENABLE_USER_SITE else [sys.prefix]
    for prefix in prefixes:
        if found := _in_directory(Path(prefix, "lib"), "iomp5"):
            return found.resolve()
    from importlib import metadata

    with contextlib.suppress(metadata.PackageNotFoundError):
        for file in metadata.files("intel-openmp") or []:
            path = Path(str(file.locate())).resolve()
            if path.name in ("libiomp5.so", "libiomp5.dylib") and path.is_file():
                return path
    return None


def linker() -> Linker:
    """What makes a shared library: $CC, else cc, gcc or clang, else a bare LLD."""
    return _linker(os.environ.get("CC", ""), _selected(), os.environ.get("PATH", ""))


@functools.cache
def _linker(compiler: str, selected: str, search: str) -> Linker:
    if compiler.strip():
        try:
            command = shlex.split(compiler)
        except ValueError as error:
            raise ToolchainError(f"CC={compiler}: {error}; correct CC, or unset it") from None
        if not shutil.which(command[0], path=search):
            raise ToolchainError(
                f"CC={compiler}: there is no such compiler on PATH; correct CC, or unset it"
            )
        return Linker(tuple(command), is_compiler=True)
    for name in ("cc", "gcc", "clang"):
        if shutil.which(name, path=search):
            return Linker((name,), is_compiler=True)
    if importlib.util.find_spec("ziglang"):
        return Linker((sys.executable, "-m", "ziglang", "ld.lld"), is_compiler=False)
    for bare in [f"{selected}/bin/ld.lld"] * bool(selected) + ["ld.lld"]:
        if shutil.which(bare, path=search):
            return Linker((bare,), is_compiler=False)
    raise ToolchainError(
        "nothing links shared libraries: there is no cc, gcc, clang or ld.lld on PATH; install a C "
        "compiler (apt-get install gcc libc6-dev), or run `make setup EXTRAS=dev,linker`"
    )


# What NVIDIA's toolkit brings: ptxas, nvdisasm, libdevice.


def cuda_tool(name: str) -> Path:
    """The path of a program of the CUDA toolkit, such as `ptxas`."""
    return _cuda(f"bin/{name}", *_cuda_places())


def libdevice() -> Path:
    """The bitcode of exp, tanh, pow and the like for NVIDIA GPUs."""
    return _cuda("nvvm/libdevice/libdevice.10.bc", *_cuda_places())


def _cuda_places() -> tuple[str, ...]:
    names = ("STEPDOWN_CUDA", "CUDA_HOME", "CUDA_ROOT", "PATH")
    return tuple(os.environ.get(name, "") for name in names)


@functools.cache
def _cuda(relative: str, selected: str, home: str, root: str, search: str) -> Path:
    """A file of the toolkit: of the one that STEPDOWN_CUDA selects, else the wheel's, else any.

    The wheel comes before CUDA_HOME, which many machines set: its release is the pinned one.
    """
    name = Path(relative).name
    if selected:
        path = Path(selected) / relative
        if path.is_file():
            return path
        raise ToolchainError(
            f"no {name}: STEPDOWN_CUDA={selected} has no {relative}; correct it, or unset it to "
            "use the wheel of .venv"
        )
    wheel = site_packages() / "nvidia"
    roots = [*sorted(wheel.glob("cu[0-9]*"), reverse=True), wheel / "cuda_nvcc"]
    roots += [Path(given) for given in (home, root) if given]
    places = [each / relative for each in roots]
    if relative.startswith("bin/") and (found := shutil.which(name, path=search)):
        places.append(Path(found))
    places.append(Path("/usr/local/cuda") / relative)
    for path in places:
        if path.is_file():
            return path
    raise ToolchainError(
        f"no {name}: looked for the wheels nvidia-cuda-nvcc, nvidia-nvvm and nvidia-cuda-nvdisasm "
        f"beside {sys.executable}, in CUDA_HOME, on PATH and in /usr/local/cuda; run "
        "`make setup EXTRAS=dev,gpu`, or set STEPDOWN_CUDA to a CUDA toolkit"
    )


# Versions.


def llvm_version(tool_name: str = "mlir-opt") -> str:
    """The LLVM release that a tool says it is of, such as "22.1.8"."""
    path = tool(tool_name)
    said = says(path)
    found = re.search(r"\b(?:LLVM version|LLD|version) (\d+\.\d+\.\d+\w*)", said)
    if not found:
        first = said.strip().partition("\n")[0]
        raise ToolchainError(f"{path} --version names no LLVM release; it says: {first!r}")
    return found[1]


def bindings_version() -> str:
    """The version of the wheel that holds the Python bindings; they are not imported.

    `unknown` for bindings that come from elsewhere (PYTHONPATH): they do not say their release.
    """
    from importlib import metadata

    folder = bindings_folder()
    if folder and not folder.is_relative_to(site_packages()):
        return "unknown"
    try:
        return metadata.version(BINDINGS)
    except metadata.PackageNotFoundError:
        raise ToolchainError(
            f"no MLIR bindings beside {sys.executable} (wheel {BINDINGS}); run `make clean setup`"
        ) from None


def host_triple() -> str:
    """The target triple of this machine, such as `x86_64-unknown-linux-gnu`."""
    return _llc_line("Default target")


def host_cpu() -> str:
    """LLVM's name of this machine's processor, such as `znver4`: what `-mcpu=native` means."""
    return _llc_line("Host CPU")


def check_versions() -> list[str]:
    """Warnings about releases that do not go together; empty when all is well.

    What is missing is no matter here: whoever needs it says so.
    """
    releases: dict[str, str] = {}
    for name in ("mlir-opt", "mlir-translate", "opt", "llc"):
        with contextlib.suppress(ToolchainError):
            releases[name] = llvm_version(name)
    with contextlib.suppress(ToolchainError):
        version = bindings_version()
        if version != "unknown":
            releases["Python bindings"] = ".".join(version.split(".")[:3])
    if len(set(releases.values())) > 1:
        each = ", ".join(f"{name} {release}" for name, release in releases.items())
        return [
            f"tools of different LLVM releases: {each}. IR that one prints another may refuse, and "
            "passes have other names. Take all from one place: see chapter 0, `Version drift`."
        ]
    return [
        f"LLVM {release} was found; the chapters are written for {RELEASE}. Passes may have other "
        "names: see chapter 0, `Version drift`."
        for release in set(releases.values())
        if release != RELEASE
    ]


@functools.cache
def says(path: Path) -> str:
    """What `path --version` prints."""
    result = start([str(path), "--version"], timeout=30)
    if result.returncode:
        detail = (result.stderr or result.stdout or "silent").strip().partition("\n")[0]
        raise ToolchainError(f"{path} --version ended with {result.returncode}: {detail}")
    return result.stdout


def _llc_line(key: str) -> str:
    path = tool("llc")
    found = re.search(rf"^\s*{key}: (\S+)", says(path), re.MULTILINE)
    if not found:
        raise ToolchainError(f"{path} --version has no line '{key}:'; is it LLVM's llc?")
    return found[1]


def reset() -> None:
    """Forget what was found: for tests, and after an installation in the same process."""
    for cached in (_tool, _library, _wheel_folders, _installed_openmp, _linker, _cuda, says):
        cached.cache_clear()


def site_packages() -> Path:
    return Path(sysconfig.get_path("platlib"))
