"""The command line, `python -m runners`.

Exit codes: 0 done, 1 the program or its check failed, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import re
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from pathlib import Path

from . import errors, pipeline
from .simt import command as simulation

_PIPELINE_HELP = "one that `pipelines` lists, or text: 'builtin.module(canonicalize,cse)'"


def main(arguments: list[str] | None = None) -> int:
    """Run one command; print an error as it is, without a traceback, and return the exit code."""
    parser = _parser()
    # A function's arguments may follow options, which argparse does not allow a positional to.
    options, rest = parser.parse_known_args(arguments)
    takes = options.command in (_run, _simulate)
    if rest and not (takes and all(map(_is_argument, rest))):
        parser.error(f"unrecognized arguments: {' '.join(rest)}")
    options.arguments = rest
    return _guarded(options.command, options)


def _is_argument(text: str) -> bool:
    """Whether a word is an argument of the function rather than an option: `-inf` is a number."""
    try:
        float(text)
    except ValueError:
        return not text.startswith("-")
    return True


def _guarded(command: Callable[[argparse.Namespace], int], options: argparse.Namespace) -> int:
    try:
        return command(options)
    except (errors.NotFound, errors.ArgumentError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except errors.Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        print(f"error: {error.filename}: {(error.strerror or '').lower()}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m runners", description="Lower and run MLIR.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    doctor = commands.add_parser("doctor", help="list the tools and libraries found")
    doctor.set_defaults(command=_doctor)

    listing = commands.add_parser("pipelines", help="list the pass pipelines")
    listing.set_defaults(command=_pipelines)
    listing.add_argument("name", nargs="?", metavar="NAME", help="print this one's text instead")
    _pipeline_values(listing)

    lower = commands.add_parser("lower", help="run a program through a pipeline")
    lower.set_defaults(command=_lower)
    lower.add_argument("file", metavar="FILE")
    lower.add_argument("-p", "--pipeline", required=True, metavar="NAME", help=_PIPELINE_HELP)
    lower.add_argument("-o", "--output", metavar="OUT", help="default: standard output")
    lower.add_argument("--stages", metavar="DIR", help="write the module after each pass to DIR")
    _pipeline_values(lower)

    run = commands.add_parser(
        "run",
        usage="python -m runners run FILE -p NAME -f FUNC [OPTION ...] [ARG ...]",
        help="compile a program and call a function",
        description="ARG is a file.npy, a number, or zeros:, ones: or arange: with a memref's "
        "shape and element type, such as zeros:4x4xf32 (zeros:f32 has rank 0).",
    )
    run.set_defaults(command=_run)
    run.add_argument("file", metavar="FILE")
    run.add_argument("-p", "--pipeline", required=True, metavar="NAME", help=_PIPELINE_HELP)
    run.add_argument("-f", "--function", required=True, metavar="FUNC")
    run.add_argument(
        "-o", "--output", metavar="DIR", help="save results and written arrays as .npy"
    )
    run.add_argument("--how", choices=["jit", "aot"], default="jit")
    run.add_argument("--cpu", default="native", help="aot only: native, generic or a name")
    run.add_argument("--keep", metavar="DIR", help="write every stage down to object code to DIR")
    _pipeline_values(run)

    ptx = commands.add_parser(
        "ptx",
        help="compile a program's GPU kernels",
        description="Print the PTX of the program's kernels, or what else is asked for.",
    )
    ptx.set_defaults(command=_ptx)
    ptx.add_argument("file", metavar="FILE")
    ptx.add_argument("-p", "--pipeline", metavar="NAME", help="lower the program first")
    ptx.add_argument("--chip", default="sm_80", help="default: %(default)s, and newer ones")
    ptx.add_argument("--version", metavar="N", help="of PTX; default: the chip's lowest")
    ptx.add_argument("--bare-pointers", action="store_true", help="one pointer for each memref")
    ptx.add_argument("-o", "--output", metavar="OUT", help="default: standard output")
    ptx.add_argument("--keep", metavar="DIR", help="write every stage down to PTX to DIR")
    shown = ptx.add_mutually_exclusive_group()
    shown.add_argument("--info", action="store_true", help="what each kernel takes, by ptxas")
    shown.add_argument("--sass", action="store_true", help="the machine code as text, by nvdisasm")
    shown.add_argument("--cubin", action="store_true", help="the machine code, for -o")
    _pipeline_values(ptx)

    simulate = commands.add_parser(
        "simulate",
        usage="python -m runners simulate FILE -g GRID -b BLOCK [-k KERNEL] [OPTION ...] [ARG ...]",
        help="run a GPU kernel on the CPU and report faults, transactions, bank conflicts",
        description="ARG is what it is for `run`.",
    )
    simulate.set_defaults(command=_simulate)
    simulation.options(simulate)
    _pipeline_values(simulate)
    return parser


def _pipeline_values(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--set", action="append", default=[], metavar="PARAMETER=VALUE", type=_assignment,
        help="a parameter of the pipeline",
    )  # fmt: skip


def _assignment(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise argparse.ArgumentTypeError(f"{text!r} is not PARAMETER=VALUE")
    return name, value


def _doctor(_options: argparse.Namespace) -> int:
    from . import doctor

    return doctor.examine()


def _pipelines(options: argparse.Namespace) -> int:
    if options.name:
        print(pipeline.load(options.name).text(**dict(options.set)))
        return 0
    for name in pipeline.names():
        found = pipeline.load(name)
        print(f"{name:14} {found.summary}")
        for key, parameter in found.parameters.items():
            print(f"{'':14}   {key} = {parameter.default}: {parameter.meaning}")
    return 0


def _lower(options: argparse.Namespace) -> int:
    from .program import load

    program = load(Path(options.file))
    lowered = program.lower(options.pipeline, stages=options.stages, **dict(options.set))
    if options.output:
        _write(Path(options.output), lowered.text)
    else:
        sys.stdout.write(lowered.text)
    return 0


def _ptx(options: argparse.Namespace) -> int:
    from .program import load

    if options.cubin and not options.output:
        raise errors.ArgumentError("--cubin is not text: name a file, -o OUT")
    if options.set and not options.pipeline:
        raise errors.ArgumentError("--set is a parameter of the pipeline: name it, -p NAME")
    program = load(Path(options.file))
    if options.pipeline:
        program = program.lower(options.pipeline, **dict(options.set))
    ptx = program.ptx(
        options.chip,
        version=options.version,
        bare_pointers=options.bare_pointers,
        keep=options.keep,
    )
    if options.cubin:
        made = ptx.assemble().data
    elif options.info:
        made = ptx.describe()
    else:
        made = ptx.sass() if options.sass else ptx.text
    if options.output:
        _write(Path(options.output), made)
    else:
        sys.stdout.write(made)
    return 0


def _simulate(options: argparse.Namespace) -> int:
    return simulation.execute(options, _value)


def _write(path: Path, content: str | bytes) -> None:
    """Write a file at once or not at all; a device or a pipe that is there as it stands."""
    content = content.encode() if isinstance(content, str) else content
    path = Path(os.path.realpath(path))
    partial = path.with_name(path.name + ".partial")
    try:
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            partial.write_bytes(content)
            os.replace(partial, path)
    except OSError as error:
        with contextlib.suppress(OSError):
            partial.unlink(missing_ok=True)
        raise errors.NotFound(f"{path}: cannot be written: {error.strerror}") from None


def _run(options: argparse.Namespace) -> int:
    """Call the function in a child process, so that code which crashes ends in a message."""
    sys.stdout.flush()
    scratch = tempfile.TemporaryDirectory(prefix="runners-")
    child = os.fork()
    if child == 0:
        code = 1
        tempfile.tempdir = scratch.name  # what a crash leaves behind goes with the parent's
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # native code runs no Python handler
        try:
            code = _guarded(_call, options)
        except Exception:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    with scratch:
        try:
            status = os.waitpid(child, 0)[1]
        except KeyboardInterrupt:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return 130
    if os.WIFSIGNALED(status):
        name = signal.Signals(os.WTERMSIG(status)).name
        print(f"error: {options.file}: {options.function} was killed by {name}", file=sys.stderr)
        return 1
    return os.waitstatus_to_exitcode(status)


def _call(options: argparse.Namespace) -> int:
    import numpy as np

    from .program import load

    program = load(Path(options.file))
    library = program.compile(
        options.pipeline, how=options.how, cpu=options.cpu, keep=options.keep, **dict(options.set)
    )
    function = library[options.function]
    given = [_value(text) for text in options.arguments]
    results = function(*given)
    results = () if results is None else results if isinstance(results, tuple) else (results,)
    named = {f"result{n}": value for n, value in enumerate(results)}
    named |= {
        f"argument{n}": given[n] for n in sorted(library.signatures[options.function].written)
    }
    for name, value in named.items():
        if isinstance(value, np.ndarray):
            print(f"{name}: {value.dtype} {value.shape}\n{value}")
        else:
            print(f"{name}: {value}")
        if options.output:
            folder = Path(options.output)
            folder.mkdir(parents=True, exist_ok=True)
            partial = folder / f".{name}.partial.npy"
            np.save(partial, value)
            os.replace(partial, folder / f"{name}.npy")
    return 0


def _value(text: str) -> object:
    """An argument of the command line as a number or an array."""
    import numpy as np

    from .memref import dtypes

    made = re.fullmatch(r"(zeros|ones|arange):((?:\d+x)*)(\S+)", text)
    if made:
        kind, sizes, element = made.groups()
        found = dtypes(element)
        if not found:
            raise errors.ArgumentError(f"{text}: expected a shape such as {kind}:4x4xf32")
        dims = tuple(map(int, sizes.split("x")[:-1]))
        try:
            if kind == "arange":
                return np.arange(np.prod(dims, dtype=int)).astype(found[0]).reshape(dims)
            return getattr(np, kind)(dims, found[0])
        except (MemoryError, ValueError) as error:
            raise errors.ArgumentError(f"{text}: {error}") from None
    for number in (int, float, complex):
        try:
            return number(text)
        except ValueError:
            continue
    try:
        return np.load(text, allow_pickle=False)
    except FileNotFoundError:
        raise errors.NotFound(f"{text}: no such file, and not a number") from None
    except Exception as error:  # whatever a damaged file makes of the reader
        raise errors.ArgumentError(f"{text}: not an array file: {error}") from None


if __name__ == "__main__":
    sys.exit(main())
