"""Pipelines are data: what the files declare, how they are read, what their text becomes."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

import runners
from runners import pipeline


@pytest.mark.parametrize("name", pipeline.names())
def test_every_pipeline_says_what_it_does_and_explains_its_parameters(name):
    found = pipeline.load(name)
    assert found.summary.endswith(".")
    assert found.template.startswith("builtin.module(")
    assert found.template.endswith(")")
    assert set(re.findall(r"\$\{([^}]*)\}", found.template)) == set(found.parameters)
    assert all(parameter.meaning for parameter in found.parameters.values())
    assert "$" not in found.text()
    assert not re.search(r"\s[(),]|[(,]\s", found.text())


def test_a_parameter_replaces_its_default_and_booleans_are_spelled_as_mlir_does():
    text = pipeline.load("cpu-vectors").text(contract="dot", reassociate=True)
    assert "{vector-contract-lowering=dot reassociate-fp-reductions=true}" in text


def test_a_pipeline_may_be_written_out():
    assert pipeline.load("builtin.module(\n  cse, # a comment\n  canonicalize\n)").text() == (
        "builtin.module(cse,canonicalize)"
    )


def test_no_pass_is_named_in_python_outside_the_pipelines():
    passes = {
        name
        for each in pipeline.names()
        for name in re.findall(r"[(,]([a-z]+(?:-[a-z]+)+)", pipeline.load(each).text())
    }
    assert "convert-scf-to-cf" in passes
    for path in (ROOT / "runners").glob("*.py"):
        # The module that explains a layout may name a pass in a message; none may run one.
        quoted = set(re.findall(r"[\"'(,]([a-z]+(?:-[a-z]+)+)[\"'),{]", path.read_text()))
        assert not quoted & passes, path


def test_an_unknown_name_is_not_found_even_when_nothing_is_near():
    with pytest.raises(runners.NotFound, match=r"no pipeline .zzz.; nearest: .*cpu-loops"):
        pipeline.load("zzz")
