# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family logic: each op's node directly above its function."""

import numpy as np

from derivata.runtime.support import (
    PRODUCED,
    Tensor,
    TensorLike,
    Write,
    asarray,
    check_real,
    explain,
    into,
    ndarray,
    new_tensor,
    operand,
    operand_pair,
    operand_tuple,
    overwrite,
    produced,
    promote,
    state,
    unrecorded,
)

__all__ = [
    "bitwise_and",
    "bitwise_and_",
    "bitwise_left_shift",
    "bitwise_left_shift_",
    "bitwise_not",
    "bitwise_not_",
    "bitwise_or",
    "bitwise_or_",
    "bitwise_right_shift",
    "bitwise_right_shift_",
    "bitwise_xor",
    "bitwise_xor_",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_not_",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
]


def logical_not(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is zero, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = logical_not(input)
    """
    if out is not None:
        return into("logical_not", out, logical_not, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("logical_not", "input", input)
        self_ = input._array
    try:
        data = np.logical_not(self_)
    except (TypeError, ValueError) as error:
        raise explain("logical_not", error, ("input",), (input,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_not", (out,), self=input)
    return out


def logical_and(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether neither argument is zero, elementwise.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = logical_and(input, other)
    """
    if out is not None:
        return into("logical_and", out, logical_and, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("logical_and", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("logical_and", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    try:
        data = np.logical_and(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("logical_and", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_and", (out,), self=input, other=other)
    return out


def logical_or(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether at least one argument is not zero, elementwise.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = logical_or(input, other)
    """
    if out is not None:
        return into("logical_or", out, logical_or, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("logical_or", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("logical_or", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    try:
        data = np.logical_or(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("logical_or", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_or", (out,), self=input, other=other)
    return out


def logical_xor(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether exactly one argument is not zero, elementwise.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = (input != 0) != (other != 0)
    """
    if out is not None:
        return into("logical_xor", out, logical_xor, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("logical_xor", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("logical_xor", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    try:
        data = (self_ != 0) != (other_ != 0)
    except (TypeError, ValueError) as error:
        raise explain("logical_xor", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_xor", (out,), self=input, other=other)
    return out


def bitwise_not(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Every bit of an integer inverted, elementwise; for booleans, not.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = ~input
    """
    if out is not None:
        return into("bitwise_not", out, bitwise_not, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("bitwise_not", "input", input)
        self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_not", self_)
    try:
        data = ~self_
    except (TypeError, ValueError) as error:
        raise explain("bitwise_not", error, ("input",), (input,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = input.shape
    out.dtype = input.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_not", (out,), self=input)
    return out


def bitwise_and(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bits set in both arguments, elementwise; for booleans, and.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input & other
    """
    if out is not None:
        return into("bitwise_and", out, bitwise_and, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("bitwise_and", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("bitwise_and", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_and", self_, other_)
    try:
        data = self_ & other_
    except (TypeError, ValueError) as error:
        raise explain("bitwise_and", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_and", (out,), self=input, other=other)
    return out


def bitwise_or(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bits set in at least one argument, elementwise; for booleans, or.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = input | other
    """
    if out is not None:
        return into("bitwise_or", out, bitwise_or, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("bitwise_or", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("bitwise_or", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_or", self_, other_)
    try:
        data = self_ | other_
    except (TypeError, ValueError) as error:
        raise explain("bitwise_or", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_or", (out,), self=input, other=other)
    return out


def bitwise_xor(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bits set in exactly one argument, elementwise; for booleans, exclusive or.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = xor(input, other)
    """
    if out is not None:
        return into("bitwise_xor", out, bitwise_xor, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("bitwise_xor", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("bitwise_xor", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_xor", self_, other_)
    try:
        data = np.bitwise_xor(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("bitwise_xor", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_xor", (out,), self=input, other=other)
    return out


def bitwise_left_shift(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `bitwise_left_shift`.

    The bits of an integer moved to the left by `other` places, elementwise; 0 where that is more than
    there are.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = left_shift(input, other)
    """
    if out is not None:
        return into("bitwise_left_shift", out, bitwise_left_shift, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("bitwise_left_shift", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("bitwise_left_shift", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_left_shift", self_, other_)
    try:
        data = np.left_shift(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("bitwise_left_shift", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_left_shift", (out,), self=input, other=other)
    return out


def bitwise_right_shift(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The bits of an integer moved to the right by `other` places, elementwise; the sign stays.

    Parameters
    ----------
    input : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = right_shift(input, other)
    """
    if out is not None:
        return into("bitwise_right_shift", out, bitwise_right_shift, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("bitwise_right_shift", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("bitwise_right_shift", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_right_shift", self_, other_)
    try:
        data = np.right_shift(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("bitwise_right_shift", error, ("input", "other"), (input, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new_tensor()
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_right_shift", (out,), self=input, other=other)
    return out


def logical_not_(input: TensorLike) -> Tensor:
    """Write `logical_not` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("logical_not_", input, logical_not(input))
    write = Write("logical_not_", input)
    return write.finish(logical_not(write.original))


def logical_and_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `logical_and` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("logical_and_", input, logical_and(input, other))
    write = Write("logical_and_", input)
    return write.finish(logical_and(write.original, other))


def logical_or_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `logical_or` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("logical_or_", input, logical_or(input, other))
    write = Write("logical_or_", input)
    return write.finish(logical_or(write.original, other))


def logical_xor_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `logical_xor` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("logical_xor_", input, logical_xor(input, other))
    write = Write("logical_xor_", input)
    return write.finish(logical_xor(write.original, other))


def bitwise_not_(input: TensorLike) -> Tensor:
    """Write `bitwise_not` of `input` into `input` itself, and return it."""
    if unrecorded(input):
        return overwrite("bitwise_not_", input, bitwise_not(input))
    write = Write("bitwise_not_", input)
    return write.finish(bitwise_not(write.original))


def bitwise_and_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_and` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("bitwise_and_", input, bitwise_and(input, other))
    write = Write("bitwise_and_", input)
    return write.finish(bitwise_and(write.original, other))


def bitwise_or_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_or` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("bitwise_or_", input, bitwise_or(input, other))
    write = Write("bitwise_or_", input)
    return write.finish(bitwise_or(write.original, other))


def bitwise_xor_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_xor` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("bitwise_xor_", input, bitwise_xor(input, other))
    write = Write("bitwise_xor_", input)
    return write.finish(bitwise_xor(write.original, other))


def bitwise_left_shift_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_left_shift` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("bitwise_left_shift_", input, bitwise_left_shift(input, other))
    write = Write("bitwise_left_shift_", input)
    return write.finish(bitwise_left_shift(write.original, other))


def bitwise_right_shift_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_right_shift` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("bitwise_right_shift_", input, bitwise_right_shift(input, other))
    write = Write("bitwise_right_shift_", input)
    return write.finish(bitwise_right_shift(write.original, other))
