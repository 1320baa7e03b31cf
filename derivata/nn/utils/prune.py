"""Pruning: parameters whose smallest, or random, elements or channels are held at zero by a mask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypeVar

from ...runtime.tensors.tensor import Tensor
from ...support.missing_names import only_these
from ...top_level.factories import ones_like
from ..module import Module
from .gradients import parameters_to_vector
from .pruning_methods import (
    BasePruningMethod,
    CustomFromMask,
    Identity,
    L1Unstructured,
    LnStructured,
    PruningContainer,
    RandomStructured,
    RandomUnstructured,
    hook_of,
)

__all__ = [
    "BasePruningMethod",
    "CustomFromMask",
    "Identity",
    "L1Unstructured",
    "LnStructured",
    "PruningContainer",
    "RandomStructured",
    "RandomUnstructured",
    "custom_from_mask",
    "global_unstructured",
    "identity",
    "is_pruned",
    "l1_unstructured",
    "ln_structured",
    "random_structured",
    "random_unstructured",
    "remove",
]

M = TypeVar("M", bound=Module)


def identity(module: M, name: str) -> M:
    """Give a parameter a mask of ones.

    Parameters
    ----------
    module : Module
        The module that has the parameter.
    name : str
        The parameter. It becomes a plain tensor, ``<name>_orig * <name>_mask``, computed before each `forward`.

    Returns
    -------
    Module
        The module itself.
    """
    Identity.apply(module, name)
    return module


def random_unstructured(module: M, name: str, amount: float) -> M:
    """Prune elements at random.

    Parameters
    ----------
    module, name
        As of `identity`.
    amount : int or float
        How many elements of those that are left; a float from 0 to 1 is the part of them.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    TypeError, ValueError
        If `amount` is no number, or out of range.
    """
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module: M, name: str, amount: float, importance_scores: Tensor | None = None) -> M:
    """Prune the elements of least magnitude.

    Parameters
    ----------
    module, name, amount
        As of `random_unstructured`.
    importance_scores : Tensor, optional
        Of the shape of the parameter, whose magnitudes count instead.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    TypeError, ValueError
        If `amount` is no number, or out of range, or the scores have another shape.

    Examples
    --------
    >>> layer = nn.Linear(2, 2)
    >>> with dv.no_grad():
    ...     _ = layer.weight.copy_(dv.tensor([[0.1, -3.0], [2.0, 0.2]]))
    >>> prune = nn.utils.prune
    >>> prune.l1_unstructured(layer, "weight", amount=0.5).weight.tolist()
    [[0.0, -3.0], [2.0, 0.0]]
    >>> sorted(layer.state_dict())
    ['bias', 'weight_mask', 'weight_orig']
    >>> prune.remove(layer, "weight").weight
    Parameter containing:
    tensor([[ 0., -3.],
            [ 2.,  0.]], requires_grad=True)
    """
    L1Unstructured.apply(module, name, amount, importance_scores=importance_scores)
    return module


def random_structured(module: M, name: str, amount: float, dim: int) -> M:
    """Prune channels at random.

    Parameters
    ----------
    module, name
        As of `identity`.
    amount : int or float
        How many channels of those that are left; a float from 0 to 1 is the part of them.
    dim : int
        The dimension whose indices are the channels.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    TypeError, ValueError, IndexError
        If `amount` is no number, or out of range, or the parameter has one dimension, or not this one.
    """
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(
    module: M, name: str, amount: float, n: Any, dim: int, importance_scores: Tensor | None = None
) -> M:
    """Prune the channels of the least norms.

    Parameters
    ----------
    module, name, amount, dim
        As of `random_structured`.
    n : int, float, inf, -inf, "fro" or "nuc"
        Which norm, as of `derivata.norm`.
    importance_scores : Tensor, optional
        Of the shape of the parameter, whose norms count instead.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    TypeError, ValueError, IndexError
        As of `random_structured`, or if the scores have another shape.
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def custom_from_mask(module: M, name: str, mask: Tensor) -> M:
    """Prune the elements where a mask is zero.

    Parameters
    ----------
    module, name
        As of `identity`.
    mask : Tensor
        Ones and zeros, of the shape of the parameter.

    Returns
    -------
    Module
        The module itself.
    """
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(
    parameters: Iterable[tuple[Module, str]],
    pruning_method: type[BasePruningMethod],
    importance_scores: dict[tuple[Module, str], Tensor] | None = None,
    **kwargs: Any,
) -> None:
    """Prune elements of several parameters as if these were one.

    Parameters
    ----------
    parameters : iterable of (module, name)
        The parameters.
    pruning_method : class
        One whose `PRUNING_TYPE` is "unstructured", such as `L1Unstructured`.
    importance_scores : dict, optional
        Scores that count instead of a parameter, by (module, name).
    **kwargs
        Arguments of the class: ``amount=0.2``.

    Raises
    ------
    TypeError
        If the parameters are no iterable, or the method is none of elements.

    Examples
    --------
    >>> model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
    >>> prune = nn.utils.prune
    >>> weights = [(layer, "weight") for layer in model]
    >>> prune.global_unstructured(weights, prune.L1Unstructured, amount=6)
    >>> sum(int((layer.weight == 0).sum()) for layer in model)
    6
    """
    if not isinstance(parameters, Iterable):
        raise TypeError(
            "global_unstructured: expected parameters to be a list of (module, name), got "
            f"{type(parameters).__name__}; put one pair into a list"
        )
    pairs = list(parameters)
    scores = importance_scores or {}
    if not isinstance(scores, dict):
        raise TypeError(
            "global_unstructured: expected importance_scores to be a dict of tensors by (module, name), got "
            f"{type(scores).__name__}"
        )
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(
            'global_unstructured: Only "unstructured" PRUNING_TYPE supported for the pruning_method, got '
            f"{pruning_method.__name__} of {method.PRUNING_TYPE!r}; prune channels of one parameter after the other"
        )
    tensors: list[Tensor] = [getattr(module, name) for module, name in pairs]
    masks = [getattr(module, f"{name}_mask", None) for module, name in pairs]
    kept = [ones_like(t.detach()) if m is None else m for t, m in zip(tensors, masks, strict=True)]
    judged = [scores.get(pair, t) for pair, t in zip(pairs, tensors, strict=True)]
    method._tensor_name = "vector"
    container = PruningContainer(method)
    vectors = [parameters_to_vector([t.detach() for t in group]) for group in (judged, kept)]
    mask = container.compute_mask(*vectors)
    parts = mask.split([t.numel() for t in tensors])
    for (module, name), t, part in zip(pairs, tensors, parts, strict=True):
        custom_from_mask(module, name, part.view_as(t))


def remove(module: M, name: str) -> M:
    """Let a parameter be an ordinary one again, with the zeros that it has.

    Raises
    ------
    ValueError
        If the parameter is not pruned.
    """
    key = hook_of(module, name)
    if key is None:
        raise ValueError(
            f"remove: Parameter {name!r} of {type(module).__name__} has to be pruned before pruning can be removed"
        )
    module._forward_pre_hooks.pop(key).remove(module)  # type: ignore[attr-defined]
    return module


def is_pruned(module: Module) -> bool:
    """Tell whether a parameter of a module, or of one in it, is pruned."""
    return any(
        isinstance(hook, BasePruningMethod)
        for submodule in module.modules()
        for hook in submodule._forward_pre_hooks.values()
    )


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
