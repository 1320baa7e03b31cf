"""Names that PyTorch has at the top level besides another place."""

import math
import sys
from typing import Any

import pytest


def test_activations_and_layers_are_at_the_top_level(lib: Any) -> None:
    """Activations, dropout, normalisations and layers are at the top level too."""
    x = lib.tensor([[-1.0, 0.1, 3.0]])
    for name in ("selu", "celu", "rrelu", "hardshrink"):
        assert getattr(lib, name)(x).tolist() == getattr(lib.nn.functional, name)(x).tolist()
    assert lib.threshold(x, 0.5, 0.0).tolist() == [[0.0, 0.0, 3.0]]
    assert lib.dropout(x, 0.5, False).tolist() == x.tolist()
    assert lib.layer_norm(x, (3,)).tolist() == lib.nn.functional.layer_norm(x, (3,)).tolist()
    assert lib.bilinear(x, x, lib.ones(2, 3, 3)).shape == (1, 2)


def test_writes_are_functions_too(lib: Any) -> None:
    """`fill_`, `zero_` and `detach_` are functions as well as methods."""
    x = lib.ones(2)
    assert lib.fill_(x, 3.0) is x
    assert x.tolist() == [3.0, 3.0]
    assert lib.zero_(x) is x
    y = lib.ones(2, requires_grad=True) * 2
    assert not lib.detach_(y).requires_grad


def test_result_type_is_that_of_a_sum(lib: Any) -> None:
    """`result_type` gives the dtype of an operation, in which dimensions and numbers count as they do there."""
    integers, floats = lib.tensor([1, 2]), lib.tensor([1.0], dtype=lib.float64)
    assert lib.result_type(integers, 1.5) == lib.float32
    assert lib.result_type(integers, floats) == lib.float64
    assert lib.result_type(lib.tensor([1.0]), floats[0]) == lib.float32
    assert lib.result_type(integers, 1j) == lib.complex64
    assert lib.result_type(2, True) == lib.int64


@pytest.mark.parametrize("source", ["bool", "uint8", "int32", "int64", "float32", "float64", "complex64"])
@pytest.mark.parametrize("target", ["bool", "uint8", "int32", "int64", "float32", "float64", "complex64"])
def test_can_cast_follows_the_kinds(source: str, target: str) -> None:
    """`can_cast` is true where PyTorch lets a result be written."""
    import derivata as dv

    torch = pytest.importorskip("torch", reason="the rule is PyTorch's")
    wanted = torch.can_cast(getattr(torch, source), getattr(torch, target))
    assert dv.can_cast(getattr(dv, source), getattr(dv, target)) == wanted


def test_unravel_index(lib: Any) -> None:
    """`unravel_index` gives the places of numbered elements by dimension."""
    parts = lib.unravel_index(lib.tensor([[5, 11], [0, 3]]), (3, 4))
    assert [part.tolist() for part in parts] == [[[1, 2], [0, 0]], [[1, 3], [0, 3]]]
    assert [part.tolist() for part in lib.unravel_index(lib.tensor(5), 7)] == [5]
    with pytest.raises((TypeError, ValueError)):
        lib.unravel_index(lib.tensor([1.5]), (3, 4))


def test_constants_and_limits_of_dtypes_have_names(lib: Any) -> None:
    """`pi` and its like are numbers, `finfo` and `iinfo` tell what a dtype can hold."""
    assert (lib.pi, lib.e, lib.inf) == (math.pi, math.e, math.inf)
    assert math.isnan(lib.nan)
    assert lib.ones(2)[:, lib.newaxis].shape == (2, 1)
    assert lib.finfo(lib.float32).eps == 2.0**-23
    assert lib.finfo(lib.float64).max == sys.float_info.max
    assert (lib.iinfo(lib.int8).min, lib.iinfo(lib.uint8).max) == (-128, 255)


def test_convolutions_are_at_the_top_level(lib: Any) -> None:
    """`conv1d`, `conv2d` and `conv_transpose2d` are functions of the library, those of `nn.functional`."""
    sequence, image = lib.ones(1, 2, 5), lib.ones(1, 2, 5, 5)
    assert lib.conv1d(sequence, lib.ones(3, 2, 2)).tolist() == [[[4.0] * 4] * 3]
    assert tuple(lib.conv2d(image, lib.ones(3, 2, 2, 2), stride=2).shape) == (1, 3, 2, 2)
    assert tuple(lib.conv_transpose2d(image, lib.ones(2, 3, 2, 2), stride=2).shape) == (1, 3, 10, 10)
