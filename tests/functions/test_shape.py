"""Views of another shape, order of dimensions or part, against PyTorch; copies, casts and whole writes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from derivata.generated import functions as F

torch = pytest.importorskip("torch")

RNG = np.random.default_rng(0)
CUBE = RNG.normal(size=(2, 3, 4))
SHAPES = [(2, 3, 4), (5,), (1, 3, 1), (0, 3), ()]


def same(ours: Any, theirs: Any) -> None:
    """Compare values and shapes, of lists as well."""
    if isinstance(ours, tuple):
        assert len(ours) == len(theirs)
        for one, other in zip(ours, theirs, strict=True):
            same(one, other)
        return
    assert isinstance(ours, np.ndarray)
    assert ours.shape == tuple(theirs.shape)
    assert np.array_equal(ours, theirs.numpy())


def array(shape: tuple[int, ...]) -> Any:
    return np.asarray(RNG.normal(size=shape))


VIEWS: list[tuple[str, str, tuple[int, ...], tuple[Any, ...]]] = [
    ("view", "view", (2, 3, 4), ((4, 6),)),
    ("view", "view", (2, 3, 4), ((-1, 2),)),
    ("view", "view", (), ((1, 1),)),
    ("view", "view", (0, 3), ((3, 0, 2),)),
    ("reshape", "reshape", (1,), ((),)),
    ("transpose", "transpose", (2, 3, 4), (0, -1)),
    ("transpose", "transpose", (), (0, -1)),
    ("permute", "permute", (2, 3, 4), ((-1, 0, 1),)),
    ("permute", "permute", (), ((),)),
    ("t", "t", (2, 3), ()),
    ("t", "t", (3,), ()),
    ("squeeze", "squeeze", (1, 3, 1), ()),
    ("squeeze", "squeeze", (1, 3, 1), (-1,)),
    ("squeeze", "squeeze", (1, 3, 1), (1,)),
    ("squeeze", "squeeze", (1, 3, 1), ((0, 2),)),
    ("squeeze", "squeeze", (), (0,)),
    ("unsqueeze", "unsqueeze", (2, 3), (0,)),
    ("unsqueeze", "unsqueeze", (2, 3), (-1,)),
    ("unsqueeze", "unsqueeze", (), (-1,)),
    ("expand", "expand", (3, 1), ((2, -1, 4),)),
    ("expand", "expand", (), ((2, 3),)),
    ("expand", "expand", (1, 3), ((0, 3),)),
    ("select", "select", (2, 3, 4), (1, -1)),
    ("select", "select", (5,), (-1, 0)),
    ("narrow", "narrow", (5, 2), (0, 1, 3)),
    ("narrow", "narrow", (5, 2), (0, -2, 2)),
    ("narrow", "narrow", (5, 2), (0, 5, 0)),
    ("diagonal", "diagonal", (3, 4), ()),
    ("diagonal", "diagonal", (2, 3, 4), (1, 2, 0)),
    ("diagonal", "diagonal", (2, 3), (-5,)),
    ("unbind", "unbind", (2, 3), ()),
    ("unbind", "unbind", (2, 3), (-1,)),
    ("unbind", "unbind", (3,), ()),
    ("unbind", "unbind", (0, 3), ()),
    ("split", "split", (5, 2), (2,)),
    ("split", "split", (0, 2), (3,)),
    ("split_with_sizes", "split", (5, 2), ([1, 0, 4],)),
    ("chunk", "chunk", (5, 2), (3,)),
    ("chunk", "chunk", (2, 6), (4, -1)),
    ("chunk", "chunk", (0, 2), (3,)),
]


@pytest.mark.parametrize(("ours", "theirs", "shape", "arguments"), VIEWS)
def test_views_agree_with_torch_and_share_memory(
    ours: str, theirs: str, shape: tuple[int, ...], arguments: tuple[Any, ...]
) -> None:
    x = array(shape)
    found = getattr(F, ours)(x, *arguments)
    same(found, getattr(torch.tensor(x), theirs)(*arguments))
    for part in found if isinstance(found, tuple) else (found,):
        assert not part.size or np.shares_memory(part, x)


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize(("start", "end"), [(None, None), (1, None), (-2, None), (0, -1), (3, 1), (-9, 9)])
def test_slices_are_cut_off_as_in_python(start: int | None, end: int | None, step: int) -> None:
    x = array((2, 5))
    part = F.slice_dim(x, -1, start, end, step)
    same(part, torch.tensor(x)[:, start:end:step])
    place = F.slice_backward(np.ones(part.shape), x.shape, -1, start, end, step)
    assert place.sum() == part.size
    assert np.array_equal(F.slice_dim(place, -1, start, end, step), np.ones(part.shape))


COPIES: list[tuple[str, tuple[int, ...], tuple[Any, ...]]] = [
    ("flip", (2, 3, 4), ((0, -1),)),
    ("flip", (2, 3), (1,)),
    ("flip", (), ((),)),
    ("roll", (2, 3), (1,)),
    ("roll", (2, 3), ((4, -1), (0, 1))),
    ("roll", (2, 3), (1, -1)),
    ("roll", (0, 3), (1, 0)),
    ("repeat", (2, 3), ((2, 1, 3),)),
    ("repeat", (3,), ((0,),)),
    ("repeat", (), ((2,),)),
    ("repeat", (2, 1), ((1, 1),)),
    ("clone", (2, 3), ()),
]


@pytest.mark.parametrize(("name", "shape", "arguments"), COPIES)
def test_copies_agree_with_torch_and_share_nothing(
    name: str, shape: tuple[int, ...], arguments: tuple[Any, ...]
) -> None:
    x = array(shape)
    theirs = torch.tensor(x)
    call = [(a,) if name == "flip" and isinstance(a, int) else a for a in arguments]
    found = getattr(F, name)(x, *arguments)
    same(found, getattr(theirs, name)(*call))
    assert not np.shares_memory(found, x)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_inverse_permutation_restores_the_order(shape: tuple[int, ...]) -> None:
    x = array(shape)
    dims = [dim - len(shape) if dim % 2 else dim for dim in RNG.permutation(len(shape)).tolist()]
    assert np.array_equal(F.permute(F.permute(x, dims), F.inverse_permutation(dims)), x)


@pytest.mark.parametrize(("source", "target"), [(0, 2), ((0, 1), (-1, 0)), ((2, 0), (0, 1)), ((), ())])
def test_moved_dims_agree_with_torch(source: Any, target: Any) -> None:
    same(F.permute(CUBE, F.moved_dims(3, source, target)), torch.movedim(torch.tensor(CUBE), source, target))


@pytest.mark.parametrize("arguments", [(0, -1), (1, 2), (-2, -1), (1, 1)])
def test_flattened_and_unflattened_shapes_agree_with_torch(arguments: tuple[int, int]) -> None:
    flat = torch.tensor(CUBE).flatten(*arguments)
    assert F.flattened_shape(CUBE.shape, *arguments) == tuple(flat.shape)
    sizes = CUBE.shape[arguments[0] % 3 : arguments[1] % 3 + 1]
    assert F.unflattened_shape(tuple(flat.shape), arguments[0] % 3, sizes) == CUBE.shape
    assert F.unflattened_shape(tuple(flat.shape), arguments[0] % 3, (-1, *sizes[1:])) == CUBE.shape


def test_a_number_flattens_to_one_element() -> None:
    assert F.flattened_shape((), 0, -1) == (1,)


@pytest.mark.parametrize(("name", "ndim"), [("atleast_1d", 1), ("atleast_2d", 2), ("atleast_3d", 3)])
@pytest.mark.parametrize("shape", SHAPES)
def test_at_least_shapes_agree_with_torch(name: str, ndim: int, shape: tuple[int, ...]) -> None:
    assert F.at_least_shape(shape, ndim) == tuple(getattr(torch, name)(torch.zeros(shape)).shape)


def test_view_of_a_transposed_array_is_an_error_that_names_reshape() -> None:
    with pytest.raises(RuntimeError, match=r"view: shape must fit the strides .* call reshape"):
        F.view(CUBE.T, (24,))
    assert np.array_equal(F.reshape(CUBE.T, (24,)), CUBE.T.ravel())


def test_view_splits_dimensions_of_a_transposed_array_without_a_copy() -> None:
    found = F.view(CUBE.T, (2, 2, 3, 2))
    assert np.shares_memory(found, CUBE)
    assert np.array_equal(found, CUBE.T.reshape(2, 2, 3, 2))


def test_what_is_expanded_cannot_be_written() -> None:
    expanded = F.expand(np.zeros((3, 1)), (3, 2))
    with pytest.raises(RuntimeError, match=r"expanded .* call clone"):
        F.zero_(expanded)
    F.zero_(F.expand(np.zeros((3, 1)), (1, 3, 1)))


def test_the_diagonal_can_be_written() -> None:
    x = np.zeros((2, 3))
    F.fill_(F.diagonal(x, 1), 5.0)
    assert np.array_equal(x, [[0, 5, 0], [0, 0, 5]])


@pytest.mark.parametrize("offset", [-1, 0, 2])
def test_diagonal_backward_is_the_transpose_of_diagonal(offset: int) -> None:
    x, g = array((2, 3, 4)), None
    part = F.diagonal(x, offset, 2, 0)
    g = array(part.shape)
    assert np.isclose((part * g).sum(), (x * F.diagonal_backward(g, x.shape, offset, 2, 0)).sum())


def test_select_backward_puts_the_gradient_into_zeros() -> None:
    found = F.select_backward(np.ones(2), (2, 3), -1, -2)
    assert np.array_equal(found, [[0, 1, 0], [0, 1, 0]])


WRONG: list[tuple[str, tuple[int, ...], tuple[Any, ...], type[Exception], str]] = [
    ("view", (2, 3), ((4,),), RuntimeError, "view: shape must have 6 elements"),
    ("reshape", (2, 3), ((-1, -1),), RuntimeError, "reshape: .* at most one length -1"),
    ("reshape", (4,), ((-2, 2),), RuntimeError, "at most one length -1, got .-2, 2."),
    ("expand", (2, 3), ((4, 3),), RuntimeError, "expand: size must keep the lengths"),
    ("expand", (2, 3), ((3,),), RuntimeError, "expand: size must keep the lengths"),
    ("expand", (3,), ((-1, 3),), RuntimeError, "expand: size must keep the lengths"),
    ("squeeze", (2, 3), (2,), IndexError, r"squeeze: dim must be in \[-2, 1\]"),
    ("unsqueeze", (2, 3), (3,), IndexError, r"unsqueeze: dim must be in \[-3, 2\]"),
    ("transpose", (2, 3), (0, 2), IndexError, r"transpose: dim must be in \[-2, 1\]"),
    ("transpose", (), (0, 1), IndexError, "transpose: dim must be in"),
    ("permute", (2, 3), ((0, 0),), RuntimeError, "permute: dims must name each of the 2 dimensions"),
    ("permute", (2, 3), ((0,),), RuntimeError, "permute: dims must name each"),
    ("permute", (2, 3), ((0, 2),), RuntimeError, "permute: dims must name each"),
    ("t", (2, 3, 4), (), RuntimeError, "t: self must have at most 2 dimensions.* use mT"),
    ("matrix_transpose", (3,), (), RuntimeError, "mT: self must be a matrix"),
    ("flip", (2, 3), ((0, 0),), RuntimeError, "flip: dim must name each dimension once"),
    ("roll", (2, 3), ((1, 2), (0,)), RuntimeError, "roll: shifts and dims must have the same length"),
    ("repeat", (2, 3), ((2,),), RuntimeError, "repeat: repeats .* tile accepts fewer"),
    ("repeat", (2,), ((-1,),), RuntimeError, "repeat: repeats must hold a nonnegative number"),
    ("select", (2, 3), (0, 2), IndexError, r"select: index must be in \[-2, 1\] for dimension 0"),
    ("select", (), (0, 0), IndexError, "select: self must have at least one dimension"),
    ("slice_dim", (3,), (0, None, None, 0), ValueError, "slice: step must not be 0"),
    ("narrow", (3,), (0, 1, 3), RuntimeError, r"narrow: length must be in \[0, 2\]"),
    ("narrow", (3,), (0, 4, 0), IndexError, r"narrow: start must be in \[-3, 3\]"),
    ("diagonal", (2, 3), (0, 1, 1), RuntimeError, "diagonal: dim1 and dim2 must name two dimensions"),
    ("unbind", (), (), IndexError, "unbind: self must have a dimension"),
    ("split", (3,), (0,), RuntimeError, "split: split_size must be positive"),
    ("split_with_sizes", (3,), ([1, 1],), RuntimeError, "split_sizes must be nonnegative and sum to 3"),
    ("chunk", (3,), (0,), RuntimeError, "chunk: chunks must be positive"),
]


@pytest.mark.parametrize(("name", "shape", "arguments", "error", "message"), WRONG)
def test_wrong_arguments_are_explained(
    name: str, shape: tuple[int, ...], arguments: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        getattr(F, name)(np.zeros(shape), *arguments)


def test_wrong_shapes_of_static_helpers_are_explained() -> None:
    with pytest.raises(RuntimeError, match="flatten: start_dim must not come after end_dim"):
        F.flattened_shape((2, 3), 1, 0)
    with pytest.raises(RuntimeError, match="unflatten: sizes must multiply to 6"):
        F.unflattened_shape((6,), 0, (4, -1))
    with pytest.raises(RuntimeError, match="movedim: source and destination must have the same length"):
        F.moved_dims(3, (0, 1), 2)


def test_clone_keeps_the_order_of_dimensions_and_contiguous_makes_it_row_major() -> None:
    assert F.clone(CUBE.T).strides == CUBE.T.strides
    assert F.contiguous(CUBE) is CUBE
    assert F.contiguous(CUBE.T).flags.c_contiguous
    assert F.contiguous(np.zeros(())).shape == ()


def test_to_copies_only_when_it_must() -> None:
    assert F.to(CUBE, CUBE.dtype) is CUBE
    assert F.to(CUBE, CUBE.dtype, False, True) is not CUBE
    assert F.to(CUBE, np.dtype("float32")).dtype == np.float32


@pytest.mark.filterwarnings("error")
def test_a_gradient_for_a_real_argument_is_the_real_part_without_a_warning() -> None:
    found = F.cast_gradient(np.array([1 + 2j]), np.dtype("float32"))
    assert found.dtype == np.float32
    assert found == 1


def test_copy_broadcasts_and_casts_into_self() -> None:
    x = np.zeros((2, 3))
    assert F.copy_(x, np.array([1, 2, 3])) is x
    assert np.array_equal(x, [[1, 2, 3], [1, 2, 3]])
    with pytest.raises(RuntimeError, match=r"copy_: src must have a shape that broadcasts to \(2, 3\)"):
        F.copy_(x, np.zeros(2))


def test_fill_takes_a_number_or_one_element() -> None:
    x = np.zeros((2, 3))
    assert np.array_equal(F.fill_(x, np.array(2.0)), F.fill(x, 2))
    assert not np.array_equal(F.zero_(x), F.fill(x, 2))
    with pytest.raises(RuntimeError, match="fill_: value must be a number or a 0-d tensor"):
        F.fill_(x, np.zeros(3))
