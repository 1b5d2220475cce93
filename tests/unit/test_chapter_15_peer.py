"""Chapter 15 beside PyTorch: the same training, and the tables of what was measured."""

import json

import chapter_modules
import numpy as np
import pytest
from conftest import ROOT

from stepdown.training import Characters

CHAPTER = ROOT / "chapters" / "15-differentiation"
corpus, train, peer, publish = chapter_modules.load(CHAPTER, ("corpus", "train", "peer", "publish"))
TEXT = Characters(" ".join(f"{n} and {n + 1} is {2 * n + 1}." for n in range(300)))
TINY = train.Plan(layers=1, width=32, heads=2, length=32, batch=8, planned=20)


def row(name: str, ours: float, theirs: float) -> dict:
    return {"name": name, "peer": "Peer 1.0", "ours": ours, "theirs": theirs,
            "ratio": ours / theirs}  # fmt: skip


MEASURED = {
    "machine": {"processor": "Some CPU", "llvm_cpu": "somecpu", "cores": 4},
    "rows": [
        row("steps of 2 layers of 8, 1 thread", 6.0, 4.0),
        row("steps of 2 layers of 8, 2 threads", 9.0, 5.0),
        row("steps of 2 layers of 8, 2 threads, bf16x6", 10.0, 5.0),
        row("compiling the step of 2 layers of 8, cold", 7.25, 60.0),
        row("compiling the step of 2 layers of 8, from the disk cache", 0.5, 1.0),
        row("kept by the cut of 2 layers of 8", 30.0, 90.0),
    ],
}
LOSSES = {"peer": "Peer 1.0", "ours": [[100, 2.5], [200, 2.25]], "theirs": [[100, 2.5], [200, 2.3]]}


def test_the_table_of_speeds_has_a_line_for_each_model_and_count_of_threads():
    lines = publish.speed(MEASURED)
    assert lines[0] == "| steps a second | threads | `products=` | stepdown | Peer 1.0 | ratio |"
    assert lines[2:5] == [
        '| 2 layers of 8 | 1 | `"schedule"` | 6 | 4 | 1.50 |',
        '| 2 layers of 8 | 2 | `"schedule"` | 9 | 5 | 1.80 |',
        '| 2 layers of 8 | 2 | `"bf16x6"` | 10 | 5 | 2.00 |',
    ]
    assert "takes 7.2 s, with what is in the disk cache 0.50 s" in lines[-1]
    assert "keep 90 MB of values for the backward pass, by the minimum cut 30 MB" in lines[-1]


def test_the_table_of_losses_has_both_sides():
    assert publish.losses(LOSSES)[2:] == [
        "| stepdown | 2.5000 | 2.2500 |",
        "| Peer 1.0 | 2.5000 | 2.3000 |",
    ]


def test_publishing_replaces_what_is_between_the_markers_and_nothing_else(tmp_path, monkeypatch):
    readme = tmp_path / "README.md"
    text = (CHAPTER / "README.md").read_text(encoding="utf-8")
    readme.write_text(text, encoding="utf-8")
    monkeypatch.setattr(publish, "CHAPTER", tmp_path)
    monkeypatch.setattr(publish, "BENCH", tmp_path)
    with pytest.raises(FileNotFoundError):
        publish.publish()
    (tmp_path / "train.json").write_text(json.dumps(MEASURED))
    (tmp_path / "train-losses.json").write_text(json.dumps(LOSSES))
    publish.publish()
    once = readme.read_text(encoding="utf-8")
    assert '| 2 layers of 8 | 2 | `"schedule"` | 9 | 5 | 1.80 |\n' in once
    assert outside(once) == outside(text)
    publish.publish()
    assert readme.read_text(encoding="utf-8") == once


def outside(text: str) -> list[str]:
    """What is not between markers."""
    found = []
    for part in text.split(" table -->\n"):
        before, end, after = part.partition("<!-- end -->")
        found.append(after if end else before)
    return found


@pytest.mark.slow
def test_pytorch_comes_to_the_same_validation_losses_and_resumes(tmp_path):
    pytest.importorskip("torch", reason="PyTorch is an optional extra")
    ours, theirs = (train.Training(TINY, TEXT) for _ in range(2))
    theirs = peer.Peer(theirs)
    for _ in range(5):
        ours.advance()
        theirs.advance()
    theirs.save(tmp_path / "peer")
    again = peer.Peer(train.Training(TINY, TEXT))
    again.resume(tmp_path / "peer")
    for _ in range(5):
        ours.advance()
        theirs.advance()
        again.advance()
    assert theirs.validate() == pytest.approx(ours.validate(), abs=2e-4)
    assert again.validate() == theirs.validate()
    assert again.step == 10
    np.testing.assert_array_equal(again.tensors[0].detach(), theirs.tensors[0].detach())
