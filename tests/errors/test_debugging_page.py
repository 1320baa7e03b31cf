"""The page on messages shows what programs say."""

import doctest
import warnings
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs" / "debugging.md"


def test_the_programs_of_the_page_say_what_it_shows() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        failed, tried = doctest.testfile(str(PAGE), module_relative=False)
    assert tried > 20
    assert failed == 0


def test_each_question_has_an_example() -> None:
    sections = PAGE.read_text(encoding="utf-8").split("\n## ")[1:]
    assert len(sections) == 8
    assert all(">>> " in section for section in sections)
