"""Wrong calls: each message names the op and the argument, what was expected, what came, and what to do."""

from collections.abc import Callable
from typing import Any

import pytest

import derivata as dv


def computed() -> dv.Tensor:
    return dv.ones(2, requires_grad=True) * 2


def second_backward() -> None:
    y = computed().exp().sum()
    y.backward()
    y.backward()


def write_to_saved() -> None:
    y = computed()
    z = (y * y).sum()
    y.add_(1)
    z.backward()


def unused_input() -> None:
    dv.autograd.grad(computed().sum(), dv.ones(1, requires_grad=True))


WRONG: list[tuple[Callable[[], Any], type[Exception], tuple[str, ...]]] = [
    (
        lambda: dv.ones(2, 3) + dv.ones(2, 4),
        RuntimeError,
        ("add:", "input of shape (2, 3)", "other of shape (2, 4)", "dimension -1", ".unsqueeze()"),
    ),
    (
        lambda: dv.where(dv.ones(2) > 0, dv.ones(3), dv.ones(3)),
        RuntimeError,
        ("where:", "shape (2,)", "shape (3,)", "must match"),
    ),
    (
        lambda: dv.tensor([True]) - dv.tensor([True]),
        TypeError,
        ("sub:", "input of bool", "other of bool", ".to(derivata.float32)"),
    ),
    (lambda: -dv.tensor([True]), TypeError, ("neg:", "bool")),
    (
        lambda: dv.tensor([1, 2], requires_grad=True),
        RuntimeError,
        ("requires_grad_:", "floating point and complex", "int64", ".to(derivata.float32)"),
    ),
    (lambda: computed().backward(), RuntimeError, ("backward:", "scalar outputs", "(2,)", ".sum()")),
    (
        lambda: dv.ones(1).backward(),
        RuntimeError,
        ("backward:", "element 0", "does not require grad", "requires_grad=True", "no_grad()"),
    ),
    (second_backward, RuntimeError, ("ExpBackward:", "'exp'", "second time", "retain_graph=True")),
    (
        write_to_saved,
        RuntimeError,
        ("MulBackward:", "'self'", "float32", "(2,)", "expected version 0", ".clone()"),
    ),
    (unused_input, RuntimeError, ("grad:", "index 0", "allow_unused=True")),
    (
        lambda: dv.ones(2, requires_grad=True).add_(1),
        RuntimeError,
        ("add_:", "leaf Variable that requires grad", "no_grad()"),
    ),
    (
        lambda: dv.ones(2).add_(dv.ones(3, 2)),
        RuntimeError,
        ("add_:", "(2,)", "(3, 2)", "trailing underscore"),
    ),
    (lambda: dv.tensor([1]).add_(1.5), RuntimeError, ("add_:", "float32", "int64", "trailing underscore")),
    (lambda: dv.mul(dv.ones(2), [1, 2]), TypeError, ("mul:", "'other'", "list", "derivata.tensor")),
    (lambda: dv.mul(None, 2.0), TypeError, ("mul:", "'input'", "NoneType")),
    (lambda: dv.ones(2).item(), RuntimeError, ("item:", "2 elements", "expected 1", ".sum()")),
    (lambda: bool(dv.ones(2)), RuntimeError, ("bool:", "2 elements", "ambiguous", ".any()")),
    (lambda: len(dv.tensor(1.0)), TypeError, ("len:", "0-d", ".numel()")),
    (
        lambda: dv.ones(2, requires_grad=True).numpy(),
        RuntimeError,
        ("numpy:", "requires grad", ".detach().numpy()"),
    ),
    (lambda: computed().requires_grad_(False), RuntimeError, ("requires_grad_:", "MulBackward", ".detach()")),
    (lambda: dv.ones(2).retain_grad(), RuntimeError, ("retain_grad:", "requires_grad=False")),
    (lambda: dv.Tensor(1.0), TypeError, ("Tensor:", "derivata.tensor(data)")),
    (lambda: dv.tensor([1, [2]]), (ValueError), ("tensor:", "equal lengths")),  # type: ignore[list-item]
    (lambda: dv.tensor("text"), TypeError, ("tensor:", "expected numbers", "str")),
    (lambda: dv.from_numpy([1.0]), TypeError, ("from_numpy:", "np.ndarray", "list", "derivata.tensor(data)")),
    (lambda: dv.randint(5, 5, (1,)), RuntimeError, ("randint:", "low < high", "low=5", "high=5")),
    (
        lambda: dv.set_default_dtype(dv.int64),
        TypeError,
        ("set_default_dtype:", "floating-point", "int64", "float32"),
    ),
    (lambda: dv.ones(2).view(3), RuntimeError, ("view", "3", "2")),
    (lambda: dv.ones(2).sum(5), IndexError, ("sum", "5")),
    (lambda: dv.ones(2, 3) @ dv.ones(2, 3), RuntimeError, ("matmul", "3", "2")),
    (lambda: dv.cat([dv.ones(2, 3), dv.ones(3, 2)]), RuntimeError, ("cat", "3", "2")),
    (lambda: dv.ones(3)[5], IndexError, ("5", "3")),
    (lambda: dv.ones(3)["a"], (IndexError, TypeError), ("a",)),  # type: ignore[list-item]
    (lambda: dv.stack([]), (RuntimeError, ValueError), ("stack",)),  # type: ignore[list-item]
    (lambda: dv.ones(2).add(), TypeError, ("other",)),
    (lambda: dv.ones(2).add(1, wrong=2), TypeError, ("wrong",)),
]


@pytest.mark.parametrize(
    ("call", "error", "parts"), WRONG, ids=[" ".join(parts)[:40] for _, _, parts in WRONG]
)
def test_message_names_subject_expected_got_and_cure(call: Any, error: Any, parts: tuple[str, ...]) -> None:
    """Errors name the op and the argument, what was expected, what came, and what to do."""
    with pytest.raises(error) as caught:
        call()
    message = str(caught.value)
    for part in parts:
        assert part in message, message


def test_errors_of_ops_hide_numpy_s_own() -> None:
    """Errors of ops stand for NumPy's own, which are not shown."""
    with pytest.raises(RuntimeError) as caught:
        dv.ones(2, 3) + dv.ones(2, 4)
    assert caught.value.__suppress_context__


def test_tracebacks_show_the_backward_that_failed() -> None:
    """Tracebacks show the backward that failed, by the name of its node."""
    y = computed()
    z = (y * y).sum()
    y.add_(1)
    with pytest.raises(RuntimeError) as caught:
        z.backward()
    frames = [entry.frame.code.raw.co_qualname for entry in caught.traceback]
    assert "MulBackward.apply" in frames


def test_error_leaves_no_gradient_half_made(lib: Any) -> None:
    """An error in a backward leaves no gradient half made."""
    x, w = lib.ones(1, requires_grad=True), lib.ones(1, requires_grad=True)
    y = w * 1
    z = (x * 2 + y * y).sum()
    y.add_(1)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.backward()
    assert w.grad is None
