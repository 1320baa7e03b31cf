"""`autograd.grad(..., is_grads_batched=True)`: gradients for each row of the output gradients."""

from typing import Any

import numpy as np
import pytest


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), dtype=lib.float64, requires_grad=True)


def batched(lib: Any, *args: Any, **options: Any) -> Any:
    return lib.autograd.grad(*args, is_grads_batched=True, **options)


def assert_equal(first: Any, second: Any) -> None:
    np.testing.assert_allclose(np.asarray(first.detach()), np.asarray(second), rtol=1e-12)


def test_rows_are_the_gradients_of_a_loop(lib: Any) -> None:
    """The rows are the gradients of a loop over the batch, for several outputs and inputs."""
    x, y = leaf(lib, 0.3, 0.7, 1.1), leaf(lib, 0.5, 0.2, 0.9)
    outputs = (x * y.sum(), (x.exp() * y)[:2])
    vectors = (
        lib.tensor(np.arange(12.0).reshape(4, 3)),
        lib.tensor(np.arange(8.0).reshape(4, 2) - 3),
    )
    together = batched(lib, outputs, (x, y), vectors, retain_graph=True)
    for row in range(4):
        alone = lib.autograd.grad(outputs, (x, y), [v[row] for v in vectors], retain_graph=True)
        for gradients, gradient in zip(together, alone, strict=True):
            assert_equal(gradients[row], gradient)


def test_scalars_take_a_vector_of_gradients(lib: Any) -> None:
    """An output without dimensions takes a vector of gradients."""
    x = leaf(lib, 1.0, 2.0)
    (rows,) = batched(lib, (x * x).sum(), x, lib.tensor([1.0, 2.0, 3.0]))
    assert_equal(rows, [[2, 4], [4, 8], [6, 12]])


def test_integer_gradients_are_cast(lib: Any) -> None:
    """Batches of integer gradients are cast to the dtype of the output."""
    x = leaf(lib, 1.0, 2.0)
    (rows,) = batched(lib, x * x, x, lib.tensor([[1, 2], [3, 4]]))
    assert rows.dtype == lib.float64
    assert_equal(rows, [[2, 8], [6, 16]])


def test_the_graph_is_freed_after_the_last_row_unless_retained(lib: Any) -> None:
    """The graph is freed after the last row, unless retained."""
    x = leaf(lib, 1.0, 2.0)
    y = x.exp()
    batched(lib, y, x, lib.eye(2), retain_graph=True)
    batched(lib, y, x, lib.eye(2))
    with pytest.raises(RuntimeError, match="retain_graph=True"):
        batched(lib, y, x, lib.eye(2))


def test_unused_inputs_are_none_with_allow_unused_and_an_error_without(lib: Any) -> None:
    """An unused input is None with `allow_unused`, and an error without."""
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0)
    gradients = batched(lib, x * x, (x, y), lib.eye(2), allow_unused=True)
    assert gradients[1] is None
    with pytest.raises(RuntimeError, match="Set allow_unused=True"):
        batched(lib, x * x, (x, y), lib.eye(2))


def test_unused_inputs_are_zeros_with_materialize_grads(lib: Any) -> None:
    """An unused input has zeros with `materialize_grads`."""
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0)
    gradients = batched(lib, x * x, (x, y), lib.eye(2), materialize_grads=True)
    assert not gradients[1].numpy().any()


def test_a_dict_of_inputs_gives_a_dict(lib: Any) -> None:
    """A dict of inputs gives a dict of batches."""
    x, y = leaf(lib, 1.0, 2.0), leaf(lib, 3.0, 4.0)
    rows = batched(lib, x * y, {"x": x, 7: y}, lib.eye(2))
    assert list(rows) == ["x", 7]
    assert_equal(rows["x"], [[3, 0], [0, 4]])
    assert_equal(rows[7], [[1, 0], [0, 2]])


def test_results_have_a_graph_only_with_create_graph(lib: Any) -> None:
    """Batches of gradients have a history with `create_graph=True` only."""
    x = leaf(lib, 1.0, 2.0)
    assert not batched(lib, x**3, x, lib.eye(2))[0].requires_grad
    assert batched(lib, x**3, x, lib.eye(2), create_graph=True)[0].requires_grad


def test_rows_are_differentiable_in_inputs_and_vectors(lib: Any) -> None:
    """With `create_graph=True` batches can be differentiated twice by inputs and by given gradients."""
    x, y = leaf(lib, 0.3, 0.7), leaf(lib, 0.5, 0.2)
    v = lib.tensor([[0.1, 0.4], [1.2, 0.6], [0.8, 0.9]], dtype=lib.float64, requires_grad=True)

    def rows(x: Any, y: Any, v: Any) -> Any:
        return batched(lib, x.exp() * y * x.sum(), (x, y), v, create_graph=True)

    assert lib.autograd.gradcheck(rows, (x, y, v))
    assert lib.autograd.gradgradcheck(rows, (x, y, v))


@pytest.mark.parametrize("count", [1, 3])
def test_vectors_without_batch_are_refused_with_an_explanation(lib: Any, count: int) -> None:
    """Gradients without the axis of the batch are refused with an explanation."""
    x = leaf(lib, *range(count))
    with pytest.raises(RuntimeError, match=r"is_grads_batched=True.*first dimension|batch"):
        batched(lib, x * x, x, lib.ones(count))


def test_batches_of_different_sizes_are_refused(lib: Any) -> None:
    """Batches of different sizes are refused."""
    x = leaf(lib, 1.0, 2.0)
    with pytest.raises((RuntimeError, ValueError), match="size"):
        batched(lib, (x * x, x * 2), x, (lib.eye(2), lib.ones(3, 2)))


def test_an_empty_batch_is_refused(lib: Any) -> None:
    """An empty batch is refused."""
    x = leaf(lib, 1.0, 2.0)
    with pytest.raises((RuntimeError, IndexError)):
        batched(lib, x * x, x, lib.zeros(0, 2))


def test_missing_vectors_are_refused(lib: Any) -> None:
    """A missing batch of gradients is refused, as there is no implicit one."""
    x = leaf(lib, 1.0, 2.0)
    with pytest.raises(RuntimeError):
        batched(lib, x * x, x)
