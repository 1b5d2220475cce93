"""Trains a small GPT-2 on the characters of a text, with compiled steps that write in place.

python chapters/15-differentiation/train.py [--text shakespeare] [--steps 800] [--resume] ...

The model of 1.8 million numbers is the default. A checkpoint is written every so many steps, and
when Ctrl-C is pressed; `--resume` goes on from it to the very same model. At the end stand a loss
curve and some text.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
sys.path[:0] = [str(CHAPTER), str(CHAPTER.parents[1])]
import corpus  # noqa: E402

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

    def __init__(self, plan: Plan, characters: Characters) -> None:
        self.plan, self.characters = plan, characters
        self.config = Config(
            len(characters.alphabet), plan.length, plan.width, plan.heads, plan.layers
        )
        self.rule = AdamW(plan.rate, betas=(0.9, 0.99), decay=0.1)
        self.parameters = tiny.random(self.config, plan.seed)
        self.state = self.rule.start(self.parameters)
        self.generator = np.random.default_rng(plan.seed)
        self.step, self.losses, self.validated = 0, [], []
        self._step = compiled_step(self.loss, self.rule, clip=1.0)
        self._loss = jit(self.loss, products="schedule")

    def loss(self, parameters, ids, targets):
        scores = model.forward(ids, parameters, self.config.heads)
        return cross_entropy(scores, targets)

    def advance(self) -> float:
        """One step; the loss before it."""
        given = batch(self.characters.parts[0], self.plan.batch, self.plan.length, self.generator)
        rate = warmed(self.step, self.plan.planned, self.plan.rate)
        self.parameters, self.state, loss, _ = self._step(self.parameters, self.state, rate, *given)
        self.step += 1
        self.losses.append((self.step, float(loss)))
        return float(loss)

    # [end training]

    def validate(self) -> float:
        """The mean loss of pieces of the text that is kept aside, the same ones each time."""
        generator = np.random.default_rng(self.plan.seed + 1)
        pieces = (self.characters.parts[1], self.plan.batch, self.plan.length, generator)
        found = [self._loss(self.parameters, *batch(*pieces)) for _ in range(VALIDATED)]
        return float(np.mean(found))

    # [region resume]
    def save(self, path: Path) -> None:
        notes = {
            "plan": asdict(self.plan),
            "alphabet": self.characters.alphabet,
            "step": self.step,
            "generator": self.generator.bit_generator.state,
            "losses": self.losses,
            "validated": self.validated,
        }
        checkpoints.save(path, (self.parameters, self.state), notes)

    def resume(self, path: Path) -> None:
        """Go on from a checkpoint. Raises CheckpointError for one of another training."""
        trees, notes = checkpoints.load(path, (self.parameters, self.state))
        if notes["alphabet"] != self.characters.alphabet:
            raise CheckpointError(f"{path} is of another text: its characters differ")
        for name, mine in asdict(self.plan).items():
            if notes["plan"].get(name) != mine:
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


def curve(training: Training):
    """The losses over the steps, and what guessing by the alphabet alone would have."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    axes.plot(*zip(*training.losses, strict=True), color="#9ca3af", lw=0.8, label="training")
    if training.validated:
        axes.plot(*zip(*training.validated, strict=True), "o-", color="#1d4ed8", ms=3,
                  label="validation")  # fmt: skip
    axes.axhline(math.log(training.config.vocabulary), color="#d1d5db", ls="--", lw=0.8)
    axes.set(xlabel="step", ylabel="loss, nats a character", ylim=(0, None))
    axes.legend(frameon=False)
    return figure


def run(training: Training, steps: int, path: Path, every: int) -> None:
    """Train up to that many steps, with a progress bar; stopped by Ctrl-C, too, it is saved."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    print("compiling the step (from the disk cache, where it is there) ...", flush=True)
    begun, at = time.perf_counter(), training.step
    with Progress(*columns) as progress:
        task = progress.add_task("", total=steps, completed=training.step)
        try:
            while training.step < steps:
                loss = training.advance()
                if training.step == at + 1:
                    progress.print(f"first step after {time.perf_counter() - begun:.1f} s")
                    begun = time.perf_counter()
                rate = (training.step - at - 1) / (time.perf_counter() - begun)
                shown = f"loss {loss:.3f}, {rate:.2f} steps/s"
                progress.update(task, completed=training.step, description=shown)
                if training.step % every == 0:
                    training.validated.append((training.step, training.validate()))
                    found = training.validated[-1][1]
                    progress.print(f"step {training.step}: validation loss {found:.4f}")
                    training.save(path)
        except KeyboardInterrupt:
            training.save(path)
            progress.print(f"stopped after step {training.step}; --resume goes on from there")
            raise SystemExit(130) from None


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, value in asdict(Plan()).items():
        if name != "planned":
            parser.add_argument(f"--{name}", type=type(value), default=value)
    parser.add_argument("--steps", type=int, default=800)
    parser.add_argument("--planned", type=int, help="steps over which the rate falls (--steps)")
    parser.add_argument("--out", type=Path, default=Path("build/chapter-15/characters"))
    parser.add_argument("--every", type=int, default=100, help="steps between checkpoints")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint")
    parser.add_argument("--sample", type=int, default=400, help="characters of text at the end")
    given = vars(parser.parse_args(arguments))
    steps, out, every = given.pop("steps"), given.pop("out"), given.pop("every")
    resume, count = given.pop("resume"), given.pop("sample")
    path = out / "checkpoint.safetensors"
    try:
        if min(steps, every, given["batch"], given["length"]) < 1:
            raise ValueError("steps, every, batch and length are at least 1")
        plan = Plan(**given | {"planned": given["planned"] or steps})
        training = Training(plan, Characters(corpus.text(plan.text)))
        batch(training.characters.parts[1], 1, plan.length, np.random.default_rng(0))
        if resume:
            training.resume(path)
    except (CheckpointError, ConfigError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    numbers = training.config.parameters
    print(f"{len(training.characters.text):,} characters, {numbers:,} numbers to learn")
    run(training, steps, path, every)
    training.save(path)
    print(f"validation loss {training.validate():.4f} after {training.step} steps")
    figure = curve(training)
    for suffix in ("svg", "png"):
        figure.savefig(out / f"loss.{suffix}")
    (out / "losses.json").write_text(
        json.dumps({"training": training.losses, "validation": training.validated}) + "\n",
        encoding="utf-8",
    )
    print(f"{path}, {out}/loss.svg")
    print(training.text(count))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
