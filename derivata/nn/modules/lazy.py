"""LazyModuleMixin: modules that learn the sizes of their parameters from the first batch."""

from __future__ import annotations

from typing import Any

from ..module import Module
from ..parameter import is_lazy


class LazyModuleMixin(Module):
    """Base of modules whose parameters have no shape until the first call.

    A subclass puts `UninitializedParameter` and `UninitializedBuffer` into its attributes, and gives them their shapes
    in `initialize_parameters`, which is called with the arguments of the first call. Then the module becomes one of
    the class `cls_to_become`. Parameters stay the objects that they are: an optimizer may hold them before.

    A state dictionary of a module that has seen a batch gives the parameters their shapes, too.
    """

    cls_to_become: type[Module] | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._initialize_hook = self.register_forward_pre_hook(type(self)._infer_parameters, with_kwargs=True)

    def initialize_parameters(self, *args: Any, **kwargs: Any) -> None:
        """Give the parameters their shapes and first values; every subclass defines it."""
        raise NotImplementedError(
            f"{type(self).__name__}: expected a method initialize_parameters(self, ...), got none; define it"
        )

    def has_uninitialized_params(self) -> bool:
        """Say whether a parameter or buffer of the module itself has no shape yet."""
        return any(is_lazy(value) for value in self.__dict__.values())

    def _infer_parameters(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Give parameters their shapes; be an ordinary module from now on."""
        self.initialize_parameters(*args, **kwargs)
        if self.has_uninitialized_params():
            raise RuntimeError(
                f"{type(self).__name__}: module has not been fully initialized; initialize_parameters must give every "
                "parameter and buffer its shape"
            )
        self._initialize_hook.remove()
        del self._initialize_hook
        if self.cls_to_become is not None:
            self.__class__ = self.cls_to_become  # type: ignore[assignment]
