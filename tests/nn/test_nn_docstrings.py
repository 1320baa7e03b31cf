"""The examples in the docstrings of the libraries on top of the ops are right."""

import doctest
import importlib
import pkgutil
from types import ModuleType

import numpy as np
import pytest

import derivata as dv


def modules_below(package: ModuleType) -> list[str]:
    return [
        package.__name__,
        *(found.name for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")),
    ]


@pytest.mark.parametrize(
    "name", [name for package in (dv.nn, dv.optim, dv.viz) for name in modules_below(package)]
)
def test_examples_in_docstrings_are_right(name: str) -> None:
    dv.manual_seed(0)
    names = {"dv": dv, "nn": dv.nn, "np": np}
    finder = doctest.DocTestFinder(exclude_empty=True)
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    report: list[str] = []
    for example in finder.find(importlib.import_module(name), extraglobs=names):
        runner.run(example, out=report.append)
    assert report == []
