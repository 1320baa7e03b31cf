"""Clipping gradients, and parameters as one vector, on both libraries."""

from typing import Any

import pytest

import derivata as dv


@pytest.fixture(params=["derivata", "torch"])
def lib(request: pytest.FixtureRequest) -> Any:
    return dv if request.param == "derivata" else pytest.importorskip("torch", reason="compared with PyTorch")


def leaves(lib: Any) -> list[Any]:
    x, y, unused = [lib.tensor(v, requires_grad=True) for v in ([3.0, -4.0], [[12.0]], [1.0])]
    ((x * x).sum() / 2 + (y * y).sum() / 2).backward()
    return [x, y, unused]


def test_norm_is_that_of_all_gradients_together(lib: Any) -> None:
    params = leaves(lib)
    total = lib.nn.utils.clip_grad_norm_(params, 6.5)
    assert total.item() == 13.0
    assert params[0].grad.tolist() == pytest.approx([1.5, -2.0], rel=1e-5)
    assert params[1].grad.tolist()[0] == pytest.approx([6.0], rel=1e-5)


@pytest.mark.parametrize(("order", "total"), [(1.0, 19.0), (float("inf"), 12.0)])
def test_norms_have_orders(lib: Any, order: float, total: float) -> None:
    assert lib.nn.utils.clip_grad_norm_(leaves(lib), 100.0, norm_type=order).item() == total


def test_small_gradients_stay(lib: Any) -> None:
    params = leaves(lib)
    lib.nn.utils.clip_grad_norm_(iter(params), 100.0)
    assert params[0].grad.tolist() == [3.0, -4.0]


def test_norms_that_are_not_finite(lib: Any) -> None:
    x = lib.tensor([1.0], requires_grad=True)
    (x * float("inf")).sum().backward()
    with pytest.raises(RuntimeError, match="non-finite"):
        lib.nn.utils.clip_grad_norm_(x, 1.0, error_if_nonfinite=True)
    assert lib.nn.utils.get_total_norm([]).item() == 0.0


def test_values_are_limited(lib: Any) -> None:
    params = leaves(lib)
    lib.nn.utils.clip_grad_value_(params, 3.5)
    assert params[0].grad.tolist() == [3.0, -3.5]
    assert params[1].grad.tolist() == [[3.5]]


def test_parameters_as_a_vector_and_back(lib: Any) -> None:
    layer = lib.nn.Linear(2, 3)
    vector = lib.nn.utils.parameters_to_vector(layer.parameters())
    assert vector.requires_grad
    assert vector.shape == (9,)
    lib.nn.utils.vector_to_parameters(lib.arange(9.0), layer.parameters())
    assert layer.weight.tolist() == [[0, 1], [2, 3], [4, 5]]
    assert layer.bias.tolist() == [6, 7, 8]
    assert layer.weight.requires_grad
    with pytest.raises(TypeError):
        lib.nn.utils.vector_to_parameters([1.0], layer.parameters())


def test_parameters_that_are_no_tensors_are_named() -> None:
    with pytest.raises(TypeError, match=r"nn\.utils: expected a Tensor or several, got float among them"):
        dv.nn.utils.clip_grad_norm_([dv.ones(1), 1.0], 1.0)  # type: ignore[list-item]
