"""The line that a diagnostic shows, and how much of it is underlined."""

import pytest

from derivata.commands.underline import MAX_LENGTH, snippet


def marked(text, line, column):
    found = snippet(text, line, column)
    return found.line[found.start : found.end]


@pytest.mark.parametrize(
    ("text", "column", "piece"),
    [
        ("forward: 2 * selv", 14, "selv"),
        ("a: max.dim(x)", 4, "max.dim"),
        ("a: 'two words' b", 4, "'two words'"),
        ("a: x ** y", 6, "**"),
        ("a: (x)", 4, "("),
        ("a: ", 4, ""),
    ],
)
def test_what_is_underlined_is_the_word_string_or_operator_at_the_place(text, column, piece):
    """The carets stand under the word, string or operator that begins at the place."""
    assert marked(text, 1, column) == piece


def test_a_long_line_is_cut_around_the_place():
    """Of a long line the part around the place is shown."""
    text = "forward: " + "self + " * 100 + "selv" + " + self" * 100
    found = snippet(text, 1, text.index("selv") + 1)
    assert len(found.line) == MAX_LENGTH
    assert found.line[found.start : found.end] == "selv"


def test_a_place_behind_the_last_line_has_nothing_to_show():
    """A diagnostic about a line that is not there shows none."""
    assert snippet("one\n", 2, 1) is None
