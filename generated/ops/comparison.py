# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family comparison: each op's node directly above its function."""

import numpy as np

from derivata.runtime import functions
from derivata.runtime.support import (
    PRODUCED,
    Tensor,
    TensorLike,
    asarray,
    check_real,
    explain,
    into,
    ndarray,
    new,
    operand,
    operand_pair,
    operand_tuple,
    produced,
    promote,
    state,
)

__all__ = [
    "bitwise_and",
    "bitwise_not",
    "bitwise_or",
    "bitwise_xor",
    "eq",
    "ge",
    "gt",
    "isfinite",
    "isin",
    "isinf",
    "isnan",
    "le",
    "logical_and",
    "logical_not",
    "logical_or",
    "logical_xor",
    "lt",
    "ne",
    "signbit",
]


def eq(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the arguments are equal, elementwise.

    NaN equals nothing.

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
    result = self == other
    """
    if out is not None:
        return into("eq", out, eq, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("eq", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("eq", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    try:
        data = self_ == other_
    except (TypeError, ValueError) as error:
        raise explain("eq", error, ("self", "other"), (self, other)) from None
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
        produced("eq", (out,), self=self, other=other)
    return out


def ne(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the arguments differ, elementwise.

    NaN differs from everything.

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
    result = self != other
    """
    if out is not None:
        return into("ne", out, ne, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("ne", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("ne", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    try:
        data = self_ != other_
    except (TypeError, ValueError) as error:
        raise explain("ne", error, ("self", "other"), (self, other)) from None
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
        produced("ne", (out,), self=self, other=other)
    return out


def lt(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `self` is less than `other`, elementwise.

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
    result = self < other
    """
    if out is not None:
        return into("lt", out, lt, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("lt", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("lt", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("lt", self_, other_)
    try:
        data = self_ < other_
    except (TypeError, ValueError) as error:
        raise explain("lt", error, ("self", "other"), (self, other)) from None
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
        produced("lt", (out,), self=self, other=other)
    return out


def le(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `self` is less than or equal to `other`, elementwise.

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
    result = self <= other
    """
    if out is not None:
        return into("le", out, le, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("le", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("le", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("le", self_, other_)
    try:
        data = self_ <= other_
    except (TypeError, ValueError) as error:
        raise explain("le", error, ("self", "other"), (self, other)) from None
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
        produced("le", (out,), self=self, other=other)
    return out


def gt(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `self` is greater than `other`, elementwise.

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
    result = self > other
    """
    if out is not None:
        return into("gt", out, gt, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("gt", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("gt", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("gt", self_, other_)
    try:
        data = self_ > other_
    except (TypeError, ValueError) as error:
        raise explain("gt", error, ("self", "other"), (self, other)) from None
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
        produced("gt", (out,), self=self, other=other)
    return out


def ge(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `self` is greater than or equal to `other`, elementwise.

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
    result = self >= other
    """
    if out is not None:
        return into("ge", out, ge, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("ge", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("ge", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("ge", self_, other_)
    try:
        data = self_ >= other_
    except (TypeError, ValueError) as error:
        raise explain("ge", error, ("self", "other"), (self, other)) from None
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
        produced("ge", (out,), self=self, other=other)
    return out


def isnan(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument, or a part of a complex one, is NaN, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isnan(self)
    """
    if out is not None:
        return into("isnan", out, isnan, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("isnan", "self", self)
        self_ = self._array
    try:
        data = np.isnan(self_)
    except (TypeError, ValueError) as error:
        raise explain("isnan", error, ("self",), (self,)) from None
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
        produced("isnan", (out,), self=self)
    return out


def isinf(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument, or a part of a complex one, is infinite, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isinf(self)
    """
    if out is not None:
        return into("isinf", out, isinf, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("isinf", "self", self)
        self_ = self._array
    try:
        data = np.isinf(self_)
    except (TypeError, ValueError) as error:
        raise explain("isinf", error, ("self",), (self,)) from None
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
        produced("isinf", (out,), self=self)
    return out


def isfinite(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is neither infinite nor NaN, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isfinite(self)
    """
    if out is not None:
        return into("isfinite", out, isfinite, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("isfinite", "self", self)
        self_ = self._array
    try:
        data = np.isfinite(self_)
    except (TypeError, ValueError) as error:
        raise explain("isfinite", error, ("self",), (self,)) from None
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
        produced("isfinite", (out,), self=self)
    return out


def signbit(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the sign bit is set, elementwise.

    That of -0.0 is.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("signbit", out, signbit, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("signbit", "self", self)
        self_ = self._array
    if self.dtype.num > 13:  # complex, or float16
        check_real("signbit", self._array)
    result_ = functions.signbit(self_)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced("signbit", (out,), self=self)
    return out


def isin(
    elements: TensorLike,
    test_elements: TensorLike,
    out: Tensor | None = None,
    *,
    assume_unique: bool = False,
    invert: bool = False,
) -> Tensor:
    """Whether each element is among `test_elements`, or is not if `invert`.

    NaN is among nothing.

    Parameters
    ----------
    elements : Tensor
    test_elements : Tensor
    assume_unique : bool, default False
    invert : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("isin", out, isin, elements, test_elements, assume_unique=assume_unique, invert=invert)
    try:
        elements_ = elements._array
        test_elements_ = test_elements._array
    except AttributeError:
        elements = operand("isin", "elements", elements)
        test_elements = operand("isin", "test_elements", test_elements)
        elements_ = elements._array
        test_elements_ = test_elements._array
    result_ = functions.isin(elements_, test_elements_, assume_unique, invert)
    if result_.__class__ is not ndarray:
        result_ = asarray(result_)
    out = new(Tensor)
    out._array = result_
    out.shape = result_.shape
    out.dtype = result_.dtype
    out._edge = None
    out._counter = 0
    out._extra = None
    if state.rare & PRODUCED:
        produced(
            "isin",
            (out,),
            elements=elements,
            test_elements=test_elements,
            assume_unique=assume_unique,
            invert=invert,
        )
    return out


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
