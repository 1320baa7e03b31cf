"""Gradients clipped before a step, and parameters as one vector."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ...generated.ops import cat, stack, vector_norm
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from ..parameter import is_shard

Tensors = Tensor | Iterable[Tensor]


def get_total_norm(tensors: Tensors, norm_type: float = 2.0, error_if_nonfinite: bool = False) -> Tensor:
    """Return the norm of all tensors as if they were one vector.

    Parameters
    ----------
    tensors : Tensor or iterable of Tensor
        Of floating-point or complex dtypes.
    norm_type : float
        Order of the norm; infinity is the largest absolute value.
    error_if_nonfinite : bool
        Raise an error instead of returning infinity or NaN.

    Returns
    -------
    Tensor
        A number; 0 for no tensors.

    Raises
    ------
    RuntimeError
        If the norm is not finite and this is an error.

    Examples
    --------
    >>> nn.utils.get_total_norm([dv.tensor([3.0]), dv.tensor([0.0, 4.0])])
    tensor(5.)
    """
    several = _listed(tensors)
    order = float(norm_type)
    if not several:
        return wrap(np.zeros((), np.float32))
    total = vector_norm(stack([vector_norm(tensor, order) for tensor in several]), order)
    if error_if_nonfinite and not np.isfinite(total.item()):
        raise RuntimeError(
            f"get_total_norm: The total norm of order {order} for gradients from `parameters` is non-finite, so it "
            "cannot be clipped; look for the op with detect_anomaly(), or set error_if_nonfinite=False"
        )
    return total


def clip_grads_with_norm_(parameters: Tensors, max_norm: float, total_norm: Tensor) -> None:
    """Scale the gradients of parameters in place by ``max_norm / total_norm``, if that is below one.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        Those without a gradient are left out.
    max_norm : float
        The largest norm that all gradients together shall have.
    total_norm : Tensor
        The norm that they have: see `get_total_norm`.
    """
    with no_grad():
        factor = (float(max_norm) / (total_norm + 1e-6)).clamp(max=1.0)
        for grad in _gradients(parameters):
            grad.mul_(factor)


def clip_grad_norm_(
    parameters: Tensors, max_norm: float, norm_type: float = 2.0, error_if_nonfinite: bool = False
) -> Tensor:
    """Scale the gradients of parameters in place so that their norm, taken together, is at most `max_norm`.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        Those without a gradient are left out. Of those that `fully_shard` has spread over ranks, all parts count: all
        ranks call this.
    max_norm : float
        The largest norm.
    norm_type : float
        Order of the norm; infinity is the largest absolute value.
    error_if_nonfinite : bool
        Raise an error when the norm is infinite or NaN.

    Returns
    -------
    Tensor
        The norm before.

    Raises
    ------
    RuntimeError
        If the norm is not finite and this is an error.

    Examples
    --------
    >>> x = dv.tensor([3.0, 4.0], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> nn.utils.clip_grad_norm_([x], 5.0)
    tensor(10.)
    >>> x.grad
    tensor([3., 4.])
    """
    several = _listed(parameters)
    with no_grad():
        if any(map(is_shard, several)):
            from ...distributed.fsdp.norms import total_norm

            total = total_norm(several, float(norm_type), error_if_nonfinite)
        else:
            total = get_total_norm(_gradients(several), norm_type, error_if_nonfinite)
    clip_grads_with_norm_(several, max_norm, total)
    return total


def clip_grad_value_(parameters: Tensors, clip_value: float) -> None:
    """Limit every number of the gradients of parameters to ``[-clip_value, clip_value]``, in place.

    Parameters
    ----------
    parameters : Tensor or iterable of Tensor
        Those without a gradient are left out.
    clip_value : float
        The largest absolute value.

    Examples
    --------
    >>> x = dv.tensor([3.0, -0.1], requires_grad=True)
    >>> (x * x).sum().backward()
    >>> nn.utils.clip_grad_value_(x, 1)
    >>> x.grad
    tensor([ 1. , -0.2])
    """
    with no_grad():
        for grad in _gradients(parameters):
            grad.clamp_(-float(clip_value), float(clip_value))


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """Return the elements of all parameters in one vector, through which gradients flow.

    Parameters
    ----------
    parameters : iterable of Tensor
        Of any shapes.

    Returns
    -------
    Tensor
        Of one dimension.

    Examples
    --------
    >>> nn.utils.parameters_to_vector(nn.Linear(2, 3).parameters()).shape
    (9,)
    """
    return cat([parameter.reshape(-1) for parameter in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Replace the data of parameters by parts of a vector, as `parameters_to_vector` has put them there.

    Parameters
    ----------
    vec : Tensor
        Of one dimension, with an element for each number of the parameters.
    parameters : iterable of Tensor
        Whose data is replaced by views of the vector.

    Raises
    ------
    TypeError
        If `vec` is no tensor.

    Examples
    --------
    >>> layer = nn.Linear(2, 1)
    >>> nn.utils.vector_to_parameters(dv.tensor([1.0, 2.0, 3.0]), layer.parameters())
    >>> layer.weight.tolist(), layer.bias.tolist()
    ([[1.0, 2.0]], [3.0])
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"vector_to_parameters: vec: expected a Tensor, got {type(vec).__name__}")
    start = 0
    for parameter in parameters:
        end = start + parameter.numel()
        parameter.data = vec[start:end].view(parameter.shape).data
        start = end


def _listed(tensors: Tensors) -> list[Tensor]:
    several = [tensors] if isinstance(tensors, Tensor) else list(tensors)
    for tensor in several:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"nn.utils: expected a Tensor or several, got {type(tensor).__name__} among them")
    return several


def _gradients(parameters: Tensors) -> list[Tensor]:
    """Return the gradients that there are."""
    return [grad for parameter in _listed(parameters) if (grad := parameter.grad) is not None]
