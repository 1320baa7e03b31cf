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
    new,
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


def logical_not(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is zero, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = logical_not(self)
    """
    if out is not None:
        return into("logical_not", out, logical_not, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("logical_not", "self", self)
        self_ = self._array
    try:
        data = np.logical_not(self_)
    except (TypeError, ValueError) as error:
        raise explain("logical_not", error, ("self",), (self,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_not", (out,), self=self)
    return out


def logical_and(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether neither argument is zero, elementwise.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = logical_and(self, other)
    """
    if out is not None:
        return into("logical_and", out, logical_and, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("logical_and", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("logical_and", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    try:
        data = np.logical_and(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("logical_and", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_and", (out,), self=self, other=other)
    return out


def logical_or(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether at least one argument is not zero, elementwise.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = logical_or(self, other)
    """
    if out is not None:
        return into("logical_or", out, logical_or, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("logical_or", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("logical_or", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    try:
        data = np.logical_or(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("logical_or", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_or", (out,), self=self, other=other)
    return out


def logical_xor(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether exactly one argument is not zero, elementwise.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = (self != 0) != (other != 0)
    """
    if out is not None:
        return into("logical_xor", out, logical_xor, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("logical_xor", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("logical_xor", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    try:
        data = (self_ != 0) != (other_ != 0)
    except (TypeError, ValueError) as error:
        raise explain("logical_xor", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("logical_xor", (out,), self=self, other=other)
    return out


def bitwise_not(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Every bit of an integer inverted, elementwise; for booleans, not.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = ~self
    """
    if out is not None:
        return into("bitwise_not", out, bitwise_not, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("bitwise_not", "self", self)
        self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_not", self_)
    try:
        data = ~self_
    except (TypeError, ValueError) as error:
        raise explain("bitwise_not", error, ("self",), (self,)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = self.shape
    out.dtype = self.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_not", (out,), self=self)
    return out


def bitwise_and(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bits set in both arguments, elementwise; for booleans, and.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self & other
    """
    if out is not None:
        return into("bitwise_and", out, bitwise_and, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("bitwise_and", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("bitwise_and", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_and", self_, other_)
    try:
        data = self_ & other_
    except (TypeError, ValueError) as error:
        raise explain("bitwise_and", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_and", (out,), self=self, other=other)
    return out


def bitwise_or(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bits set in at least one argument, elementwise; for booleans, or.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = self | other
    """
    if out is not None:
        return into("bitwise_or", out, bitwise_or, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("bitwise_or", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("bitwise_or", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_or", self_, other_)
    try:
        data = self_ | other_
    except (TypeError, ValueError) as error:
        raise explain("bitwise_or", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_or", (out,), self=self, other=other)
    return out


def bitwise_xor(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Bits set in exactly one argument, elementwise; for booleans, exclusive or.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = (self | other) & ~(self & other)
    """
    if out is not None:
        return into("bitwise_xor", out, bitwise_xor, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("bitwise_xor", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("bitwise_xor", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_xor", self_, other_)
    try:
        data = (self_ | other_) & ~(self_ & other_)
    except (TypeError, ValueError) as error:
        raise explain("bitwise_xor", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_xor", (out,), self=self, other=other)
    return out


def bitwise_left_shift(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Compute `bitwise_left_shift`.

    The bits of an integer moved to the left by `other` places, elementwise; 0 where that is more than
    there are.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = left_shift(self, other)
    """
    if out is not None:
        return into("bitwise_left_shift", out, bitwise_left_shift, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("bitwise_left_shift", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("bitwise_left_shift", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_left_shift", self_, other_)
    try:
        data = np.left_shift(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("bitwise_left_shift", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_left_shift", (out,), self=self, other=other)
    return out


def bitwise_right_shift(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """The bits of an integer moved to the right by `other` places, elementwise; the sign stays.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = right_shift(self, other)
    """
    if out is not None:
        return into("bitwise_right_shift", out, bitwise_right_shift, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("bitwise_right_shift", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("bitwise_right_shift", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("bitwise_right_shift", self_, other_)
    try:
        data = np.right_shift(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("bitwise_right_shift", error, ("self", "other"), (self, other)) from None
    if data.__class__ is not ndarray:
        data = asarray(data)
    out = new(Tensor)
    out._array = data
    out.shape = data.shape
    out.dtype = data.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("bitwise_right_shift", (out,), self=self, other=other)
    return out


def logical_not_(self: TensorLike) -> Tensor:
    """Write `logical_not` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("logical_not_", self, logical_not(self))
    write = Write("logical_not_", self)
    return write.finish(logical_not(write.original))


def logical_and_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `logical_and` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("logical_and_", self, logical_and(self, other))
    write = Write("logical_and_", self)
    return write.finish(logical_and(write.original, other))


def logical_or_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `logical_or` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("logical_or_", self, logical_or(self, other))
    write = Write("logical_or_", self)
    return write.finish(logical_or(write.original, other))


def logical_xor_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `logical_xor` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("logical_xor_", self, logical_xor(self, other))
    write = Write("logical_xor_", self)
    return write.finish(logical_xor(write.original, other))


def bitwise_not_(self: TensorLike) -> Tensor:
    """Write `bitwise_not` of `self` into `self` itself, and return it."""
    if unrecorded(self):
        return overwrite("bitwise_not_", self, bitwise_not(self))
    write = Write("bitwise_not_", self)
    return write.finish(bitwise_not(write.original))


def bitwise_and_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_and` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("bitwise_and_", self, bitwise_and(self, other))
    write = Write("bitwise_and_", self)
    return write.finish(bitwise_and(write.original, other))


def bitwise_or_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_or` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("bitwise_or_", self, bitwise_or(self, other))
    write = Write("bitwise_or_", self)
    return write.finish(bitwise_or(write.original, other))


def bitwise_xor_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_xor` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("bitwise_xor_", self, bitwise_xor(self, other))
    write = Write("bitwise_xor_", self)
    return write.finish(bitwise_xor(write.original, other))


def bitwise_left_shift_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_left_shift` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("bitwise_left_shift_", self, bitwise_left_shift(self, other))
    write = Write("bitwise_left_shift_", self)
    return write.finish(bitwise_left_shift(write.original, other))


def bitwise_right_shift_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `bitwise_right_shift` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("bitwise_right_shift_", self, bitwise_right_shift(self, other))
    write = Write("bitwise_right_shift_", self)
    return write.finish(bitwise_right_shift(write.original, other))
