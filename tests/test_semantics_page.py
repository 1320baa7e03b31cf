"""The page of semantics is what the docstrings of the tests say."""

import importlib.util
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
spec = importlib.util.spec_from_file_location("derivata_docs_semantics", ROOT / "docs" / "semantics.py")
assert spec is not None and spec.loader is not None
semantics = importlib.util.module_from_spec(spec)
spec.loader.exec_module(semantics)


@pytest.fixture(scope="module")
def promises() -> list[Any]:
    return [promise for path in semantics.test_modules() for promise in semantics.promises_of(path)]


def test_page_is_up_to_date() -> None:
    up_to_date = semantics.PAGE.read_text(encoding="utf-8") == semantics.page()
    assert up_to_date, "run `python docs/semantics.py`"  # the pages themselves would print thousands of lines


def test_promises_are_sentences(promises: list[Any]) -> None:
    assert len(promises) > 250
    assert [promise for promise in promises if not promise.sentence.endswith((".", "?"))] == []
    assert [promise for promise in promises if promise.sentence.startswith("Test")] == []


def test_differences_give_a_reason(promises: list[Any]) -> None:
    differences = [p.sentence for p in promises if p.sentence.startswith(semantics.DIFFERENCE)]
    assert len(differences) > 10
    words = (":", "because", "so that", " as ", ", as")
    assert [sentence for sentence in differences if not any(word in sentence for word in words)] == []


def test_chapters_name_modules_that_exist_once() -> None:
    named = [stem for stems in semantics.CHAPTERS.values() for stem in stems.split()]
    known = {path.stem.removeprefix("test_") for path in semantics.test_modules()}
    assert sorted(set(named) - known) == []
    assert len(set(named)) == len(named)
