"""What PyTorch accepts is accepted, what it refuses is refused: arguments at the edge, and writes before backward."""

from typing import Any

import pytest

import derivata as dv


def same(torch: Any, call: Any) -> None:
    """Compare the values and the shape of a call with PyTorch's."""
    got, wanted = call(dv), call(torch)
    assert tuple(got.shape) == tuple(wanted.shape)
    assert got.tolist() == pytest.approx(wanted.tolist(), rel=1e-6) if got.ndim < 2 else True


@pytest.mark.parametrize(
    "call",
    [
        lambda lib: lib.ones(3, 2)[[]],
        lambda lib: lib.ones(3, 2)[[],],
        lambda lib: lib.ones(3, 2)[:, []],
        lambda lib: lib.nn.functional.glu(lib.ones(3, 0)),
        lambda lib: lib.nn.functional.glu(lib.ones(0, 4)),
        lambda lib: lib.nn.functional.max_pool2d(lib.ones(1, 1, 3, 3), 4, 4, 0, 1, True),
        lambda lib: lib.nn.functional.avg_pool2d(lib.ones(1, 1, 3, 3), 4, 4, 0, True),
        lambda lib: lib.nn.functional.cosine_similarity(lib.ones(2, 3), lib.ones(2, 3, dtype=lib.int64)),
        lambda lib: lib.nn.functional.cosine_similarity(lib.ones(2, 3, dtype=lib.int64), lib.ones(2, 3)),
        lambda lib: lib.where(lib.tensor([1, 0], dtype=lib.uint8), lib.ones(2), lib.zeros(2)),
        lambda lib: lib.linspace(0, 1j, 3).imag,
    ],
)
@pytest.mark.filterwarnings("ignore::UserWarning")  # PyTorch's own, of uint8
def test_arguments_at_the_edge(torch: Any, call: Any) -> None:
    """Empty indices and halves, a window longer than the image in ceil mode, integers beside floats."""
    same(torch, call)


def test_an_empty_list_as_an_index_writes_nothing_and_has_a_gradient(lib: Any) -> None:
    """An empty list names no rows, for reading, writing and gradients."""
    x = lib.ones(3, 2, requires_grad=True)
    x[[]].sum().backward()
    assert x.grad.tolist() == [[0.0, 0.0]] * 3
    y = lib.ones(3, 2)
    y[[]] = 5.0
    assert y.tolist() == [[1.0, 1.0]] * 3


@pytest.mark.parametrize("dtype", ["float32", "int64"])
def test_conditions_are_boolean(lib: Any, dtype: str) -> None:
    """Numbers are no mask: `where` and `masked_fill` ask for a comparison."""
    mask = lib.tensor([1, 0], dtype=getattr(lib, dtype))
    with pytest.raises(RuntimeError, match=r"(?i)bool"):
        lib.where(mask, lib.ones(2), lib.zeros(2))
    with pytest.raises(RuntimeError, match=r"(?i)bool"):
        lib.ones(2).masked_fill(mask, 2.0)
    with pytest.raises(RuntimeError, match=r"(?i)bool"):
        lib.ones(2).masked_fill_(mask, 2.0)


WRITES: dict[str, Any] = {
    "result of erfinv": (lambda lib, x: lib.erfinv(x), "result"),
    "result of glu": (lambda lib, x: lib.nn.functional.glu(x), "result"),
    "argument of ndtr": (lambda lib, x: lib.special.ndtr(x), "argument"),
    "argument of tanhshrink": (lambda lib, x: lib.nn.functional.tanhshrink(x), "argument"),
}


@pytest.mark.parametrize("write", WRITES)
def test_values_that_no_formula_needs_may_be_written(lib: Any, write: str) -> None:
    """A value that PyTorch's node does not keep may be overwritten before backward; the gradient is the same."""
    function, what = WRITES[write]
    gradients = []
    for written in (False, True):
        leaf = lib.tensor([[0.1, 0.2], [0.3, -0.4]], requires_grad=True)
        x = leaf * 1
        y = function(lib, x)
        z = y * 1
        if written:
            (y if what == "result" else x).mul_(0.0)
        z.sum().backward()
        gradients.append(leaf.grad.tolist())
    assert gradients[0] == gradients[1]


CALLS: dict[str, tuple[Any, str]] = {
    "arange(1j)": (lambda: dv.arange(1j), "arange: argument 'end' must be a real number"),
    "vector_norm": (
        lambda: dv.linalg.vector_norm(dv.ones(2), "two"),
        "vector_norm: argument 'ord' must be a number",
    ),
    "einsum": (lambda: dv.einsum(5, dv.ones(2)), "einsum: argument 'equation' must be str"),
    "dropout": (lambda: dv.nn.functional.dropout(dv.ones(2), "a"), "dropout: argument 'p' must be a number"),
    "keepdim": (lambda: dv.ones(2, 2).sum(0, "no"), "sum: argument 'keepdim' must be bool"),
    "bincount": (
        lambda: dv.bincount(dv.tensor([1]), dv.tensor([1j])),
        "bincount: weights must be real numbers",
    ),
    "alpha": (lambda: dv.add(dv.ones(2), 1, alpha=[1.0]), "add: argument 'alpha' must be a number"),
    "training": (
        lambda: dv.nn.functional.dropout(dv.ones(2), 0.5, 2),
        "dropout: argument 'training' must be bool",
    ),
    "reduction": (lambda: dv.nn.functional.mse_loss(dv.ones(2), dv.ones(2), reduction=1), "must be str"),
    "windows": (lambda: dv.arange(5.0).unfold(0, 3, 1).add_(1), "overlapping windows"),
}


@pytest.mark.parametrize("call", CALLS)
def test_errors_are_about_the_argument(call: str) -> None:
    """Arguments of a wrong kind are named, with what was expected of them."""
    function, words = CALLS[call]
    with pytest.raises((TypeError, RuntimeError), match=words):
        function()
