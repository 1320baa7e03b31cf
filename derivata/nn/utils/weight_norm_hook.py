"""PyTorch's older form of weight normalisation: a hook that computes the weight before each `forward`."""

from __future__ import annotations

import warnings
from typing import Any, TypeVar

from ...runtime.tensors.tensor import Tensor
from ..module import Module
from ..parameter import Parameter, is_lazy
from .norms import norm_except, weight_of

M = TypeVar("M", bound=Module)


class WeightNorm:
    """The hook: it puts ``g * v / norm(v)`` into an attribute of the module."""

    def __init__(self, name: str, dim: int) -> None:
        self.name, self.dim = name, dim

    def compute_weight(self, module: Module) -> Tensor:
        """Return the weight of a module."""
        return weight_of(getattr(module, f"{self.name}_g"), getattr(module, f"{self.name}_v"), self.dim)

    def __call__(self, module: Module, inputs: Any) -> None:
        """Set the weight of a module."""
        setattr(module, self.name, self.compute_weight(module))


def hooked(module: Module, kind: type, name: str) -> int | None:
    """Return the key of the hook of a kind for a weight."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, kind) and hook.name == name:  # type: ignore[attr-defined]
            return key
    return None


def parameter_for(function: str, module: Module, kind: type, name: str) -> Parameter:
    """Return the parameter that a hook will compute, if it can."""
    if hooked(module, kind, name) is not None:
        raise RuntimeError(f"{function}: Cannot register two {function} hooks on the same parameter {name!r}")
    parameter = module._parameters.get(name)
    if is_lazy(parameter):
        raise ValueError(
            f"{function}: The module can't have uninitialized parameters; call its `forward` with a first batch"
        )
    if parameter is None:
        raise ValueError(
            f"{function}: expected the name of a parameter of {type(module).__name__}, got {name!r}"
        )
    return parameter  # type: ignore[no-any-return]


def weight_norm(module: M, name: str = "weight", dim: int | None = 0) -> M:
    """Learn the norms of a weight apart from its directions; use `nn.utils.parametrizations.weight_norm`.

    Parameters
    ----------
    module : Module
        The module that has the weight.
    name : str
        The weight. It becomes a plain tensor, computed of the parameters ``<name>_g`` and ``<name>_v``.
    dim : int or None
        The dimension along which each slice has its norm; None for one norm of all.

    Returns
    -------
    Module
        The module itself.

    Warns
    -----
    FutureWarning
        As PyTorch does.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings(action="ignore"):
    ...     layer = nn.utils.weight_norm(nn.Linear(3, 2))
    >>> {name: parameter.shape for name, parameter in layer.named_parameters()}
    {'bias': (2,), 'weight_g': (2, 1), 'weight_v': (2, 3)}
    """
    warnings.warn(
        "`nn.utils.weight_norm` is deprecated in favor of `nn.utils.parametrizations.weight_norm`.",
        FutureWarning,
        stacklevel=2,
    )
    weight = parameter_for("weight_norm", module, WeightNorm, name)
    hook = WeightNorm(name, -1 if dim is None else dim)
    norms = norm_except(weight.detach(), hook.dim)
    delattr(module, name)
    module.register_parameter(f"{name}_g", Parameter(norms))
    module.register_parameter(f"{name}_v", Parameter(weight.detach()))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def remove_weight_norm(module: M, name: str = "weight") -> M:
    """Let a weight be an ordinary parameter again, with the value that it has.

    Raises
    ------
    ValueError
        If the weight has no weight normalisation.
    """
    key = hooked(module, WeightNorm, name)
    if key is None:
        raise ValueError(f"remove_weight_norm: weight_norm of {name!r} not found in {type(module).__name__}")
    weight = module._forward_pre_hooks.pop(key).compute_weight(module)  # type: ignore[attr-defined]
    for attribute in (name, f"{name}_g", f"{name}_v"):
        delattr(module, attribute)
    setattr(module, name, Parameter(weight.detach()))
    return module
