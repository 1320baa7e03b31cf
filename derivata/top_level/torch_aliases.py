"""Names that PyTorch has at the top level as well: activations, writes as functions, questions about dtypes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..generated.namespaces import nn_functional
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import refuse_batched
from ..runtime.tensors.tensor import Tensor
from ..support.lazy_loading import names_elsewhere

if TYPE_CHECKING:
    from ..generated.namespaces.nn_functional import adaptive_avg_pool1d as adaptive_avg_pool1d
    from ..generated.namespaces.nn_functional import adaptive_max_pool1d_with_indices as adaptive_max_pool1d
    from ..generated.namespaces.nn_functional import alpha_dropout as alpha_dropout
    from ..generated.namespaces.nn_functional import avg_pool1d as avg_pool1d
    from ..generated.namespaces.nn_functional import bilinear as bilinear
    from ..generated.namespaces.nn_functional import celu as celu
    from ..generated.namespaces.nn_functional import celu_ as celu_
    from ..generated.namespaces.nn_functional import conv1d as conv1d
    from ..generated.namespaces.nn_functional import conv2d as conv2d
    from ..generated.namespaces.nn_functional import conv3d as conv3d
    from ..generated.namespaces.nn_functional import conv_tbc as conv_tbc
    from ..generated.namespaces.nn_functional import conv_transpose1d as conv_transpose1d
    from ..generated.namespaces.nn_functional import conv_transpose2d as conv_transpose2d
    from ..generated.namespaces.nn_functional import conv_transpose3d as conv_transpose3d
    from ..generated.namespaces.nn_functional import dropout as dropout
    from ..generated.namespaces.nn_functional import feature_alpha_dropout as feature_alpha_dropout
    from ..generated.namespaces.nn_functional import hardshrink as hardshrink
    from ..generated.namespaces.nn_functional import rms_norm as rms_norm
    from ..generated.namespaces.nn_functional import rrelu as rrelu
    from ..generated.namespaces.nn_functional import selu as selu
    from ..generated.namespaces.nn_functional import selu_ as selu_
    from ..generated.namespaces.nn_functional import threshold as threshold
    from ..generated.namespaces.nn_functional import threshold_ as threshold_


__all__ = [
    "adaptive_avg_pool1d",
    "adaptive_max_pool1d",
    "alpha_dropout",
    "avg_pool1d",
    "bilinear",
    "can_cast",
    "celu",
    "celu_",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "detach_",
    "dropout",
    "feature_alpha_dropout",
    "fill_",
    "hardshrink",
    "resize_as_",
    "result_type",
    "rms_norm",
    "rrelu",
    "selu",
    "selu_",
    "spmm",
    "threshold",
    "threshold_",
    "unravel_index",
    "zero_",
]

LATER = (
    "adaptive_avg_pool1d",
    "alpha_dropout",
    "avg_pool1d",
    "bilinear",
    "celu",
    "celu_",
    "conv1d",
    "conv2d",
    "conv3d",
    "conv_tbc",
    "conv_transpose1d",
    "conv_transpose2d",
    "conv_transpose3d",
    "dropout",
    "feature_alpha_dropout",
    "hardshrink",
    "rms_norm",
    "rrelu",
    "selu",
    "selu_",
    "threshold",
    "threshold_",
)
"""Ops of ``nn.functional`` among them, found when they are first used."""

if not TYPE_CHECKING:
    __getattr__, __dir__ = names_elsewhere(
        globals(),
        nn_functional,
        {**{name: name for name in LATER}, "adaptive_max_pool1d": "adaptive_max_pool1d_with_indices"},
    )

DType = np.dtype[Any]


def fill_(input: Tensor, value: Any) -> Tensor:
    """Write a number over a tensor, and return it: the method `Tensor.fill_`."""
    return input.fill_(value)


def zero_(input: Tensor) -> Tensor:
    """Write zeros over a tensor, and return it: the method `Tensor.zero_`."""
    return input.zero_()


def resize_as_(input: Tensor, the_template: Tensor) -> Tensor:
    """Give a tensor the shape of another one, and return it: the method `Tensor.resize_as_`."""
    return input.resize_as_(the_template)


def spmm(input: Any, mat2: Tensor) -> Tensor:
    """Return the product of a sparse matrix and a dense one: `derivata.sparse.mm`."""
    from ..sparse.products import mm

    return mm(input, mat2)


def detach_(input: Tensor) -> Tensor:
    """Cut a tensor off from the graph, and return it: the method `Tensor.detach_`."""
    return input.detach_()


def result_type(tensor1: Any, tensor2: Any) -> DType:
    """Return the dtype of an operation on two tensors or numbers.

    Parameters
    ----------
    tensor1, tensor2 : Tensor or number
        What is combined.

    Returns
    -------
    dtype
        That of their sum.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.result_type(dv.tensor([1, 2]), 1.5)
    dtype('float32')
    """
    from ..generated.ops import add

    return add(_empty(tensor1), _empty(tensor2)).dtype


def _empty(value: Any) -> Any:
    """Return a tensor without elements of a tensor's dtype; a 0-d tensor without its number."""
    if not isinstance(value, Tensor):
        return type(value)(0)
    return wrap(np.zeros((0,) if value.ndim else (), value.dtype))


def can_cast(from_: DType, to: DType) -> bool:
    """Tell whether PyTorch's rules let a result of one dtype be written into a tensor of another.

    Parameters
    ----------
    from_, to : dtype
        Of the result and of the tensor.

    Returns
    -------
    bool
        False for complex to real, floating-point to integer, and anything but booleans to boolean.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.can_cast(dv.float64, dv.float32), dv.can_cast(dv.float32, dv.int64)
    (True, False)
    """
    rank = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 3}
    return rank[np.dtype(from_).kind] <= rank[np.dtype(to).kind]


def unravel_index(indices: Tensor, shape: Any) -> tuple[Tensor, ...]:
    """Return the indices by dimension that number the elements of a shape in row-major order.

    Parameters
    ----------
    indices : Tensor
        Integers below the number of elements; negative ones count from the end.
    shape : int or sequence of ints
        The shape whose elements are numbered.

    Returns
    -------
    tuple of Tensors
        int64, one of the shape of `indices` for each dimension.

    Raises
    ------
    TypeError
        If the indices are no integers.
    ValueError
        If a length is negative.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.unravel_index(dv.tensor([5, 11]), (3, 4))
    (tensor([1, 2]), tensor([1, 3]))
    """
    if indices.dtype.kind not in "iu":
        raise TypeError(f"unravel_index: expected 'indices' to be an integer tensor, got {indices.dtype}")
    lengths = (shape,) if isinstance(shape, int) else tuple(shape)
    if any(length < 0 for length in lengths):
        raise ValueError(f"unravel_index: 'shape' cannot have negative values, got {lengths}")
    refuse_batched("unravel_index", indices)
    left, parts = indices._array.astype(np.int64), []
    for length in reversed(lengths):
        left, part = np.divmod(left, length)
        parts.append(wrap(np.asarray(part)))
    return tuple(reversed(parts))
