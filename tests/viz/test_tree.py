"""The graph as text: the trees of the notes."""

import re

import pytest

import derivata as dv


def leaf(value: float = 42.0) -> dv.Tensor:
    return dv.tensor(value, requires_grad=True)


def shape(text: str) -> str:
    """Return a tree without its addresses."""
    assert re.fullmatch(r"( *Tensor@0x[0-9a-f]+( \(\S+\))?( \.\.\.)?\n?)+", text)
    return re.sub("0x[0-9a-f]+", "", text)


def test_a_product_minus_a_sum_with_a_quotient(capsys: pytest.CaptureFixture[str]) -> None:
    a, b = leaf(2.0), leaf(43.0)
    dv.viz.print_tensor_graph((a * b) - ((b / a) + b))
    printed = capsys.readouterr().out
    assert shape(printed) == (
        "Tensor@ (-)\n  Tensor@ (*)\n    Tensor@\n    Tensor@\n"
        "  Tensor@ (+)\n    Tensor@ (/)\n      Tensor@\n      Tensor@\n    Tensor@\n"
    )
    assert printed.count(f"{id(a):#x}") == 2 and printed.count(f"{id(b):#x}") == 3


def test_a_product_and_a_sum() -> None:
    a, b = leaf(), leaf()
    assert dv.viz.tree(a * b).splitlines()[1:] == [f"  Tensor@{id(a):#x}", f"  Tensor@{id(b):#x}"]
    assert shape(dv.viz.tree(a * b)) == "Tensor@ (*)\n  Tensor@\n  Tensor@"
    assert shape(dv.viz.tree(a + b)) == "Tensor@ (+)\n  Tensor@\n  Tensor@"


def test_a_sum_of_sums() -> None:
    """The notes printed this one before they printed signs."""
    a, b, c, d = leaf(), leaf(), leaf(), leaf()
    total = (a + b) + (c + d)
    without_signs = shape(dv.viz.tree(total)).replace(" (+)", "")
    assert (
        without_signs == "Tensor@\n  Tensor@\n    Tensor@\n    Tensor@\n  Tensor@\n    Tensor@\n    Tensor@"
    )


def test_names_replace_addresses_and_other_ops_have_names() -> None:
    x = dv.tensor([0.0, 1.0], requires_grad=True)
    assert (
        re.sub("@0x[0-9a-f]+", "", dv.viz.tree(x.sin() * 2, {"x": x})) == "Tensor (*)\n  Tensor (sin)\n    x"
    )


def test_what_is_used_twice_is_written_out_once() -> None:
    y = leaf()
    for _ in range(200):
        y = y + y
    text = dv.viz.tree(y).splitlines()
    assert len(text) == 401 and text[-1].endswith(" ...")


def test_depth_is_no_limit_and_constants_are_one_line() -> None:
    y = leaf()
    for _ in range(3000):
        y = y.sin()
    assert dv.viz.tree(y).count("(sin)") == 3000
    assert dv.viz.tree(dv.ones(2)).startswith("Tensor@0x")
    with pytest.raises(TypeError, match=r"viz\.tree: expected a Tensor, got int"):
        dv.viz.tree(3)  # type: ignore[arg-type]
