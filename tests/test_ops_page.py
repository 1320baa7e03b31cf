"""The page of ops is what running the ops says."""

import re

from docs import ops

PAGE = ops.PAGE.read_text(encoding="utf-8")
ROWS = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.startswith("| op |")]


def test_page_is_up_to_date() -> None:
    assert ops.page() == PAGE, "run `python -m docs.ops`"


def test_no_cell_is_blank() -> None:
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in ROWS]
    assert len(cells) > 450
    assert [row for row in cells if len(row) != 7 or "" in row] == []


def test_hundreds_of_names_are_differentiable() -> None:
    found = re.search(r"(\d+) public names, (\d+) of them\s+differentiable", PAGE)
    assert found is not None
    names, differentiable = map(int, found.groups())
    assert names >= 420
    assert differentiable >= 340


def test_missing_derivatives_have_a_reason() -> None:
    missing = [row for row in ROWS if "not `" in row]
    assert any("the degree is a whole number" in row for row in missing)
    assert all(re.search(r"not `\w+`: \w+ \w+", row) for row in missing)


def test_helpers_are_not_counted_as_names() -> None:
    assert ops.is_helper("softmax_backward")
    assert ops.is_helper("nn.backward.slice")
    assert not ops.is_helper("nn.functional.softmax")
