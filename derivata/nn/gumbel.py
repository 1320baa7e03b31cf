"""Samples of categories that have gradients."""

from __future__ import annotations

from ..arrays.random import default_generator
from ..generated.ops import argmax, one_hot, softmax
from ..runtime.graph.node import Array
from ..runtime.graph.tensor_base import wrap
from ..runtime.tensors.tensor import Tensor
from ..support.samples import drawn


def gumbel_softmax(
    logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1
) -> Tensor:
    """Return samples of a relaxed categorical distribution, drawn from the global generator.

    Parameters
    ----------
    logits : Tensor
        Unnormalised logarithms of probabilities.
    tau : float
        Temperature: the lower, the closer the samples are to one-hot vectors.
    hard : bool
        Return one-hot vectors; the gradient is that of the relaxed samples.
    eps : float
        Has no effect, as in PyTorch.
    dim : int
        The dimension of the categories.

    Returns
    -------
    Tensor
        Of the shape of `logits`; sums to one along `dim`.

    Examples
    --------
    >>> sample = nn.functional.gumbel_softmax(dv.zeros(2, 3), hard=True)
    >>> sample.sum(-1).tolist()
    [1.0, 1.0]
    """
    dtype = logits.dtype

    def draw(shape: tuple[int, ...]) -> Array:
        return default_generator.exponential(shape, dtype)

    soft = softmax((logits - drawn(wrap(draw(logits.shape)), draw).log()) / tau, dim)
    if not hard:
        return soft
    chosen = one_hot(argmax(soft.detach(), dim), logits.shape[dim]).movedim(-1, dim)
    return chosen.to(soft.dtype) - soft.detach() + soft
