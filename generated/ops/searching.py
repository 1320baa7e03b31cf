# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family searching: each op's node directly above its function."""

from typing import NamedTuple, overload

from derivata.runtime.functions import rare as functions
from derivata.runtime.support import (
    NUMBERS,
    PRODUCED,
    Number,
    Tensor,
    TensorLike,
    as_int,
    asarray,
    check_real,
    into,
    ndarray,
    new_tensor,
    operand,
    produced,
    state,
    wrap,
)

__all__ = [
    "UniqueConsecutiveOutput",
    "UniqueOutput",
    "_unique",
    "_unique_consecutive",
    "argwhere",
    "bucketize",
    "bucketize_Scalar",
    "bucketize_default",
    "searchsorted",
    "searchsorted_Scalar",
    "searchsorted_default",
]


def searchsorted_default(
    sorted_sequence: TensorLike,
    input: TensorLike,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: TensorLike = None,
) -> Tensor:
    """Compute `searchsorted`.

    For each value of `input` the index in the sorted last dimension of `sorted_sequence` where it
    belongs: the number of elements before it, or up to it if `right` (`side='right'`). A 1-d sequence
    serves all values, another one those of its row. `sorter` gives the order of a sequence that is not
    sorted. NaN belongs at the end.

    Parameters
    ----------
    sorted_sequence : Tensor
    input : Tensor
    out_int32 : bool, default False
    right : bool, default False
    side : str?, default None
    sorter : Tensor?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into(
            "searchsorted",
            out,
            searchsorted_default,
            sorted_sequence,
            input,
            out_int32=out_int32,
            right=right,
            side=side,
            sorter=sorter,
        )
    try:
        sorted_sequence_ = sorted_sequence._array
        input_ = input._array
        sorter_ = None if sorter is None else sorter._array
    except AttributeError:
        sorted_sequence = operand("searchsorted", "sorted_sequence", sorted_sequence)
        input = operand("searchsorted", "input", input)
        if sorter is not None:
            sorter = operand("searchsorted", "sorter", sorter)
        sorted_sequence_ = sorted_sequence._array
        input_ = input._array
        sorter_ = None if sorter is None else sorter._array
    if sorted_sequence.dtype.num > 13:  # complex, or float16
        check_real("searchsorted", sorted_sequence._array)
    result_ = functions.searchsorted(sorted_sequence_, input_, out_int32, right, side, sorter_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "searchsorted",
            (out,),
            sorted_sequence=sorted_sequence,
            input=input,
            out_int32=out_int32,
            right=right,
            side=side,
            sorter=sorter,
        )
    return out


def searchsorted_Scalar(
    sorted_sequence: TensorLike,
    input: Number,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: TensorLike = None,
) -> Tensor:
    """The index in a sorted 1-d tensor where a number belongs.

    Parameters
    ----------
    sorted_sequence : Tensor
    input : Scalar
    out_int32 : bool, default False
    right : bool, default False
    side : str?, default None
    sorter : Tensor?, default None
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into(
            "searchsorted",
            out,
            searchsorted_Scalar,
            sorted_sequence,
            input,
            out_int32=out_int32,
            right=right,
            side=side,
            sorter=sorter,
        )
    try:
        sorted_sequence_ = sorted_sequence._array
        sorter_ = None if sorter is None else sorter._array
    except AttributeError:
        sorted_sequence = operand("searchsorted", "sorted_sequence", sorted_sequence)
        if sorter is not None:
            sorter = operand("searchsorted", "sorter", sorter)
        sorted_sequence_ = sorted_sequence._array
        sorter_ = None if sorter is None else sorter._array
    if sorted_sequence.dtype.num > 13:  # complex, or float16
        check_real("searchsorted", sorted_sequence._array)
    result_ = functions.searchsorted(sorted_sequence_, input, out_int32, right, side, sorter_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "searchsorted",
            (out,),
            sorted_sequence=sorted_sequence,
            input=input,
            out_int32=out_int32,
            right=right,
            side=side,
            sorter=sorter,
        )
    return out


def bucketize_default(
    input: TensorLike,
    boundaries: TensorLike,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Tensor:
    """Compute `bucketize`.

    For each element the index in the sorted 1-d `boundaries` where it belongs: the number of them
    before it, or up to it if `right`. NaN belongs at the end.

    Parameters
    ----------
    input : Tensor
    boundaries : Tensor
    out_int32 : bool, default False
    right : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("bucketize", out, bucketize_default, input, boundaries, out_int32=out_int32, right=right)
    try:
        input_ = input._array
        boundaries_ = boundaries._array
    except AttributeError:
        input = operand("bucketize", "input", input)
        boundaries = operand("bucketize", "boundaries", boundaries)
        input_ = input._array
        boundaries_ = boundaries._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("bucketize", input._array)
    result_ = functions.bucketize(input_, boundaries_, out_int32, right)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bucketize", (out,), input=input, boundaries=boundaries, out_int32=out_int32, right=right)
    return out


def bucketize_Scalar(
    input: Number,
    boundaries: TensorLike,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Tensor:
    """The index in the sorted 1-d `boundaries` where a number belongs.

    Parameters
    ----------
    input : Scalar
    boundaries : Tensor
    out_int32 : bool, default False
    right : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("bucketize", out, bucketize_Scalar, input, boundaries, out_int32=out_int32, right=right)
    try:
        boundaries_ = boundaries._array
    except AttributeError:
        boundaries = operand("bucketize", "boundaries", boundaries)
        boundaries_ = boundaries._array
    if boundaries.dtype.num > 13:  # complex, or float16
        check_real("bucketize", boundaries._array)
    result_ = functions.bucketize_number(input, boundaries_, out_int32, right)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bucketize", (out,), input=input, boundaries=boundaries, out_int32=out_int32, right=right)
    return out


class UniqueOutput(NamedTuple):
    """What `_unique` returns."""

    output: Tensor
    inverse: Tensor
    counts: Tensor


def _unique(input: TensorLike, dim: int | None = None, return_inverse: bool = True) -> UniqueOutput:
    """Compute `_unique`.

    The distinct elements, or slices along a dimension, in order; which of them each is, and how many
    there are of each.

    Parameters
    ----------
    input : Tensor
    dim : int?, default None
    return_inverse : bool, default True

    Returns
    -------
    Tensor, Tensor, Tensor
    """
    if dim is not None and dim.__class__ is not int:
        dim = as_int("_unique", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("_unique", "input", input)
        self_ = input._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("_unique", input._array)
    output_, inverse_, counts_ = functions.unique(self_, dim, return_inverse)
    output = wrap(asarray(output_))
    inverse = wrap(asarray(inverse_))
    counts = wrap(asarray(counts_))
    if state.rare & PRODUCED:
        produced("_unique", (output, inverse, counts), self=input, dim=dim, return_inverse=return_inverse)
    return UniqueOutput(output, inverse, counts)


class UniqueConsecutiveOutput(NamedTuple):
    """What `_unique_consecutive` returns."""

    output: Tensor
    inverse: Tensor
    counts: Tensor


def _unique_consecutive(input: TensorLike, dim: int | None = None) -> UniqueConsecutiveOutput:
    """Compute `_unique_consecutive`.

    The first of each run of equal elements, or slices along a dimension; the run of each, and the
    lengths of the runs.

    Parameters
    ----------
    input : Tensor
    dim : int?, default None

    Returns
    -------
    Tensor, Tensor, Tensor
    """
    if dim is not None and dim.__class__ is not int:
        dim = as_int("_unique_consecutive", "dim", dim)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("_unique_consecutive", "input", input)
        self_ = input._array
    output_, inverse_, counts_ = functions.unique_consecutive(self_, dim)
    output = wrap(asarray(output_))
    inverse = wrap(asarray(inverse_))
    counts = wrap(asarray(counts_))
    if state.rare & PRODUCED:
        produced("_unique_consecutive", (output, inverse, counts), self=input, dim=dim)
    return UniqueConsecutiveOutput(output, inverse, counts)


def argwhere(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """The indices of the elements that are not zero, a row for each.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("argwhere", out, argwhere, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("argwhere", "input", input)
        self_ = input._array
    result_ = functions.nonzero(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new_tensor()
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("argwhere", (out,), self=input)
    return out


@overload
def searchsorted(
    sorted_sequence: Tensor,
    input: Tensor,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor: ...


@overload
def searchsorted(
    sorted_sequence: Tensor,
    input: complex,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: Tensor | None = None,
) -> Tensor: ...


def searchsorted(
    sorted_sequence: TensorLike,
    input: TensorLike,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: TensorLike = None,
) -> Tensor:
    """Compute `searchsorted`."""
    if isinstance(input, NUMBERS) and (
        sorted_sequence.__class__ is Tensor or not isinstance(sorted_sequence, NUMBERS)
    ):
        return searchsorted_Scalar(
            sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter, out=out
        )
    return searchsorted_default(
        sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter, out=out
    )


@overload
def bucketize(
    input: Tensor,
    boundaries: Tensor,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Tensor: ...


@overload
def bucketize(
    input: complex,
    boundaries: Tensor,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Tensor: ...


def bucketize(
    input: TensorLike,
    boundaries: TensorLike,
    out: Tensor | None = None,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Tensor:
    """Compute `bucketize`."""
    if isinstance(input, NUMBERS):
        return bucketize_Scalar(input, boundaries, out_int32=out_int32, right=right, out=out)
    return bucketize_default(input, boundaries, out_int32=out_int32, right=right, out=out)
