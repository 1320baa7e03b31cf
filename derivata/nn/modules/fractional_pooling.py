"""The maximum of windows whose places are random."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ...runtime.tensors.tensor import Tensor
from .. import functional as F
from ..module import Module
from .conv import Ints
from .utils import check_each_int, per_dimension


class _FractionalMaxPoolNd(Module):
    """What both have in common; see `FractionalMaxPool2d`."""

    function: ClassVar[Callable[..., Any]]
    dimensions: ClassVar[int]

    def __init__(
        self,
        kernel_size: Ints,
        output_size: Ints | None = None,
        output_ratio: Any = None,
        return_indices: bool = False,
        _random_samples: Tensor | None = None,
    ) -> None:
        super().__init__()
        name, given = type(self).__name__, (output_size is not None, output_ratio is not None)
        if sum(given) != 1:
            found = "both" if all(given) else "neither"
            raise ValueError(f"{name}: expected either output_size or output_ratio, got {found}")
        check_each_int(self, kernel_size=kernel_size)
        self.kernel_size = per_dimension(kernel_size, self.dimensions)
        if output_size is not None:
            check_each_int(self, output_size=output_size)
        self.return_indices = return_indices
        self.register_buffer("_random_samples", _random_samples)
        self.output_size = None if output_size is None else per_dimension(output_size, self.dimensions)
        self.output_ratio = None if output_ratio is None else per_dimension(output_ratio, self.dimensions)
        if self.output_ratio is not None and not all(0 < ratio < 1 for ratio in self.output_ratio):
            raise ValueError(f"{name}: output_ratio must be between 0 and 1 (got {output_ratio})")

    def forward(self, input: Tensor) -> Any:
        """Return the largest elements, and where they are if that was asked for."""
        sizes = self.kernel_size, self.output_size, self.output_ratio
        return type(self).function(input, *sizes, self.return_indices, _random_samples=self._random_samples)


class FractionalMaxPool2d(_FractionalMaxPoolNd):
    """The maximum of windows of images ``(N, C, H, W)`` or ``(C, H, W)``, which begin at random places.

    Parameters
    ----------
    kernel_size : int or (int, int)
        Height and width of the windows.
    output_size : int or (int, int), optional
        How many windows there are along each dimension.
    output_ratio : float or (float, float), optional
        The same as shares of the images' sizes, between 0 and 1. One of the two must be given.
    return_indices : bool
        Also return where the largest elements are in the flattened images.

    Examples
    --------
    >>> nn.FractionalMaxPool2d(3, output_ratio=(0.5, 0.25))(dv.ones(2, 3, 8, 12)).shape
    (2, 3, 4, 3)
    """

    function, dimensions = F.fractional_max_pool2d, 2


class FractionalMaxPool3d(_FractionalMaxPoolNd):
    """The maximum of windows of volumes ``(N, C, D, H, W)`` or ``(C, D, H, W)``, which begin at random places.

    The arguments are those of `FractionalMaxPool2d`, with three numbers instead of pairs.

    Examples
    --------
    >>> nn.FractionalMaxPool3d(2, output_size=(3, 2, 2))(dv.ones(1, 2, 6, 5, 5)).shape
    (1, 2, 3, 2, 2)
    """

    function, dimensions = F.fractional_max_pool3d, 3
