"""Trains a small GPT-2 on the characters of a text, with compiled steps that write in place.

python chapters/15-differentiation/train.py [--text shakespeare] [--steps 800] [--resume] ...

The model of 1.8 million numbers is the default. A checkpoint is written every so many steps, and
when Ctrl-C is pressed, at the end of the step; `--resume` goes on from it to the very same model,
with what it was started with. At the end stand a loss curve and some text.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import corpus  # noqa: E402

from runners import amx  # noqa: E402
from stepdown import jit  # noqa: E402
from stepdown.gpt2 import Config, model, tiny  # noqa: E402
from stepdown.gpt2.errors import CheckpointError, ConfigError  # noqa: E402
from stepdown.training import (  # noqa: E402
    AdamW,
    Characters,
    batch,
    checkpoints,
    compiled_step,
    cross_entropy,
    sample,
    warmed,
)

VALIDATED = 8  # batches that a validation loss is the mean of
ABOUT = {  # what the command line says of each part of a plan
    "text": "topics, which is Python's own help; shakespeare, fetched once; or a file",
    "layers": "blocks of the model",
    "width": "numbers that a character is for the model",
    "heads": "of attention, which share the width",
    "length": "characters that it sees at once",
    "batch": "pieces of the text in a step",
    "rate": "the highest learning rate",
    "planned": "steps over which the learning rate rises and falls",
    "seed": "of the first numbers, and of which pieces are taken",
}


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


@dataclass(frozen=True)
class Plan:
    """What a training is: all of it that changes the result."""

    text: str = "topics"
    layers: int = 4
    width: int = 192
    heads: int = 4
    length: int = 128
    batch: int = 16
    rate: float = 1e-3
    planned: int = 800  # steps over which the rate falls
    seed: int = 0


# [region training]
class Training:
    """A model and how far it has come. `losses` has (step, loss) pairs of the batches trained
    with, `validated` those of the text that is kept aside."""

    def __init__(
        self,
        plan: Plan,
        characters: Characters,
        check_nan: bool = False,
        products: str = "schedule",
    ) -> None:
        self.plan, self.characters = plan, characters
        self.config = Config(
            len(characters.alphabet), plan.length, plan.width, plan.heads, plan.layers
        )
        self.rule = AdamW(plan.rate, betas=(0.9, 0.99), decay=0.1)
        self.parameters = tiny.random(self.config, plan.seed)
        self.state = self.rule.start(self.parameters)
        self.generator = np.random.default_rng(plan.seed)
        self.step, self.losses, self.validated = 0, [], []
        how = {"check_nan": check_nan, "products": products}
        self._step = compiled_step(self.loss, self.rule, clip=1.0, **how)
        self._loss = jit(self.loss, products=products)

    def loss(self, parameters, ids, targets):
        scores = model.forward(ids, parameters, self.config.heads)
        return cross_entropy(scores, targets)

    def advance(self) -> float:
        """One step; the loss before it. Raises FloatingPointError where that is not finite: then
        the parameters are not worth saving."""
        given = batch(self.characters.parts[0], self.plan.batch, self.plan.length, self.generator)
        rate = warmed(self.step, self.plan.planned, self.plan.rate)
        self.parameters, self.state, loss, norm = self._step(
            self.parameters, self.state, rate, *given
        )
        self.step += 1
        for what, found in (("loss", loss), ("gradient's norm", norm)):
            if not np.isfinite(found):
                raise FloatingPointError(f"the {what} of step {self.step} is {found}")
        self.losses.append((self.step, float(loss)))
        return float(loss)

    # [end training]

    def compile(self) -> None:
        """Compile the step, or find it in the disk cache; nothing of the training moves."""
        ids = np.zeros((self.plan.batch, self.plan.length), np.int64)
        self._step.compile(self.parameters, self.state, np.zeros(1, np.float32), ids, ids)

    def validate(self) -> float:
        """The mean loss of pieces of the text that is kept aside, the same ones each time; noted
        in `validated`. Raises FloatingPointError where it is not finite."""
        if not self.validated or self.validated[-1][0] != self.step:
            generator = np.random.default_rng(self.plan.seed + 1)
            pieces = (self.characters.parts[1], self.plan.batch, self.plan.length, generator)
            found = [self._loss(self.parameters, *batch(*pieces)) for _ in range(VALIDATED)]
            self.validated.append((self.step, float(np.mean(found))))
        loss = self.validated[-1][1]
        if not np.isfinite(loss):
            raise FloatingPointError(f"the validation loss after step {self.step} is {loss}")
        return loss

    # [region resume]
    def save(self, path: Path) -> None:
        notes = {
            "plan": asdict(self.plan),
            "alphabet": self.characters.alphabet,
            "sha256": digest(self.characters.text),
            "step": self.step,
            "generator": self.generator.bit_generator.state,
            "losses": self.losses,
            "validated": self.validated,
        }
        checkpoints.save(path, (self.parameters, self.state), notes)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint. Raises CheckpointError for one of another training."""
        trees, notes = checkpoints.load(path, (self.parameters, self.state))
        if notes.get("sha256") != digest(self.characters.text):
            raise CheckpointError(f"{path} is of another text: the SHA-256 of its text differs")
        for name, mine in asdict(self.plan).items():
            if name != "text" and notes["plan"].get(name) != mine:
                raise CheckpointError(
                    f"{path} is of another training: {name} is {notes['plan'].get(name)!r} in "
                    f"it, not {mine!r}"
                )
        self.parameters, self.state = trees
        self.step = notes["step"]
        self.generator.bit_generator.state = notes["generator"]
        self.losses = [tuple(pair) for pair in notes["losses"]]
        self.validated = [tuple(pair) for pair in notes["validated"]]
        # [end resume]

    def text(self, count: int, start: str = "") -> str:
        """Text that the model makes, after `start`: by default, after a line's end."""
        start = start or ("\n" if "\n" in self.characters.alphabet else self.characters.text[0])
        forward = jit(lambda ids, p: model.forward(ids, p, self.config.heads), products="schedule")
        made = sample(
            lambda ids: forward(ids, self.parameters),
            self.characters.encode(start),
            self.plan.length,
            np.random.default_rng(self.plan.seed),
        )
        return self.characters.decode(np.array(list(itertools.islice(made, count))))


Losses = Sequence[tuple[int, float]]  # after so many steps


def curve(training: Losses, validated: Losses, characters: int):
    """The losses over the steps, and that of a guess with which all the characters of the alphabet
    are as likely."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(*zip(*training, strict=True), color="#9ca3af", lw=0.8, label="training")
    axes.plot(*zip(*validated, strict=True), "o-", color="#1d4ed8", ms=3, label="validation")
    axes.axhline(math.log(characters), color="#6b7280", ls="--", lw=0.8,
                 label=f"guessing evenly, ln {characters}")  # fmt: skip
    axes.set(xlabel="step", ylabel="loss, nats a character", ylim=(0, None))
    axes.legend(frameon=False)
    return figure


# [region interrupt]
class Interrupts:
    """Within it Ctrl-C is noted and raises nothing: a step is done in place, and one that is half
    done cannot be saved. A second Ctrl-C is raised."""

    def __enter__(self) -> Interrupts:
        self.noted = False
        self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: object) -> None:
        if self.noted:
            raise KeyboardInterrupt
        self.noted = True

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)
        # [end interrupt]


def run(training: Training, steps: int, path: Path, every: int) -> bool:
    """Train up to that many steps, with a progress bar; whether it came so far, or was stopped by
    Ctrl-C. In both cases it is saved. Raises FloatingPointError for a loss that is not finite."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    print("compiling the step (or finding it in the disk cache) ...", flush=True)
    begun = time.perf_counter()
    training.compile()
    print(f"  after {time.perf_counter() - begun:.1f} s", flush=True)
    with Interrupts() as interrupts, Progress(*columns) as progress:
        task = progress.add_task("", total=steps, completed=training.step)
        begun, at = time.perf_counter(), training.step
        while training.step < steps and not interrupts.noted:
            loss = training.advance()
            rate = (training.step - at) / (time.perf_counter() - begun)
            shown = f"loss {loss:.3f}, {rate:.2f} steps/s"
            progress.update(task, completed=training.step, description=shown)
            if training.step % every == 0 or training.step == steps:
                progress.print(f"step {training.step}: validation loss {training.validate():.4f}")
                training.save(path)
        if interrupts.noted:
            training.save(path)
    return not interrupts.noted


def options(arguments: list[str]) -> argparse.Namespace:
    """The command line. What a plan holds is there only where it was given."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, value in asdict(Plan()).items():
        shown = f"as many as --steps, or {value}" if name == "planned" else value
        about = f"{ABOUT[name]} ({shown})"
        parser.add_argument(f"--{name}", type=type(value), default=argparse.SUPPRESS, help=about)
    parser.add_argument("--steps", type=int, help="steps to reach (as many as --planned)")
    parser.add_argument("--out", type=Path, default=Path("build/chapter-15/characters"),
                        help="folder for what comes out (build/chapter-15/characters)")  # fmt: skip
    parser.add_argument("--every", type=int, default=100, help="steps between checkpoints (100)")
    parser.add_argument("--sample", type=int, default=400,
                        help="characters of text at the end (400)")  # fmt: skip
    parser.add_argument("--check-nan", action="store_true", help="name the first NaN's operation")
    parser.add_argument("--products", choices=("schedule", "bf16x6"), default="schedule",
                        help="how to multiply matrices (schedule); bf16x6: on tiles")  # fmt: skip
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--resume", action="store_true",
                       help="go on from the checkpoint, with its plan")  # fmt: skip
    which.add_argument("--overwrite", action="store_true",
                       help="begin anew where a checkpoint is")  # fmt: skip
    return parser.parse_args(arguments)


def begin(given: argparse.Namespace, path: Path) -> tuple[Training, int]:
    """The training that was asked for, and the steps to reach. Raises one of `WRONG`."""
    planned = {name: value for name, value in vars(given).items() if name in asdict(Plan())}
    if given.resume:
        saved = checkpoints.notes(path).get("plan", {})
        plan = Plan(
            **{name: saved.get(name, was) for name, was in asdict(Plan()).items()} | planned
        )
    elif path.exists() and not given.overwrite:
        raise FileExistsError(f"{path} is there: --resume goes on from it, --overwrite begins anew")
    else:
        plan = Plan(**{"planned": given.steps or Plan.planned, **planned})
    steps = plan.planned if given.steps is None else given.steps
    if min(steps, given.every, plan.planned, plan.batch, plan.length) < 1:
        raise ValueError("steps, every, planned, batch and length are at least 1")
    if given.sample < 0:
        raise ValueError(f"--sample is a number of characters; got {given.sample}")
    if not 0 < plan.rate < math.inf:
        raise ValueError(f"a learning rate is a number above 0; got {plan.rate}")
    if given.products == "bf16x6" and (missing := amx.missing()):
        raise ValueError(f"--products bf16x6: {missing}")
    folder = next(folder for folder in path.parents if folder.exists())
    if not folder.is_dir():
        raise NotADirectoryError(f"{folder} is no folder: --out names one for what comes out")
    training = Training(plan, Characters(corpus.text(plan.text)), given.check_nan,
                        given.products)  # fmt: skip
    batch(training.characters.parts[1], 1, plan.length, np.random.default_rng(0))
    if given.resume:
        training.resume(path)
        if steps < training.step:
            raise ValueError(f"{path} is after step {training.step} already: --steps {steps} is "
                             "the number to reach")  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    tempfile.TemporaryFile(dir=path.parent).close()  # can it be written to?
    return training, steps


def left(path: Path) -> str:
    """What there is to go on from after an error."""
    return "the last checkpoint is left as it was" if path.exists() else "nothing was saved"


WRONG = (CheckpointError, ConfigError, OSError, ValueError)


def main(arguments: list[str]) -> int:
    given = options(arguments)
    out, path = given.out, given.out / "checkpoint.safetensors"
    try:
        training, steps = begin(given, path)
    except WRONG as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    numbers = training.config.parameters
    print(f"{len(training.characters.text):,} characters, {numbers:,} numbers to learn")
    begun = time.perf_counter()
    try:
        if not run(training, steps, path, given.every):
            print(f"stopped after step {training.step}; --resume goes on from there")
            return 130
        loss, seconds = training.validate(), time.perf_counter() - begun
        print(f"validation loss {loss:.4f} after {training.step} steps, {seconds:.0f} s")
        figure = curve(training.losses, training.validated, training.config.vocabulary)
        for suffix in ("svg", "png"):
            figure.savefig(out / f"loss.{suffix}")
        losses = {
            "characters": training.config.vocabulary,
            "training": training.losses,
            "validation": training.validated,
        }
        (out / "losses.json").write_text(json.dumps(losses) + "\n", encoding="utf-8")
        print(f"{path}, {out}/loss.svg")
        print(training.text(given.sample))
    except FloatingPointError as error:
        hint = "" if given.check_nan else ". --check-nan names the operation"
        print(f"error: {error}; {left(path)}{hint}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"stopped; {left(path)}", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
