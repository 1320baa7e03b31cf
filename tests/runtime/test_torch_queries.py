"""What tensors answer about themselves, new tensors of their dtype, and Python functions over their elements."""

from typing import Any

import pytest


def test_questions_about_memory(lib: Any) -> None:
    """`storage_offset`, `dim_order` and `is_set_to` tell where a tensor's elements lie in memory."""
    x = lib.ones(3, 4)
    assert x[1:, 2:].storage_offset() == 6
    assert x.storage_offset() == 0
    assert x.dim_order() == (0, 1)
    assert x.t().dim_order() == (1, 0)
    assert x.is_set_to(x[:])
    assert not x.is_set_to(x[:2])


def test_questions_about_values(lib: Any) -> None:
    """`is_nonzero`, `is_signed`, `is_same_size`, `numel` and `ndimension` answer as functions and as methods."""
    x = lib.tensor([2.0])
    assert x.is_nonzero() and lib.is_nonzero(x)
    assert x.is_signed() and lib.is_signed(x)
    assert not x.byte().is_signed()
    assert lib.is_same_size(x, lib.zeros(1)) and not x.is_same_size(lib.zeros(2))
    assert lib.numel(lib.zeros(2, 3)) == 6
    assert lib.zeros(2, 3).ndimension() == 2
    assert lib.is_floating_point(x) and not lib.is_complex(x)
    with pytest.raises(RuntimeError, match="ambiguous"):
        lib.zeros(2).is_nonzero()


def test_flags_of_lazy_conjugates_and_devices(lib: Any) -> None:
    """`resolve_conj`, `resolve_neg` and `cpu` return a tensor of the same values; `get_device` is -1."""
    x = lib.tensor([1.0 + 2.0j])
    assert lib.resolve_conj(x) is x and lib.resolve_neg(x) is x
    assert x.cpu() is x
    assert not lib.is_conj(x) and not lib.is_neg(x)
    assert x.get_device() == -1


def test_types_by_name(lib: Any) -> None:
    """`type` names the type, and converts to a dtype or to a type of that name."""
    x = lib.ones(2)
    assert x.type().endswith(".FloatTensor")
    assert x.long().type().endswith(".LongTensor")
    assert x.type(f"{lib.__name__}.DoubleTensor").dtype == lib.float64
    assert x.type(lib.int32).dtype == lib.int32
    assert x.half().dtype == lib.float16


def test_new_tensors_take_the_dtype(lib: Any) -> None:
    """`new_tensor`, `new_zeros`, `new_ones`, `new_full` and `new_empty` have the tensor's dtype by default."""
    x = lib.ones(2, dtype=lib.float64)
    assert x.new_tensor([1, 2]).dtype == lib.float64
    assert x.new_zeros(2, 3).tolist() == [[0.0] * 3] * 2
    assert x.new_ones((2,)).dtype == lib.float64
    assert x.new_full((2,), 3).tolist() == [3.0, 3.0]
    assert x.new_empty(2, 0).shape == (2, 0)
    new = x.new_zeros(2, dtype=lib.float32, device="cpu", requires_grad=True)
    assert new.dtype == lib.float32 and new.requires_grad and new.is_leaf


def test_new_makes_tensors_as_old_programs_ask_for_them(lib: Any) -> None:
    """`new` takes sizes, or a list of data, and gives the tensor's dtype; a tuple may be either here."""
    x = lib.ones(2, dtype=lib.float64, requires_grad=True)
    assert x.new(2, 3).zero_().tolist() == [[0.0] * 3] * 2
    assert x.data.new([1, 2]).tolist() == [1.0, 2.0]
    assert tuple(x.new().shape) == (0,)
    assert (x.new(3).dtype, x.new(3).requires_grad) == (lib.float64, False)
    if lib.__name__ == "derivata":
        with pytest.raises(
            TypeError, match=r"new: expected sizes or a list of data, got a tuple; use new_empty\(2, 3\)"
        ):
            x.new((2, 3))


def test_a_strided_view_without_elements_may_begin_anywhere(lib: Any) -> None:
    assert tuple(lib.as_strided(lib.zeros(1), (0, 2), (1, 1), 5).shape) == (0, 2)


def test_python_functions_over_elements(lib: Any) -> None:
    """`apply_` and `map_` write what a Python function makes of each element, and count as writes."""
    x = lib.tensor([[1.0, 2.0], [3.0, 4.0]]).t()
    version = x._version
    assert x.apply_(lambda v: v * v) is x
    assert x.tolist() == [[1.0, 9.0], [4.0, 16.0]]
    x.map_(lib.tensor([1.0, 2.0]), lambda a, b: a + b)
    assert x.tolist() == [[2.0, 11.0], [5.0, 18.0]]
    if lib.__name__ == "derivata":
        assert x._version == version + 2


def test_a_python_function_over_what_requires_grad_is_refused(lib: Any) -> None:
    """`apply_` and `map_` are refused for tensors that require grad."""
    x = lib.ones(2, requires_grad=True)
    with pytest.raises(RuntimeError, match="Can't call apply_"):
        x.apply_(abs)
    with pytest.raises(TypeError, match="map_"):
        lib.ones(2).map_(lib.ones(2, dtype=lib.float64), max)


def test_places_of_triangles_and_common_shapes(lib: Any) -> None:
    """`tril_indices` and `triu_indices` give rows and columns; `broadcast_shapes` the shape, or an error."""
    assert lib.tril_indices(3, 4, 1).tolist() == [[0, 0, 1, 1, 1, 2, 2, 2, 2], [0, 1, 0, 1, 2, 0, 1, 2, 3]]
    assert lib.triu_indices(3, 2, -1, dtype=lib.int32).dtype == lib.int32
    assert lib.tril_indices(0, 2).shape == (2, 0)
    assert tuple(lib.broadcast_shapes((2, 1), (3,), 1)) == (2, 3)
    with pytest.raises(RuntimeError, match="broadcast"):
        lib.broadcast_shapes((2,), (3,))
    with pytest.raises(RuntimeError, match="must be non-negative"):
        lib.tril_indices(-1, 2)
