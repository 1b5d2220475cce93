"""Speed against threads: kernels compiled once, each number of threads in a process of its own.

python chapters/03-affine-openmp/speed.py

prints, as one line of JSON for each number of threads, the median time of each kernel in
milliseconds, how many threads ran a loop, and how many cores other processes kept busy just before.
run.py starts it and plots what it prints.

The OpenMP runtime reads OMP_NUM_THREADS when a process first calls it. This process never does: its
children do, which it forks after compiling. Their threads sleep while they wait, unless
OMP_WAIT_POLICY says otherwise: on a busy core, spinning takes time from the thread waited for.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from owners import cores, library, owners
from pairs import strings

import runners

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FOLDER = Path(__file__).parent
REPEATS, BUDGET = 9, 0.15  # calls of a kernel, and the seconds after which three are enough


def kernels() -> dict[str, Callable[[], object]]:
    """Calls that take a few to a few dozen milliseconds on one thread."""
    random = np.random.default_rng(seed=1)
    convolve = _parallel("convolution.mlir").convolve
    image, window = random.random((512, 512), np.float32), random.random((16, 16), np.float32)
    smaller = np.empty((497, 497), np.float32)
    matmul = _parallel("matmul.mlir").matmul
    a, b, c = (random.random((400, 400), np.float32) for _ in range(3))
    text = strings(random, 2000, 2000)
    diagonals = _parallel("passes/wavefront.mlir").edit_distance
    tiles = _parallel("passes/wavefront_tiles.mlir").edit_distance
    return {
        "convolution": lambda: convolve(image, window, smaller),
        "matrix product": lambda: matmul(a, b, c),
        "edit distance, diagonals": lambda: diagonals(*text),
        "edit distance, tiles": lambda: tiles(*text),
    }


def _parallel(name: str) -> runners.native.Library:
    return runners.load(FOLDER / name).lower("affine-parallel").compile("cpu-openmp")


def measure(threads: int, calls: dict[str, Callable[[], object]]) -> dict[str, object]:
    """The number of threads that this process runs a loop on, and each kernel's median time."""
    os.environ["OMP_NUM_THREADS"] = str(threads)
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    medians = {}
    for name, call in calls.items():
        call()  # starts the threads and touches the memory
        times = []
        while len(times) < 3 or (len(times) < REPEATS and sum(times) < BUDGET):
            start = time.perf_counter()
            call()
            times.append(time.perf_counter() - start)
        medians[name] = 1e3 * statistics.median(times)
    return {"threads": len(np.unique(owners())), "milliseconds": medians}


def in_process_of_its_own(threads: int, calls: dict[str, Callable[[], object]]) -> dict:
    """What `measure` finds in a child of this process."""
    others = busy()
    context = multiprocessing.get_context("fork")
    receiver, sender = context.Pipe(duplex=False)
    child = context.Process(target=lambda: sender.send(measure(threads, calls)))
    child.start()
    sender.close()
    try:
        return receiver.recv() | {"others": others}
    except EOFError:
        child.join()
        raise SystemExit(f"error: with {threads} threads: exit code {child.exitcode}") from None
    finally:
        child.join()


def busy() -> int:
    """Threads of other processes that run or wait for a core (0 where there is no /proc)."""
    samples = []
    for _ in range(9):
        try:
            running = Path("/proc/loadavg").read_text(encoding="ascii").split()[3].split("/")[0]
        except OSError:
            return 0
        samples.append(int(running) - 1)  # one is this thread
        time.sleep(0.01)
    return statistics.median(samples)


def disturbed(found: list[dict]) -> bool:
    """Whether other work and the threads together wanted more cores than there are."""
    return any(one["others"] + min(one["threads"], cores()) > cores() for one in found)


def counts() -> list[int]:
    """Numbers of threads to try: some below the number of cores, that, and twice as many."""
    return sorted({*(few for few in (1, 2, 4, 8) if few < cores()), 1, cores(), 2 * cores()})


def lines() -> Iterator[dict]:
    """What a new process of this script prints, line by line; it inherits no setting of OpenMP."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("OMP_", "KMP_"))}
    command = [sys.executable, __file__]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            yield json.loads(line)
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command)


def plot(found: list[dict]) -> Figure:
    """How many times faster than one thread each kernel is, against the number of threads."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6.4, 4.2))
    axes = figure.subplots()
    threads = [one["threads"] for one in found]
    for name in found[0]["milliseconds"]:
        first = found[0]["milliseconds"][name]
        axes.plot(threads, [first / one["milliseconds"][name] for one in found], "o-", label=name)
    bound = [min(number, cores()) for number in threads]
    axes.plot(threads, bound, "k:", label=f"the most that {cores()} cores allow")
    axes.set(xlabel="threads", ylabel="times as fast as on one", xticks=threads, ylim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, -0.15), ncols=2)
    return figure


if __name__ == "__main__":
    compiled = kernels()
    library()  # compiled here once, called in each child
    for number in counts():
        print(json.dumps(in_process_of_its_own(number, compiled)), flush=True)
