"""The examples in docstrings are right, in the packages that users import and below them."""

import doctest
import importlib
import os
from pathlib import Path

import numpy as np
import pytest

import derivata as dv

ROOT = Path(__file__).resolve().parent.parent


IN_SEVERAL_PROCESSES = (
    "derivata/distributed",
    "derivata/nn/parallel",
)  # tests/distributed/test_documentation.py


NEEDS = {"derivata.nn.einops": "einops", "derivata.viz.plot": "matplotlib"}


def modules_with_examples() -> list[str]:
    """Return the names of all modules with a `>>>`; the links of the checkout are followed."""
    found = []
    for folder, _, files in os.walk(ROOT / "derivata", followlinks=True):
        if Path(folder).relative_to(ROOT).as_posix().startswith(IN_SEVERAL_PROCESSES):
            continue
        for path in [Path(folder) / file for file in files if file.endswith(".py")]:
            if ">>> " in path.read_text(encoding="utf-8"):
                parts = path.relative_to(ROOT).with_suffix("").parts
                found.append(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    return sorted(found)


def test_there_are_examples_to_run() -> None:
    assert len(modules_with_examples()) > 15


@pytest.mark.parametrize("name", modules_with_examples())
def test_examples_in_docstrings_are_right(name: str) -> None:
    if name in NEEDS:
        pytest.importorskip(NEEDS[name], reason=f"{name} draws or rearranges with it")
    module = importlib.import_module(name)
    names = {"dv": dv, "np": np, "nn": importlib.import_module("derivata.nn")}
    names = {**names, **vars(module)}
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    report: list[str] = []
    state = dv.get_rng_state()
    dv.manual_seed(0)
    try:
        with np.printoptions(precision=8, suppress=False, linewidth=75, threshold=1000):
            for example in doctest.DocTestFinder(exclude_empty=True).find(module, globs=names):
                runner.run(example, out=report.append)
    finally:
        dv.set_rng_state(state)
    assert report == []
    assert runner.tries > 0, "the file has '>>>' that no docstring shows"
