"""Runs passes in `mlir-opt`, a process of its own, and turns what it prints into exceptions.

Text that makes LLVM abort costs an exception and nothing more. A failing run is repeated with a
reproducer for each pass, which tells which one failed and keeps the IR that it failed on.
"""

from __future__ import annotations

import difflib
import functools
import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

from . import toolchain
from .errors import CompileError, NotFound

_FAILED_DIRECTORY = toolchain.ROOT / "build" / "failed"
_DUMP = re.compile(
    r"^// -----// IR Dump After \S+(?P<failed> Failed)? \((?P<pass>[\w.-]+)\)"
    r" \('(?P<op>[^']*)' operation(?:: @(?P<symbol>.*))?\) //----- //\n",
    re.MULTILINE,
)
_DIAGNOSTIC = re.compile(
    r"^(?P<file><stdin>|<unknown>|[^\s:][^:\n]*):(?P<line>\d+)(?::(?P<column>\d+))?: error: "
    r"(?P<what>.*)",
    re.MULTILINE,
)
_FAILED = re.compile(r"Pipeline failed while executing \[?`\w+` on '(?P<op>[^']+)' operation")
_LONGEST_LINE = 160
_BAD_PASS = re.compile(r"'(?P<name>[^']+)' does not refer to a registered pass")


def mlir_opt(text: str, name: str, *options: str) -> subprocess.CompletedProcess[str]:
    """What mlir-opt makes of the text; CompileError when it fails or dies."""
    done = toolchain.run("mlir-opt", *options, "-", input=text)
    # mlir-opt can report an error and still exit with 0, when it had nothing to anchor a pass to.
    if done.returncode == 0 and not _DIAGNOSTIC.search(done.stderr):
        return done
    raise _error(done, text, name)


def run(text: str, name: str, pipeline: str, stages: str | os.PathLike | None = None) -> str:
    """The module's text after the passes, run in mlir-opt; see `Program.lower`."""
    values = _arguments_as_values(text, name) if "tensor" in text else text
    option = f"--pass-pipeline={pipeline}"
    if stages:  # a run of its own: what it prints would hide a diagnostic among the dumps
        dump = ("--mlir-print-ir-after-all", "--mlir-print-ir-module-scope")
        printed = toolchain.run(
            "mlir-opt", option, *dump, "--mlir-disable-threading", "-", input=values
        )
        _write_stages(Path(stages), text, printed.stderr)
    done = toolchain.run("mlir-opt", option, "-", input=values)
    if done.returncode == 0 and not _DIAGNOSTIC.search(done.stderr):
        return done.stdout
    raise _failed_pass(text, values, name, option)


def _arguments_as_values(text: str, name: str) -> str:
    """The module with `bufferization.writable = false` on tensor arguments that say nothing.

    A tensor is a value: f(x) must not change the caller's x. Bufferization assumes that it may
    write to a function's arguments unless they say otherwise. Locations of the source are kept.
    """
    from . import signature

    return signature.protect_tensors(mlir_opt(text, name, "--mlir-print-debuginfo").stdout)


def _write_stages(directory: Path, source: str, dumps: str) -> None:
    """Write the module before the first pass and after each, from what mlir-opt printed."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NotFound(f"{directory}: cannot be written: {error.strerror}") from None
    for old in directory.glob("[0-9]*-*.mlir"):
        old.unlink()
    found = list(_DUMP.finditer(dumps))
    width = max(2, len(str(len(found))))
    (directory / f"{0:0{width}}-source.mlir").write_text(source, encoding="utf-8")
    ends = [match.start() for match in found[1:]] + [len(dumps)]
    for number, (match, end) in enumerate(zip(found, ends, strict=True), start=1):
        on = f".{match['symbol']}" if match["symbol"] else ""
        failed = "-failed" if match["failed"] else ""
        file = directory / f"{number:0{width}}-{match['pass']}{on}{failed}.mlir"
        file.write_text(dumps[match.end() : end].strip() + "\n", encoding="utf-8")


def _failed_pass(text: str, values: str, name: str, option: str) -> CompileError:
    """Run the failing passes again, one reproducer each, to learn which failed and on what."""
    with tempfile.TemporaryDirectory() as scratch:
        reproducer = Path(scratch) / "reproducer.mlir"
        done = toolchain.run(
            "mlir-opt", option, "--mlir-disable-threading", "--mlir-pass-pipeline-local-reproducer",
            f"--mlir-pass-pipeline-crash-reproducer={reproducer}", "-", input=values,
        )  # fmt: skip
        kept, pass_name, on = None, None, None
        failed = _FAILED.search(done.stderr)
        if failed and reproducer.exists():
            before = reproducer.read_text(encoding="utf-8")
            pass_name, on = _innermost_pass(before), failed["op"]
            kept = _keep_reproducer(name, pass_name, before)
        return _error(done, text, name, pass_name, on, kept)


def _innermost_pass(reproducer: str) -> str:
    """The pass of a local reproducer's pipeline: `builtin.module(func.func(cse{...}))` is cse."""
    pipeline = re.search(r'pipeline: "([^"]*)"', reproducer)
    bare = re.sub(r"\{.*\}", "", pipeline[1] if pipeline else "")
    return bare.strip(")").rpartition("(")[2]


def _keep_reproducer(name: str, pass_name: str, before: str) -> str | None:
    """The path of the IR before the pass, kept under build/; None where that cannot be written."""
    stem = "text" if name == "<text>" else Path(name).stem
    file = _FAILED_DIRECTORY / f"{stem}.{pass_name}.mlir"
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(before, encoding="utf-8")
        return os.path.relpath(file)
    except OSError:
        return None


def _error(
    done: subprocess.CompletedProcess[str],
    text: str,
    name: str,
    pass_name: str | None = None,
    on: str | None = None,
    kept: str | None = None,
) -> CompileError:
    """One exception from what mlir-opt printed: a clear first line, then the source and a caret."""
    printed = done.stderr
    where = f" (in pass {pass_name}, on {on})" if pass_name else ""
    after = f"\nIR before the pass: {kept}" if kept else ""
    details = {"diagnostics": printed.replace("<stdin>", name), "pass_name": pass_name,
               "reproducer": kept}  # fmt: skip
    # With a reproducer asked for, LLVM catches an abort and reports a failed pass instead.
    died = re.search(r"Assertion [`'](.*?)' failed|LLVM ERROR: (.*)", printed)
    if done.returncode < 0 or died:
        signal_name = signal.Signals(-done.returncode).name if done.returncode < 0 else "abort"
        reason = (died[1] or died[2]) if died else signal_name
        what = f"pass {pass_name} aborted on {on}" if pass_name else "mlir-opt aborted"
        return CompileError(f"{name}: {what}: {reason}{after}", **details)
    bad_pass = _BAD_PASS.search(printed)
    if bad_pass:
        near = difflib.get_close_matches(bad_pass["name"], _pass_names(), n=3)
        nearest = f"; nearest: {', '.join(near)}" if near else ""
        return CompileError(f"no pass is called '{bad_pass['name']}'{nearest}", **details)
    found = _DIAGNOSTIC.search(printed)
    if not found or found["file"] != "<stdin>" or found["line"] == "0":
        place = f" ({found['file']}:{found['line']})" if found and found["line"] != "0" else ""
        what = found["what"] if found and found["what"] else _first_words(printed)
        what = what or f"mlir-opt ended with exit code {done.returncode}"
        return CompileError(f"{name}: error: {what}{place}{where}{after}", **details)
    line, column = int(found["line"]), int(found["column"] or 1)
    what = f"{name}:{line}:{column}: error: {found['what']}{where}"
    return CompileError(f"{what}{_source_and_caret(text, line, column)}{after}", **details)


def _first_words(printed: str) -> str:
    """The first two lines of output that say something, as one, without `error:`."""
    lines = (re.sub(r"^(<unknown>:0: )?error: *", "", line) for line in printed.splitlines())
    return "; ".join([line.strip() for line in lines if line.strip(" ^\t")][:2])


def _source_and_caret(text: str, line: int, column: int) -> str:
    """The line of the source and a caret below the column, which counts bytes from 1."""
    lines = text.split("\n")
    source = lines[line - 1].rstrip("\r") if line <= len(lines) else ""
    before = source.encode()[: column - 1].decode(errors="ignore")
    start = max(0, len(before) - _LONGEST_LINE // 2)
    shown = source[start : start + _LONGEST_LINE]
    blank = re.sub(r"[^\t]", " ", before[start:])
    return f"\n{shown}\n{blank}^"


@functools.cache
def _pass_names() -> list[str]:
    help_text = toolchain.run("mlir-opt", "--help").stdout
    return re.findall(r"^ +--([a-z][a-z0-9-]+) +-", help_text, re.MULTILINE)
