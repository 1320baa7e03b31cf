"""A layer and the batch normalisation behind it as one layer, for evaluation."""

from __future__ import annotations

import copy
from typing import Any, TypeVar

from ...runtime.tensors.tensor import Tensor
from ...top_level import public as ops
from ..module import Module
from ..parameter import Parameter

M = TypeVar("M", bound=Module)


def fuse_conv_bn_eval(conv: M, bn: Module, transpose: bool = False) -> M:
    """Return a copy of a convolution that does what it and a batch normalisation behind it do in evaluation.

    Parameters
    ----------
    conv : Module
        A convolution, in evaluation mode.
    bn : Module
        A batch normalisation with running statistics, in evaluation mode.
    transpose : bool
        Whether dimension 1 of the weight counts the outputs, as in transposed convolutions.

    Raises
    ------
    AssertionError
        If one is in training mode, or there are no running statistics.

    Examples
    --------
    >>> conv, bn = nn.Conv2d(3, 4, 2).eval(), nn.BatchNorm2d(4).eval()
    >>> x = dv.ones(1, 3, 5, 5)
    >>> fused = nn.utils.fuse_conv_bn_eval(conv, bn)
    >>> bool(dv.allclose(fused(x), bn(conv(x)), atol=1e-5))
    True
    """
    mean, var = _statistics("fuse_conv_bn_eval", conv, bn)
    fused = copy.deepcopy(conv)
    own = fused.weight, fused.bias
    del fused.weight, fused.bias
    fused.weight, fused.bias = fuse_conv_bn_weights(*own, mean, var, bn.eps, bn.weight, bn.bias, transpose)
    return fused


def fuse_conv_bn_weights(
    conv_w: Tensor,
    conv_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor | None,
    bn_b: Tensor | None,
    transpose: bool = False,
) -> tuple[Parameter, Parameter]:
    """Return weight and bias of a convolution with a batch normalisation: mean, variance, eps, scale and shift."""
    shape = [1] * conv_w.ndim
    shape[1 if transpose else 0] = -1
    return _fused(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, tuple(shape))


def fuse_linear_bn_eval(linear: M, bn: Module) -> M:
    """Return a copy of a linear layer that does what it and a batch normalisation behind it do in evaluation.

    Parameters
    ----------
    linear : Module
        A `Linear`, in evaluation mode.
    bn : Module
        A batch normalisation with running statistics, in evaluation mode, of as many channels, or of one.

    Raises
    ------
    AssertionError
        If one is in training mode, the sizes differ, or there are no running statistics.
    """
    mean, var = _statistics("fuse_linear_bn_eval", linear, bn)
    if bn.num_features not in (1, linear.out_features):
        raise AssertionError(
            "fuse_linear_bn_eval: To fuse, linear.out_features == bn.num_features or bn.num_features == 1, got "
            f"{linear.out_features} and {bn.num_features}"
        )
    fused = copy.deepcopy(linear)
    own = fused.weight, fused.bias
    del fused.weight, fused.bias
    fused.weight, fused.bias = fuse_linear_bn_weights(*own, mean, var, bn.eps, bn.weight, bn.bias)
    return fused


def fuse_linear_bn_weights(
    linear_w: Tensor,
    linear_b: Tensor | None,
    bn_rm: Tensor,
    bn_rv: Tensor,
    bn_eps: float,
    bn_w: Tensor | None,
    bn_b: Tensor | None,
) -> tuple[Parameter, Parameter]:
    """Return weight and bias of a linear layer with a batch normalisation: mean, variance, eps, scale and shift."""
    return _fused(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, (-1, 1))


def _statistics(name: str, layer: Module, bn: Module) -> tuple[Tensor, Tensor]:
    if layer.training or bn.training:
        raise AssertionError(f"{name}: Fusion only for eval, got a module in training mode; call its eval()")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError(f"{name}: bn.running_mean and bn.running_var must not be None")
    return bn.running_mean, bn.running_var


def _fused(
    weight: Tensor,
    bias: Tensor | None,
    mean: Tensor,
    var: Tensor,
    eps: float,
    scale: Tensor | None,
    shift: Tensor | None,
    shape: tuple[int, ...],
) -> tuple[Parameter, Parameter]:
    trained = weight.requires_grad, bias is not None and bias.requires_grad
    factor: Any = (var + eps).rsqrt() if scale is None else scale * (var + eps).rsqrt()
    start = ops.zeros_like(mean) if bias is None else bias
    moved = (start - mean) * factor if shift is None else (start - mean) * factor + shift
    fused = (weight * factor.reshape(shape)).to(weight.dtype)
    return Parameter(fused, trained[0]), Parameter(
        moved.to(start.dtype if bias is not None else weight.dtype), trained[1]
    )
