"""Values added at the sides of sequences, images and volumes."""

from __future__ import annotations

from typing import Any, ClassVar

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module


class _Padding(Module):
    """What is added at the sides: so much before and behind the last dimension, then the one before it, ...

    Parameters
    ----------
    padding : int or tuple of ints
        How much; one number is for all sides. Negative numbers take away.
    """

    mode: ClassVar[str]
    dimensions: ClassVar[int]

    def __init__(self, padding: Any) -> None:
        super().__init__()
        sides = 2 * self.dimensions
        self.padding: tuple[int, ...] = (
            tuple(padding) if isinstance(padding, tuple | list) else (padding,) * sides
        )
        if len(self.padding) != sides or None in self.padding:
            raise ValueError(
                f"{type(self).__name__}: expected padding as one number or {sides} of them, got {padding}"
            )

    def forward(self, input: Tensor) -> Tensor:
        """Add to the sides of the last dimensions."""
        return F.pad(input, self.padding, self.mode)

    def extra_repr(self) -> str:
        """Return the numbers."""
        return f"{self.padding}"


class _ConstantPadNd(_Padding):
    """One value added at the sides."""

    def __init__(self, padding: Any, value: float) -> None:
        super().__init__(padding)
        self.value = value

    def forward(self, input: Tensor) -> Tensor:
        """Add to the sides of the last dimensions."""
        return F.pad(input, self.padding, "constant", self.value)

    def extra_repr(self) -> str:
        """Return the numbers and the value."""
        return f"padding={self.padding}, value={self.value}"


class _ZeroPadNd(_ConstantPadNd):
    """Zeros added at the sides."""

    def __init__(self, padding: Any) -> None:
        super().__init__(padding, 0.0)

    def extra_repr(self) -> str:
        """Return the numbers."""
        return f"{self.padding}"


class _ReflectionPadNd(_Padding):
    mode = "reflect"


class _ReplicationPadNd(_Padding):
    mode = "replicate"


class _CircularPadNd(_Padding):
    mode = "circular"

    def forward(self, input: Tensor) -> Tensor:
        """Add to the sides of the last dimensions."""
        wanted = self.dimensions + 1, self.dimensions + 2
        if input.ndim not in wanted:
            raise ValueError(
                f"{type(self).__name__}: expected {wanted[0]}D or {wanted[1]}D input (got {input.ndim}D input)"
            )
        return super().forward(input)


class ConstantPad1d(_ConstantPadNd):
    """Add a value at the sides of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    padding : int or (left, right)
        How much is added at each side.
    value : float
        What is added.

    Examples
    --------
    >>> nn.ConstantPad1d(1, 7.0)(dv.tensor([[1.0, 2.0, 3.0]])).tolist()
    [[7.0, 1.0, 2.0, 3.0, 7.0]]
    """

    dimensions: ClassVar[int] = 1


class ConstantPad2d(_ConstantPadNd):
    """Add a value at the sides of images ``(N, C, H, W)`` or ``(C, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom)
        How much is added at each side.
    value : float
        What is added.

    Examples
    --------
    >>> nn.ConstantPad2d((1, 2, 0, 1), 7.0)(dv.ones(1, 2, 3, 4)).shape
    (1, 2, 4, 7)
    """

    dimensions: ClassVar[int] = 2


class ConstantPad3d(_ConstantPadNd):
    """Add a value at the sides of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom, front, back)
        How much is added at each side.
    value : float
        What is added.

    Examples
    --------
    >>> nn.ConstantPad3d(1, 7.0)(dv.ones(1, 2, 3, 4, 5)).shape
    (1, 2, 5, 6, 7)
    """

    dimensions: ClassVar[int] = 3


class ZeroPad1d(_ZeroPadNd):
    """Add zeros at the sides of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    padding : int or (left, right)
        How much is added at each side.

    Examples
    --------
    >>> nn.ZeroPad1d(1)(dv.tensor([[1.0, 2.0, 3.0]])).tolist()
    [[0.0, 1.0, 2.0, 3.0, 0.0]]
    """

    dimensions: ClassVar[int] = 1


class ZeroPad2d(_ZeroPadNd):
    """Add zeros at the sides of images ``(N, C, H, W)`` or ``(C, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom)
        How much is added at each side.

    Examples
    --------
    >>> nn.ZeroPad2d((1, 2, 0, 1))(dv.ones(1, 2, 3, 4)).shape
    (1, 2, 4, 7)
    """

    dimensions: ClassVar[int] = 2


class ZeroPad3d(_ZeroPadNd):
    """Add zeros at the sides of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom, front, back)
        How much is added at each side.

    Examples
    --------
    >>> nn.ZeroPad3d(1)(dv.ones(1, 2, 3, 4, 5)).shape
    (1, 2, 5, 6, 7)
    """

    dimensions: ClassVar[int] = 3


class ReflectionPad1d(_ReflectionPadNd):
    """Add the elements inside, mirrored at the edge, at the sides of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    padding : int or (left, right)
        How much is added at each side.

    Examples
    --------
    >>> nn.ReflectionPad1d(1)(dv.tensor([[1.0, 2.0, 3.0]])).tolist()
    [[2.0, 1.0, 2.0, 3.0, 2.0]]
    """

    dimensions: ClassVar[int] = 1


class ReflectionPad2d(_ReflectionPadNd):
    """Add the elements inside, mirrored at the edge, at the sides of images ``(N, C, H, W)`` or ``(C, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom)
        How much is added at each side.

    Examples
    --------
    >>> nn.ReflectionPad2d((1, 2, 0, 1))(dv.ones(1, 2, 3, 4)).shape
    (1, 2, 4, 7)
    """

    dimensions: ClassVar[int] = 2


class ReflectionPad3d(_ReflectionPadNd):
    """Add the elements inside, mirrored at the edge, at the sides of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom, front, back)
        How much is added at each side.

    Examples
    --------
    >>> nn.ReflectionPad3d(1)(dv.ones(1, 2, 3, 4, 5)).shape
    (1, 2, 5, 6, 7)
    """

    dimensions: ClassVar[int] = 3


class ReplicationPad1d(_ReplicationPadNd):
    """Add the element at the edge, again and again, at the sides of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    padding : int or (left, right)
        How much is added at each side.

    Examples
    --------
    >>> nn.ReplicationPad1d(1)(dv.tensor([[1.0, 2.0, 3.0]])).tolist()
    [[1.0, 1.0, 2.0, 3.0, 3.0]]
    """

    dimensions: ClassVar[int] = 1


class ReplicationPad2d(_ReplicationPadNd):
    """Add the element at the edge, again and again, at the sides of images ``(N, C, H, W)`` or ``(C, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom)
        How much is added at each side.

    Examples
    --------
    >>> nn.ReplicationPad2d((1, 2, 0, 1))(dv.ones(1, 2, 3, 4)).shape
    (1, 2, 4, 7)
    """

    dimensions: ClassVar[int] = 2


class ReplicationPad3d(_ReplicationPadNd):
    """Add the element at the edge, again and again, at the sides of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom, front, back)
        How much is added at each side.

    Examples
    --------
    >>> nn.ReplicationPad3d(1)(dv.ones(1, 2, 3, 4, 5)).shape
    (1, 2, 5, 6, 7)
    """

    dimensions: ClassVar[int] = 3


class CircularPad1d(_CircularPadNd):
    """Add the elements at the other end at the sides of sequences ``(N, C, L)`` or ``(C, L)``.

    Parameters
    ----------
    padding : int or (left, right)
        How much is added at each side.

    Examples
    --------
    >>> nn.CircularPad1d(1)(dv.tensor([[1.0, 2.0, 3.0]])).tolist()
    [[3.0, 1.0, 2.0, 3.0, 1.0]]
    """

    dimensions: ClassVar[int] = 1


class CircularPad2d(_CircularPadNd):
    """Add the elements at the other end at the sides of images ``(N, C, H, W)`` or ``(C, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom)
        How much is added at each side.

    Examples
    --------
    >>> nn.CircularPad2d((1, 2, 0, 1))(dv.ones(1, 2, 3, 4)).shape
    (1, 2, 4, 7)
    """

    dimensions: ClassVar[int] = 2


class CircularPad3d(_CircularPadNd):
    """Add the elements at the other end at the sides of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``.

    Parameters
    ----------
    padding : int or (left, right, top, bottom, front, back)
        How much is added at each side.

    Examples
    --------
    >>> nn.CircularPad3d(1)(dv.ones(1, 2, 3, 4, 5)).shape
    (1, 2, 5, 6, 7)
    """

    dimensions: ClassVar[int] = 3
