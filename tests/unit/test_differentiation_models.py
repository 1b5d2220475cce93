"""Gradients of GPT-2's loss: along random directions, and beside PyTorch's where that is here."""

import dataclasses

import numpy as np
import pytest

from stepdown import checkpoint, grad, jit, stop_gradient, value_and_grad
from stepdown.frontend import tree
from stepdown.gpt2 import model, tiny
from stepdown.gpt2.config import Config
from stepdown.gpt2.parameters import to_tensors

STEP = 3e-5  # along a direction through all parameters
CONFIG = Config(vocabulary=31, positions=12, width=16, heads=2, layers=1)
RNG = np.random.default_rng(3)
IDS = RNG.integers(0, 31, (2, 10))
TARGETS = RNG.integers(0, 31, (2, 10))


def cross_entropy(logits, targets):
    """The mean of -log softmax at the targets."""
    shifted = logits - stop_gradient(np.max(logits, axis=-1, keepdims=True))
    chosen = np.take_along_axis(shifted, targets[..., None], -1)[..., 0]
    return np.mean(np.log(np.sum(np.exp(shifted), axis=-1)) - chosen)


def loss(p, ids, targets):
    return cross_entropy(model.forward(ids, p, CONFIG.heads), targets)


def checkpointed(p, ids, targets):
    x = model.embed(ids, p)
    for layer in p.blocks:
        x = checkpoint(lambda x, layer: model.block(x, layer, CONFIG.heads))(x, layer)
    return cross_entropy(model.logits(x, p), targets)


def parameters(dtype):
    leaves, structure = tree.flatten(tiny.random(CONFIG, spread=0.3))
    rng = np.random.default_rng(4)
    return tree.unflatten(structure, [(a + 0.1 * rng.normal(size=a.shape)).astype(dtype)
                                      for a in leaves])  # fmt: skip


def flat(p) -> np.ndarray:
    return np.concatenate([np.ravel(leaf) for leaf in tree.flatten(p)[0]])


@pytest.fixture(scope="module")
def gradient():
    return value_and_grad(loss)(parameters(np.float64), IDS, TARGETS)


def test_the_gradient_of_gpt2s_loss_is_the_difference_along_random_directions(gradient):
    p = parameters(np.float64)
    value, found = gradient
    assert value == pytest.approx(loss(p, IDS, TARGETS), rel=1e-12)
    leaves, structure = tree.flatten(p)
    for seed in range(3):
        rng = np.random.default_rng(seed)
        along = [rng.normal(size=a.shape) for a in leaves]

        def moved(n, along=along):
            step = [a + n * STEP * d for a, d in zip(leaves, along, strict=True)]
            return loss(tree.unflatten(structure, step), IDS, TARGETS)

        wanted = (moved(-2) - 8 * moved(-1) + 8 * moved(1) - moved(2)) / (12 * STEP)
        dots = [np.vdot(g, d) for g, d in zip(tree.flatten(found)[0], along, strict=True)]
        assert sum(dots) == pytest.approx(wanted, rel=1e-8)


def test_blocks_that_are_checkpointed_give_the_same_gradient(gradient):
    found = grad(checkpointed)(parameters(np.float64), IDS, TARGETS)
    np.testing.assert_allclose(flat(found), flat(gradient[1]), rtol=1e-9, atol=1e-12)


@pytest.mark.slow
def test_a_dynamic_number_of_tokens_gives_the_same_gradient(gradient):
    once = jit(loss, dynamic={"ids": {1: "n"}, "targets": {1: "n"}})
    found = grad(once)(parameters(np.float64), IDS, TARGETS)
    np.testing.assert_allclose(flat(found), flat(gradient[1]), rtol=1e-9, atol=1e-12)


def test_the_gradient_is_that_of_transformers():
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    transformers = pytest.importorskip("transformers", reason="transformers is an optional extra")
    p = parameters(np.float32)
    shape = {"n_embd": CONFIG.width, "n_head": CONFIG.heads, "n_layer": CONFIG.layers,
             "n_positions": CONFIG.positions, "vocab_size": CONFIG.vocabulary}  # fmt: skip
    theirs = transformers.GPT2LMHeadModel(
        transformers.GPT2Config(
            **shape,
            activation_function="gelu_new",
            attn_pdrop=0,
            embd_pdrop=0,
            resid_pdrop=0,
            bos_token_id=0,
            eos_token_id=0,
        )
    ).double()
    state = {
        f"transformer.{k}": torch.tensor(np.float64(v)) for k, v in to_tensors(CONFIG, p).items()
    }
    missing = theirs.load_state_dict(state, strict=False)
    assert missing.unexpected_keys == []
    assert set(missing.missing_keys) <= {"lm_head.weight"}
    logits = theirs(torch.tensor(IDS)).logits
    value = torch.nn.functional.cross_entropy(logits.flatten(0, 1), torch.tensor(TARGETS).flatten())
    value.backward()
    leaves, structure = tree.flatten(p)
    wide = tree.unflatten(structure, [np.float64(a) for a in leaves])
    ours_value, ours = value_and_grad(loss)(wide, IDS, TARGETS)
    assert ours_value == pytest.approx(value.item(), rel=1e-10)
    named = dict(theirs.named_parameters())
    for name, got in to_tensors(CONFIG, ours).items():
        np.testing.assert_allclose(
            got, named[f"transformer.{name}"].grad.numpy(), rtol=1e-6, atol=1e-9, err_msg=name
        )


def _torch_cases(torch):
    functional = torch.nn.functional
    return [
        (lambda a: np.max(np.round(a), axis=1), lambda a: torch.amax(torch.round(a), 1)),
        (lambda a: np.max(np.abs(a), axis=1), lambda a: torch.amax(torch.abs(a), 1)),
        (lambda a: np.maximum(a, a * 1.0), lambda a: torch.maximum(a, a * 1.0)),
        (lambda a: np.prod(np.maximum(a, 0), axis=1), lambda a: torch.prod(torch.relu(a), 1)),
        (lambda a: np.std(a, axis=0), lambda a: torch.std(a, 0, correction=0)),
        (lambda a: np.cumsum(a**3, axis=0), lambda a: torch.cumsum(a**3, 0)),
        (lambda a: cross_entropy(a, np.asarray(IDS[0, :3] % 5, like=a)),
         lambda a: functional.cross_entropy(a, torch.tensor(IDS[0, :3] % 5))),
        (lambda a: np.linalg.norm(a, axis=1), lambda a: torch.linalg.norm(a, dim=1)),
        (lambda a: np.where(a > 0, a, 0.01 * a), lambda a: functional.leaky_relu(a, 0.01)),
        (lambda a: np.log1p(np.exp(-np.abs(a))) + np.maximum(a, 0), functional.softplus),
        (lambda a: np.einsum("ij,kj->ik", a, a), lambda a: torch.einsum("ij,kj->ik", a, a)),
        (lambda a: np.pad(a, 1)[::2], lambda a: functional.pad(a, (1, 1, 1, 1))[::2]),
        (lambda a: np.arctan2(a, 1 + a * a), lambda a: torch.atan2(a, 1 + a * a)),
    ]  # fmt: skip


def test_functions_of_rows_have_pytorchs_gradients():
    torch = pytest.importorskip("torch", reason="PyTorch is an optional extra")
    a = np.random.default_rng(5).normal(size=(3, 5))
    cases = _torch_cases(torch)

    def gradients(a):
        return [grad(lambda a, f=f: np.sum(np.sin(f(a))))(a) for f, _ in cases]

    for (_, function), ours in zip(cases, jit(gradients)(a), strict=True):
        theirs = torch.tensor(a, requires_grad=True)
        torch.sin(function(theirs)).sum().backward()
        np.testing.assert_allclose(ours, theirs.grad.numpy(), rtol=1e-10, atol=1e-12)


def test_parameters_keep_their_dataclasses():
    found = grad(lambda p: np.sum(p.tokens) * 2)(parameters(np.float32))
    assert dataclasses.is_dataclass(found)
    assert type(found) is model.Parameters
    assert (found.tokens == 2).all()
    assert not flat(found.blocks).any()
