"""PyTorch's older form of spectral normalisation: a hook that computes the weight before each `forward`."""

from __future__ import annotations

from typing import Any, TypeVar

from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from ..module import Module
from ..parameter import Parameter
from .norms import as_matrix, normal_unit, output_dimension, place_of, power_iteration
from .weight_norm_hook import hooked, parameter_for

M = TypeVar("M", bound=Module)


class SpectralNorm:
    """The hook: it puts the weight divided by its largest singular value into an attribute of the module."""

    def __init__(self, name: str, n_power_iterations: int, dim: int, eps: float) -> None:
        if n_power_iterations <= 0:
            raise ValueError(
                f"spectral_norm: Expected n_power_iterations to be positive, but got {n_power_iterations=}"
            )
        self.name, self.n_power_iterations, self.dim, self.eps = name, n_power_iterations, dim, eps

    def compute_weight(self, module: Module, do_power_iteration: bool) -> Tensor:
        """Return the weight of a module."""
        weight, left, right = [getattr(module, f"{self.name}_{part}") for part in ("orig", "u", "v")]
        matrix = as_matrix(weight, self.dim)
        if do_power_iteration:
            steps = self.n_power_iterations
            power_iteration(matrix.detach(), left, right, steps, self.eps, left_first=False)
        return weight / left.clone().dot(matrix.mv(right.clone()))  # type: ignore[no-any-return]

    def __call__(self, module: Module, inputs: Any) -> None:
        """Set the weight of a module."""
        setattr(module, self.name, self.compute_weight(module, module.training))


def spectral_norm(
    module: M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> M:
    """Divide a weight by its largest singular value; `nn.utils.parametrizations.spectral_norm` is the newer form.

    Parameters
    ----------
    module : Module
        The module that has the weight.
    name : str
        The weight. It becomes a plain tensor, computed of the parameter ``<name>_orig`` and the buffers ``<name>_u``
        and ``<name>_v``.
    n_power_iterations : int
        Steps of the power method at each call in training.
    eps : float
        Lengths are at least this.
    dim : int, optional
        The dimension that counts the outputs: 0, or 1 for transposed convolutions, if not given.

    Returns
    -------
    Module
        The module itself.

    Examples
    --------
    >>> layer = nn.utils.spectral_norm(nn.Linear(3, 2))
    >>> list(layer.state_dict())
    ['bias', 'weight_orig', 'weight_u', 'weight_v']
    """
    weight = parameter_for("spectral_norm", module, SpectralNorm, name)
    dim = place_of("spectral_norm", weight, output_dimension(module) if dim is None else dim)
    hook = SpectralNorm(name, n_power_iterations, dim, eps)
    matrix = as_matrix(weight.detach(), dim)
    delattr(module, name)
    module.register_parameter(f"{name}_orig", weight)
    setattr(module, name, weight.detach())
    module.register_buffer(f"{name}_u", normal_unit(matrix, matrix.shape[0], eps))
    module.register_buffer(f"{name}_v", normal_unit(matrix, matrix.shape[1], eps))
    module.register_forward_pre_hook(hook)
    return module


def remove_spectral_norm(module: M, name: str = "weight") -> M:
    """Let a weight be an ordinary parameter again, with the value that it has.

    Raises
    ------
    ValueError
        If the weight has no spectral normalisation.
    """
    key = hooked(module, SpectralNorm, name)
    if key is None:
        raise ValueError(
            f"remove_spectral_norm: spectral_norm of {name!r} not found in {type(module).__name__}"
        )
    with no_grad():
        weight = module._forward_pre_hooks.pop(key).compute_weight(module, False)  # type: ignore[attr-defined]
    for attribute in (name, f"{name}_orig", f"{name}_u", f"{name}_v"):
        delattr(module, attribute)
    setattr(module, name, Parameter(weight.detach()))
    return module
