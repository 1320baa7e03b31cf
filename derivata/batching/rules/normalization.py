"""Normalization: weights that differ from sample to sample are applied afterwards."""

from __future__ import annotations

from typing import Any

from ...generated import ops
from .call import Call


def layer(call: Call) -> Any:
    """Normalize the last dimensions."""
    weight, bias = call.arguments.get("weight"), call.arguments.get("bias")
    whole = call.whole(call.arguments["input"])
    if not (call.is_batched(weight) or call.is_batched(bias)):
        return call.run(input=whole)
    without = {name: None for name in ("weight", "bias") if name in call.arguments}
    results = call.run(input=whole, **without)
    if isinstance(results, tuple):  # what statistics are is no matter of weights
        return [_scaled(call, results[0], weight, bias, ()), *results[1:]]
    return _scaled(call, results, weight, bias, ())


def group(call: Call) -> Any:
    """Normalize groups of channels: samples are more images."""
    tensor = call.arguments["input"]
    weight, bias = call.arguments["weight"], call.arguments["bias"]
    rows = ops.reshape(call.whole(tensor), (call.size * tensor.shape[0], *tensor.shape[1:]))
    if not (call.is_batched(weight) or call.is_batched(bias)):
        return call.run(input=rows)
    result = ops.reshape(call.run(input=rows, weight=None, bias=None), (call.size, *tensor.shape))
    return _scaled(call, result, weight, bias, (1,) * (len(tensor.shape) - 2))


def _scaled(call: Call, result: Any, weight: Any, bias: Any, behind: tuple[int, ...]) -> Any:
    """Multiply by weights and add biases, whose shapes get ones behind them."""
    ndim = len(call.outs[0].shape) - len(behind)
    for function, factor in ((ops.mul, weight), (ops.add, bias)):
        if factor is not None:
            whole = call.beside(factor, ndim)
            result = function(result, ops.reshape(whole, (*whole.shape, *behind)))
    return result


def batch(call: Call) -> Any:
    """Normalize channels: those of each sample are channels of their own."""
    tensor = call.arguments["input"]
    rows, channels, *rest = tensor.shape
    whole = ops.transpose(call.whole(tensor), 0, 1)
    changed: dict[str, Any] = {"input": ops.reshape(whole, (rows, call.size * channels, *rest))}
    for name in ("weight", "bias"):
        if call.arguments[name] is not None:
            changed[name] = ops.reshape(call.whole(call.arguments[name]), (call.size * channels,))
    result, *statistics = call.run(**changed)
    result = ops.transpose(ops.reshape(result, (rows, call.size, channels, *rest)), 0, 1)
    return [result, *[ops.reshape(statistic, (call.size, channels)) for statistic in statistics]]


RULES = {"layer": layer, "group": group, "batch": batch}
