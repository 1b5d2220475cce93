"""The same training by PyTorch: from the same start, with the same batches and rates.

python chapters/15-differentiation/peer.py [--steps 800]

Wants PyTorch (`make setup-peers`). Both sides train at once, on a thread each, and go on from where
they stopped last time. The validation losses go to build/bench/train-losses.json, of which
`publish.py` makes a table.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

CHAPTER = Path(__file__).resolve().parent
ROOT = CHAPTER.parents[1]
sys.path[:0] = [str(CHAPTER), str(ROOT)]
import corpus  # noqa: E402
from train import VALIDATED, Plan, Training  # noqa: E402

from stepdown.frontend import tree  # noqa: E402
from stepdown.training import Characters, batch, warmed  # noqa: E402

OUT = ROOT / "build" / "chapter-15"
EVERY = 100  # steps between two validations


class Peer:
    """A training with PyTorch eager, of what a `Training` of that plan begins with."""

    def __init__(self, training: Training) -> None:
        import torch

        self.torch, self.plan, self.parts = torch, training.plan, training.characters.parts
        self.generator, self.step, self.validated = training.generator, 0, []
        leaves, structure = tree.flatten(training.parameters)
        self.tensors = [torch.tensor(leaf, requires_grad=True) for leaf in leaves]
        self.parameters = tree.unflatten(structure, self.tensors)
        rule = training.rule
        groups = [
            {"params": [t for t in self.tensors if (t.ndim > 1) is wide], "weight_decay": decay}
            for wide, decay in ((True, rule.decay), (False, 0.0))
        ]
        self.rule = torch.optim.AdamW(groups, rule.rate, rule.betas, rule.epsilon)

    # [region peer]
    def scores(self, ids: np.ndarray):
        """GPT-2's forward pass."""
        f, p, ids = self.torch.nn.functional, self.parameters, self.torch.tensor(ids)
        width, heads = self.plan.width, self.plan.heads

        def norm(x, n):
            return f.layer_norm(x, (width,), n.gain, n.bias, 1e-5)

        def linear(x, layer):
            return x @ layer.weight + layer.bias

        x = p.tokens[ids] + p.positions[: ids.shape[-1]]
        for b in p.blocks:
            q, k, v = (
                part.view(*ids.shape, heads, -1).transpose(1, 2)
                for part in linear(norm(x, b.norm_1), b.qkv).split(width, -1)
            )
            mixed = f.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + linear(mixed.transpose(1, 2).reshape(x.shape), b.out)
            hidden = f.gelu(linear(norm(x, b.norm_2), b.up), approximate="tanh")
            x = x + linear(hidden, b.down)
        return norm(x, p.norm) @ p.tokens.T

    def loss(self, ids: np.ndarray, targets: np.ndarray):
        targets = self.torch.tensor(targets).flatten()
        return self.torch.nn.functional.cross_entropy(self.scores(ids).flatten(0, 1), targets)

    def advance(self) -> None:
        """One step."""
        self.rule.zero_grad()
        self.loss(
            *batch(self.parts[0], self.plan.batch, self.plan.length, self.generator)
        ).backward()
        self.torch.nn.utils.clip_grad_norm_(self.tensors, 1.0)
        for group in self.rule.param_groups:
            group["lr"] = float(warmed(self.step, self.plan.planned, self.plan.rate)[0])
        self.rule.step()
        self.step += 1

    # [end peer]

    def validate(self) -> float:
        """As `Training.validate`."""
        generator = np.random.default_rng(self.plan.seed + 1)
        pieces = (self.parts[1], self.plan.batch, self.plan.length, generator)
        with self.torch.no_grad():
            found = [self.loss(*batch(*pieces)).item() for _ in range(VALIDATED)]
        self.validated.append((self.step, float(np.mean(found))))
        return self.validated[-1][1]

    def save(self, path: Path) -> None:
        notes = self.step, self.validated, self.generator.bit_generator.state
        path.parent.mkdir(parents=True, exist_ok=True)
        self.torch.save([self.tensors, self.rule.state_dict(), json.dumps(notes)], path)

    def resume(self, path: Path) -> None:
        tensors, rule, notes = self.torch.load(path, weights_only=True)
        for mine, saved in zip(self.tensors, tensors, strict=True):
            mine.data.copy_(saved)
        self.rule.load_state_dict(rule)
        self.step, self.validated, self.generator.bit_generator.state = json.loads(notes)


def train(side: str, steps: int) -> None:
    """Train one side up to that many steps, and write its losses."""
    plan = Plan()
    path = OUT / f"peer-{side}.checkpoint"
    training = Training(plan, Characters(corpus.text(plan.text)))
    training = training if side == "ours" else Peer(training)
    if path.exists():
        training.resume(path)
    while training.step < steps:
        training.advance()
        if training.step % EVERY == 0 or training.step == steps:
            print(f"{side}: step {training.step}: {training.validate():.4f}", flush=True)
            training.save(path)
    path.with_suffix(".json").write_text(json.dumps(training.validated) + "\n", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=Plan.planned)
    parser.add_argument("--side", choices=("ours", "theirs"), help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.side:
        train(options.side, options.steps)
        return 0
    try:
        import torch
    except ImportError as error:
        print(f"error: {error}: `make setup-peers` installs PyTorch", file=sys.stderr)
        return 1
    one = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    command = [sys.executable, __file__, "--steps", str(options.steps), "--side"]
    sides = [subprocess.Popen([*command, s], env=os.environ | one) for s in ("ours", "theirs")]
    codes = [side.wait() for side in sides]
    if any(codes):
        return 1
    found = {
        s: json.loads((OUT / f"peer-{s}.json").read_text(encoding="utf-8"))
        for s in ("ours", "theirs")
    }
    out = ROOT / "build" / "bench" / "train-losses.json"
    out.parent.mkdir(parents=True, exist_ok=True)
    peer = f"PyTorch {torch.__version__.partition('+')[0]}"
    out.write_text(json.dumps({"peer": peer, **found}, indent=2) + "\n", encoding="utf-8")
    last = [losses[-1][1] for losses in found.values()]
    print(f"after {options.steps} steps: {last[0]:.4f}, by PyTorch {last[1]:.4f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
