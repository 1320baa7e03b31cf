"""The node of an op written in Python: it is the `ctx` of the op's methods, and runs its backward."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from .grad_mode import set_grad_enabled
from .node import Buffers, Heap, MultiNode, Node, Port, next_seq
from .ownership import push
from .saved import raise_changed, raise_released
from .tensor import Tensor, wrap
from .versions import shared_counter, version_of

if TYPE_CHECKING:
    from .custom_function import Function


class FunctionNode(MultiNode):
    """The node of a `Function`, and the `ctx` of its methods: they may keep anything on it as attributes.

    Saved inputs are kept with their version, saved outputs as arrays (a tensor would refer to its node and so to
    itself). There are no slots: attributes are the user's.
    """

    function: ClassVar[type["Function"]]

    def __init__(self, inputs: Sequence[Any]) -> None:
        self.seq = next_seq()
        self.hooks = None
        self.shape = ()
        self.outputs = ()
        self.is_tensor = tuple([isinstance(value, Tensor) for value in inputs])
        self.needs_input_grad = tuple([isinstance(value, Tensor) and value.requires_grad for value in inputs])
        self.input_edges = tuple([value._edge if isinstance(value, Tensor) else None for value in inputs])
        self.materialize = True
        self.saved: list[tuple[Any, int, int]] | None = []  # value, version, output number or -1
        self.to_save: tuple[Any, ...] = ()
        self.forward_saved: tuple[Any, ...] = ()
        self.dirty: tuple[Tensor, ...] = ()
        self.non_differentiable: tuple[Tensor, ...] = ()

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep inputs, outputs and intermediate tensors for `backward`."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `jvp`."""
        self.forward_saved = tensors

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Tell that `forward` wrote into these inputs; it has to return them."""
        self.dirty = tensors

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Tell that no gradient flows through these outputs."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value: bool) -> None:
        """Give `backward` None instead of zeros for outputs without a gradient."""
        self.materialize = value

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What was saved; raises when it was freed, or changed since."""
        if self.saved is None:
            raise_released(self)
        return tuple([self._unpack(index, *entry) for index, entry in enumerate(self.saved)])

    def _unpack(self, index: int, value: Any, version: int, output: int) -> Any:
        if value is None:
            return None
        if version_of(value) != version:
            raise_changed(
                self, f"saved_tensors[{index}]", value.shape, value.dtype, version_of(value), version
            )
        if output < 0:
            return value
        relinked = wrap(value._array)
        relinked._edge = Port(self, output)
        return relinked

    def keep_saved(self, outputs: Sequence[Any]) -> None:
        """Take over what `save_for_backward` named, once it is known which of it are outputs."""
        self.saved = []
        for value in self.to_save:
            if value is not None and not isinstance(value, Tensor):
                raise TypeError(
                    f"{self.name()}: save_for_backward can only save Tensors or None, got {type(value).__name__}; "
                    "keep other values as attributes of ctx"
                )
            output = next((k for k, out in enumerate(outputs) if out is value and value is not None), -1)
            self.saved.append(_kept(value, output))
        self.to_save = ()

    def name(self) -> str:
        """Return the function's name with ``Backward`` behind it."""
        return f"{self.function.__name__}Backward"

    @property
    def op(self) -> str:  # type: ignore[override]
        """The function's name."""
        return self.function.__name__

    def edges(self) -> tuple[Node | None, ...]:
        """Return where the gradient of each argument goes; None for other values than tensors."""
        return self.input_edges

    def release(self) -> None:
        """Forget what was saved."""
        self.saved = None

    def apply(self, grad: Any, buffers: Buffers, heap: Heap, keep: bool, needed: set[Node] | None) -> None:
        """Run the user's backward on arrays in tensors, unrecorded."""
        with set_grad_enabled(False):
            grads = self._call_backward([None if part is None else wrap(part) for part in grad])
        for edge, result in zip(self.input_edges, grads, strict=True):
            if edge is not None and result is not None and (needed is None or edge in needed):
                push(buffers, heap, edge, result._array)
        if not keep:
            self.release()

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Run the user's backward in the present grad mode."""
        return self._call_backward(grad)

    def _call_backward(self, grads: Sequence[Tensor | None]) -> tuple[Tensor | None, ...]:
        if self.materialize:
            grads = [
                wrap(np.zeros(*output)) if part is None else part
                for part, output in zip(grads, self.outputs, strict=True)
            ]
        results = self.function.backward(self, *grads)
        results = results if isinstance(results, tuple) else (results,)
        expected = len(self.input_edges)
        if len(results) > expected and all(extra is None for extra in results[expected:]):
            results = results[:expected]
        if len(results) != expected:
            raise RuntimeError(
                f"{self.name()}: expected one gradient per argument of forward ({expected}), got {len(results)}; "
                "return None for arguments that are no tensors"
            )
        return tuple([self._checked(k, result) for k, result in enumerate(results)])

    def _checked(self, index: int, result: Any) -> Tensor | None:
        if result is None or self.input_edges[index] is None:
            return None
        if not isinstance(result, Tensor):
            got = type(result).__name__
            raise TypeError(f"{self.name()}: expected a Tensor or None as gradient {index}, got {got}")
        return result


def _kept(value: Tensor | None, output: int) -> tuple[Any, int, int]:
    """Return a saved value, its version and its output number; an output itself would refer back to the node."""
    if value is None:
        return None, 0, -1
    if output < 0:
        return value, version_of(value), output
    other = wrap(value._array)
    other._counter = shared_counter(value)
    return other, version_of(value), output
