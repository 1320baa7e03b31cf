"""The `ctx` of the methods of a `Function`: what they save, mark and keep."""

from typing import TYPE_CHECKING, Any
from weakref import ref

from ...runtime.graph.node import NodeMethods
from ...runtime.tensors.tensor import Tensor

if TYPE_CHECKING:
    from ...node_methods.saved_tensor import SavedTensor
    from .node import FunctionNode

_OF_NODES = frozenset(("apply", "name", "release_variables", "will_release_variables"))


class FunctionCtx:
    """First argument of the methods of a `Function`.

    It is ``y.grad_fn``: what users see of the node. Attributes may be set on it at will, also those with names that
    the engine uses, such as ``ctx.shape`` or ``ctx.target``; they are there again in `backward`. It refers to its node,
    and the node to the attributes and, weakly, to it: there is no reference cycle, and no second one while somebody
    has it.
    """

    __slots__ = ("__dict__", "__weakref__", "_node")

    if TYPE_CHECKING:
        needs_input_grad: tuple[bool, ...]

    def __init__(self, node: "FunctionNode") -> None:
        self._node = node
        node.ctx = ref(self)
        attributes = node.attributes
        if attributes is None:
            attributes = node.attributes = {}
        self.__dict__ = attributes

    def save_for_backward(self, *tensors: Tensor | None) -> None:
        """Keep inputs, outputs and intermediate tensors for `backward`; None keeps its place."""
        self._node.to_save = self._tensors("save_for_backward", tensors, True)

    def save_for_forward(self, *tensors: Tensor | None) -> None:
        """Keep tensors for `jvp`."""
        self._node.forward_saved = self._tensors("save_for_forward", tensors, True)

    def mark_dirty(self, *tensors: Tensor) -> None:
        """Tell that `forward` wrote into these inputs; it has to return them."""
        self._node.dirty = self._tensors("mark_dirty", tensors)

    def mark_non_differentiable(self, *tensors: Tensor) -> None:
        """Tell that no gradient flows through these outputs."""
        self._node.non_differentiable = self._tensors("mark_non_differentiable", tensors)

    def set_materialize_grads(self, value: bool) -> None:
        """Give `backward` and `jvp` None instead of zeros where there is no gradient or tangent."""
        self._node.materialize = bool(value)

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What was saved for the method that runs; raises when it was freed, or changed since."""
        return self._node.saved_tensors

    @property
    def _raw_saved_tensors(self) -> "tuple[SavedTensor, ...]":
        return self._node._raw_saved_tensors

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """The class of the node, so that it is an instance of `Node`."""
        return type(self._node)

    def __call__(self, *grads: Tensor | None) -> Any:
        """Return the gradients of the arguments for given gradients of the outputs; see `Node.__call__`."""
        return self._node(*grads)

    def __repr__(self) -> str:
        return repr(self._node)

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._node.__reduce_ex__(protocol)

    def __getattr__(self, name: str) -> Any:
        """Return a method of the node, or what it tells."""
        if name == "needs_input_grad":
            return self._node.needs_of_inputs()
        if name in _OF_NODES or (not name.startswith("__") and hasattr(NodeMethods, name)):
            return getattr(self._node, name)
        raise AttributeError(f"the ctx of {self._node.function.__name__} has no attribute {name!r}")

    def _tensors(self, method: str, values: tuple[Any, ...], optional: bool = False) -> tuple[Any, ...]:
        for index, value in enumerate(values):
            if not isinstance(value, Tensor) and not (optional and value is None):
                expected = "Tensors or None" if optional else "Tensors"
                raise TypeError(
                    f"{self._node.function.__name__}: ctx.{method} expects {expected}, got {type(value).__name__} as "
                    f"argument {index}; keep other values as attributes of ctx"
                )
        return values
