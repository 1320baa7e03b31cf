"""Convolutions and pools: samples are more images, or, where their weights differ, groups of channels."""

from __future__ import annotations

from typing import Any

from ...generated import ops
from ...runtime.tensors.tensor import Tensor
from .call import Call


def images(call: Call) -> Any:
    """Take all images of all samples at once: the last three dimensions are those of one; in columns, two."""
    own = 2 if call.op == "_fold_images" else 3
    changed: dict[str, Any] = {}
    for name, value in call.arguments.items():
        if isinstance(value, Tensor):
            count = call.size * (value.shape[0] if len(value.shape) > own else 1)
            changed[name] = ops.reshape(call.whole(value), (count, *value.shape[-own:]))
        elif name == "input_shape":
            changed[name] = (call.size * (value[0] if len(value) > own else 1), *value[-own:])
    return call.run(**changed)


def merged(call: Call) -> Any:
    """Take the first dimensions of all samples as one: that of the images."""
    tensors = {name: value for name, value in call.arguments.items() if isinstance(value, Tensor)}
    rows = {
        name: ops.reshape(call.whole(value), (call.size * value.shape[0], *value.shape[1:]))
        for name, value in tensors.items()
    }
    return call.run(**rows)


def convolution(call: Call) -> Any:
    """Convolve more images, or, with weights for each sample, each group of channels with its own."""
    tensor, weight, bias = (call.arguments[name] for name in ("input", "weight", "bias"))
    single = len(tensor.shape) < len(weight.shape)
    count, channels, *size = (1, *tensor.shape) if single else tensor.shape
    if not (call.is_batched(weight) or call.is_batched(bias)):
        return call.run(input=ops.reshape(call.whole(tensor), (call.size * count, channels, *size)))
    weights = ops.reshape(call.whole(weight), (call.size * weight.shape[0], *weight.shape[1:]))
    biases = None if bias is None else ops.reshape(call.whole(bias), (-1,))
    groups = call.size * call.arguments["groups"]
    result = call.run(input=_channels(call, tensor, single), weight=weights, bias=biases, groups=groups)
    if single:
        return result
    return ops.transpose(ops.reshape(result, (count, call.size, *call.outs[0].shape[1:])), 0, 1)


def _channels(call: Call, tensor: Any, single: bool) -> Any:
    """Return images with the channels of all samples."""
    count, channels, *size = (1, *tensor.shape) if single else tensor.shape
    whole = call.whole(tensor) if single else ops.transpose(call.whole(tensor), 0, 1)
    return ops.reshape(whole, (count, call.size * channels, *size))


def convolution_input(call: Call) -> Any:
    """Give each sample's images their gradients: as more images, or, with weights for each sample, as channels."""
    grad, weight, shape = (call.arguments[name] for name in ("output_grad", "weight", "input_shape"))
    single = len(grad.shape) < len(weight.shape)
    count, channels, *size = (1, *shape) if single else shape
    if not call.is_batched(weight):
        rows = ops.reshape(call.whole(grad), (call.size * count, *grad.shape[1 - len(weight.shape) :]))
        return call.run(output_grad=rows, input_shape=(call.size * count, channels, *size))
    result = call.run(
        output_grad=_channels(call, grad, single),
        weight=ops.reshape(call.whole(weight), (call.size * weight.shape[0], *weight.shape[1:])),
        input_shape=(count, call.size * channels, *size),
        groups=call.size * call.arguments["groups"],
    )
    return ops.transpose(ops.reshape(result, (count, call.size, channels, *size)), 0, 1)


def convolution_weight(call: Call) -> Any:
    """Give each sample's weights their gradients: those of groups of channels."""
    grad, tensor, shape = (call.arguments[name] for name in ("output_grad", "input", "weight_shape"))
    single = len(grad.shape) < len(shape)
    return call.run(
        output_grad=_channels(call, grad, single),
        input=_channels(call, tensor, single),
        weight_shape=(call.size * shape[0], *shape[1:]),
        groups=call.size * call.arguments["groups"],
    )


RULES = {
    "images": images,
    "merged": merged,
    "convolution": convolution,
    "convolution_input": convolution_input,
    "convolution_weight": convolution_weight,
}
