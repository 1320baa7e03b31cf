"""The page of semantics: every promise links to a test that exists."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs/semantics.md").read_text(encoding="utf-8")
PROMISES = re.findall(r"^- (.+?)(?=\n- |\n\n|\Z)", PAGE, re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\[`(test_\w+\.py)::(test_\w+)`\]\(\.\./(tests/[\w/]+\.py)\)")


def functions_of(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_promise_links_to_a_test() -> None:
    assert len(PROMISES) > 100
    assert [promise for promise in PROMISES if not LINK.search(promise)] == []


def test_every_link_is_well_formed() -> None:
    assert len(LINK.findall(PAGE)) == PAGE.count("](")


@pytest.mark.parametrize("path", sorted({path for _, _, path in LINK.findall(PAGE)}))
def test_linked_tests_exist(path: str) -> None:
    linked = {(file, test) for file, test, target in LINK.findall(PAGE) if target == path}
    assert {file for file, _ in linked} == {Path(path).name}
    assert {test for _, test in linked} - functions_of(ROOT / path) == set()


def test_no_promise_is_made_twice() -> None:
    sentences = [promise.split("\n")[0] for promise in PROMISES]
    assert sorted(set(sentences)) == sorted(sentences)
