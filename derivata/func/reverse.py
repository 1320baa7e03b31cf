"""One evaluation of a function that is recorded, to be walked back any number of times."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..autograd.boundary import (
    depends_on_others,
    freed,
    fresh_input,
    gradients,
    or_zeros,
    with_tangents,
)
from ..runtime.modes.grad_mode import enable_grad, recording
from ..runtime.tensors.tensor import Tensor
from .argnums import Argnums
from .calls import Call, Variables


class Recorded:
    """A function evaluated on variables of its own.

    Attributes
    ----------
    outputs : list of Tensor
        With history down to the variables.
    """

    def __init__(
        self,
        caller: str,
        func: Callable[..., Any],
        args: Sequence[Any],
        argnums: Argnums | None,
        has_aux: bool,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        self.variables = Variables(caller, args, argnums)
        self.call = Call(caller, func, self.variables, has_aux, kwargs)
        attached = recording()
        self._own = [fresh_input(tensor, attached) for tensor in self.variables.tensors]
        with enable_grad():
            self._results = self.call(self._own)
        self.outputs = self._results[: self.call.count]
        self._depends_on_others = depends_on_others(self._results, self._own)

    def results(self) -> tuple[Any, Any]:
        """Return what the function returned, and its auxiliary results, free of the variables."""
        tensors = self.release(self._results)
        return self.call.structure.unflatten(tensors[: self.call.count]), self.call.auxiliary(tensors)

    def pull(
        self,
        cotangents: Sequence[Tensor | None],
        retain_graph: bool | None = None,
        create_graph: bool | None = None,
    ) -> list[Tensor]:
        """Return the gradient of each variable; recorded only if somebody could differentiate it."""
        if create_graph is None:
            create_graph = self._is_differentiable(cotangents)
        grads = gradients(
            self.outputs, self._own, cotangents, create_graph=create_graph, retain_graph=retain_graph
        )
        return [or_zeros(grad, tensor) for grad, tensor in zip(grads, self._own, strict=True)]

    def _is_differentiable(self, cotangents: Sequence[Tensor | None]) -> bool:
        return recording() and (
            self._depends_on_others or any(c.requires_grad for c in with_tangents(cotangents))
        )

    def release(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        """Return tensors without the history that leads to the variables."""
        return freed(tensors, self._own)
