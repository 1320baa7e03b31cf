"""One recorded evaluation of a function, to be differentiated any number of times."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ..autograd.boundary import (
    depends_on_others,
    end,
    freed,
    gradients,
    new_input,
    or_zeros,
    samples,
    with_tangents,
)
from ..autograd.double_backward import DoubleBackward
from ..batching.rows import only_ours, rows_at_once
from ..runtime.graph.tensor_base import wrap
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
        self._samples = samples()
        self._own = [new_input(t, attached) for t in self._samples.wholes(self.variables.tensors)]
        with enable_grad():
            results = self.call(self._samples.ones(self._own))
            self._results = self._samples.wholes(results)
        self.outputs = results[: self.call.count]

    @cached_property
    def _depends_on_others(self) -> bool:
        return depends_on_others(self._results, self._own)

    def results(self) -> tuple[Any, Any]:
        """Return what the function returned, and its auxiliary results, free of the variables."""
        tensors = self._samples.ones(freed(self._results, self._own))
        end(self._own)
        return self.call.structure.unflatten(tensors[: self.call.count]), self.call.auxiliary(tensors)

    def pull(
        self,
        cotangents: Sequence[Tensor | None],
        retain_graph: bool | None = None,
        create_graph: bool | None = None,
    ) -> list[Tensor]:
        """Return the gradient of each variable; recorded only if somebody could differentiate it."""
        grads = self.pull_or_none(cotangents, retain_graph, create_graph)
        return [or_zeros(grad, tensor) for grad, tensor in zip(grads, self.variables.tensors, strict=True)]

    def pull_or_none(
        self,
        cotangents: Sequence[Tensor | None],
        retain_graph: bool | None = None,
        create_graph: bool | None = None,
    ) -> list[Tensor | None]:
        """Return the same with None for variables that the outputs do not depend on."""
        cotangents = self._samples.wholes(cotangents)
        if create_graph is None:
            create_graph = self._is_differentiable(cotangents)
        outputs = self._results[: self.call.count]
        grads = gradients(
            outputs, self._own, cotangents, create_graph=create_graph, retain_graph=retain_graph
        )
        return self._samples.ones(grads)

    def push_or_none(self, tangents: Sequence[Tensor]) -> list[Tensor | None]:
        """Return the product of the Jacobian with tangents, None for outputs that depend on no variable.

        Two backward passes compute it: nothing but backward formulas is needed.
        """
        linear = DoubleBackward(self._results[: self.call.count], self._own)
        tangents = self._samples.wholes(tangents)
        products = linear.push(tangents, create_graph=self._is_differentiable(tangents))
        results = iter(freed([p for p in products if p is not None], [*self._own, *linear.starts]))
        return self._samples.ones([None if p is None else next(results) for p in products])

    def pull_rows(self, number: int, rows: Tensor) -> list[Tensor] | None:
        """Return the gradients of each variable for each row, all at once; None if that is not possible."""
        outputs = self._results[: self.call.count]
        if not only_ours(output._edge for output in outputs):
            return None
        sizes = self._samples.sizes
        shape = rows.shape[1:]
        rows = rows.reshape(rows.shape[0], *[1] * len(sizes), *shape).expand(rows.shape[0], *sizes, *shape)
        create_graph = self._is_differentiable([])

        def pull(vectors: list[Tensor | None]) -> list[Tensor | None]:
            return gradients(
                [outputs[number]], self._own, vectors, create_graph=create_graph, retain_graph=True
            )

        found = rows_at_once(pull, [rows], rows.shape[0])
        if found is None:
            return None
        tensors = [
            wrap(np.zeros((rows.shape[0], *own.shape), own.dtype)) if grad is None else grad
            for grad, own in zip(found, self._own, strict=True)
        ]
        return self._samples.ones([tensor.movedim(0, len(sizes)) for tensor in tensors])

    def _is_differentiable(self, cotangents: Sequence[Tensor | None]) -> bool:
        return recording() and (
            self._depends_on_others or any(c.requires_grad for c in with_tangents(cotangents))
        )

    def release(self, tensors: Sequence[Tensor]) -> list[Tensor]:
        """Return tensors without the history that leads to the variables."""
        return self._samples.ones(freed(self._samples.wholes(tensors), self._own))
