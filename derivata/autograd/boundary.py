"""The boundary of a transform: inputs of its own on the way in, results freed from them on the way out.

A transform differentiates with respect to fresh tensors, never to the ones that it was given: the function may have
captured those as well, and what it captures is a constant of the transform.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..runtime.forward_mode.dual_level import current_level
from ..runtime.forward_mode.tangents import set_tangent, tangent_of
from ..runtime.graph.accumulate_grad import AccumulateGrad
from ..runtime.graph.node import Node
from ..runtime.graph.tensor_base import wrap
from ..runtime.modes.batching import batch_levels
from ..runtime.modes.grad_mode import GradMode, recording
from ..runtime.tensors.tensor import Tensor
from ..support.weak_collections import WeakSet
from .calls import grad

if TYPE_CHECKING:
    from ..batching.boundary import Samples


_ended: WeakSet[Node] = WeakSet()
"""The inputs of transforms whose function has returned: nobody can differentiate by them any more."""


class NoSamples:
    """Stands for `derivata.batching.boundary.Samples` where no `vmap` is running."""

    sizes: tuple[int, ...] = ()

    def whole(self, tensor: Any) -> Any:
        """Return the tensor."""
        return tensor

    def wholes(self, tensors: Iterable[Any]) -> list[Any]:
        """Return the tensors."""
        return list(tensors)

    one, ones = whole, wholes


def samples() -> "Samples | NoSamples":
    """Return the converter between tensors of one sample and of all samples for the running `vmap` levels."""
    if not batch_levels():
        return NoSamples()
    from ..batching.boundary import Samples

    return Samples()


def new_input(tensor: Tensor, attached: bool) -> Tensor:
    """Return a new tensor on the same memory (of an inference tensor, a copy) that requires grad.

    Attached, it is computed from the given tensor if that requires grad, so that gradients can go further. A tangent
    is kept in either case: the transform may run inside a dual level.
    """
    if attached and tensor.requires_grad:
        with GradMode(True):
            return tensor.view_as(tensor)
    tangent = tangent_of(tensor)
    return _cut(tensor, tangent if attached or tangent is None else tangent.detach()).requires_grad_()


def end(own: Iterable[Tensor]) -> None:
    """Say that a transform's own inputs are no longer in anybody's hands but its own."""
    _ended.update(tensor._edge for tensor in own if isinstance(tensor._edge, AccumulateGrad))


def normal(tensor: Tensor) -> Tensor:
    """Return the tensor itself, or a copy of an inference tensor, which recorded ops could not save."""
    return tensor.clone() if tensor.is_inference() else tensor


def _cut(tensor: Tensor, tangent: Tensor | None) -> Tensor:
    """Return a new tensor with the same values, without history but with a tangent."""
    plain = normal(tensor).detach()
    if tangent is not None:
        set_tangent(plain, tangent)
    return plain


def zeros_like(tensor: Tensor) -> Tensor:
    """Return zeros without history."""
    return wrap(np.zeros(tensor.shape, tensor.dtype))


def or_zeros(tensor: Tensor | None, like: Tensor) -> Tensor:
    """Return the tensor, zeros in place of None."""
    return zeros_like(like) if tensor is None else tensor


def one_for(caller: str, output: Tensor) -> Tensor:
    """Return the implicit gradient of a one-element output: a tensor of one 1."""
    check_real(caller, output)
    return wrap(np.ones(output.shape, output.dtype))


def check_real(caller: str, output: Tensor) -> None:
    """Refuse complex outputs, for which no implicit gradient is defined."""
    if output.dtype.kind == "c":
        raise RuntimeError(
            f"{caller}: grad can be implicitly created only for real scalar outputs but got {output.dtype}; make the "
            "output real, with .real or .abs()"
        )


def inside_dual_level() -> bool:
    """Tell whether a dual level is open, so that tensors may carry tangents through a backward pass."""
    return current_level() is not None


def reaching_others(tensors: Iterable[Tensor], own: Iterable[Tensor]) -> set[Node]:
    """Return the nodes that lead to a leaf other than a transform's own inputs."""
    ours = {tensor._edge for tensor in own if isinstance(tensor._edge, AccumulateGrad)}
    seen: set[Node] = set()
    pending = [tensor._edge for tensor in tensors]
    while pending:
        node = pending.pop()
        if node is not None and node not in seen and node not in ours:
            seen.add(node)
            pending.extend(node.edges())
    reaching: set[Node] = {node for node in seen if isinstance(node, AccumulateGrad) and node not in _ended}
    if reaching:
        # Oldest first: an edge is decided before its users
        for node in sorted(seen, key=lambda node: -node.seq):
            if any(edge in reaching for edge in node.edges()):
                reaching.add(node)
    return reaching


def with_tangents(tensors: Iterable[Tensor | None]) -> list[Tensor]:
    """Return tensors and the tangents that they carry."""
    present = [tensor for tensor in tensors if tensor is not None]
    return [*present, *[tangent for tensor in present if (tangent := tangent_of(tensor)) is not None]]


def depends_on_others(tensors: Iterable[Tensor], own: Iterable[Tensor]) -> bool:
    """Tell whether tensors or their tangents could be differentiated by anything outside of a transform."""
    return bool(reaching_others(with_tangents(tensors), own))


def gradients(
    outputs: Sequence[Tensor | None],
    inputs: Sequence[Tensor],
    grad_outputs: Sequence[Tensor | None],
    *,
    create_graph: bool = False,
    retain_graph: bool | None = None,
) -> list[Tensor | None]:
    """Return the gradient of each input; None means zero, in the arguments as well as in the result."""
    pairs = [
        (output, vector)
        for output, vector in zip(outputs, grad_outputs, strict=True)
        if output is not None and vector is not None and output.requires_grad
    ]
    if not pairs or not inputs:
        return [None] * len(inputs)
    roots, vectors = zip(*pairs, strict=True)
    return list(
        grad(roots, inputs, vectors, retain_graph=retain_graph, create_graph=create_graph, allow_unused=True)
    )


def freed(tensors: Sequence[Tensor], own: Iterable[Tensor]) -> list[Tensor]:
    """Detach results, and their tangents, whose history leads only to a transform's own inputs."""
    reaching = reaching_others(with_tangents(tensors), own) if recording() else set()
    return [_freed(tensor, reaching) for tensor in tensors]


def _freed(tensor: Tensor, reaching: set[Node]) -> Tensor:
    if tensor._edge is None or tensor._edge in reaching:
        return tensor
    tangent = tangent_of(tensor)
    return _cut(tensor, None if tangent is None else _freed(tangent, reaching))
