"""Goes on with a text: `python -m stepdown.gpt2 "one two three one two" --tokens 50`.

The text goes to standard output as it comes; what is said about it, to standard error. Exit codes:
0 done, 1 it could not be done (one line says why), 2 wrong usage, 130 interrupted.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from runners.errors import Error as CompilerError

from .. import gpt2
from . import places, tiny
from .parameters import WEIGHTS

MOST_THREADS = 1024  # OpenMP ends the process where the system refuses more
TURING = "Alan Turing theorized that computers would one day become"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit code."""
    begin = time.perf_counter()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a ? for what the terminal has no letter for
    options = _parser().parse_args(arguments)
    drawn = (options.top_k, options.top_p, options.seed) != (None, None, None)
    temperature = float(drawn) if options.temperature is None else options.temperature
    try:
        sampling = gpt2.Sampling(temperature, options.top_k, options.top_p, options.seed or 0)
    except gpt2.SamplingError as error:
        return _failed(error, 2)
    try:
        return _run(options, sampling, begin)
    except (gpt2.Error, CompilerError, MemoryError) as error:
        return _failed(error, 1)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _failed(error: Exception, code: int) -> int:
    lines = [line.strip() for line in (str(error) or type(error).__name__).splitlines()]
    print("error:", " ".join(filter(None, lines)), file=sys.stderr)
    return code


def _run(options: argparse.Namespace, sampling: gpt2.Sampling, begin: float) -> int:
    if options.threads:
        os.environ["OMP_NUM_THREADS"] = str(options.threads)  # read when OpenMP is loaded
    with _progress() as stage:
        model = _random(options, stage) if options.random else _loaded(options, stage)
        prompts = [_encoded(model, text, options.ids) for text in options.prompt or [TURING]]
        end = None if options.random else model.tokenizer.end
        engine = gpt2.Engine.of(model, threads=options.threads, products=options.products)
        run = gpt2.Generation(engine, prompts, options.tokens, sampling, end)
        stage("compiling")
        if options.tokens:
            engine.compile(len(prompts), "prefill" if max(map(len, prompts)) > 1 else "decode")
    first: list[float] = []
    columns = _timed(run, first, lambda: engine.compile(len(prompts), "decode"))
    if len(prompts) == 1:
        _stream(model, prompts[0], (column[0] for column in columns), options)
    else:
        for _ in columns:
            pass
        for prompt, ids in zip(prompts, run.ids, strict=True):
            print(_shown(model, [*prompt, *ids], options))
    if first:
        print(
            f"[first token after {first[0] - begin:.2f} s; prefill {run.prefill_rate:.0f} tokens/s "
            f"({run.prefill_tokens}); decode {run.decode_rate:.1f} tokens/s ({run.decode_tokens})]",
            file=sys.stderr,
        )
    return 0


def _timed(
    run: gpt2.Generation, first: list[float], after: Callable[[], object]
) -> Iterator[list[int | None]]:
    """The columns of a run, and when the first came. `after` it has been shown, what the others
    need is compiled: no text waits for that, and their time is not that of compiling."""
    for number, column in enumerate(run):
        if not number:
            first.append(time.perf_counter())
        yield column
        if not number and run.count > 1:
            after()


# The model -------------------------------------------------------------------------------------


def _loaded(options: argparse.Namespace, stage: Callable) -> gpt2.Model:
    """The model of a folder: the one that is named, else the published one, else the tiny one."""
    stage("loading")
    folder = Path(options.model) if options.model else None
    if options.model == "tiny":
        folder = places.made()
    if folder is None:
        folder, word = places.published()
        print(f"[{word}]" if folder else f"[{word}. This is the tiny model]", file=sys.stderr)
        folder = folder or places.made()

    def watch(done: int, total: int) -> None:
        stage(f"writing the weights as {options.weights}, once", done, total)

    return gpt2.load(folder, weights=options.weights, watch=watch)


def _random(options: argparse.Namespace, stage: Callable) -> gpt2.Model:
    """GPT-2's true small size; its tokens are shown as numbers, for they say nothing."""
    stage("drawing 124 million random numbers")
    config = gpt2.Config()
    parameters = tiny.random(config)
    if options.weights == "bfloat16":
        parameters = gpt2.rounded(parameters)
    folder, _ = places.published()
    tokenizer = gpt2.tokenizer.load(folder or places.made())
    print("[random weights, of the size of the small GPT-2]", file=sys.stderr)
    return gpt2.Model(config, parameters, tokenizer, Path())


# Text ------------------------------------------------------------------------------------------


def _encoded(model: gpt2.Model, text: str, ids: bool) -> list[int]:
    if not ids:
        return model.tokenizer.encode(text)
    try:
        return [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise gpt2.PromptError(f"with --ids a prompt is a list of numbers; got {text!r}") from None


def _shown(model: gpt2.Model, ids: list[int], options: argparse.Namespace) -> str:
    numbers = options.ids or options.random
    return " ".join(map(str, ids)) if numbers else model.tokenizer.decode(ids)


def _stream(
    model: gpt2.Model, prompt: list[int], ids: Iterator[int], options: argparse.Namespace
) -> None:
    print(_shown(model, prompt, options), end="", flush=True)
    numbers = options.ids or options.random
    for piece in (f" {number}" for number in ids) if numbers else model.tokenizer.stream(ids):
        print(piece, end="", flush=True)
    print()


# What is seen meanwhile ------------------------------------------------------------------------


@contextmanager
def _progress() -> Iterator[Callable[..., None]]:
    """A function that says what is being done, and how far it is; for a terminal only."""
    if not sys.stderr.isatty():
        yield lambda what, done=None, total=None: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda what, done=0, total=None: progress.update(
            task, description=what, completed=done, total=total
        )


def _parser() -> argparse.ArgumentParser:
    summary, _, rest = (__doc__ or "").partition("\n\n")
    parser = argparse.ArgumentParser(
        prog="python -m stepdown.gpt2", description=summary, epilog=rest
    )
    add = parser.add_argument
    add("prompt", nargs="*", help="a text to go on with, or several (a sentence on Alan Turing)")
    add("--tokens", type=_whole, default=50, metavar="N", help="how many to add at most (50)")
    add(
        "--temperature", type=float, metavar="T",
        help="0 takes the likeliest token, more draws (0; 1 with --top-k, --top-p or --seed)",
    )  # fmt: skip
    add("--top-k", type=int, metavar="K", help="draw among the K likeliest tokens")
    add(
        "--top-p",
        type=float,
        metavar="P",
        help="draw among the likeliest tokens that have the share P together",
    )
    add("--seed", type=int, metavar="S", help="the same seed draws the same text (0)")
    add("--weights", choices=WEIGHTS, default=WEIGHTS[0], help="the type of the matrices")
    add(
        "--threads",
        type=_positive,
        metavar="N",
        help="how many; 1 starts no others (all processors)",
    )
    add(
        "--products",
        choices=("schedule", "bf16x6"),
        default="schedule",
        help="how matrices are multiplied: bf16x6 on the AMX tiles of some processors",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--model", metavar="FOLDER", help="of a checkpoint, or `tiny`")
    which.add_argument("--random", action="store_true", help="the small GPT-2, random weights")
    add("--ids", action="store_true", help="the prompt and what is printed are ids")
    return parser


def _whole(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a number of at least 0; got {text!r}")
    return int(text)


def _positive(text: str) -> int:
    most = max(MOST_THREADS, os.cpu_count() or 1)
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"a number from 1 to {most}; got {text!r}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
