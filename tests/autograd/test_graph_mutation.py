"""Writing to saved tensors where that is allowed."""

import gc
import weakref
from typing import Any

import pytest


def leaf(lib: Any) -> Any:
    return lib.tensor([1.0, 2.0, 3.0], dtype=lib.float64, requires_grad=True)


def allow(lib: Any) -> Any:
    return lib.autograd.graph.allow_mutation_on_saved_tensors()


def test_backward_uses_the_value_before_the_write(lib: Any) -> None:
    """Inside `allow_mutation_on_saved_tensors` backward uses the value before the write, and copies only what
    is written.
    """
    x = leaf(lib)
    with allow(lib) as block:
        y = x * 1
        z = y * y
        y.mul_(10)
        assert len(block.cloned) == 1
        z.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


def test_saved_outputs_may_be_written(lib: Any) -> None:
    """In the block, saved inputs and outputs may be written: backward sees the values before."""
    x = leaf(lib)
    with allow(lib) as block:
        y = x.exp()
        expected = y.tolist()
        total = y.sum()
        with lib.no_grad():
            y.zero_()
        assert len(block.cloned) == 1
        total.backward()
    assert x.grad.tolist() == expected


def test_nothing_is_copied_where_nothing_is_written(lib: Any) -> None:
    """Inside `allow_mutation_on_saved_tensors` backward uses the value before the write, and copies only what
    is written.
    """
    x = leaf(lib)
    with allow(lib) as block:
        (x.exp() * x).sum().backward()
        assert len(block.cloned) == 0


def test_copies_are_dropped_afterwards(lib: Any) -> None:
    """Inside `allow_mutation_on_saved_tensors` backward uses the value before the write, and copies only what
    is written.
    """
    with allow(lib) as block:
        y = leaf(lib) * 1
        z = y * y
        y.mul_(10)
        assert (len(block.cloned), z.requires_grad) == (1, True)
    assert len(block.cloned) == len(block.original) == 0


def test_a_copy_dies_with_its_node(lib: Any) -> None:
    """The copy of a saved value dies with its node."""
    x = leaf(lib)
    with allow(lib) as block:
        y = x * 1
        z = y * y
        y.mul_(10)
        assert len(block.cloned) == 1
        z.sum().backward()
        del z
        gc.collect()
        assert len(block.cloned) == 0


def test_every_version_that_is_saved_is_copied(lib: Any) -> None:
    """Every version that is saved is copied once."""
    x = leaf(lib)
    with allow(lib) as block:
        y = x * 1
        first = y * y
        y.mul_(2)
        second = y * y
        y.mul_(2)
        third = y * y
        assert len(block.cloned) == 2
        (first + second + third).sum().backward()
    assert x.grad.tolist() == [2.0 * v * (1 + 4 + 16) for v in (1.0, 2.0, 3.0)]


def test_many_uses_of_one_version_share_a_copy(lib: Any) -> None:
    """Many uses of one version share a copy."""
    x = leaf(lib)
    with allow(lib) as block:
        y = x * 1
        results = [y * y for _ in range(3)]
        y.mul_(2)
        assert len(block.cloned) == 1
        sum(results).sum().backward()
    assert x.grad.tolist() == [6.0, 12.0, 18.0]


def test_a_write_to_a_view_keeps_the_saved_base(lib: Any) -> None:
    """A write to a view keeps the saved base, a write to the base the saved view."""
    x = leaf(lib)
    with allow(lib):
        base = x * 1
        view = base[:2]
        result = base * base
        view.mul_(10)
        result.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


def test_a_write_to_the_base_keeps_a_saved_view(lib: Any) -> None:
    """A write to a view keeps the saved base, a write to the base the saved view."""
    x = leaf(lib)
    with allow(lib):
        base = x * 1
        view = base[:2]
        result = view * view
        base.mul_(10)
        result.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 0.0]


def test_a_write_through_a_view_is_an_error_elsewhere(lib: Any) -> None:
    """A write through a view is an error outside of the block, and right inside."""
    x = leaf(lib)
    base = x * 1
    result = base * base
    base[:2].mul_(10)
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        result.sum().backward()


def test_assignment_to_parts_is_a_write(lib: Any) -> None:
    """Assignment to parts is a write."""
    x = leaf(lib)
    with allow(lib):
        y = x * 1
        z = y * y
        y[0] = 7.0
        z.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


def test_conjugate_views_of_complex_tensors(lib: Any) -> None:
    """Conjugates of complex tensors may be saved and written."""
    x = lib.tensor([1.0 + 2.0j, 3.0 - 1.0j], dtype=lib.complex128, requires_grad=True)
    with allow(lib):
        y = x * 1
        conjugate = y.conj()
        z = conjugate * conjugate
        y.mul_(10)
        z.real.sum().backward()
    assert x.grad.tolist() == [2.0 - 4.0j, 6.0 + 2.0j]


def test_second_derivatives(lib: Any) -> None:
    """Second derivatives see the values before as well."""
    x = leaf(lib)
    with allow(lib):
        y = x * 1
        z = y * y * y
        y.mul_(10)
        (slope,) = lib.autograd.grad(z.sum(), x, create_graph=True)
        (curvature,) = lib.autograd.grad(slope.sum(), x)
    assert slope.tolist() == [3.0, 12.0, 27.0]
    assert curvature.tolist() == [6.0, 12.0, 18.0]


def test_what_a_function_saved_may_be_written(lib: Any) -> None:
    """What a custom Function saved may be written."""

    class Square(lib.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * x

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            return 2 * ctx.saved_tensors[0] * grad

    x = leaf(lib)
    with allow(lib):
        y = x * 1
        z = Square.apply(y)
        y.mul_(10)
        z.sum().backward()
    assert x.grad.tolist() == [2.0, 4.0, 6.0]


def test_backward_has_to_run_inside_the_same_block(lib: Any) -> None:
    """Its backward has to run inside the same block."""
    with allow(lib):
        y = leaf(lib) * 1
        z = (y * y).sum()
        y.mul_(10)
    with pytest.raises(AssertionError, match="outside of the 'allow_mutation_on_saved_tensors' context"):
        z.backward()
    with allow(lib), pytest.raises(AssertionError, match="outside of the 'allow_mutation_on_saved_tensors'"):
        z.backward()


def test_blocks_cannot_be_nested(lib: Any) -> None:
    """Blocks cannot be nested."""
    with allow(lib), pytest.raises(RuntimeError, match="contexts cannot be nested"), allow(lib):
        pass


def test_a_block_keeps_no_tensor_alive() -> None:
    """A block keeps no tensor alive."""
    import derivata as dv

    with allow(dv) as block:
        y = leaf(dv) * 1
        z = y * y
        alive = weakref.ref(y)
        del y, z
        assert alive() is None
        assert len(block.original) == len(block.memories) == 0


def test_a_part_that_begins_where_the_whole_does_is_kept_apart(lib: Any) -> None:
    """A tensor and a part of it that begins at the same element are both what they were before the write."""
    x = leaf(lib)
    with allow(lib):
        y = x * 1
        part = y[:1]
        z = (y * y).sum() + (part * part).sum()
        y.zero_()
        z.backward()
    assert x.grad.tolist() == [4.0, 4.0, 6.0]
