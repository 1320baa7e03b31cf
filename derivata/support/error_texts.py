"""Errors of NumPy translated into errors about the arguments of an op."""

import re
from collections.abc import Mapping, Sequence
from numbers import Number

import numpy as np

from derivata.arrays.elementwise.elementary import ZeroDivisor

from ..runtime.graph.tensor_base import TensorBase as Tensor
from .arguments import shown
from .warn import warn_of_broadcast

__all__ = [
    "explain",
    "explain_call",
    "not_implemented",
    "warn_of_broadcast",
]


def explain(
    op: str, error: Exception, names: Sequence[str], tensors: Sequence[Tensor | None], /, **numbers: object
) -> Exception:
    """Return the error to raise for NumPy's: no number, shapes that do not broadcast, or a dtype without this op."""
    if str(error).startswith(f"{op}: "):  # a condition of the op's own
        return error
    op = op.lstrip("_")  # what a public op is made of is known by its bare name
    if isinstance(error, ZeroDivisor):
        place = f" at index {error.index}" if error.index else ""
        divisor = _divisor(names, tensors, numbers)
        return RuntimeError(
            f"{op}: {divisor} must not be 0 where integers are divided (ZeroDivisionError), got 0{place};"
            " convert to floating-point numbers, for which the result is inf or nan, or replace the zeros"
        )
    for name, value in numbers.items():
        if not isinstance(value, Number | np.bool_ | Tensor | None):
            return TypeError(
                f"{op}: argument {name!r} must be a number, got {value!r} ({type(value).__name__})"
            )
    if isinstance(error, OverflowError):  # before the test of shapes: NumPy converts numbers first
        return _too_large(op, numbers)
    present = [(name, tensor) for name, tensor in zip(names, tensors, strict=True) if tensor is not None]
    conflict = _shape_conflict(present)
    if conflict is not None:
        return RuntimeError(f"{op}: {conflict}")
    dtypes = ", ".join([f"{name} of {tensor.dtype}" for name, tensor in present])
    # A TypeError says no more than the dtypes do
    detail = f" ({error})" if isinstance(error, ValueError) else ""
    return TypeError(
        f"{op}: not defined for {dtypes}{detail}; convert with .to(derivata.float32), or for bool use the operators "
        "&, |, ^ and ~"
    )


def _too_large(op: str, numbers: Mapping[str, object]) -> Exception:
    """Return the error for an integer that no dtype of the op holds: the largest among the arguments."""
    integers = {name: abs(value) for name, value in numbers.items() if isinstance(value, int)}
    name = max(integers, key=integers.__getitem__)
    return OverflowError(
        f"{op}: argument {name!r} must fit the tensors' dtype, got {shown(numbers[name])}; write a smaller number"
    )


def _divisor(names: Sequence[str], tensors: Sequence[Tensor | None], numbers: Mapping[str, object]) -> str:
    """Return the argument that has a zero; of two tensors that have one, the second."""
    held = [
        name
        for name, t in zip(names, tensors, strict=True)
        if t is not None and not t.numpy(force=True).all()
    ]
    held += [name for name, value in numbers.items() if isinstance(value, int | np.integer) and value == 0]
    if len(held) == 1:
        return held[0]
    return names[1] if len(names) == 2 and names[1] in held else "the divisor"


def explain_call(op: str, error: Exception) -> Exception:
    """Return the error to raise for one of an array function that a generated function has called.

    What begins with the name of an op is meant for users, and so is an error of a class that an array function brings
    along. Everything else was said by NumPy or Python about something below the op, and is said again in terms of the
    arguments that the op has got.
    """
    if _IN_OUR_WORDS.match(str(error)) or not isinstance(error, _RAW) or isinstance(error, _MEANT):
        return error
    if type(error).__module__.partition(".")[0] not in _BELOW:
        return error
    kind = next(kind for raw, kind in _KINDS if isinstance(error, raw))
    reason = " ".join(str(error).split()).rstrip(".")
    because = "" if _ABOUT_PYTHON.search(reason) or not reason else f" ({reason})"
    op = op.lstrip("_")
    where = "" if "." in op else "derivata."  # the ops of packs have full names
    return kind(
        f"{op}: expected arguments that fit each other, got {_arguments(error)}{because}; see help({where}{op})"
    )


_RAW = (TypeError, ValueError, LookupError, AttributeError, ArithmeticError, RuntimeError)
_MEANT = (RecursionError, NotImplementedError, FloatingPointError, np.linalg.LinAlgError)
_BELOW = ("builtins", "numpy", "scipy")
_KINDS = (
    (IndexError, IndexError),
    ((TypeError, AttributeError), TypeError),
    (ValueError, ValueError),
    (Exception, RuntimeError),
)
_IN_OUR_WORDS = re.compile(r"(?!shape mismatch)[\w.]+( \w+)?(\(\))?: ")
_ABOUT_PYTHON = re.compile(
    r"ufunc|\bnp\.|numpy|operand type|object|must be real number|a real number, not|reduce|not supported between"
    r"|attribute|NoneType|__|\(\)|Python"
)


def _arguments(error: Exception) -> str:
    """Return the arguments of the function that has caught an error, but for those that were not given."""
    assert error.__traceback__ is not None
    frame = error.__traceback__.tb_frame
    code, values = frame.f_code, frame.f_locals
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    given = [f"{name} {_described(values[name])}" for name in names if values[name] is not None]
    return ", ".join(given)


def _described(value: object) -> str:
    if isinstance(value, list | tuple) and any(isinstance(part, Tensor) for part in value):
        return f"({', '.join([_described(part) for part in value])})"
    if isinstance(value, Tensor):
        return f"of shape {value.shape} and dtype {value.dtype}"
    return f"= {shown(value)}"


def _shape_conflict(present: Sequence[tuple[str, Tensor]]) -> str | None:
    for index, (name, tensor) in enumerate(present):
        for other_name, other in present[index + 1 :]:
            pairs = zip(reversed(tensor.shape), reversed(other.shape), strict=False)
            for distance, (size, other_size) in enumerate(pairs, start=1):
                if size != other_size and 1 not in (size, other_size):
                    return (
                        f"expected shapes that broadcast, got {name} of shape {tensor.shape} and {other_name} of shape "
                        f"{other.shape}: the size of {name} ({size}) must match the size of {other_name} "
                        f"({other_size}) at dimension -{distance}, or one of them must be 1; insert dimensions with "
                        ".unsqueeze() or change their order with .transpose()"
                    )
    return None


def not_implemented(op: str, argument: str, reason: str) -> NotImplementedError:
    """Return the error for a derivative that nobody has written."""
    return NotImplementedError(f"{op}: the derivative for {argument!r} is not implemented: {reason}")
