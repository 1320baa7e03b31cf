"""Weights that stay orthogonal, of norms that are learned apart from directions, or of spectral norm one."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ...runtime.tensors.tensor import Tensor
from ...support.missing_names import only_these
from .. import functional as F
from ..module import Module
from . import parametrize
from .norms import as_matrix, norm_except, normal_unit, output_dimension, place_of, power_iteration, weight_of
from .orthogonality import MAPS, _Orthogonal

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]

M = TypeVar("M", bound=Module)


def _tensor_of(function: str, module: Module, name: str) -> Tensor:
    found = getattr(module, name, None)
    if not isinstance(found, Tensor):
        raise ValueError(
            f"{function}: expected the name of a parameter or buffer of {type(module).__name__}, got {name!r}"
        )
    return found


def orthogonal(
    module: M, name: str = "weight", orthogonal_map: str | None = None, *, use_trivialization: bool = True
) -> M:
    """Let a weight be a matrix, or a stack of matrices, with orthonormal columns (rows, if there are fewer of these).

    Parameters
    ----------
    module : Module
        The module that has the weight.
    name : str
        The weight. It starts as it is, if it is orthogonal, else as the orthogonal factor of its QR decomposition.
    orthogonal_map : {"matrix_exp", "cayley", "householder"}, optional
        How the original becomes orthogonal; "matrix_exp" for square and complex matrices, else "householder", if not
        given.
    use_trivialization : bool
        Whether the value is a constant matrix, `base`, times what is learned, which converges faster.

    Returns
    -------
    Module
        The module itself, parametrized; see `parametrize.register_parametrization`.

    Raises
    ------
    ValueError
        If there is no such weight, it is no matrix, the map is another, or "householder" of complex numbers.

    Examples
    --------
    >>> layer = nn.utils.parametrizations.orthogonal(nn.Linear(3, 3))
    >>> bool(dv.allclose(layer.weight @ layer.weight.mT, dv.eye(3), atol=1e-5))
    True
    """
    weight = _tensor_of("orthogonal", module, name)
    if weight.ndim < 2:
        raise ValueError(f"orthogonal: Expected a matrix or batch of matrices, got shape {weight.shape}")
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1]
        orthogonal_map = "matrix_exp" if square or weight.is_complex() else "householder"
    if orthogonal_map not in MAPS:
        raise ValueError(
            'orthogonal: orthogonal_map has to be one of "matrix_exp", "cayley", "householder", got '
            f"{orthogonal_map!r}"
        )
    mapping = _Orthogonal(weight, orthogonal_map, use_trivialization=use_trivialization)
    parametrize.register_parametrization(module, name, mapping, unsafe=True)
    return module


class _WeightNorm(Module):
    """Return a weight of its norms and directions."""

    def __init__(self, dim: int | None = 0) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Tensor, weight_v: Tensor) -> Tensor:
        """Return ``g * v / norm(v)``."""
        return weight_of(weight_g, weight_v, self.dim)

    def right_inverse(self, weight: Tensor) -> tuple[Tensor, Tensor]:
        """Return norms and directions."""
        return norm_except(weight, self.dim), weight


def weight_norm(module: M, name: str = "weight", dim: int | None = 0) -> M:
    """Learn the norms of a weight apart from its directions: ``w = g * v / norm(v)``.

    Parameters
    ----------
    module : Module
        The module that has the weight.
    name : str
        The weight: ``parametrizations.<name>.original0`` are its norms ``g``, ``original1`` its directions ``v``.
    dim : int or None
        The dimension along which each slice has its norm; None for one norm of all.

    Returns
    -------
    Module
        The module itself, parametrized; see `parametrize.register_parametrization`. It loads state dictionaries of
        the older `nn.utils.weight_norm`.

    Examples
    --------
    >>> layer = nn.utils.parametrizations.weight_norm(nn.Linear(3, 2))
    >>> {name: parameter.shape for name, parameter in layer.named_parameters()}
    {'bias': (2,), 'parametrizations.weight.original0': (2, 1), 'parametrizations.weight.original1': (2, 3)}
    """
    _tensor_of("weight_norm", module, name)
    parametrize.register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    module.register_load_state_dict_pre_hook(_RenameOlder(name))
    return module


class _RenameOlder:
    """Give norms and directions that `nn.utils.weight_norm` saved the names that they have now."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, module: Module, state: dict[str, object], prefix: str, *_: object) -> None:
        """Rename both, if both are there."""
        older = [f"{prefix}{self.name}_{letter}" for letter in "gv"]
        if all(key in state for key in older):
            for number, key in enumerate(older):
                state[f"{prefix}parametrizations.{self.name}.original{number}"] = state.pop(key)


class _SpectralNorm(Module):
    """Return a weight divided by its largest singular value, which two vectors estimate."""

    _u: Tensor
    _v: Tensor

    def __init__(self, weight: Tensor, n_power_iterations: int, dim: int, eps: float) -> None:
        super().__init__()
        self.dim = place_of("spectral_norm", weight, dim)
        if n_power_iterations <= 0:
            raise ValueError(
                f"spectral_norm: Expected n_power_iterations to be positive, but got {n_power_iterations=}"
            )
        self.n_power_iterations, self.eps = n_power_iterations, eps
        if weight.ndim > 1:
            matrix = as_matrix(weight.detach(), self.dim)
            self.register_buffer("_u", normal_unit(matrix, matrix.shape[0], eps))
            self.register_buffer("_v", normal_unit(matrix, matrix.shape[1], eps))
            power_iteration(matrix, self._u, self._v, 15, eps, left_first=True)

    def forward(self, weight: Tensor) -> Tensor:
        """Return the weight of norm one; in training the vectors come nearer."""
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = as_matrix(weight, self.dim)
        if self.training:
            power_iteration(
                matrix.detach(), self._u, self._v, self.n_power_iterations, self.eps, left_first=True
            )
        return weight / self._u.clone().vdot(matrix.mv(self._v.clone()))

    def right_inverse(self, value: Tensor) -> Tensor:
        """Return the value."""
        return value


def spectral_norm(
    module: M, name: str = "weight", n_power_iterations: int = 1, eps: float = 1e-12, dim: int | None = None
) -> M:
    """Let a weight be divided by its largest singular value, as a matrix with a row for each output.

    Parameters
    ----------
    module : Module
        The module that has the weight.
    name : str
        The weight.
    n_power_iterations : int
        Steps of the power method at each use in training.
    eps : float
        Lengths are at least this.
    dim : int, optional
        The dimension that counts the outputs: 0, or 1 for transposed convolutions, if not given.

    Returns
    -------
    Module
        The module itself, parametrized; see `parametrize.register_parametrization`.

    Examples
    --------
    >>> layer = nn.utils.parametrizations.spectral_norm(nn.Linear(3, 2))
    >>> 0.9 < dv.linalg.matrix_norm(layer.weight, 2).item() < 1.1
    True
    """
    weight = _tensor_of("spectral_norm", module, name)
    dim = output_dimension(module) if dim is None else dim
    parametrization = _SpectralNorm(weight, n_power_iterations, dim, eps)
    parametrize.register_parametrization(module, name, parametrization)
    return module


if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
