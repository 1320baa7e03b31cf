"""The page on sparse gradients shows what programs print."""

import doctest
from pathlib import Path

PAGE = Path(__file__).resolve().parents[1] / "docs" / "sparse-gradients.md"


def test_the_programs_of_the_page_print_what_it_shows() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 8
    assert failed == 0
