"""Writes to tensors and their views: values, gradients, and the history afterwards."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import derivata as dv

START = [0.3, 0.7, 1.1, 1.9, 2.3, 3.1]


def leaf(lib: Any) -> Any:
    return lib.tensor(START, dtype=lib.float64, requires_grad=True)


def write_to_base(base: Any, view: Any, x: Any) -> Any:
    base.mul_(x)
    return view.exp().sum()


def write_to_view(base: Any, view: Any, x: Any) -> Any:
    view.mul_(view.exp())
    return (base * x).sum()


def write_twice(base: Any, view: Any, x: Any) -> Any:
    view.mul_(2)
    base.add_(x)
    view.sin_()
    return (base * base).sum() + view.sum()


def write_through_nested_views(base: Any, view: Any, x: Any) -> Any:
    inner = view.view(-1)[1:3]
    inner.mul_(x[:2])
    inner[0:1].exp_()
    return (base * x).sum() + (view * 3).sum() + inner.sum()


def write_and_use_a_sibling(base: Any, view: Any, x: Any) -> Any:
    sibling = base[0:4]
    view.mul_(3)
    return (sibling * x[:4]).exp().sum()


def assign(base: Any, view: Any, x: Any) -> Any:
    base[1] = x[0] * 5
    base[2:4] = x[4]
    view[0] = 7.0
    return (base * base).sum() + (view * view).sum()


def copy_into_view(base: Any, view: Any, x: Any) -> Any:
    view.copy_((x * x).view(view.shape))
    return (base * x).sum()


def zero_and_fill(base: Any, view: Any, x: Any) -> Any:
    base[0:2].zero_()
    view.view(-1)[4:].fill_(2.0)
    return (base * x).sum()


def two_writes_to_one_row(base: Any, view: Any, x: Any) -> Any:
    row = view[0]
    row.mul_(x[0])
    row.add_(x[1])
    return (view * view).sum() + (row * 2).sum()


PROGRAMS = [
    write_to_base,
    write_to_view,
    write_twice,
    write_through_nested_views,
    write_and_use_a_sibling,
    assign,
    copy_into_view,
    zero_and_fill,
    two_writes_to_one_row,
]


def run(lib: Any, program: Callable[..., Any], shape: tuple[int, ...]) -> tuple[float, list[float]]:
    x = leaf(lib)
    base = x * 1
    out = program(base, base.view(shape), x)
    out.backward()
    return out.item(), x.grad.tolist()


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
@pytest.mark.parametrize("shape", [(6,), (2, 3), (3, 2)], ids=str)
def test_values_and_gradients_are_torch_s(torch: Any, program: Any, shape: tuple[int, ...]) -> None:
    """Values and gradients after any mixture of views and writes are PyTorch's."""
    value, grad = run(dv, program, shape)
    expected_value, expected_grad = run(torch, program, shape)
    assert value == pytest.approx(expected_value, rel=1e-12)
    assert grad == pytest.approx(expected_grad, rel=1e-12)


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.__name__)
def test_second_derivatives_are_torch_s(torch: Any, program: Any) -> None:
    """Second derivatives after any mixture of views and writes are PyTorch's."""

    def second(lib: Any) -> Any:
        x = leaf(lib)
        base = x * 1
        out = program(base, base.view((2, 3)), x)
        (first,) = lib.autograd.grad(out, x, create_graph=True)
        return lib.autograd.grad((first * first).sum(), x)[0].tolist()

    assert second(dv) == pytest.approx(second(torch), rel=1e-11)


@pytest.mark.parametrize(
    "program",
    [program for program in PROGRAMS if program is not write_twice],  # PyTorch takes its view for a leaf
    ids=lambda program: program.__name__,
)
def test_constant_base_takes_the_history_of_what_is_written(torch: Any, program: Any) -> None:
    """A write to a view gives its base a history; a write to the base gives its views theirs."""

    def gradient(lib: Any) -> Any:
        x = leaf(lib)
        base = lib.tensor(START, dtype=lib.float64)
        view = base.view(2, 3)
        if program in (write_to_view, zero_and_fill):
            view.mul_(x.view(2, 3))
        program(base, view, x).backward()
        return base.requires_grad, view.requires_grad, x.grad.tolist()

    (base, view, grad), expected = gradient(dv), gradient(torch)
    assert (base, view) == expected[:2]
    assert grad == pytest.approx(expected[2], rel=1e-12)


@pytest.mark.parametrize(
    "make",
    [
        lambda t: t.view(2, 3).t(),
        lambda t: t.view(2, 3)[1],
        lambda t: t.view(2, 3)[:, 1:],
        lambda t: t[1:5:2],
        lambda t: t.view(1, 6).squeeze(0),
        lambda t: t.unsqueeze(0),
        lambda t: t.view(2, 3).diagonal(),
        lambda t: t.view(2, 3).permute(1, 0),
        lambda t: t.narrow(0, 2, 3),
        lambda t: t.view(2, 3).select(1, 2),
        lambda t: t.reshape(3, 2),
        lambda t: t.view(2, 3).T[0],
    ],
    ids=[
        "t",
        "row",
        "columns",
        "steps",
        "squeeze",
        "unsqueeze",
        "diagonal",
        "permute",
        "narrow",
        "select",
        "reshape",
        "T",
    ],
)
def test_every_kind_of_view_can_be_written(torch: Any, make: Any) -> None:
    """Every kind of view can be written."""

    def gradient(lib: Any) -> Any:
        x = leaf(lib)
        base = x * 2
        view = make(base)
        view.mul_(view.detach() + 1)
        (base * x).sum().backward()
        return base.tolist(), x.grad.tolist()

    (values, grad), expected = gradient(dv), gradient(torch)
    assert values == pytest.approx(expected[0], rel=1e-12)
    assert grad == pytest.approx(expected[1], rel=1e-12)


def test_view_knows_its_base(lib: Any) -> None:
    """`_base` and `_is_view()` tell what a view is of."""
    base = lib.ones(4)
    view = base.view(2, 2)
    assert view._is_view()
    assert view._base is base
    assert view[0]._base is base
    assert not base._is_view()
    assert base._base is None
    assert not base.clone()._is_view()


def test_a_write_to_a_view_changes_the_gradient_of_its_place_in_the_base(lib: Any) -> None:
    """After a write to a view, or to a view of a view, backward from the base has the gradient of just that region."""
    x = lib.ones(6, requires_grad=True)
    base = x * 1
    base[1:3].mul_(5)
    base.view(2, 3)[1][2:].mul_(7)
    assert base.tolist() == [1.0, 5.0, 5.0, 1.0, 1.0, 7.0]
    base.sum().backward()
    assert x.grad.tolist() == [1.0, 5.0, 5.0, 1.0, 1.0, 7.0]


def test_a_sibling_view_sees_a_write_in_its_gradient(lib: Any) -> None:
    """After a write to a view, a sibling view made before of the same region has the new values and their gradient."""
    x = lib.ones(4, requires_grad=True)
    base = x * 1
    sibling, view = base.view(2, 2), base[:2]
    view.mul_(5)
    assert sibling.tolist() == [[5.0, 5.0], [1.0, 1.0]]
    sibling.sum().backward()
    assert x.grad.tolist() == [5.0, 5.0, 1.0, 1.0]


def test_augmented_assignment_keeps_the_object_and_joins_the_graph(lib: Any) -> None:
    """`a += b` keeps the object and joins the graph of `b`."""
    x = lib.ones(2, requires_grad=True)
    a = lib.ones(2)
    same = a
    a += x
    a *= 3
    assert a is same
    assert a.requires_grad
    a.sum().backward()
    assert x.grad.tolist() == [3.0, 3.0]


def test_assigning_rows_from_tensors_that_require_grad(lib: Any) -> None:
    """Rows assigned from tensors that require grad make a plain tensor part of the graph."""
    rows = [lib.tensor([float(i), 1.0], requires_grad=True) for i in range(3)]
    table = lib.zeros(3, 2)
    for index, row in enumerate(rows):
        table[index] = row
    (table * table).sum().backward()
    assert [row.grad.tolist() for row in rows] == [[0.0, 2.0], [2.0, 2.0], [4.0, 2.0]]


@pytest.mark.parametrize(
    "index",
    [
        1,
        slice(0, 2),
        [0, 2],
        (slice(None), 1),
        (0, slice(None)),
        (slice(None), [0, 2]),
        ([0, 2], slice(1, 3)),
        Ellipsis,
        None,
    ],
    ids=str,
)
def test_gradients_of_assignment_are_zero_where_overwritten(torch: Any, index: Any) -> None:
    """An assignment at integers, slices and lists, also mixed, sends its gradient to the value, and zero to
    what was overwritten.
    """

    def gradients(lib: Any) -> Any:
        x = lib.ones(3, 3, dtype=lib.float64, requires_grad=True)
        value = lib.tensor(2.0, dtype=lib.float64, requires_grad=True)
        y = x * 1
        y[index] = value
        (y * y * lib.arange(9).view(3, 3)).sum().backward()
        return x.grad.tolist(), value.grad.item()

    assert gradients(dv) == gradients(torch)


def test_gradients_of_assignment_with_a_mask(torch: Any) -> None:
    """An assignment at a boolean mask sends its gradient to the values, and zero to what was overwritten."""

    def gradients(lib: Any) -> Any:
        x = lib.tensor([1.0, -1.0, 2.0], requires_grad=True)
        value = lib.tensor([5.0, 6.0], requires_grad=True)
        y = x * 1
        y[x > 0] = value
        (y * y).sum().backward()
        return x.grad.tolist(), value.grad.tolist()

    assert gradients(dv) == gradients(torch) == ([0.0, -2.0, 0.0], [10.0, 12.0])


def test_in_place_op_before_requires_grad_is_fine(lib: Any) -> None:
    """Before `requires_grad` is set, every write is fine."""
    x = lib.zeros(2)
    x.add_(1)
    x.requires_grad_()
    (x * 2).sum().backward()
    assert x.grad.tolist() == [2.0, 2.0]


def test_in_place_op_saves_a_copy_only_if_its_backward_needs_the_old_value(lib: Any) -> None:
    """In-place ops whose backward needs the value that they overwrite have right gradients: a copy of it is kept."""
    x = lib.tensor([2.0], requires_grad=True)
    y = x * 1
    y.mul_(y.detach().clone())
    y.exp_()
    y.sum().backward()
    assert x.grad.item() == pytest.approx(2 * float(np.exp(4.0)), rel=1e-5)
    z = x * 1
    z.pow_(3)
    x.grad = None
    z.sum().backward()
    assert x.grad.item() == 12.0


def test_write_that_needs_no_gradient_keeps_the_history_of_the_rest(lib: Any) -> None:
    """A write of constants to a part leaves the rest its history."""
    x = lib.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    y[0].zero_()
    y.sum().backward()
    assert x.grad.tolist() == [0.0, 2.0, 2.0]


def test_detaching_the_base_leaves_its_view_in_the_graph(lib: Any) -> None:
    """`detach_` of the base leaves its views in the graph, with `grad_fn` and `_base`."""
    x = lib.ones(4, requires_grad=True)
    base = x * 1
    view = base.view(2, 2)
    base.detach_()
    assert not base.requires_grad
    assert view.requires_grad
    assert view.grad_fn is not None
    assert view._base is base
    view.sum().backward()
    assert x.grad.tolist() == [1.0] * 4


def test_parts_of_plain_tensors_may_be_written(lib: Any) -> None:
    """Parts of plain tensors can be written."""
    table = lib.zeros(2, 2)
    first, second = table.unbind()
    first.add_(1)
    second.copy_(first * 2)
    assert table.tolist() == [[1.0, 1.0], [2.0, 2.0]]


def test_history_of_a_view_made_without_recording_starts_where_recording_does(lib: Any) -> None:
    """What is computed from a view made under `no_grad` is recorded from where recording starts."""
    x = lib.ones(4, requires_grad=True)
    with lib.no_grad():
        view = (x * 2).view(2, 2)
        view.add_(1)
    assert not view.requires_grad
    assert (view * x.view(2, 2)).requires_grad


def test_writes_to_the_needed_part_of_a_graph_only(lib: Any) -> None:
    """After a write to a view only the part of the graph that the inputs need is run, and a hook elsewhere is
    silent.
    """
    x, w = lib.ones(2, requires_grad=True), lib.ones(2, requires_grad=True)
    base = x * 1
    value = w * 5
    calls: list[str] = []
    value.register_hook(lambda grad: calls.append("value"))
    base[0:1].mul_(value[0:1])
    lib.autograd.grad(base.sum(), x, retain_graph=True)
    assert calls == []
    base.sum().backward()
    assert calls == ["value"]
    assert w.grad.tolist() == [5.0, 0.0]


def test_many_dead_views_are_forgotten() -> None:
    """A base that made very many views remembers those that are alive."""
    base = dv.zeros(4)
    for _ in range(1000):
        base.view(2, 2)
    counter = base._counter
    assert not isinstance(counter, int)
    assert len(counter.views) < 100


@pytest.mark.parametrize(
    "select",
    [lambda t: t[0], lambda t: t[3:5], lambda t: t.view(2, 3).diagonal(), lambda t: t.view(2, 3)[:, 1]],
    ids=["item", "slice", "diagonal", "column"],
)
def test_gradient_of_a_view_with_an_expanded_gradient(torch: Any, select: Any) -> None:
    """An expanded gradient, of stride 0, passes through items, slices, diagonals and columns."""

    def gradient(lib: Any) -> Any:
        x = leaf(lib)
        view = select(x * 1)
        view.backward(lib.ones((), dtype=lib.float64).expand(view.shape))
        return x.grad.tolist()

    assert gradient(dv) == gradient(torch)


def test_writes_through_nested_views_of_a_clone_that_is_not_contiguous(torch: Any) -> None:
    """Writes through nested views of a clone of a transposed leaf have right gradients."""

    def gradient(lib: Any) -> Any:
        x = lib.tensor([START, START], dtype=lib.float64, requires_grad=True)
        base = x.t().clone()
        base[1:5].t()[0].mul_(2)
        base.narrow(0, 2, 2).narrow(1, 1, 1).exp_()
        (base * base).sum().backward()
        return x.grad.tolist()

    for row, expected in zip(gradient(dv), gradient(torch), strict=True):
        assert row == pytest.approx(expected, rel=1e-12)


def test_result_that_an_in_place_op_saved_may_be_overwritten(lib: Any) -> None:
    """Differs from PyTorch: the result that an in-place op saved may be overwritten: the op has computed it in
    memory of its own, which the node keeps.
    """
    x = leaf(lib)
    y = (x * 1).exp_()  # exp_ saves its result
    y.mul_(3)
    if lib is dv:
        y.sum().backward()
        np.testing.assert_allclose(x.grad, 3 * np.exp(START), rtol=1e-12)
    else:
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            y.sum().backward()


def test_reading_and_assigning_with_one_mask(lib: Any) -> None:
    """A tensor may be read and assigned with the same mask: indexing saves no values."""
    x = lib.tensor([1.0, -2.0, 3.0], requires_grad=True)
    y = x * 1
    mask = y > 0
    y[mask] = y[mask] * 4
    y[~mask] = 0.0
    y.sum().backward()
    assert x.grad.tolist() == [4.0, 0.0, 4.0]


@pytest.mark.parametrize(
    ("op", "saves"),
    [
        ("neg", False),
        ("sum", False),
        ("add", False),
        ("exp", False),
        ("tanh", False),
        ("sin", True),
        ("log", True),
    ],
)
def test_only_values_that_a_backward_needs_must_not_change(lib: Any, op: str, saves: bool) -> None:
    """A write after an op is an error in backward only if the op has saved the value; ops that saved nothing, or
    their result, do not mind.
    """
    x = lib.ones(3, requires_grad=True)
    y = x * 1
    z = y + 2 if op == "add" else getattr(y, op)()
    y.mul_(2)
    assert y._version == 1
    if saves:
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            z.sum().backward()
    else:
        z.sum().backward()


def test_a_write_through_a_detached_alias_is_noticed(lib: Any) -> None:
    """Changing a detached alias of a saved tensor is noticed at backward."""
    x = lib.ones(2, requires_grad=True)
    y = x * 1
    z = y.sin()
    y.detach().zero_()
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        z.sum().backward()


def test_a_detached_buffer_can_be_used_in_a_loop(lib: Any) -> None:
    """A buffer that is multiplied by a constant, detached in place and filled again works in every turn of a loop."""
    buffer, rows = lib.ones(2), lib.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
    total = lib.zeros(())
    for row in rows:
        buffer.detach_()
        buffer.copy_(row)
        buffer.mul_(3)
        total = total + buffer.sum()
    total.backward()
    assert rows.grad.tolist() == [[3.0, 3.0], [3.0, 3.0]]


@pytest.mark.parametrize("order", [(0, 2, 1), (1, 0, 2), (2, 0, 1), (2, 1, 0)])
def test_windows_on_memory_in_any_order_are_views(lib: Any, order: tuple[int, ...]) -> None:
    """`unfold` gives a view whatever the order of the strides, so that a write to it is one to its base."""
    x = lib.ones(2, 3, 4, requires_grad=True)
    y = x.permute(order).clone()
    windows = y.unfold(1, 1, 1)
    windows[0] = 0.0
    y.sum().backward()
    assert windows._is_view() and y._version == 1
    assert x.grad.sum().item() == y.sum().item() == 24 - 24 / y.shape[0]


WRITES = {
    "mul_": lambda base, lib: base.mul_(2.0),
    "fill_": lambda base, lib: base.fill_(1.0),
    "copy_": lambda base, lib: base.copy_(lib.ones(2)),
    "index": lambda base, lib: base.__setitem__(0, 5.0),
    "view": lambda base, lib: base[:1].mul_(2.0),
    "nothing": lambda base, lib: None,
}


@pytest.mark.parametrize("recorded", [True, False])
@pytest.mark.parametrize("write", WRITES)
def test_a_view_forgets_its_history_with_a_write_to_a_base_that_was_detached_in_place(
    lib: Any, write: str, recorded: bool
) -> None:
    """The view has other numbers then, which no gradient belongs to: it went to what they had been computed of."""
    x = lib.tensor([2.0, 3.0], requires_grad=True)
    base = x * 1.0
    view = base[:]
    base.detach_()
    with lib.set_grad_enabled(recorded):
        WRITES[write](base, lib)
    assert view.requires_grad
    (view * 3).sum().backward()
    if write == "nothing":
        assert x.grad.tolist() == [3.0, 3.0]
    else:
        assert x.grad is None


@pytest.mark.parametrize("write", ["mul_", "fill_", "copy_", "view"])
def test_a_view_that_is_a_leaf_stays_one_when_its_base_is_written(lib: Any, write: str) -> None:
    """Its own `requires_grad_` made it one, whatever the base has been."""
    base = lib.zeros(2).requires_grad_()
    base.requires_grad_(False)
    view = base[:].requires_grad_()
    WRITES[write](base, lib)
    (view * 3).sum().backward()
    assert view.is_leaf
    assert view.grad.tolist() == [3.0, 3.0]
