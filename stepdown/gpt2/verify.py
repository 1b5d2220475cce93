"""The compiled model beside the NumPy model at every step of greedy decoding: `make verify-gpt2`.

python -m stepdown.gpt2.verify [--model FOLDER] [--steps 10]

The model is the published one where it is, else the tiny one. Compared are embeddings, the residual
after each half of each block, logits and token ids: of `model`'s functions compiled one by one, of
its whole forward pass compiled as it stands, and of the engine, which keeps keys and values. Exit
codes: 0 all agree, 1 something does not, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from .. import jit
from ..frontend import tree
from . import model, places, tiny
from .config import Config
from .errors import Error
from .generate import checked, load
from .model import Block, Parameters

TURING = "Alan Turing theorized that computers would one day become"
PUBLISHED = [262, 749, 3665, 8217, 319, 262, 5440, 13, 198, 198]  # what GPT-2 says to that
SAYING = "a thread passes over the warp and a thread"  # for the tiny model
FACTOR = 4  # how many times NumPy's own rounding a difference may be
EPSILON = float(np.finfo(np.float32).eps)


# [region sublayers]
def attention_residual(x: np.ndarray, p: Block, heads: int) -> np.ndarray:
    return x + model.attention(model.layer_norm(x, p.norm_1), p, heads)


def mlp_residual(x: np.ndarray, p: Block) -> np.ndarray:
    return x + model.mlp(model.layer_norm(x, p.norm_2), p)


@dataclass(frozen=True)
class Sublayers:
    """The model as four functions; the two in the middle are called for each block."""

    embed: Callable = model.embed
    attention: Callable = attention_residual
    mlp: Callable = mlp_residual
    logits: Callable = model.logits

    def run(self, ids: np.ndarray, p: Parameters, heads: int) -> Iterator[tuple[str, np.ndarray]]:
        """What each function gives, by name, in order."""
        ends = replace(p, blocks=())  # the first and the last need nothing of the blocks
        x = self.embed(ids, ends)
        yield "embeddings", x
        for n, block in enumerate(p.blocks):
            x = self.attention(x, block, heads)
            yield f"attention {n}", x
            x = self.mlp(x, block)
            yield f"MLP {n}", x
        yield "logits", self.logits(x, ends)


def compiled() -> Sublayers:
    """The four functions compiled, each once, for any number of tokens."""
    ids, x = {"ids": {0: "tokens"}}, {"x": {0: "tokens"}}
    return Sublayers(
        jit(model.embed, dynamic=ids),
        jit(attention_residual, static=("heads",), dynamic=x),
        jit(mlp_residual, dynamic=x),
        jit(model.logits, dynamic=x),
    )


# [end sublayers]


Road = Callable[[np.ndarray], np.ndarray]  # from all ids to the logits of all tokens, or the last


# [region whole]
def whole(p: Parameters, heads: int) -> Road:
    """`model.forward` as it stands, in one module, for any number of tokens."""
    forward = jit(model.forward, static=("heads",), dynamic={"ids": {0: "tokens"}})
    return lambda ids: forward(ids, p, heads)
    # [end whole]


def cached(config: Config, p: Parameters) -> Road:
    """The engine: it computes the tokens that it has not seen, and keeps their keys and values."""
    from .engine import Engine

    session = Engine(config, p).session()
    return lambda ids: session.feed(ids[None, session.length :])


@dataclass(frozen=True)
class Difference:
    """A compiled array beside NumPy's: how far apart, and how far they may be.

    `relative` is `absolute` over the largest number of NumPy's array.
    """

    step: int
    name: str
    absolute: float
    relative: float
    allowed: float
    fault: str = ""  # of another type or shape: nothing can be compared

    @property
    def quantity(self) -> str:
        """The name without the block's number."""
        return self.name.rstrip(" 0123456789")

    @property
    def fails(self) -> bool:
        return bool(self.fault) or not self.absolute <= self.allowed  # NaN is not

    def __str__(self) -> str:
        what = self.fault or f"differs by {self.absolute:.1e}, and {self.allowed:.1e} is allowed"
        return f"step {self.step}, {self.name}: {what}"


# [region difference]
def difference(
    step: int, name: str, got: np.ndarray, wanted: np.ndarray, exact: np.ndarray
) -> Difference:
    """`exact` is what the same functions give in float64, whose rounding is negligible here.

    NumPy's float32 result is off from it by its own rounding. The compiled one adds the same
    numbers in another order: it is off by as much, in other places, so that the two may be twice
    that apart. Allowed is twice as much again, and the last digit of the largest number.
    """
    if (got.dtype, got.shape) != (wanted.dtype, wanted.shape):
        fault = f"{got.dtype} {got.shape}, and NumPy gives {wanted.dtype} {wanted.shape}"
        return Difference(step, name, np.inf, np.inf, 0.0, fault)
    apart, own, largest = (float(np.abs(a).max()) for a in (got - wanted, wanted - exact, wanted))
    return Difference(step, name, apart, apart / largest, FACTOR * own + EPSILON * largest)
    # [end difference]


@dataclass
class Step:
    """One token more: NumPy's choice, the choice of each compiled road, all differences."""

    number: int
    tokens: int
    chosen: int
    others: dict[str, int]
    differences: list[Difference]

    @property
    def faults(self) -> list[str]:
        """What does not agree, in words."""
        return [str(d) for d in self.differences if d.fails] + [
            f"step {self.number}, {road}: goes on with {token}, and NumPy with {self.chosen}"
            for road, token in self.others.items()
            if token != self.chosen
        ]

    def worst(self) -> dict[str, Difference]:
        """The largest difference of each quantity, of all blocks."""
        found: dict[str, Difference] = {}
        for d in self.differences:
            before = found.get(d.quantity)
            if before is None or (d.fails, d.absolute) > (before.fails, before.absolute):
                found[d.quantity] = d
        return found


# [region steps]
def steps(
    p: Parameters,
    heads: int,
    prompt: Sequence[int],
    count: int,
    sublayers: Sublayers,
    roads: Mapping[str, Road],
) -> Iterator[Step]:
    """Decode `count` tokens with NumPy, and compare what it computes at each step.

    All go on with NumPy's token: a wrong one of a road is told, and does not lead the rest astray.
    """
    plain, wide, ids = Sublayers(), _as(p, np.float64), np.array(prompt)
    for number in range(1, count + 1):
        functions = ((sublayers, p), (plain, p), (plain, wide))
        found = []
        for (name, got), (_, wanted), (_, exact) in zip(
            *(f.run(ids, q, heads) for f, q in functions), strict=True
        ):
            found.append(difference(number, name, got, wanted, exact))
        chosen = int(wanted[-1].argmax())  # the last of them were the logits
        others = {"sublayers": int(got[-1].argmax())}
        for road, forward in roads.items():
            got = forward(ids)
            last = slice(-len(got), None)
            found.append(difference(number, road, got, wanted[last], exact[last]))
            others[road] = int(got[-1].argmax())
        yield Step(number, len(ids), chosen, others, found)
        ids = np.append(ids, chosen)
    # [end steps]


def _as(p: Parameters, dtype: type) -> Parameters:
    leaves, structure = tree.flatten(p)
    return tree.unflatten(structure, [leaf.astype(dtype) for leaf in leaves])


# The command. ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Subject:
    """A model to verify, a prompt for it, and how to show a token."""

    what: str
    config: Config
    parameters: Parameters
    prompt: list[int]
    word: Callable[[int], str]
    known: list[int] | None = None  # the ids that have to follow


def subject(wanted: str | None, prompt: str | None) -> Subject:
    """The model that is meant: a folder's, `tiny`, `random`, or None for the published one if it is
    there. Raises an Error of this package for one that is of no use."""
    if wanted == "random":
        config = Config()
        ids = np.random.default_rng(seed=tiny.SEED).integers(0, config.vocabulary, 10)
        what = "GPT-2's own sizes with random weights"
        return Subject(what, config, tiny.random(config), ids.tolist(), lambda token: "")
    if wanted is None:
        folder, what = places.published()
        what += "" if folder else ". This is the tiny model"
    elif wanted == "tiny":
        folder, what = None, "the tiny model"
    else:
        folder, what = Path(wanted), f"the checkpoint in {wanted}"
    found = load(folder or places.made())
    text = prompt if prompt is not None else TURING if folder else SAYING
    ids = checked(found.config, found.tokenizer.encode(text))

    def word(token: int) -> str:
        return repr(found.tokenizer.word(token).decode("utf-8", "replace"))

    known = PUBLISHED if folder == places.DEFAULT and text == TURING else None
    return Subject(what, found.config, found.parameters, ids, word, known)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m stepdown.gpt2.verify", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--model", metavar="FOLDER", help="of a checkpoint, or `tiny`, or `random`")
    parser.add_argument("--steps", type=int, default=10, metavar="N", help="tokens to decode (10)")
    parser.add_argument("--prompt", metavar="TEXT", help="what the model goes on from")
    parser.add_argument(
        "--weights",
        choices=("float32", "bfloat16"),
        default="float32",
        help="the type of the matrices (float32)",
    )
    options = parser.parse_args(arguments)
    if options.steps < 1:
        parser.error("at least one step")
    try:
        chosen = subject(options.model, options.prompt)
        checked(chosen.config, chosen.prompt, options.steps)
    except Error as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return report(chosen, options.steps, options.weights)


def report(chosen: Subject, count: int, weights: str = "float32") -> int:
    """Verify, with a bar while it goes on and the tables when it is done; the exit code."""
    from rich.console import Console
    from rich.progress import track

    console = Console(highlight=False)
    console.print(f"{chosen.what[:1].upper()}{chosen.what[1:]}.")
    p, heads = chosen.parameters, chosen.config.heads
    ours = p
    if weights == "bfloat16":
        from . import rounded

        ours = rounded(p)  # for the engine; the others compute with the same numbers as float32
        p = _as(ours, np.float32)
    roads = {"module": whole(p, heads), "engine": cached(chosen.config, ours)}
    compared = steps(p, heads, chosen.prompt, count, compiled(), roads)
    done = list(track(compared, "verifying", total=count, console=console, transient=True))
    for table in _tables(done, chosen):
        console.print(table)
    faults = [fault for step in done for fault in step.faults]
    ids = [step.chosen for step in done]
    if chosen.known and ids != chosen.known[:count]:
        faults.append(f"GPT-2 goes on with {chosen.known[:count]}, and here NumPy with {ids}")
    for fault in faults:
        console.print(f"[red]✗[/] {fault}", soft_wrap=True)
    if not faults:
        same = f"the {count} token ids are equal" + (", GPT-2's own" if chosen.known else "")
        console.print(f"[green]✓[/] float32 everywhere, as in NumPy, and {same}: {ids}",
                      soft_wrap=True)  # fmt: skip
    return 1 if faults else 0


def _tables(done: list[Step], chosen: Subject) -> Iterator[object]:
    """The differences of each step, and the worst of each quantity beside what is allowed."""
    from rich.markup import escape
    from rich.table import Table

    rows = [(step, step.worst()) for step in done]
    quantities = list(rows[0][1])
    for title in ("absolute", "relative"):
        table = Table(title=f"largest {title} difference", title_justify="left", box=None)
        for name in ("tokens", "next", *quantities):
            table.add_column(name, justify="left" if name == "next" else "right", no_wrap=True)
        for step, worst in rows:
            found = [f"{getattr(worst[q], title):.1e}" for q in quantities]
            word = chosen.word(step.chosen) or str(step.chosen)
            table.add_row(str(step.tokens), escape(word), *found)
        yield table
    table = Table(title="the worst of all steps", title_justify="left", box=None)
    for name in ("quantity", "where", "difference", "allowed"):
        table.add_column(name, justify="left" if name in ("quantity", "where") else "right")
    for quantity in quantities:
        d = max((worst[quantity] for _, worst in rows), key=lambda d: (d.fails, _share(d)))
        table.add_row(quantity, f"step {d.step}, {d.name}", f"{d.absolute:.1e}", f"{d.allowed:.1e}")
    yield table


def _share(d: Difference) -> float:
    return d.absolute / d.allowed if d.allowed else d.absolute


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
