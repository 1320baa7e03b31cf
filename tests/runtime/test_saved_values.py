"""What nodes save: released by the first backward, checked against writes since."""

import weakref
from typing import Any

import pytest

import derivata as dv

CHANGED = "modified by an inplace operation"
FREED = "Specify retain_graph=True"


def leaf(lib: Any, *values: float) -> Any:
    return lib.tensor(list(values), requires_grad=True)


def test_second_backward_is_an_error_that_names_retain_graph(lib: Any) -> None:
    """A second backward through values that the first has freed is an error that names `retain_graph=True`."""
    x = leaf(lib, 1.0)
    y = (x * x).sum()
    y.backward()
    with pytest.raises(RuntimeError, match=FREED):
        y.backward()


def test_second_backward_through_saved_outputs_is_an_error_too(lib: Any) -> None:
    """A second backward through outputs that the first has freed is an error too."""
    y = leaf(lib, 1.0).exp().sum()
    y.backward()
    with pytest.raises(RuntimeError, match=FREED):
        y.backward()


def test_retain_graph_allows_a_second_backward(lib: Any) -> None:
    """With `retain_graph=True` a graph can be walked again, until a pass without it."""
    x = leaf(lib, 3.0)
    y = (x * x.exp() + x.tanh()).sum()
    y.backward(retain_graph=True)
    once = x.grad.item()
    y.backward(retain_graph=True)
    y.backward()
    assert x.grad.item() == pytest.approx(3 * once)
    with pytest.raises(RuntimeError, match=FREED):
        y.backward()


def test_retain_graph_false_frees_even_with_create_graph(lib: Any) -> None:
    """`retain_graph=False` frees the graph also with `create_graph=True`."""
    x = leaf(lib, 3.0)
    y = (x * x).sum()
    lib.autograd.grad(y, x, create_graph=True, retain_graph=False)
    with pytest.raises(RuntimeError, match=FREED):
        y.backward()


def test_create_graph_retains_by_default(lib: Any) -> None:
    """`create_graph=True` retains the graph by default."""
    x = leaf(lib, 3.0)
    y = (x * x).sum()
    lib.autograd.grad(y, x, create_graph=True)
    assert lib.autograd.grad(y, x)[0].tolist() == [6.0]


def test_graph_that_saved_nothing_may_be_walked_twice(lib: Any) -> None:
    """A graph that saved nothing may be walked twice."""
    x = leaf(lib, 1.0)
    y = (x + x - 3).sum()
    y.backward()
    y.backward()
    assert x.grad.tolist() == [4.0]


def test_shared_part_of_two_graphs_is_freed_by_the_first(lib: Any) -> None:
    """The shared part of two graphs is freed by the first backward."""
    x = leaf(lib, 1.0)
    shared = x * x
    first, second = (shared * 2).sum(), (shared * 3).sum()
    first.backward()
    with pytest.raises(RuntimeError, match=FREED):
        second.backward()


def test_indexed_assignment_may_be_walked_twice_with_retain_graph(lib: Any) -> None:
    """A graph of indexed assignments may be walked twice with `retain_graph`."""
    x = leaf(lib, 1.0, 2.0)
    y = x * 2
    y[0] = 5.0
    total = (y * y).sum()
    total.backward(retain_graph=True)
    total.backward()
    assert x.grad.tolist() == [0.0, 32.0]


def test_write_to_a_saved_argument_is_noticed(lib: Any) -> None:
    """Backward notices a write to an argument that a node saved."""
    x = leaf(lib, 1.0)
    y = x * 2
    z = (y * y).sum()
    y.add_(1)
    with pytest.raises(RuntimeError, match=CHANGED):
        z.backward()


def test_write_to_a_saved_output_is_noticed(lib: Any) -> None:
    """Backward notices a write to an output that a node saved."""
    y = leaf(lib, 1.0).exp()
    z = y.sum()
    y.mul_(2)
    with pytest.raises(RuntimeError, match=CHANGED):
        z.backward()


def test_write_to_a_saved_leaf_under_no_grad_is_noticed(lib: Any) -> None:
    """Backward notices a write under `no_grad` to a leaf that a node saved."""
    x = leaf(lib, 1.0)
    z = (x * x).sum()
    with lib.no_grad():
        x.add_(1)
    with pytest.raises(RuntimeError, match=CHANGED):
        z.backward()


@pytest.mark.parametrize(
    "write",
    [
        lambda y: y.detach().add_(1),
        lambda y: y.view(-1).detach().add_(1),
        lambda y: y.view(2, 1).mul_(2),
        lambda y: y[0].mul_(2),
        lambda y: y.__setitem__(0, 7.0),
    ],
    ids=["detached", "detached view", "view", "row", "assignment"],
)
@pytest.mark.parametrize("saved", ["argument", "output"])
def test_writes_through_any_alias_are_noticed(lib: Any, write: Any, saved: str) -> None:
    """Backward notices a write to a saved value through any alias: views, detached tensors and assignment."""
    x = leaf(lib, 1.0, 2.0)
    y = x * 2 if saved == "argument" else x.exp()
    z = (y * y).sum() if saved == "argument" else y.sum()
    write(y)
    with pytest.raises(RuntimeError, match=CHANGED):
        z.backward()


def test_an_alias_made_before_the_value_was_saved_is_noticed(lib: Any) -> None:
    """A write through an alias made before the value was saved is noticed."""
    y = leaf(lib, 1.0, 2.0) * 2
    alias = y.detach()
    z = (y * y).sum()
    alias.add_(1)
    with pytest.raises(RuntimeError, match=CHANGED):
        z.backward()


def test_a_write_before_the_value_was_saved_is_fine(lib: Any) -> None:
    """A write before the value was saved is fine."""
    x = leaf(lib, 1.0)
    y = x * 2
    y.add_(1)
    (y * y).sum().backward()
    assert x.grad.tolist() == [12.0]


def test_writes_to_values_that_nobody_saved_are_fine(lib: Any) -> None:
    """A value that no node saved may be written."""
    x = leaf(lib, 1.0)
    y = x + 1
    z = y + 2
    y.add_(100)
    (z + y).sum().backward()
    assert x.grad.tolist() == [2.0]


def test_factor_is_saved_only_for_a_gradient_that_is_needed(lib: Any) -> None:
    """A buffer that is multiplied by a constant in a loop of `detach_` and `copy_` is not saved."""
    x, buffer = leaf(lib, 1.0), lib.zeros(1)
    for step in range(3):
        buffer.detach_()
        buffer.copy_(x * step)
        z = (buffer * 2).sum()
    z.backward()
    assert x.grad.tolist() == [4.0]


def test_only_the_needed_one_of_two_saved_values_is_checked(lib: Any) -> None:
    """A factor of a constant is not saved and may be written."""
    x, constant = leaf(lib, 3.0), lib.ones(1)
    y = x * 1
    z = (y * constant).sum()
    y.add_(1)
    z.backward()
    assert x.grad.tolist() == [1.0]


def test_writes_through_data_go_unnoticed(lib: Any) -> None:
    """Writes through `.data` go unnoticed."""
    x = leaf(lib, 1.0)
    z = (x * x).sum()
    x.data.add_(1)
    z.backward()
    assert x.grad.tolist() == [4.0]


def test_detaching_in_place_does_not_hide_a_later_write(lib: Any) -> None:
    """`detach_` does not hide a later write."""
    y = leaf(lib, 1.0).exp()
    z = y.sum()
    y.detach_()
    y.add_(1)
    with pytest.raises(RuntimeError, match=CHANGED):
        z.backward()


def test_mask_read_and_assignment_of_one_tensor(lib: Any) -> None:
    """Indexed assignment saves no values of the tensor that it reads and writes."""
    x = leaf(lib, 1.0, 2.0, 3.0)
    y = x * 2
    mask = y > 3
    y[mask] = y[mask] * 10
    y.sum().backward()
    assert x.grad.tolist() == [2.0, 20.0, 20.0]


def test_message_names_node_value_versions_and_cure() -> None:
    """The message names node, value, versions and cure."""
    x = leaf(dv, 1.0, 2.0)
    y = x * 2
    z = (y * y).sum()
    y.add_(1)
    y.add_(1)
    with pytest.raises(RuntimeError) as caught:
        z.backward()
    message = str(caught.value)
    for part in ("MulBackward", "'self'", "float32", "(2,)", "version 2, expected version 0", ".clone()"):
        assert part in message


def test_message_about_a_freed_graph_names_the_op() -> None:
    """The message about a freed graph names the op."""
    y = leaf(dv, 1.0).exp().sum()
    y.backward()
    with pytest.raises(RuntimeError, match=r"ExpBackward: .*op 'exp'.*already been freed"):
        y.backward()


def test_saved_values_die_with_the_first_backward() -> None:
    """Saved values die with the first backward."""
    x = leaf(dv, 1.0, 2.0)
    factor = dv.tensor([3.0, 4.0])
    z = (x * factor).sum()
    alive = weakref.ref(factor)
    del factor
    assert alive() is not None
    z.backward()
    assert alive() is None


def test_retain_graph_keeps_saved_values_until_the_graph_dies() -> None:
    """With `retain_graph=True` saved values live as long as the graph."""
    x = leaf(dv, 1.0, 2.0)
    factor = dv.tensor([3.0, 4.0])
    z = (x * factor).sum()
    alive = weakref.ref(factor)
    del factor
    z.backward(retain_graph=True)
    assert alive() is not None
    del z
    assert alive() is None


def test_views_share_their_version_both_ways(lib: Any) -> None:
    """A tensor and its views share one version."""
    x = lib.ones(4)
    view = x.view(2, 2)
    row = view[0]
    view.add_(1)
    x.mul_(2)
    row.zero_()
    assert x._version == view._version == row._version == 3


def test_every_in_place_op_raises_the_version_by_one(lib: Any) -> None:
    """Every in-place op raises `_version` by one."""
    x = lib.ones(2)
    for write in (
        lambda: x.add_(1),
        lambda: x.zero_(),
        lambda: x.copy_(lib.ones(2)),
        lambda: x.__setitem__(0, 2.0),
    ):
        before = x._version
        write()
        assert x._version == before + 1


def test_a_buffer_multiplied_by_a_constant_can_be_used_again_and_again(lib: Any) -> None:
    """A product with a constant saves nothing of its other factor: a buffer may be written in every round of a loop."""
    buffer = lib.zeros(2)
    total = lib.zeros(())
    x = lib.ones(2, requires_grad=True)
    for factor in (2.0, 3.0):
        buffer.detach_()
        buffer.copy_(x)
        total = total + (buffer * factor).sum()
    total.backward()
    assert x.grad.tolist() == [5.0, 5.0]


def test_assigning_data_keeps_the_version(lib: Any) -> None:
    """Assigning `.data` keeps the version."""
    x = lib.zeros(2)
    x.add_(1)
    x.data = lib.ones(3)
    assert x._version == 1
    assert x.tolist() == [1.0, 1.0, 1.0]


def test_argument_that_was_detached_since_is_refused(lib: Any) -> None:
    """A saved argument that `detach_` has cut off since is an error: its gradient would get lost."""
    y = leaf(lib, 2.0) * 2
    z = y * y
    y.detach_()
    with pytest.raises(RuntimeError, match="has been detached in-place"):
        z.sum().backward()
