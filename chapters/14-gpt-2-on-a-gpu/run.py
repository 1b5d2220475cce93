"""Chapter 14: GPT-2's functions as kernels, simulated beside the CPU, assembled for five chips.

`make chapter-14`. `run.sh` assembles the same stages with the command-line tools; both print the
same results.
"""

import functools
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

os.environ.setdefault("OMP_WAIT_POLICY", "passive")

import chips
import functions
import loops
import memory
import numpy as np
import small
import stages

from runners import report
from stepdown import gpu, jit
from stepdown.gpt2 import model
from stepdown.gpu.cuda import NoDevice

f32 = np.float32
CHAPTER = "chapters/14-gpt-2-on-a-gpu"
run = report.Run(14, "GPT-2 on a GPU")
run.names |= {"jit": jit, "gpu": gpu, "functions": functions}
random = np.random.default_rng(seed=14)
pool = ThreadPoolExecutor(os.cpu_count())
# Lines of PTX that a kernel is known by.
WORDS = {
    "short_rows": {"shuffles": r"shfl\.sync"},
    "long_rows": {"shuffles": r"shfl\.sync", "barriers": r"bar(rier)?\.sync"},
    "tensor_cores": {"products": r"mma\.sync"},
    "flash": {"shuffles": r"shfl\.sync", "barriers": r"bar(rier)?\.sync"},
}


def normal(*shape: int, dtype: type = f32) -> np.ndarray:
    return random.standard_normal(shape, f32).astype(dtype)


@functools.cache
def compiled(name: str):
    return next(stage for stage in stages.STAGES if stage.name == name).compiled()


# What needs no simulator goes on in the background: PTX, and machine code.
forward, weights = small.forward()
jobs = {
    stage.name: pool.submit(lambda s=stage: (p := compiled(s.name).ptx(s.chip), p.assemble()))
    for stage in stages.STAGES
}
whole = {chip: pool.submit(chips.assembled, forward, chip) for chip in chips.CHIPS}

run.step("Groups become kernels")
run.say("Each function is one kernel: computed in the simulator, compared with NumPy.")
x, gain, bias = normal(8, 64), normal(64), normal(64)
run.names["x"] = x
run.python("gelu = jit(functions.gelu, target='gpu-sim')\ny = gelu(x)")
run.check("the result is an array of the device", isinstance(run.names["y"], gpu.Array),
          repr(run.names["y"]))  # fmt: skip
run.equal("np.asarray(y)", np.asarray(run.names["y"]), functions.gelu(x), rtol=1e-5, atol=1e-6)
for name, function, arguments in (
    ("gelu, a thread an element", functions.gelu, (normal(8, 256),)),
    ("layer norm, a warp a row", functions.layer_norm, (x, gain, bias)),
    ("layer norm, a block a row", functions.layer_norm, (normal(4, 768), normal(768), normal(768))),
    ("sums of columns", functions.column_total, (normal(40, 64),)),
    ("product, 4 x 4 a thread", functions.product, (normal(64, 32), normal(32, 64))),
    ("product, with edges", functions.product, (normal(100, 30), normal(30, 50))),
    ("a row times a matrix", functions.product, (normal(1, 64), normal(64, 256))),
):
    made = jit(function, target="gpu-sim").compile(*arguments)
    got = made(*arguments)
    run.equal(name, np.asarray(got), function(*arguments), rtol=1e-5, atol=2e-5)
    (row,) = made.report().rows
    run.check("  one launch, no fault", len(made.plan.launches) == 1 and not row.faults,
              f"{row.threads:,} threads, {row.useful:.0%} of the bytes are used")  # fmt: skip

run.step("Tensor cores")
a, b = normal(64, 32, dtype=np.float16), normal(32, 64, dtype=np.float16)
product = jit(functions.product, target="gpu-sim", products="tensor-cores")
exact = a.astype(np.float64) @ b.astype(np.float64)
run.equal("float16, summed in float32", np.asarray(product(a, b)), exact.astype(np.float16),
          rtol=1e-3, atol=2e-3)  # fmt: skip

a, b = np.abs(normal(64, 32)), np.abs(normal(32, 64))
exact = a.astype(np.float64) @ b
apart = np.asarray(product(a, b)) / exact - 1
run.check("float32, rounded to 19 bits: errors in both directions", apart.min() < 0 < apart.max(),
          f"{np.abs(apart).mean():.1e} on average")  # fmt: skip

run.step("Attention without its scores")
q, k, v = (normal(2, 40, 16) for _ in range(3))
flash = jit(functions.mixed, target="gpu-sim", attention="flash")
run.equal("flash", np.asarray(flash(q, k, v)), functions.mixed(q, k, v), rtol=1e-5, atol=1e-5)
cubin, kernel = loops.assembled(loops.SIZE, "sm_80")
shares = sorted(map(loops.share, loops.loops(cubin.sass(kernel))))
run.check("most instructions in its loops multiply and add", shares[0] > 0.6,
          ", ".join(f"{share:.0%}" for share in shares))  # fmt: skip
run.say(str(cubin.occupancy(kernel, 128)))
rows = []
for tokens in run.progress(memory.TOKENS, "planning"):
    (plain, most), (one, none) = (
        memory.of_attention(tokens), memory.of_attention(tokens, attention="flash")
    )  # fmt: skip
    rows.append((f"{tokens:,}", str(plain), f"{most:,}", str(one), f"{none:,}"))
    run.check(f"{tokens} tokens: no temporary", none == 0)
run.table("Device memory beside the arguments, 12 heads of 64",
          ["tokens", "launches", "bytes", "launches, flash", "bytes, flash"], rows)  # fmt: skip

run.table("Bytes that kernels move, 64 tokens", ["kernel", "bytes"], [
    (kernel, f"{count:,}")
    for attention in ("plain", "flash")
    for kernel, count in memory.moved(64, attention=attention).items()
])  # fmt: skip

run.step("GPT-2, two layers, in the simulator")
wanted = model.forward(small.IDS, small.PARAMETERS, small.CONFIG.heads)
logits = forward(small.IDS, weights, heads=small.CONFIG.heads)
run.check("the logits are an array of the device", isinstance(logits, gpu.Array), repr(logits))
run.equal("logits", np.asarray(logits), wanted, rtol=1e-5, atol=1e-5)
summary = forward.report()
run.check("no race, no stray access, no unset memory", not sum(r.faults for r in summary.rows))
print(small.table(forward))
run.result("launches", len(forward.plan.launches))
run.result("kernels", len(forward.plan.kernels))

run.step("Keys and values stay on the device")
tokens, cache, step = small.decode(2)
ids = small.IDS
for _ in tokens:
    ids = np.append(ids, model.forward(ids, small.PARAMETERS, small.CONFIG.heads)[-1].argmax())
run.equal("tokens, as NumPy chooses without a cache", tokens, ids[len(small.IDS) :])
run.check("a step copies no array", len(step.plan.steps) == len(step.plan.launches),
          f"{len(step.plan.launches)} launches")  # fmt: skip

run.step("Five chips")
rows = []
for chip in run.progress(chips.CHIPS, "assembling"):
    version, kernels = whole[chip].result()
    run.check(f"{chip}: every kernel assembles", len(kernels) == len(forward.plan.kernels))
    rows.append((chip, version, str(max(k.registers for k in kernels.values())),
                 f"{max(k.shared for k in kernels.values()):,}",
                 str(sum(k.spill_stores for k in kernels.values()))))  # fmt: skip
run.table("The forward pass", ["chip", "PTX", "registers", "shared bytes", "spilled"], rows)
for name, job in run.progress(jobs.items(), "assembling"):
    ptx, cubin = job.result()
    taken = cubin.kernels.values()
    run.result(f"{name}-kernels", len(taken))
    for what, pattern in WORDS.get(name, {}).items():
        lines = sum(re.search(pattern, line) is not None for line in ptx.text.splitlines())
        run.result(f"{name}-{what}", lines)
    run.result(f"{name}-registers", sum(k.registers for k in taken))
    run.result(f"{name}-shared-bytes", sum(k.shared for k in taken))
    run.result(f"{name}-spilled-bytes", sum(k.spill_stores for k in taken))

run.step("What goes wrong")
for name in ("device", "memory", "chip", "devices", "freed"):
    done = subprocess.run(
        [sys.executable, f"{CHAPTER}/wrong/refused.py", name], capture_output=True, text=True
    )
    run.check(name, done.returncode == 1, " ".join(done.stderr.split())[:110])

run.step("On a GPU")
try:
    device = gpu.device("gpu")
except NoDevice as error:
    run.say(f"Not here. {error}. `make gpu-check` runs all of it on a machine that has one.")
else:
    run.say(f"The same function, on {device.name}.")
    there, weights = small.forward("gpu")
    logits = there(small.IDS, weights, heads=small.CONFIG.heads)
    run.equal("logits", np.asarray(logits), wanted, rtol=1e-4, atol=1e-4)

sys.exit(run.finish())
