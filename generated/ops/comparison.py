# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family comparison: each op's node directly above its function."""

import numpy as np

from derivata.runtime import elementary, functions
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
    "eq",
    "eq_",
    "gcd",
    "gcd_",
    "ge",
    "ge_",
    "gt",
    "gt_",
    "isclose",
    "isfinite",
    "isin",
    "isinf",
    "isnan",
    "isneginf",
    "isposinf",
    "isreal",
    "lcm",
    "lcm_",
    "le",
    "le_",
    "logical_and",
    "logical_and_",
    "logical_not",
    "logical_not_",
    "logical_or",
    "logical_or_",
    "logical_xor",
    "logical_xor_",
    "lt",
    "lt_",
    "ne",
    "ne_",
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


def isposinf(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is plus infinity, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isinf(self) & (self > 0)
    """
    if out is not None:
        return into("isposinf", out, isposinf, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("isposinf", "self", self)
        self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("isposinf", self_)
    try:
        data = np.isinf(self_) & (self_ > 0)
    except (TypeError, ValueError) as error:
        raise explain("isposinf", error, ("self",), (self,)) from None
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
        produced("isposinf", (out,), self=self)
    return out


def isneginf(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is minus infinity, elementwise.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isinf(self) & (self < 0)
    """
    if out is not None:
        return into("isneginf", out, isneginf, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("isneginf", "self", self)
        self_ = self._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("isneginf", self_)
    try:
        data = np.isinf(self_) & (self_ < 0)
    except (TypeError, ValueError) as error:
        raise explain("isneginf", error, ("self",), (self,)) from None
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
        produced("isneginf", (out,), self=self)
    return out


def isreal(self: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the imaginary part of the argument is zero, elementwise.

    Real numbers have none.

    Parameters
    ----------
    self : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = imag(self) == 0
    """
    if out is not None:
        return into("isreal", out, isreal, self)
    try:
        self_ = self._array
    except AttributeError:
        self = operand("isreal", "self", self)
        self_ = self._array
    try:
        data = elementary.imag(self_) == 0
    except (TypeError, ValueError) as error:
        raise explain("isreal", error, ("self",), (self,)) from None
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
        produced("isreal", (out,), self=self)
    return out


def isclose(
    self: TensorLike,
    other: TensorLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
    out: Tensor | None = None,
) -> Tensor:
    """Whether the absolute difference is at most `atol + rtol * abs(other)`, elementwise.

    An infinity is close to itself alone, NaN to nothing, unless `equal_nan` makes it close to NaN.

    Parameters
    ----------
    self : Tensor
    other : Tensor
    rtol : float, default 1e-05
    atol : float, default 1e-08
    equal_nan : bool, default False
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("isclose", out, isclose, self, other, rtol, atol, equal_nan)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self = operand("isclose", "self", self)
        other = operand("isclose", "other", other)
        self_ = self._array
        other_ = other._array
    result_ = functions.isclose(self_, other_, rtol, atol, equal_nan)
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
        produced("isclose", (out,), self=self, other=other, rtol=rtol, atol=atol, equal_nan=equal_nan)
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


def gcd(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Greatest common divisor of integers, elementwise.

    It is never negative, and 0 for two zeros.

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
    result = gcd(self, other)
    """
    if out is not None:
        return into("gcd", out, gcd, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("gcd", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("gcd", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("gcd", self_, other_)
    try:
        data = np.gcd(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("gcd", error, ("self", "other"), (self, other)) from None
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
        produced("gcd", (out,), self=self, other=other)
    return out


def lcm(self: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Least common multiple of integers, elementwise.

    It is never negative, and 0 beside a zero.

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
    result = lcm(self, other)
    """
    if out is not None:
        return into("lcm", out, lcm, self, other)
    if self.__class__ is not other.__class__:
        self, other = operand_pair("lcm", ("self", "other"), self, other)
    try:
        self_ = self._array
        other_ = other._array
    except AttributeError:
        self, other = operand_tuple("lcm", ("self", "other"), self, other)
        self_ = self._array
        other_ = other._array
    if self.dtype is not other.dtype:
        self_, other_ = promote(self, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("lcm", self_, other_)
    try:
        data = np.lcm(self_, other_)
    except (TypeError, ValueError) as error:
        raise explain("lcm", error, ("self", "other"), (self, other)) from None
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
        produced("lcm", (out,), self=self, other=other)
    return out


def eq_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `eq` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("eq_", self, eq(self, other))
    write = Write("eq_", self)
    return write.finish(eq(write.original, other))


def ne_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `ne` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("ne_", self, ne(self, other))
    write = Write("ne_", self)
    return write.finish(ne(write.original, other))


def lt_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `lt` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("lt_", self, lt(self, other))
    write = Write("lt_", self)
    return write.finish(lt(write.original, other))


def le_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `le` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("le_", self, le(self, other))
    write = Write("le_", self)
    return write.finish(le(write.original, other))


def gt_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `gt` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("gt_", self, gt(self, other))
    write = Write("gt_", self)
    return write.finish(gt(write.original, other))


def ge_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `ge` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("ge_", self, ge(self, other))
    write = Write("ge_", self)
    return write.finish(ge(write.original, other))


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


def gcd_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `gcd` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("gcd_", self, gcd(self, other))
    write = Write("gcd_", self)
    return write.finish(gcd(write.original, other))


def lcm_(self: TensorLike, other: TensorLike) -> Tensor:
    """Write `lcm` of `self` into `self` itself, and return it."""
    if unrecorded(self, other):
        return overwrite("lcm_", self, lcm(self, other))
    write = Write("lcm_", self)
    return write.finish(lcm(write.original, other))
