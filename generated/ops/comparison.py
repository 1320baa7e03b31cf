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


def eq(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the arguments are equal, elementwise.

    NaN equals nothing.

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
    result = input == other
    """
    if out is not None:
        return into("eq", out, eq, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("eq", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("eq", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    try:
        data = self_ == other_
    except (TypeError, ValueError) as error:
        raise explain("eq", error, ("input", "other"), (input, other)) from None
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
        produced("eq", (out,), self=input, other=other)
    return out


def ne(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the arguments differ, elementwise.

    NaN differs from everything.

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
    result = input != other
    """
    if out is not None:
        return into("ne", out, ne, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("ne", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("ne", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    try:
        data = self_ != other_
    except (TypeError, ValueError) as error:
        raise explain("ne", error, ("input", "other"), (input, other)) from None
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
        produced("ne", (out,), self=input, other=other)
    return out


def lt(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `input` is less than `other`, elementwise.

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
    result = input < other
    """
    if out is not None:
        return into("lt", out, lt, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("lt", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("lt", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("lt", self_, other_)
    try:
        data = self_ < other_
    except (TypeError, ValueError) as error:
        raise explain("lt", error, ("input", "other"), (input, other)) from None
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
        produced("lt", (out,), self=input, other=other)
    return out


def le(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `input` is less than or equal to `other`, elementwise.

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
    result = input <= other
    """
    if out is not None:
        return into("le", out, le, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("le", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("le", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("le", self_, other_)
    try:
        data = self_ <= other_
    except (TypeError, ValueError) as error:
        raise explain("le", error, ("input", "other"), (input, other)) from None
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
        produced("le", (out,), self=input, other=other)
    return out


def gt(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `input` is greater than `other`, elementwise.

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
    result = input > other
    """
    if out is not None:
        return into("gt", out, gt, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("gt", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("gt", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("gt", self_, other_)
    try:
        data = self_ > other_
    except (TypeError, ValueError) as error:
        raise explain("gt", error, ("input", "other"), (input, other)) from None
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
        produced("gt", (out,), self=input, other=other)
    return out


def ge(input: TensorLike, other: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether `input` is greater than or equal to `other`, elementwise.

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
    result = input >= other
    """
    if out is not None:
        return into("ge", out, ge, input, other)
    if input.__class__ is not other.__class__:
        input, other = operand_pair("ge", ("input", "other"), input, other)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input, other = operand_tuple("ge", ("input", "other"), input, other)
        self_ = input._array
        other_ = other._array
    if input.dtype is not other.dtype:
        self_, other_ = promote(input, other)
    if self_.dtype.num > 13:  # complex, or float16
        check_real("ge", self_, other_)
    try:
        data = self_ >= other_
    except (TypeError, ValueError) as error:
        raise explain("ge", error, ("input", "other"), (input, other)) from None
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
        produced("ge", (out,), self=input, other=other)
    return out


def isnan(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument, or a part of a complex one, is NaN, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isnan(input)
    """
    if out is not None:
        return into("isnan", out, isnan, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("isnan", "input", input)
        self_ = input._array
    try:
        data = np.isnan(self_)
    except (TypeError, ValueError) as error:
        raise explain("isnan", error, ("input",), (input,)) from None
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
        produced("isnan", (out,), self=input)
    return out


def isinf(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument, or a part of a complex one, is infinite, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isinf(input)
    """
    if out is not None:
        return into("isinf", out, isinf, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("isinf", "input", input)
        self_ = input._array
    try:
        data = np.isinf(self_)
    except (TypeError, ValueError) as error:
        raise explain("isinf", error, ("input",), (input,)) from None
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
        produced("isinf", (out,), self=input)
    return out


def isposinf(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is plus infinity, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isinf(input) & (input > 0)
    """
    if out is not None:
        return into("isposinf", out, isposinf, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("isposinf", "input", input)
        self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("isposinf", self_)
    try:
        data = np.isinf(self_) & (self_ > 0)
    except (TypeError, ValueError) as error:
        raise explain("isposinf", error, ("input",), (input,)) from None
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
        produced("isposinf", (out,), self=input)
    return out


def isneginf(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is minus infinity, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isinf(input) & (input < 0)
    """
    if out is not None:
        return into("isneginf", out, isneginf, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("isneginf", "input", input)
        self_ = input._array
    if self_.dtype.num > 13:  # complex, or float16
        check_real("isneginf", self_)
    try:
        data = np.isinf(self_) & (self_ < 0)
    except (TypeError, ValueError) as error:
        raise explain("isneginf", error, ("input",), (input,)) from None
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
        produced("isneginf", (out,), self=input)
    return out


def isreal(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the imaginary part of the argument is zero, elementwise.

    Real numbers have none.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = imag(input) == 0
    """
    if out is not None:
        return into("isreal", out, isreal, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("isreal", "input", input)
        self_ = input._array
    try:
        data = elementary.imag(self_) == 0
    except (TypeError, ValueError) as error:
        raise explain("isreal", error, ("input",), (input,)) from None
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
        produced("isreal", (out,), self=input)
    return out


def isclose(
    input: TensorLike,
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
    input : Tensor
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
        return into("isclose", out, isclose, input, other, rtol, atol, equal_nan)
    try:
        self_ = input._array
        other_ = other._array
    except AttributeError:
        input = operand("isclose", "input", input)
        other = operand("isclose", "other", other)
        self_ = input._array
        other_ = other._array
    result_ = functions.isclose(self_, other_, rtol, atol, equal_nan)
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
        produced("isclose", (out,), self=input, other=other, rtol=rtol, atol=atol, equal_nan=equal_nan)
    return out


def isfinite(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the argument is neither infinite nor NaN, elementwise.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor

    Notes
    -----
    result = isfinite(input)
    """
    if out is not None:
        return into("isfinite", out, isfinite, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("isfinite", "input", input)
        self_ = input._array
    try:
        data = np.isfinite(self_)
    except (TypeError, ValueError) as error:
        raise explain("isfinite", error, ("input",), (input,)) from None
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
        produced("isfinite", (out,), self=input)
    return out


def signbit(input: TensorLike, out: Tensor | None = None) -> Tensor:
    """Whether the sign bit is set, elementwise.

    That of -0.0 is.

    Parameters
    ----------
    input : Tensor
    out : Tensor?, default None

    Returns
    -------
    Tensor
    """
    if out is not None:
        return into("signbit", out, signbit, input)
    try:
        self_ = input._array
    except AttributeError:
        input = operand("signbit", "input", input)
        self_ = input._array
    if input.dtype.num > 13:  # complex, or float16
        check_real("signbit", input._array)
    result_ = functions.signbit(self_)
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
        produced("signbit", (out,), self=input)
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
    out = new_tensor()
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


def eq_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `eq` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("eq_", input, eq(input, other))
    write = Write("eq_", input)
    return write.finish(eq(write.original, other))


def ne_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `ne` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("ne_", input, ne(input, other))
    write = Write("ne_", input)
    return write.finish(ne(write.original, other))


def lt_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `lt` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("lt_", input, lt(input, other))
    write = Write("lt_", input)
    return write.finish(lt(write.original, other))


def le_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `le` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("le_", input, le(input, other))
    write = Write("le_", input)
    return write.finish(le(write.original, other))


def gt_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `gt` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("gt_", input, gt(input, other))
    write = Write("gt_", input)
    return write.finish(gt(write.original, other))


def ge_(input: TensorLike, other: TensorLike) -> Tensor:
    """Write `ge` of `input` into `input` itself, and return it."""
    if unrecorded(input, other):
        return overwrite("ge_", input, ge(input, other))
    write = Write("ge_", input)
    return write.finish(ge(write.original, other))
