"""ParametrizationList: the parametrizations of one tensor, and the tensors that it is computed from."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from ...runtime.modes.grad_mode import no_grad
from ...runtime.tensors.tensor import Tensor
from ..module import Module
from ..modules.container import ModuleList
from ..parameter import Parameter


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor in order: ``module.parametrizations.<name>``.

    Parameters
    ----------
    modules : sequence of Module
        The parametrizations.
    original : Tensor
        The parameter or buffer as it was.
    unsafe : bool
        Whether they may change shape and dtype.

    Attributes
    ----------
    original : Tensor
        What the value is computed from; ``original0``, ``original1``, ... if `right_inverse` returned several.
    """

    unsafe: bool
    is_tensor: bool
    ntensors: int

    def __init__(self, modules: Sequence[Module], original: Tensor, unsafe: bool = False) -> None:
        if len(modules) == 0:
            raise ValueError("ParametrizationList: requires one or more modules, got none")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        new = self._inverse_or_same(original)
        if not isinstance(new, Tensor | Sequence):
            raise ValueError(
                "right_inverse: must return a Tensor or a Sequence of tensors (list, tuple...), got "
                f"{type(new).__name__}"
            )
        self.is_tensor = isinstance(new, Tensor)
        self.ntensors = 1 if isinstance(new, Tensor) else len(new)
        if isinstance(new, Tensor):
            if new.dtype != dtype:
                raise ValueError(
                    "right_inverse: When it outputs one tensor, it may not change the dtype, expected "
                    f"{dtype}, got {new.dtype}"
                )
            original.data = new.detach()
            register_original(self, "original", original)
        else:
            for number, tensor in enumerate(new):
                register_original(self, f"original{number}", _like(original, tensor, number))
        if not unsafe:
            check_result("parametrization", self(), shape, dtype)

    def _inverse_or_same(self, value: Any) -> Any:
        """Return what the parametrizations compute the value from, if they say so."""
        with no_grad():
            for module in reversed(list(self)):
                inverse = getattr(module, "right_inverse", None)
                if inverse is not None:
                    with suppress(NotImplementedError):
                        value = inverse(value)
        return value

    def right_inverse(self, value: Tensor) -> None:
        """Store what the parametrizations compute a value from.

        Raises
        ------
        RuntimeError
            If a parametrization has no `right_inverse`.
        ValueError
            If one returns other tensors than those that are there.
        """
        new: Any = value
        with no_grad():
            for module in reversed(list(self)):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(
                        f"parametrization {type(module).__name__} does not implement right_inverse: assign to "
                        "`original` instead"
                    )
                new = module.right_inverse(new)
        for name, tensor in self._by_name(new).items():
            getattr(self, name).data = tensor.detach()

    def _by_name(self, new: Any) -> dict[str, Tensor]:
        """Return what was computed by the name of the original that it replaces."""
        if not self.is_tensor and (not isinstance(new, Sequence) or len(new) != self.ntensors):
            got = len(new) if isinstance(new, Sequence) else type(new).__name__
            raise ValueError(
                f"right_inverse: must return a sequence of tensors of length {self.ntensors}, got {got}"
            )
        named = {"original": new} if self.is_tensor else {f"original{k}": one for k, one in enumerate(new)}
        for name, tensor in named.items():
            expected = getattr(self, name).dtype
            if not isinstance(tensor, Tensor) or tensor.dtype != expected:
                kind: Any = tensor.dtype if isinstance(tensor, Tensor) else type(tensor).__name__
                raise ValueError(
                    f"right_inverse: must return a tensor of dtype {expected} for `{name}`, got {kind}"
                )
        return named

    def forward(self) -> Tensor:
        """Compute the value."""
        names = ["original"] if self.is_tensor else [f"original{k}" for k in range(self.ntensors)]
        first, *others = list(self)
        value: Tensor = first(*[getattr(self, name) for name in names])
        for module in others:
            value = module(value)
        return value


def register_original(module: Module, name: str, tensor: Tensor) -> None:
    """Add a tensor as what it is, a parameter or a buffer."""
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _like(original: Tensor, tensor: object, number: int) -> Tensor:
    """Return a parameter if the original was one, with gradients if it had."""
    if not isinstance(tensor, Tensor):
        raise ValueError(
            "right_inverse: must return a Tensor or a Sequence of tensors (list, tuple...), got element "
            f"{number} of type {type(tensor).__name__}"
        )
    if isinstance(original, Parameter):
        return Parameter(tensor, original.requires_grad)
    return tensor.requires_grad_(original.requires_grad)


def check_result(what: str, value: object, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuse a value that cannot stand in the place of a tensor."""
    if not isinstance(value, Tensor):
        raise ValueError(f"{what}: must return a tensor, got {type(value).__name__}")
    if value.dtype != dtype:
        raise ValueError(
            f"{what}: may not change the dtype of the tensor, unless `unsafe` flag is enabled, expected {dtype}, got "
            f"{value.dtype}"
        )
    if value.shape != shape:
        raise ValueError(
            f"{what}: may not change the shape of the tensor, unless `unsafe` flag is enabled, expected {shape}, got "
            f"{value.shape}"
        )
