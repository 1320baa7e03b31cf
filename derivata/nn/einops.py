"""The layers of einops for modules of derivata: what `einops.layers.torch` has for PyTorch's.

Patterns, their checks and the choice of shapes are einops' own; here are the parameters and the products. einops has to
be installed.
"""

from __future__ import annotations

from typing import Any

from einops.layers import RearrangeMixin, ReduceMixin
from einops.layers._einmix import _EinmixMixin

from ..runtime.tensors.tensor import Tensor
from ..top_level.sums_of_products import einsum
from .module import Module
from .parameter import Parameter
from .values import empty

__all__ = ["EinMix", "Rearrange", "Reduce"]


class Rearrange(RearrangeMixin, Module):
    """`einops.rearrange` as a module.

    Parameters
    ----------
    pattern : str
        As of `einops.rearrange`.
    **axes_lengths : int
        Lengths of axes that the pattern names.

    Examples
    --------
    >>> from derivata.nn.einops import Rearrange
    >>> model = nn.Sequential(nn.Conv2d(1, 2, 3), Rearrange("b c h w -> b (c h w)"), nn.Linear(8, 3))
    >>> model(dv.ones(5, 1, 4, 4)).shape
    (5, 3)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Rearrange a tensor."""
        return self._apply_recipe(input)  # type: ignore[no-any-return, no-untyped-call]


class Reduce(ReduceMixin, Module):
    """`einops.reduce` as a module.

    Parameters
    ----------
    pattern : str
        As of `einops.reduce`.
    reduction : str
        "sum", "mean", "max", "min" or "prod".
    **axes_lengths : int
        Lengths of axes that the pattern names.

    Examples
    --------
    >>> from derivata.nn.einops import Reduce
    >>> Reduce("b c (h 2) (w 2) -> b c h w", "max")(dv.ones(1, 1, 4, 4)).shape
    (1, 1, 2, 2)
    """

    def forward(self, input: Tensor) -> Tensor:
        """Reduce a tensor."""
        return self._apply_recipe(input)  # type: ignore[no-any-return, no-untyped-call]


class EinMix(_EinmixMixin, Module):
    """A linear layer along named axes: an `einsum` with a weight, and a bias if one is asked for.

    Parameters
    ----------
    pattern : str
        The axes of the input and those of the output.
    weight_shape : str
        The axes of the weight.
    bias_shape : str, optional
        The axes of the bias; None for no bias.
    **axes_lengths : int
        The lengths of the axes of weight and bias, and of those that the pattern splits.

    Examples
    --------
    >>> from derivata.nn.einops import EinMix
    >>> heads = EinMix("t b (head cin) -> t b (head cout)", "head cin cout", "head cout", head=2, cin=3, cout=4)
    >>> {name: parameter.shape for name, parameter in heads.named_parameters()}
    {'weight': (2, 3, 4), 'bias': (1, 1, 2, 4)}
    >>> heads(dv.ones(5, 7, 6)).shape
    (5, 7, 8)
    """

    bias: Parameter | None
    pre_rearrange: Rearrange | None
    post_rearrange: Rearrange | None

    def forward(self, input: Tensor) -> Tensor:
        """Sum the products with the weight, and add the bias."""
        if self.pre_rearrange is not None:
            input = self.pre_rearrange(input)
        result = einsum(self.einsum_pattern, input, self.weight)
        if self.bias is not None:
            result = result + self.bias
        return result if self.post_rearrange is None else self.post_rearrange(result)

    def _create_parameters(
        self, weight_shape: list[int], weight_bound: float, bias_shape: list[int] | None, bias_bound: float
    ) -> None:
        self.weight = _uniform(weight_shape, weight_bound)
        self.bias = None if bias_shape is None else _uniform(bias_shape, bias_bound)

    def _create_rearrange_layers(
        self,
        pre_reshape_pattern: str | None,
        pre_reshape_lengths: dict[str, Any] | None,
        post_reshape_pattern: str | None,
        post_reshape_lengths: dict[str, Any] | None,
    ) -> None:
        self.pre_rearrange = _layer(pre_reshape_pattern, pre_reshape_lengths)
        self.post_rearrange = _layer(post_reshape_pattern, post_reshape_lengths)


def _uniform(shape: list[int], bound: float) -> Parameter:
    return Parameter(empty(tuple(shape), None).uniform_(-bound, bound))


def _layer(pattern: str | None, lengths: dict[str, Any] | None) -> Rearrange | None:
    return None if pattern is None else Rearrange(pattern, **lengths or {})
