"""The imaginary part, for programs that ask first whether there is one."""

from typing import TYPE_CHECKING, cast

from ..generated import ops

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor


class NoImaginaryPart(RuntimeError, AttributeError):
    """What PyTorch raises for the imaginary part of real numbers, and `hasattr` understands."""


class ComplexParts:
    """Attributes of complex tensors; methods of Tensor."""

    @property
    def imag(self) -> "Tensor":
        """The imaginary part of complex numbers, as a view; real ones have no such attribute."""
        tensor = cast("Tensor", self)
        try:
            return ops.imag(tensor)
        except RuntimeError as error:
            if tensor.dtype.kind == "c":
                raise
            raise NoImaginaryPart(str(error)) from None

    @imag.setter
    def imag(self, value: object) -> None:
        cast("Tensor", self).imag.copy_(value)
