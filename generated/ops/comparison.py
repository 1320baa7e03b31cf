# Generated from derivatives.yaml by `make codegen`; template: templates/ops/family.py.jinja. Do not edit.
"""The ops of the family comparison: each op's node directly above its function."""

import numpy as np

from derivata.runtime import elementary
from derivata.runtime.functions import at_once as functions
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
    "eq",
    "eq_",
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
    "le",
    "le_",
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
