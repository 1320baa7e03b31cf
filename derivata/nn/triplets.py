"""The loss of triplets with a distance that users give."""

from __future__ import annotations

from collections.abc import Callable

from ..arrays.losses.margins import check_triplets
from ..generated.ops import _hinge, _reduce_loss, minimum, vector_norm
from ..runtime.tensors.tensor import Tensor


def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    *,
    distance_function: Callable[[Tensor, Tensor], Tensor] | None = None,
    margin: float = 1.0,
    swap: bool = False,
    reduction: str = "mean",
) -> Tensor:
    """Return ``max(0, d(anchor, positive) - d(anchor, negative) + margin)``.

    Parameters
    ----------
    anchor, positive, negative : Tensor
        What the distance takes.
    distance_function : callable, optional
        Takes two tensors and returns their distances; the Euclidean distance over the last dimension if not given.
    margin : float
        How much farther away the negative should be.
    swap : bool
        Whether the distance between positive and negative counts if it is smaller.
    reduction : {"mean", "sum", "none"}
        How to reduce the losses.

    Returns
    -------
    Tensor

    Raises
    ------
    ValueError
        If the margin is not positive.
    RuntimeError
        If the tensors differ in their number of dimensions.

    Examples
    --------
    >>> a, p, n = dv.zeros(1, 2), dv.zeros(1, 2), dv.full((1, 2), 0.25)
    >>> def manhattan(x, y):
    ...     return (x - y).abs().sum(-1)
    >>> nn.functional.triplet_margin_with_distance_loss(a, p, n, distance_function=manhattan)
    tensor(0.5)
    """
    known = check_triplets(
        "triplet_margin_with_distance_loss", anchor.ndim, positive.ndim, negative.ndim, margin, reduction
    )
    distance = _euclidean if distance_function is None else distance_function
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = minimum(far, distance(positive, negative))
    return _reduce_loss(_hinge(margin + near - far), known)


def _euclidean(first: Tensor, second: Tensor) -> Tensor:
    return vector_norm(first - second + 1e-6, 2, (-1,))
