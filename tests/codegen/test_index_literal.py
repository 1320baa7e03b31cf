"""Indices of samples are read as Python reads them between brackets, and nothing else is."""

import numpy as np
import pytest

from derivata.codegen.source.index_literal import index_literal
from derivata.codegen.source.literals import NotLiteral


@pytest.mark.parametrize(
    ("text", "index"),
    [
        ("1", np.s_[1]),
        ("-1", np.s_[-1]),
        ("1:", np.s_[1:]),
        ("::-1", np.s_[::-1]),
        ("..., 1:, None, ::2", np.s_[..., 1:, None, ::2]),
        ("[0, 2]", [0, 2]),
        ("[2, 0],", ([2, 0],)),
        ("[True, False], [[1], [-2]]", ([True, False], [[1], [-2]])),
        (":", slice(None)),
    ],
)
def test_index_is_what_python_makes_of_it(text: str, index: object) -> None:
    assert index_literal(text) == index


@pytest.mark.parametrize(
    "text", ["", "x", "1.5", "f()", "1][2", "1] + x[0", "'a'", "lambda: 0", "~1", "1:x", "+1", "0," * 101]
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(NotLiteral, match="expected"):
        index_literal(text)
