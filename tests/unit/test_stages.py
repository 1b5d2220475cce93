"""The stages that chapters keep as files: each is what Stepdown gives today, and no other is there.

Where a test here fails, `python chapters/NN-NAME/stages.py` writes the files anew.
"""

from __future__ import annotations

import chapter_modules
import numpy as np
import pytest
from conftest import ROOT

from runners.stages import Stages, arguments, compared, write
from stepdown import jit
from stepdown.products import blas

KEPT = {}
for chapter in sorted(path.parent for path in ROOT.glob("chapters/*/stages.py")):
    beside = tuple(path.stem for path in chapter.glob("*.py") if path.stem != "stages")
    (module,) = chapter_modules.load(chapter, ("stages",), beside)
    KEPT[chapter] = module.STAGES
EACH = [
    pytest.param(chapter, stages, id=f"{chapter.name}-{stages.name}")
    for chapter, listed in KEPT.items()
    for stages in listed
]


@pytest.mark.parametrize(("chapter", "stages"), EACH)
def test_a_file_is_what_the_compiler_gives(chapter, stages):
    kept = [(chapter / "stages" / file).read_text(encoding="utf-8") for file in stages.files]
    if blas.blas() is None and any("gemm" in text for text in kept):
        pytest.skip("NumPy was built without the BLAS of its wheels: products are loops")
    for name, same in compared(chapter / "stages", [stages]):
        assert same, name


@pytest.mark.parametrize("chapter", KEPT, ids=lambda chapter: chapter.name)
def test_no_other_file_is_there(chapter):
    written = {file for stages in KEPT[chapter] for file in stages.files}
    assert {path.name for path in (chapter / "stages").iterdir()} == written


def _sum_of(count: int):
    return jit(lambda *x: sum(x), threads=False).compile(*[np.ones(3)] * count)


def test_the_files_say_what_they_are_and_a_changed_one_is_seen(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["stages.py", str(tmp_path / "new")])
    kept = [Stages("two", "the sum of two", lambda: _sum_of(2), ("traced", "optimized"))]
    write(__file__, kept)
    first, second = sorted((tmp_path / "new").iterdir(), key=lambda path: path.name)
    assert capsys.readouterr().out.split() == [str(second), str(first)]
    head = "// the sum of two, optimized: after fusion, on tensors; next: tensor-bufferize."
    assert first.read_text().startswith(head)
    assert dict(compared(tmp_path / "new", kept)) == {first.name: True, second.name: True}
    first.write_text(first.read_text() + "\n")
    assert dict(compared(tmp_path / "new", kept)) == {first.name: False, second.name: True}


def test_a_heading_names_the_first_arguments_and_counts_the_others():
    assert arguments(_sum_of(10)).endswith("x[7] float64[3], and 2 more")
