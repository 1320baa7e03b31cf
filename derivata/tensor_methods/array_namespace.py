"""What the array API standard asks of an array beside its operators; methods of Tensor."""

from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from ..support.devices import check_device

if TYPE_CHECKING:
    from ..runtime.tensors.tensor import Tensor

VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12")
"""The editions of the standard whose names and signatures `derivata.array_api` has."""


class ArrayNamespace:
    """How programs that are written for the standard find its functions."""

    def __array_namespace__(self, *, api_version: Any = None) -> ModuleType:
        """Return `derivata.array_api`, the functions of the array API standard.

        Raises
        ------
        ValueError
            For an edition that it does not have.
        """
        if api_version is not None and api_version not in VERSIONS:
            raise ValueError(
                f"__array_namespace__: expected api_version as one of {', '.join(VERSIONS)}, got {api_version!r}"
            )
        from .. import array_api

        return array_api

    def to_device(self, device: Any, /, *, stream: Any = None) -> "Tensor":
        """Return the tensor itself: there is only the processor, which has no streams.

        Raises
        ------
        RuntimeError
            For another device.
        ValueError
            For a stream.
        """
        check_device(device)
        if stream is not None:
            raise ValueError(
                f"to_device: expected no stream, which the processor does not have, got {stream!r}"
            )
        return cast("Tensor", self)
