"""Comparisons of whole tensors that return a bool."""

from ..runtime.tensors.tensor import Tensor

__all__ = ["allclose", "equal"]


def equal(input: Tensor, other: Tensor) -> bool:
    """Tell whether two tensors have the same shape and the same elements; NaN equals nothing.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.equal(dv.tensor([1, 2]), dv.tensor([1, 2, 3]))
    False
    """
    return _checked("equal", input).equal(other)


def allclose(
    input: Tensor, other: Tensor, rtol: float = 1e-05, atol: float = 1e-08, equal_nan: bool = False
) -> bool:
    """Tell whether all elements of two tensors are close.

    Parameters
    ----------
    input, other : Tensor
        Of the same dtype, and of shapes that broadcast.
    rtol, atol : float
        The absolute difference may be `atol + rtol * abs(other)`.
    equal_nan : bool
        Whether NaN is close to NaN.

    Raises
    ------
    RuntimeError
        If the dtypes differ, the shapes do not broadcast or a tolerance is negative.

    Examples
    --------
    >>> import derivata as dv
    >>> dv.allclose(dv.tensor([1.0, 2.0]), dv.tensor([1.0, 2.0 + 1e-7]))
    True
    """
    return _checked("allclose", input).allclose(other, rtol, atol, equal_nan)


def _checked(function: str, value: object) -> Tensor:
    if not isinstance(value, Tensor):
        raise TypeError(f"{function}(): argument 'input' must be Tensor, not {type(value).__name__}")
    return value
