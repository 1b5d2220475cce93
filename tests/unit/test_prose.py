"""What the READMEs show is what runs: each fenced block, link and picture of each of them."""

import os
import re
import resource
import shlex
import subprocess
import time
from pathlib import Path

import pytest
from prose import (
    ROOT,
    Block,
    ProseError,
    blocks,
    commands,
    matches,
    readmes,
    region,
    shown_text,
    unmarked,
    without_blocks,
)

READMES = readmes()
BLOCKS = [block for readme in READMES for block in blocks(readme)]
LIMIT = 120  # seconds of processor time for the commands of one README, all together
HANGS = 900  # seconds after which they are taken to hang, on however busy a machine
_LINK = re.compile(r"(?P<image>!?)\[[^\]]*\]\((?P<target>[^)\s]+)\)")


def _name(readme: Path) -> str:
    return str(readme.parent.relative_to(ROOT))


def _of_kind(kind: str) -> list:
    chosen = [block for block in BLOCKS if block.kind == kind]
    return [pytest.param(block, id=f"{_name(block.readme)}:{block.line}") for block in chosen]


each_readme = pytest.mark.parametrize("readme", READMES, ids=_name)


def environment() -> dict[str, str]:
    """As in an activated .venv, with nothing inherited that changes what a command prints."""
    kept = {
        key: value
        for key, value in os.environ.items()
        if not key.startswith(("MAKE", "PYTEST", "FORCE_COLOR", "CLICOLOR", "MFLAGS"))
    }
    tools = [ROOT / ".venv" / "bin"]
    if os.environ.get("STEPDOWN_LLVM"):
        tools.insert(0, Path(os.environ["STEPDOWN_LLVM"]) / "bin")
    nowhere = "http://127.0.0.1:9"  # no command of a README may need the network
    return kept | {
        "PATH": os.pathsep.join([*map(str, tools), os.environ["PATH"]]),
        "VIRTUAL_ENV": str(ROOT / ".venv"),
        "COLUMNS": "80",
        "TERM": "dumb",
        "NO_COLOR": "1",
        "LC_ALL": "C.UTF-8",
        "PIP_NO_INDEX": "1",
        "http_proxy": nowhere,
        "https_proxy": nowhere,
    }


def run_session(session: list[Block], limit: float = HANGS) -> None:
    """Run the commands of console blocks in order; raise ProseError at the first that differs."""
    deadline = time.monotonic() + limit
    for block in session:
        for command in commands(block):
            place = f"{block.readme.relative_to(ROOT)}:{command.line}"
            try:
                result = subprocess.run(
                    ["sh", "-c", command.text],
                    cwd=ROOT,
                    env=environment(),
                    input="",
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    errors="replace",
                    timeout=max(deadline - time.monotonic(), 0.1),
                    check=False,
                )
            except subprocess.TimeoutExpired:
                raise ProseError(f"{place}: over {limit} s at: {command.text}") from None
            told = f"{place}:\n$ {command.text}\n"
            if result.returncode:
                raise ProseError(f"{told}exit {result.returncode}, and it printed\n{result.stdout}")
            if command.expected and not matches(command.expected, result.stdout):
                expected = "\n".join(command.expected)
                raise ProseError(f"{told}--- expected\n{expected}\n--- got\n{result.stdout}")


@each_readme
def test_each_fenced_block_is_a_file_a_session_or_setup(readme):
    for block in blocks(readme):
        assert block.kind, f"{block.place}: no test can hold a block of kind ```{block.info}"


@pytest.mark.parametrize("block", _of_kind("file"))
def test_a_shown_program_equals_its_file(block):
    assert unmarked(block.body) == shown_text(block.shows, block.readme.parent), (
        f"{block.place} is not what {block.shows} holds"
    )


# Three minutes for all chapters; `make test` runs each chapter's run.py instead.
@pytest.mark.slow
@each_readme
def test_the_commands_print_what_the_readme_shows_and_write_only_under_build(readme):
    before, started = _files_of(readme.parent), _processor_time()
    run_session([block for block in blocks(readme) if block.kind == "console"])
    assert _processor_time() - started < LIMIT
    assert _files_of(readme.parent) == before


@each_readme
def test_no_command_changes_the_shell_for_those_after_it(readme):
    """A reader pastes all of them into one shell; the tests give each one of its own."""
    lasting = re.compile(r"(?:^|[;&|]\s*)(?:cd|export|set|unset|alias|umask)\s")
    for block in (block for block in blocks(readme) if block.kind == "console"):
        for command in commands(block):
            outside = re.sub(r"\$?\([^()]*\)", "", command.text)
            assert not lasting.search(outside), f"{block.place}: {command.text}"


def _processor_time() -> float:
    """Seconds that the commands so far took: on an idle machine that is what one waits."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _files_of(folder: Path) -> set[Path]:
    """The files that a command of this README must not add to: the chapter's, or the root's own."""
    found = folder.iterdir() if folder == ROOT else folder.rglob("*")
    passing = {"__pycache__", "build", ".pytest_cache", ".hypothesis", ".ruff_cache", ".git"}
    return {path for path in found if not passing & set(path.relative_to(ROOT).parts)}


@pytest.mark.parametrize("block", _of_kind("setup"))
def test_the_setup_commands_are_those_that_continuous_integration_runs(block):
    runs = [line.strip() for line in (ROOT / ".ci" / "run").read_text().splitlines()]
    for line in block.body.splitlines():
        known = any(f"{run} ".startswith(f"{line} ") for run in runs)
        assert known or line.startswith(("git clone ", "cd ")), (
            f"{block.place}: .ci/run does not run `{line}`"
        )


@each_readme
def test_each_relative_link_leads_somewhere(readme):
    for match in _LINK.finditer(without_blocks(readme.read_text(encoding="utf-8"))):
        target = match["target"]
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (readme.parent / path).resolve() if path else readme
        assert linked.exists(), f"{readme}: the link ({target}) leads nowhere"
        if anchor:
            page = linked / "README.md" if linked.is_dir() else linked
            assert anchor in _anchors(page), f"{readme}: {page} has no heading #{anchor}"


def _anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", without_blocks(page.read_text(encoding="utf-8")), re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each_readme
def test_each_picture_is_followed_by_the_script_that_made_it(readme):
    lines = readme.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(without_blocks("\n".join(lines)).splitlines()):
        for match in _LINK.finditer(line):
            if not match["image"] or re.match(r"[a-z]+:", match["target"]):
                continue
            below = " ".join(lines[number : number + 4])
            scripts = re.findall(r"[\w./-]+\.(?:py|sh)\b", below)
            assert any(
                (base / script).is_file() for script in scripts for base in (readme.parent, ROOT)
            ), f"{readme}:{number + 1}: no script is named under {match['target']}"


def test_the_map_of_chapters_lists_all_that_exist_and_no_others():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"chapters/(\d\d-[\w-]+)", text))
    existing = {path.parent.name for path in ROOT.glob("chapters/*/README.md")}
    assert listed == existing


# The reader of READMEs itself.


def _block(info: str, body: str) -> Block:
    return Block(ROOT / "README.md", 1, info, body)


def test_blocks_come_with_line_info_and_dedented_body(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("a\n```mlir file=x.mlir\nbody\n```\n- b\n  ~~~console\n  $ true\n  ~~~\n")
    first, second = blocks(readme)
    assert (first.line, first.info, first.body) == (2, "mlir file=x.mlir", "body")
    assert (second.line, second.info, second.body) == (6, "console", "$ true")


def test_a_fence_inside_a_longer_fence_does_not_end_it(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("````text file=x\n```\ninner\n```\n````\n")
    assert [block.body for block in blocks(readme)] == ["```\ninner\n```"]


def test_a_block_without_an_end_is_an_error(tmp_path):
    readme = tmp_path / "README.md"
    readme.write_text("text\n```console\n$ true\n")
    with pytest.raises(ProseError, match=r"README\.md:2: .*no end"):
        blocks(readme)


@pytest.mark.parametrize("info", ["", "mlir", "python", "sh", "console extra", "mlir sum.mlir"])
def test_a_block_that_no_test_can_hold_has_no_kind(info):
    assert _block(info, "").kind == ""


def test_a_region_is_dedented_and_loses_other_markers():
    text = "  // [region a]\n    x\n  // [region b]\n      y\n  // [end b]\n  // [end a]\n"
    assert region(text, "a") == "x\n  y"
    assert region(text, "b") == "y"


@pytest.mark.parametrize(
    "text",
    ["x\n", "[region a]\nx\n", "[end a]\n[region a]\n", "[region a]\n[region a]\nx\n[end a]\n"],
)
def test_a_region_that_is_missing_open_or_double_is_an_error(text):
    with pytest.raises(ProseError, match="region 'a' needs one line"):
        region(text, "a")


def test_a_missing_region_error_lists_those_that_exist():
    with pytest.raises(ProseError, match="regions there: b, c"):
        region("[region b]\n[end b]\n[region c]\n[end c]\n", "a")


def test_a_path_from_the_root_starts_with_a_slash(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / "x.txt").write_text("one\n")
    (tmp_path / "sub" / "x.txt").write_text("two\n")
    assert shown_text("/x.txt", tmp_path / "sub", tmp_path) == "one"
    assert shown_text("x.txt", tmp_path / "sub", tmp_path) == "two"
    with pytest.raises(ProseError, match="there is no file"):
        shown_text("/y.txt", tmp_path / "sub", tmp_path)


def test_commands_are_split_from_their_output_and_continued_lines_joined():
    first, second = commands(_block("console", "$ echo a \\\n    b\na b\n$ true"))
    assert (first.line, first.text, first.expected) == (2, "echo a \\\n    b", ("a b",))
    assert (second.line, second.text, second.expected) == (5, "true", ())


def test_output_before_any_command_is_an_error():
    with pytest.raises(ProseError, match="starts with"):
        commands(_block("console", "hello\n$ true"))


@pytest.mark.parametrize(
    ("expected", "output"),
    [
        (["a", "b"], "a  \nb\n"),
        (["..."], ""),
        (["...", "b"], "a\nb\n"),
        (["a", "..."], "a\n"),
        (["a", "...", "b", "...", "c"], "a\nx\nb\nb\ny\nc\n"),
        (["...", "b", "c"], "b\nx\nb\nc\n"),
        (["x ... z"], "x y z\n"),
        (["a.b(c)"], "a.b(c)"),
    ],
)
def test_output_matches_with_elision(expected, output):
    assert matches(expected, output)


@pytest.mark.parametrize(
    ("expected", "output"),
    [
        (["a"], "a\nb\n"),
        (["a", "b"], "a\n"),
        (["a", "...", "c"], "a\nb\n"),
        (["a", "...", "a"], "a\n"),
        (["...", "b", "...", "a"], "a\nb\n"),
        (["x ... z"], "x y\nz\n"),
        (["a.b"], "axb"),
        (["  a"], "a"),
    ],
)
def test_other_output_does_not_match(expected, output):
    assert not matches(expected, output)


def test_a_wrong_output_fails_and_shows_both():
    with pytest.raises(ProseError) as caught:
        run_session([_block("console", "$ echo right\nwrong")])
    assert "--- expected\nwrong\n--- got\nright\n" in str(caught.value)


def test_a_failing_command_fails_unless_its_exit_code_is_shown():
    with pytest.raises(ProseError, match="exit 3"):
        run_session([_block("console", "$ exit 3")])
    run_session([_block("console", '$ (echo no >&2; exit 3) || echo "exit $?"\nno\nexit 3')])


def test_a_session_over_its_time_limit_fails():
    with pytest.raises(ProseError, match=r"over 0\.2 s"):
        run_session([_block("console", "$ sleep 5")], limit=0.2)


def test_commands_run_at_the_root_with_the_tools_on_path():
    shown = f"{shlex.quote(str(ROOT))}\n0"
    run_session([_block("console", f"$ pwd; mlir-opt --version >/dev/null; echo $?\n{shown}")])
