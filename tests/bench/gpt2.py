"""GPT-2 at its small size, with random weights: tokens per second beside the peers and the bound.

Ours in float32, with bfloat16 weights, and with those on AMX tiles where there are any; the NumPy
model; and PyTorch with transformers, which keeps keys and values too. Each is a process of its own
for each count of threads; they take turns, one task each, and a figure is the median of ROUNDS
turns. The bound is how often the weights can be read in a second, at the speed at which compiled
code read memory in the same turns.
"""

from __future__ import annotations

import itertools
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path

import numpy as np

from runners import amx

from . import Row, with_bytecode

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ROOT / "build" / "bench" / "gpt2-figures.json"
READ = ROOT / "chapters" / "13-gpt-2-compiled" / "read.mlir"
ROUNDS = 5
PROMPT, TOKENS = 10, 50  # of decoding
TOKENS_NUMPY = 5  # it computes the whole text for each
PREFILL = (128, 512)
REST = 0.4  # seconds: a pool of threads spins for a while after its last task
TILES = "bfloat16 on tiles"
OURS = ("float32", "bfloat16") + ((TILES,) if amx.missing() is None else ())
NUMPY, PEER, READING = "NumPy", "PyTorch", "machine"


# Workers: each reads tasks from its standard input, one a line, and answers with a figure. --------


def engine(weights: str, threads: int) -> dict[str, Callable[[int], float]]:
    """Our engine."""
    from stepdown.gpt2 import Config, tiny
    from stepdown.gpt2.engine import Engine

    config = Config()
    p = tiny.random(config)
    if weights != "float32":
        from stepdown.gpt2 import rounded

        p = rounded(p)
    products = "bf16x6" if weights == TILES else "schedule"
    # Compiled for one thread, or for as many as OMP_NUM_THREADS says.
    made = Engine(config, p, threads=1 if threads == 1 else None, products=products)

    def decode(count: int) -> float:
        session = made.session()
        logits = session.feed(ids(PROMPT)[None])
        start = time.perf_counter()
        for _ in range(count):
            logits = session.feed(logits.argmax(-1)[:, None])
        return count / (time.perf_counter() - start)

    def prefill(count: int) -> float:
        session = made.session()
        start = time.perf_counter()
        session.feed(ids(count)[None])
        return count / (time.perf_counter() - start)

    return {"decode": decode, "prefill": prefill}


def plain(threads: int) -> dict[str, Callable[[int], float]]:
    """The NumPy model: the whole text again for each token."""
    from stepdown.gpt2 import Config, model, tiny

    config = Config()
    p = tiny.random(config)

    def forward(text: np.ndarray) -> int:
        return int(model.logits(model.hidden(text, p, config.heads)[-1:], p).argmax())

    def decode(count: int) -> float:
        text = np.append(ids(PROMPT), forward(ids(PROMPT)))
        start = time.perf_counter()
        for _ in range(count):
            text = np.append(text, forward(text))
        return count / (time.perf_counter() - start)

    def prefill(count: int) -> float:
        start = time.perf_counter()
        forward(ids(count))
        return count / (time.perf_counter() - start)

    return {"decode": decode, "prefill": prefill}


def torch_model(threads: int) -> dict[str, Callable[[int], float]]:
    """transformers' model on PyTorch."""
    import torch
    import transformers

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    transformers.logging.set_verbosity_error()
    warnings.simplefilter("ignore", FutureWarning)  # an argument gets another name some day
    model = transformers.GPT2LMHeadModel(transformers.GPT2Config()).eval()

    def step(text, past=None):
        out = model(text, past_key_values=past, use_cache=True, logits_to_keep=1)
        return out.logits[:, -1].argmax(-1)[:, None], out.past_key_values

    def decode(count: int) -> float:
        token, past = step(torch.tensor(ids(PROMPT))[None])
        start = time.perf_counter()
        for _ in range(count):
            token, past = step(token, past)
        return count / (time.perf_counter() - start)

    def prefill(count: int) -> float:
        text = torch.tensor(ids(count))[None]
        start = time.perf_counter()
        step(text)
        return count / (time.perf_counter() - start)

    return {"decode": decode, "prefill": prefill}


def reader(threads: int) -> dict[str, Callable[[int], float]]:
    """What the machine can: gigabytes read in a second by compiled code that adds them up, and
    10^9 operations of one core that does nothing but multiply and add."""
    import runners

    from . import ladder

    total = runners.load(READ).compile("cpu-openmp", threads=threads).total
    x, out = np.ones((64, 8, 1 << 19), np.float32), np.empty(64, np.float32)

    def read(count: int) -> float:
        start = time.perf_counter()
        for _ in range(count):
            total(x, out)
        seconds = time.perf_counter() - start
        assert (out == x[0].size).all()
        return count * x.nbytes / seconds / 1e9

    return {"read": read, "peak": lambda count: ladder.peak() / 1e9}


def ids(count: int) -> np.ndarray:
    return np.random.default_rng(seed=13).integers(0, 50257, count)


def serve(name: str, threads: int) -> None:
    """Make the contender, then do tasks until the input ends."""
    if name in OURS:
        tasks = engine(name, threads)
    else:
        tasks = {NUMPY: plain, PEER: torch_model, READING: reader}[name](threads)
    print("ready", flush=True)
    for line in sys.stdin:
        task, count = line.split()
        print(tasks[task](int(count)), flush=True)


class Worker:
    """A contender in a process of its own."""

    def __init__(self, name: str, threads: int) -> None:
        self.name = name
        names = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.gpt2", "serve", name, str(threads)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT,
            env={**os.environ, **dict.fromkeys(names, str(threads))},
        )  # fmt: skip
        self._answer()

    def run(self, task: str, count: int) -> float:
        self.process.stdin.write(f"{task} {count}\n")
        self.process.stdin.flush()
        found = float(self._answer())
        time.sleep(REST)
        return found

    def _answer(self) -> str:
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.name}: its process ended with {self.process.wait()}")
        return line

    def close(self) -> None:
        self.process.stdin.close()
        self.process.wait()


def rates(threads: int, names: list[str]) -> dict[str, dict[str, float]]:
    """The medians of each contender's tasks; of the reader, gigabytes per second."""
    found: dict[str, dict[str, list[float]]] = {name: {} for name in names}
    workers = [Worker(name, threads) for name in names]
    try:
        for turn in range(-1, ROUNDS):
            for task, count in [("decode", TOKENS), *(("prefill", n) for n in PREFILL)]:
                for worker in workers:
                    given = (task, count)
                    if worker.name == READING:
                        given = ("read" if task == "decode" else "peak", 1)
                    elif (worker.name, task) == (NUMPY, "decode"):
                        given = (task, TOKENS_NUMPY)
                    figure = worker.run(*given)
                    key = f"prefill {count}" if given[0] == "prefill" else given[0]
                    if turn >= 0:  # the one before is to warm up
                        found[worker.name].setdefault(key, []).append(figure)
    finally:
        for worker in workers:
            worker.close()
    return {
        name: {task: statistics.median(runs) for task, runs in tasks.items()}
        for name, tasks in found.items()
    }


# First tokens. ------------------------------------------------------------------------------------


def first_token(folder: str, begun: float) -> None:
    """From a checkpoint's folder to the first token, in this new process, and how long each phase
    of that takes; then a few more tokens."""
    from stepdown.execution import cache
    from stepdown.gpt2 import load
    from stepdown.gpt2.engine import Engine

    marks = [begun, time.monotonic()]
    model = load(folder, weights="float32")
    marks.append(time.monotonic())
    engine = Engine.of(model)
    compiled = engine.compile(1, "prefill")["prefill"]
    marks.append(time.monotonic())
    session = engine.session()
    logits = session.feed(ids(PROMPT)[None])
    marks.append(time.monotonic())
    start, weights, compiling, step = (b - a for a, b in itertools.pairwise(marks))
    phases = {"Python and imports": start, "weights": weights, **compiled.seconds}
    phases["all else of compiling"] = compiling - sum(compiled.seconds.values())
    phases["step"] = step
    seconds = sum(phases.values())
    for _ in range(3):
        logits = session.feed(logits.argmax(-1)[:, None])
    cache.flush()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    sizes = [session.cache.nbytes, sum(x.nbytes for x in _leaves(model.parameters))]
    found = {"seconds": seconds, "peak": peak, "needed": sum(sizes) / 2**20, "phases": phases}
    print(json.dumps(found))


def _leaves(p: object) -> list[np.ndarray]:
    from stepdown.frontend import tree

    return tree.flatten(p)[0]


def first_tokens() -> dict[str, dict[str, float]]:
    """Seconds from the start of a process to its first token, the median of three processes, with
    that one's phases, and the median of their peak memory in MiB.

    Cold is without any compiled code on disk; what Python makes of modules, its bytecode, is there
    but for the first process, as it is wherever stepdown was imported before.
    """
    from stepdown.gpt2 import Config, places, tiny, tokenizer

    config = Config()
    found: dict[str, list[dict]] = {"cold": [], "from the disk cache": []}
    with tempfile.TemporaryDirectory(dir=FIGURES.parent) as folder:
        small = tokenizer.load(places.made())
        tiny.save(Path(folder), config, tiny.random(config), small)
        for turn in range(3):
            given = {**with_bytecode(), "STEPDOWN_CACHE": str(Path(folder) / f"cache-{turn}")}
            for runs in found.values():
                done = subprocess.run(
                    [sys.executable, "-m", "tests.bench.gpt2", "first", folder,
                     str(time.monotonic())],
                    env=given, cwd=ROOT, capture_output=True, text=True, check=True,
                )  # fmt: skip
                runs.append(json.loads(done.stdout))
    return {
        road: {
            **sorted(runs, key=lambda run: run["seconds"])[1],
            "peak": statistics.median(run["peak"] for run in runs),
        }
        for road, runs in found.items()
    }


# Rows. --------------------------------------------------------------------------------------------


def weight_bytes() -> dict[str, int]:
    """The bytes of weights that a token reads: all but the tables of tokens that are only looked
    up, and the large matrix of them once, for the logits."""
    from stepdown.gpt2 import Config

    config = Config()
    matrices = config.vocabulary * config.width
    matrices += config.layers * sum(i * o for i, o in config.linears)
    others = config.parameters - matrices - config.positions * config.width
    return {"float32": 4 * (matrices + others), "bfloat16": 2 * matrices + 4 * others}


def peer() -> str:
    """What PyTorch there is; the reason, after `no`, where there is none."""
    try:
        import torch
        import transformers
    except ImportError as error:
        return f"no PyTorch row: {error} (`make setup-peers` installs it)"
    return f"PyTorch {torch.__version__}, transformers {transformers.__version__}"


def rows() -> list[Row]:
    """Tokens per second, then first tokens and memory; all medians go to gpt2-figures.json."""
    with_peer = peer()
    names = [*OURS, NUMPY, READING] + [PEER] * (not with_peer.startswith("no"))
    print(with_peer)
    FIGURES.parent.mkdir(parents=True, exist_ok=True)
    cores = len(os.sched_getaffinity(0))
    figures = {str(n): rates(n, names) for n in (1, 2) if n <= cores}
    first, bytes_ = first_tokens(), weight_bytes()
    kept = {"threads": figures, "first": first, "bytes": bytes_, "peer": with_peer}
    FIGURES.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    found = []
    for threads, rate in figures.items():
        found += _beside(f"{threads} thread{'s' * (threads != '1')}", rate, bytes_, threads == "1")
    for road, bound in (("cold", 3.0), ("from the disk cache", 0.7)):
        phases = first[road]["phases"]
        print(f"first token, {road}:", *(f"{name} {s:.3f} s;" for name, s in phases.items()))
        found.append(Row(f"first token, {road}", "bound", first[road]["seconds"], bound, "s",
                         "lower", 1.0, 3))  # fmt: skip
        found.append(Row(f"peak memory, {road}", "weights + cache + 200 MiB", first[road]["peak"],
                         first[road]["needed"] + 200, "MiB", "lower", 1.0, 3))  # fmt: skip
    return found


def _beside(threads: str, rate: dict, bytes_: dict[str, int], single: bool) -> list[Row]:
    """The rows of a count of threads."""
    ours, wide = rate["float32"], rate["bfloat16"]
    found = []

    def add(name: str, other: str, mine: float, theirs: float, goal: float | None) -> None:
        found.append(Row(f"{name}, {threads}", other, mine, theirs, "tokens/s", "higher", goal,
                         ROUNDS))  # fmt: skip

    for kind, goal in (("float32", 0.8), ("bfloat16", None)):
        bound = rate[READING]["read"] * 1e9 / bytes_[kind]
        add(f"decode, {kind}", "bandwidth bound", rate[kind]["decode"], bound, goal)
    add("decode, bfloat16", "float32", wide["decode"], ours["decode"], 1.6)
    tasks = ["decode", *(f"prefill {n}" for n in PREFILL)]
    for task in tasks[1:] if TILES in rate else ():
        add(f"{task}, {TILES}", "bfloat16", rate[TILES][task], wide[task], None)
    for other in (PEER, NUMPY):
        for task in tasks if other in rate else ():
            goals = {"decode": 1.4 if single else 2.5, "prefill 512": 1.05}
            goal = goals.get(task) if other == PEER else None
            add(task, other, ours[task], rate[other][task], goal)
    return found


if __name__ == "__main__":
    _, what, *given = sys.argv
    if what == "serve":
        serve(given[0], int(given[1]))
    else:
        first_token(given[0], float(given[1]))
