"""The rules that hold the tree together: who imports whom, what is tested, what agrees."""

import ast
import functools
import os
import re
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import pytest
from conftest import chapter_run

from runners import pipeline

ROOT = Path(__file__).resolve().parents[2]
CHAPTERS = sorted(path for path in ROOT.glob("chapters/[0-9][0-9]-*") if path.is_dir())
LONGEST_MODULE = 520  # lines; aim at 400
LONG = {3, 4, 5, 6, 8, 9, 10, 12, 13, 14, 15}  # their runs take about ten seconds or more
each_chapter = pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.name)
each_chapters_run = pytest.mark.parametrize(
    "chapter",
    [
        pytest.param(path, marks=pytest.mark.slow) if int(path.name[:2]) in LONG else path
        for path in CHAPTERS
    ],
    ids=lambda path: path.name,
)


def _run(*command: str | Path, **more) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(word) for word in command],
        cwd=ROOT,
        input="",
        capture_output=True,
        encoding="utf-8",
        errors="replace",
        timeout=120,
        check=False,
        **more,
    )


@functools.cache
def _lit_tests() -> dict[str, str]:
    """Each lit test's name and text."""
    found = (ROOT / "tests" / "lit").rglob("*")
    return {str(path): path.read_text() for path in found if path.suffix in (".test", ".mlir")}


# The folder `mlir` and the bindings' package of the same name.


def test_the_folder_mlir_holds_no_python():
    assert not list((ROOT / "mlir").rglob("*.py"))


def test_import_mlir_from_the_root_finds_the_bindings():
    result = _run(sys.executable, "-c", "import mlir.ir; print(mlir.ir.__file__)")
    assert result.returncode == 0, result.stderr
    assert "site-packages" in result.stdout


# Imports run one way.


def _imported(path: Path) -> set[str]:
    """The absolute names that a module imports, at any depth in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {name.partition(".")[0] for name in names}


@pytest.mark.parametrize(
    ("package", "forbidden"),
    [("runners", {"stepdown", "chapters", "tests"}), ("stepdown", {"chapters", "tests"})],
)
def test_libraries_import_nothing_that_stands_above_them(package, forbidden):
    slugs = {path.name.partition("-")[2].replace("-", "_") for path in CHAPTERS}
    for path in (ROOT / package).rglob("*.py"):
        assert not _imported(path) & (forbidden | slugs), path


def test_the_import_check_sees_every_form(tmp_path):
    path = tmp_path / "x.py"
    path.write_text(
        "import a.b\nfrom c import d\ndef f():\n    from e.f import g\nfrom . import h\n"
    )
    assert _imported(path) == {"a", "c", "e"}


def test_import_runners_loads_neither_bindings_nor_plots():
    code = "import sys, runners; print(*sorted(sys.modules))"
    loaded = set(_run(sys.executable, "-c", code).stdout.split())
    assert "runners" in loaded
    assert not loaded & {"mlir.ir", "mlir._mlir_libs", "matplotlib", "rich", "ml_dtypes", "scipy"}


def test_import_runners_takes_under_a_tenth_of_a_second():
    def seconds(code: str) -> float:
        start = time.perf_counter()
        assert _run(sys.executable, "-c", code).returncode == 0
        return time.perf_counter() - start

    seconds("import runners")  # fills the caches of the file system and of bytecode
    pairs = [(seconds("import runners"), seconds("pass")) for _ in range(9)]
    # Other work on the machine only ever adds time, so the least of each is the nearest to true.
    assert min(whole for whole, _ in pairs) - min(bare for _, bare in pairs) < 0.1


def test_no_module_is_too_long_to_read_in_one_sitting():
    folders = ("runners", "stepdown", "chapters")
    for path in (path for folder in folders for path in (ROOT / folder).rglob("*.py")):
        lines = len(path.read_text(encoding="utf-8").splitlines())
        assert lines <= LONGEST_MODULE, f"{path.relative_to(ROOT)} has {lines} lines"


# Every program and pipeline is tested.


@pytest.mark.parametrize(
    "program",
    sorted([*ROOT.glob("chapters/**/*.mlir"), *ROOT.glob("mlir/**/*.mlir")]),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_each_mlir_file_is_checked_by_a_lit_test_with_filecheck(program):
    relative = program.relative_to(ROOT)
    names = {f"%root/{relative}"}
    for prefix, folder in (("%chapters", "chapters"), ("%schedules", "mlir/schedules")):
        if relative.is_relative_to(folder):
            names.add(f"{prefix}/{relative.relative_to(folder)}")
    assert any(
        any(re.search(re.escape(name) + r"(?![\w.-])", text) for name in names)
        and "FileCheck" in text
        for text in _lit_tests().values()
    ), f"no lit test names {' or '.join(sorted(names))}"


@pytest.mark.parametrize("name", pipeline.names())
def test_each_pipeline_says_what_it_does_and_is_used_by_a_lit_test(name):
    first = (pipeline.DIRECTORY / f"{name}.pipeline").read_text().partition("\n")[0]
    assert re.match(r"# \w.{20,}\.$", first), f"{name}: a first comment line: {first!r}"
    used = (f"%{{{name}}}", f"-p {name} ")
    assert any(word in text for word in used for text in _lit_tests().values())


def test_every_lit_test_runs_something():
    for path, text in _lit_tests().items():
        assert "RUN:" in text, path


# Pipelines read by the shell and by Python are the same.


def _shell_pipeline(*words: str) -> subprocess.CompletedProcess[str]:
    script = '. "$ROOT/runners/shell.sh"; pipeline "$@"'
    return _run("sh", "-c", script, "sh", *words, env=os.environ | {"ROOT": str(ROOT)})


def _choices() -> list[tuple[str, dict[str, str]]]:
    """Each pipeline with its defaults, then with each parameter given, then with all."""
    found = []
    for name in pipeline.names():
        given = {
            parameter: f"value{n}" for n, parameter in enumerate(pipeline.load(name).parameters)
        }
        found += [(name, {})] + [(name, {key: value}) for key, value in given.items()]
        if len(given) > 1:
            found.append((name, given))
    return found


@pytest.mark.parametrize(
    ("name", "values"),
    _choices(),
    ids=lambda x: x if isinstance(x, str) else ",".join(x) or "defaults",
)
def test_the_shell_and_python_read_a_pipeline_alike(name, values):
    result = _shell_pipeline(name, *(f"{key}={value}" for key, value in values.items()))
    assert result.returncode == 0, result.stderr
    assert result.stdout.rstrip("\n") == pipeline.load(name).text(**values)


@pytest.mark.parametrize(
    ("words", "message"),
    [(("cpu-lops",), "no pipeline 'cpu-lops'"), (("cpu-loops", "size=3"), 'no parameter "size"')],
)
def test_the_shell_refuses_an_unknown_pipeline_and_an_unknown_parameter(words, message):
    result = _shell_pipeline(*words)
    assert result.returncode != 0
    assert message in result.stderr


# Chapters are whole, and their two runs agree.


@each_chapter
def test_each_chapter_has_its_parts(chapter):
    for name in ("README.md", "run.py", "run.sh"):
        assert (chapter / name).is_file(), name
    number = int(chapter.name[:2])
    first = (chapter / "README.md").read_text(encoding="utf-8").partition("\n")[0]
    assert re.match(rf"# {number} · \S", first), first
    script = (chapter / "run.sh").read_text(encoding="utf-8")
    assert os.access(chapter / "run.sh", os.X_OK), "run.sh is not executable"
    assert script.startswith("#!/bin/sh\n")
    assert "\nset -eu\n" in script
    assert (ROOT / "tests" / "lit" / "chapters" / chapter.name).is_dir()
    assert (ROOT / "tests" / "unit" / f"test_chapter_{chapter.name[:2]}.py").is_file()


def _output(chapter: Path, name: str) -> str:
    result = chapter_run(chapter, name)
    assert result.returncode == 0, (
        f"{name} ended with {result.returncode}\n{result.stdout[-4000:]}" + (result.stderr[-4000:])
    )
    return result.stdout


def _results(output: str) -> dict[str, str]:
    found = re.findall(r"^ *result (\S+) = (.*?) *$", output, re.MULTILINE)
    assert len(found) == len(dict(found)), f"a result is printed twice: {found}"
    return dict(found)


@each_chapters_run
def test_run_py_ends_well_and_prints_results(chapter):
    assert _results(_output(chapter, "run.py"))


@each_chapter
def test_run_sh_ends_well_and_prints_results(chapter):
    assert _results(_output(chapter, "run.sh"))


@each_chapters_run
def test_run_sh_and_run_py_agree(chapter):
    python, shell = (_results(_output(chapter, name)) for name in ("run.py", "run.sh"))
    assert shell.items() <= python.items()


@each_chapter
def test_run_sh_calls_no_python(chapter):
    lines = (chapter / "run.sh").read_text(encoding="utf-8").splitlines()
    assert not [line for line in lines if re.search(r"^[^#]*\bpython3?\b", line)]


# The pins.


def _normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _pins() -> dict[str, str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    for extra in project["project"]["optional-dependencies"].values():
        wanted += extra
    pins = {}
    for requirement in wanted:
        match = re.fullmatch(r"([\w.-]+)==([\w.]+)( *;.*)?", requirement)
        assert match, f"pyproject.toml: not an exact pin: {requirement}"
        pins[_normalised(match[1])] = match[2]
    return pins


def test_every_requirement_is_an_exact_pin_and_agrees_with_the_constraints():
    lines = (ROOT / "constraints.txt").read_text().splitlines()
    matches = [
        re.fullmatch(r"([\w.-]+)==([\w.]+)( *;.*)?", line) for line in lines if line[:1] != "#"
    ]
    assert all(matches)
    constraints = {_normalised(match[1]): match[2] for match in matches}
    pins = _pins()
    pins.pop("setuptools", None)  # of the build, which runs in an environment of its own
    assert pins.items() <= constraints.items()


def test_the_three_wheels_are_of_one_llvm_release():
    releases = {
        version.rsplit(".", 1)[0] for name, version in _pins().items() if name.startswith("xtc-")
    }
    assert len(releases) == 1
