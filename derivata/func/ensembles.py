"""Many modules of one kind as one, over whose parameters `vmap` maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..generated import ops
from ..nn.module import Module
from ..runtime.tensors.tensor import Tensor

State = dict[str, Tensor]


def stack_module_state(models: Sequence[Module]) -> tuple[State, State]:
    """Stack the parameters of several modules of one kind along a new first dimension, and their buffers.

    Parameters
    ----------
    models : sequence of Module
        All of one class and one mode, training or evaluation, with tensors of the same shapes.

    Returns
    -------
    params : dict of str to Tensor
        Leaves: copies of the parameters, which require grad where these do.
    buffers : dict of str to Tensor

    Raises
    ------
    RuntimeError
        If there are no models, or they differ in class, mode, or in which parameters require grad.

    Examples
    --------
    >>> import derivata as dv
    >>> models = [dv.nn.Linear(3, 2) for _ in range(4)]
    >>> params, buffers = dv.func.stack_module_state(models)
    >>> def call(params, buffers, x):
    ...     return dv.func.functional_call(models[0], (params, buffers), x)
    >>> dv.func.vmap(call, in_dims=(0, 0, None))(params, buffers, dv.ones(5, 3)).shape
    (4, 5, 2)
    """
    if not models:
        raise RuntimeError("stack_module_state: expected at least one model, got 0")
    if len({type(model) for model in models}) > 1:
        kinds = sorted({type(model).__name__ for model in models})
        raise RuntimeError(
            f"stack_module_state: expected all models to be of the same class, got {', '.join(kinds)}"
        )
    if len({model.training for model in models}) > 1:
        raise RuntimeError(
            "stack_module_state: expected all models to have the same training/eval mode, got both; call .train() or "
            ".eval() of each"
        )
    params = _stacked([dict(model.named_parameters()) for model in models])
    return params, _stacked([dict(model.named_buffers()) for model in models])


def _stacked(states: Sequence[Mapping[str, Tensor]]) -> State:
    return {name: _leaf(name, [state[name] for state in states]) for name in states[0]}


def _leaf(name: str, tensors: Iterable[Tensor]) -> Tensor:
    tensors = list(tensors)
    kinds = {tensor.requires_grad for tensor in tensors}
    if len(kinds) > 1:
        raise RuntimeError(
            f"stack_module_state: expected {name} to require grad in all models or in none, got both; call "
            ".requires_grad_() of each"
        )
    return ops.stack([tensor.detach() for tensor in tensors]).requires_grad_(kinds.pop())
