"""Writes that are refused, before anything is written."""

from typing import Any

import numpy as np
import pytest

import derivata as dv


def test_leaf_that_requires_grad(lib: Any) -> None:
    """A leaf that requires grad cannot be written while gradients are recorded, and is left as it was."""
    x = lib.ones(2, requires_grad=True)
    with pytest.raises(
        RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"
    ):
        x.add_(1)
    assert x.tolist() == [1.0, 1.0]
    assert x._version == 0


def test_view_of_a_leaf_that_requires_grad(lib: Any) -> None:
    """A view of a leaf that requires grad cannot be written while gradients are recorded."""
    x = lib.ones(2, 2, requires_grad=True)
    for view in (x.view(4), x[0], x.t()[1:]):
        with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
            view.mul_(2)
    with pytest.raises(RuntimeError, match="leaf Variable that requires grad"):
        x[0] = 3.0
    assert x.tolist() == [[1.0, 1.0], [1.0, 1.0]]


@pytest.mark.parametrize("part", [lambda x: x[0], lambda x: x.mT, lambda x: x[:, 1:][0]])
def test_view_of_a_view_of_a_constant_that_is_a_leaf(lib: Any, part: Any) -> None:
    """A view of a constant may be a leaf that requires grad; its own views cannot be written either."""
    x = lib.ones(3, 2).mT.requires_grad_()
    for write in (lambda view: view.mul_(2.0), lambda view: view.__setitem__(0, 1.0)):
        with pytest.raises(RuntimeError, match="a view of a leaf Variable that requires grad"):
            write(part(x))
    x.sum().backward()
    assert x.is_leaf and x.grad.tolist() == [[1.0] * 3] * 2


def test_both_are_allowed_without_recording(lib: Any) -> None:
    """Under `no_grad` a leaf that requires grad and its views can be written."""
    x = lib.ones(2, 2, requires_grad=True)
    with lib.no_grad():
        x.add_(1)
        x[0].mul_(3)
        x[1, 1] = 0.0
    assert x.tolist() == [[6.0, 6.0], [2.0, 0.0]]
    assert x._version == 3


@pytest.mark.parametrize("split", ["unbind", "split", "chunk", "split_with_sizes"])
def test_parts_of_tensors_that_require_grad(lib: Any, split: str) -> None:
    """Parts from `unbind`, `split`, `split_with_sizes` and `chunk` of a tensor that requires grad cannot be
    written, nor views of them.
    """
    base = lib.ones(2, 2, requires_grad=True) * 1
    arguments = {"unbind": (), "split": (1,), "chunk": (2,), "split_with_sizes": ([1, 1],)}[split]
    part = getattr(base, split)(*arguments)[0]
    for target in (part, part.view(-1)):
        with pytest.raises(RuntimeError, match="being modified inplace"):
            target.add_(1)
    assert base.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_parts_of_constants_take_no_values_that_require_grad(lib: Any) -> None:
    """A part of a constant from `unbind` takes no values that require grad."""
    part = lib.ones(2, 2).unbind()[0]
    with pytest.raises(RuntimeError, match="being modified inplace"):
        part.mul_(lib.ones(2, requires_grad=True))
    with pytest.raises(RuntimeError, match="being modified inplace"):
        part.copy_(lib.zeros(2, requires_grad=True))
    assert part.tolist() == [1.0, 1.0]


def test_parts_whose_base_was_written_have_no_history(lib: Any) -> None:
    """A part whose base was written has lost its history, and says so."""
    base = lib.ones(2, 2, requires_grad=True) * 1
    part = base.unbind()[0]
    base.mul_(2)
    with pytest.raises(RuntimeError, match="its base or another view of its base has been modified inplace"):
        part.grad_fn  # noqa: B018
    with pytest.raises(RuntimeError, match="its base or another view of its base has been modified inplace"):
        (part * 3).sum().backward()
    assert part.tolist() == [2.0, 2.0]


def test_views_made_without_recording(lib: Any) -> None:
    """A view made under `no_grad` cannot be written while recording, nor a view of it; under `no_grad` it can."""
    base = lib.ones(2, requires_grad=True) * 1
    with lib.no_grad():
        view = base.view(2, 1)
    for target in (view, view[0]):
        with pytest.raises(RuntimeError, match="was created in no_grad mode"):
            target.mul_(2)
    with lib.no_grad():
        view.mul_(2)
    assert base.tolist() == [2.0, 2.0]


def test_views_made_without_recording_lose_their_history_when_the_base_is_written(lib: Any) -> None:
    """A view made under `no_grad` has no `grad_fn` that could be told once its base was written."""
    base = lib.ones(2, requires_grad=True) * 1
    with lib.no_grad():
        view = base.view(2, 1)
    base.mul_(2)
    with pytest.raises(RuntimeError, match="created in no_grad mode"):
        view.grad_fn  # noqa: B018


def test_result_of_another_shape(lib: Any) -> None:
    """An in-place op refuses a result of another shape than self's."""
    x = lib.ones(2)
    with pytest.raises(RuntimeError, match=r"shape"):
        x.add_(lib.ones(3, 2))
    assert x.tolist() == [1.0, 1.0]


def test_result_of_a_higher_category(lib: Any) -> None:
    """An in-place op refuses a result whose dtype is of a higher category than self's."""
    x = lib.tensor([1, 2])
    with pytest.raises(RuntimeError, match=r"result type .* can't be cast to the desired output type"):
        x.add_(1.5)
    with pytest.raises(RuntimeError, match="can't be cast"):
        x.mul_(lib.tensor([1.0, 2.0]))
    with pytest.raises(RuntimeError, match="can't be cast"):
        lib.ones(2).mul_(1j)
    assert x.tolist() == [1, 2]


def test_result_of_the_same_category_is_cast(lib: Any) -> None:
    """A result of the same category is cast to the dtype of self."""
    x = lib.ones(2)
    x.add_(lib.ones(2, dtype=lib.float64))
    assert x.dtype == lib.float32
    small = lib.tensor([1, 2], dtype=lib.int8)
    small.add_(lib.tensor([1, 2]))
    assert small.dtype == lib.int8


def test_expanded_memory(lib: Any) -> None:
    """Memory that several positions share cannot be written."""
    x = lib.ones(1).expand(3)
    with pytest.raises(RuntimeError, match="clone"):
        x.add_(1)


def test_read_only_arrays() -> None:
    """Tensors on read-only arrays cannot be written."""
    array = np.ones(2)
    array.flags.writeable = False
    with pytest.raises(RuntimeError, match=r"add_: self is on read-only memory: .* read-only; \.clone\(\)"):
        dv.from_numpy(array).add_(1)


def test_something_that_is_no_tensor() -> None:
    """An in-place op takes a tensor as self, and nothing else."""
    with pytest.raises(TypeError, match="argument 'self' must be Tensor, not float"):
        dv.add_(1.0, 2.0)  # type: ignore[arg-type]


def test_in_place_product_with_itself_is_noticed(lib: Any) -> None:
    """The in-place product of a tensor with itself changes a factor that it saved: backward notices."""
    y = lib.ones(2, requires_grad=True) * 1
    y.mul_(y)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        y.sum().backward()


def test_repr_of_a_view_without_knowable_history_says_so(lib: Any) -> None:
    """The text of a tensor whose history cannot be told shows `grad_fn=<Invalid>`."""
    base = lib.ones(2, 2, requires_grad=True) * 1
    part = base.unbind()[0]
    base.mul_(2)
    assert "grad_fn=<Invalid>" in repr(part)


def test_lost_history_is_an_error_only_where_a_gradient_needs_it() -> None:
    """Differs from PyTorch: a history that was lost (a part whose base was written) is an error in backward,
    not when the tensor is used: uses that need no gradient work, and ops need not ask.
    """
    base = dv.ones(2, 2, requires_grad=True) * 1
    part = base.unbind()[0]
    base.mul_(2)
    tripled = part * 3  # PyTorch raises here
    assert tripled.tolist() == [6.0, 6.0]
    with pytest.raises(RuntimeError, match="its base or another view of its base has been modified inplace"):
        tripled.sum().backward()


def test_write_that_is_not_recorded_leaves_the_history_of_parts(lib: Any) -> None:
    """Differs from PyTorch: a write that is not recorded (under `no_grad`, or through a detached alias) leaves
    the history of parts, because it changes nobody's.
    """
    x = lib.ones(2, 2, requires_grad=True)
    base = x * 3
    part = base.unbind()[0]
    with lib.no_grad():
        base.mul_(2)
    if lib is dv:
        part.sum().backward()
        assert x.grad.tolist() == [[3.0, 3.0], [0.0, 0.0]]
    else:
        with pytest.raises(
            RuntimeError, match="its base or another view of its base has been modified inplace"
        ):
            part.sum().backward()
