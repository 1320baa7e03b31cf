"""The node of an op written in Python: it runs the op's backward."""

import weakref
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ...runtime.engine.hook_calls import untracked
from ...runtime.engine.nesting import call_nested
from ...runtime.graph.hooks import CALLS_USERS
from ...runtime.graph.node import Node, next_seq
from ...runtime.graph.ownership import NEVER, calibrate, is_held
from ...runtime.graph.port import MultiNode, Port
from ...runtime.graph.saved_errors import raise_released
from ...runtime.graph.tensor_base import wrap
from ...runtime.modes.grad_mode import call_unrecorded
from ...runtime.tensors.tensor import Tensor
from .arguments import argument_names
from .context import FunctionCtx
from .gradients import fitted
from .saved import Saved, keep, unpack

if TYPE_CHECKING:
    from ...node_methods.saved_tensor import SavedTensor
    from .function import Function


class FunctionNode(MultiNode):
    """The node of a `Function`; each has a subclass named after it.

    Graphs may have millions of these: what is the same for most nodes is shared (tuples), or not there (None).

    Attributes
    ----------
    attributes : dict, or None
        What the methods set on `ctx`. None while nobody could have set anything.
    ctx : weak reference, or None
        To the `ctx`, which is what users see of the node.
    arity : int
        The number of arguments of forward.
    positions, input_edges : tuple
        Which arguments are tensors, and where the gradient of each of these goes.
    saved : tuple of Saved, or None
        What backward needs; None once it was freed.
    differentiable : tuple of bool
        For each output, whether gradients come from it.
    """

    __slots__ = (
        "arity", "attributes", "cleared", "ctx", "differentiable", "dirty", "forward_saved", "input_edges",
        "materialize", "non_differentiable", "port_refs", "positions", "saved", "to_save",
    )  # fmt: skip

    of_user = True
    function: ClassVar[type["Function"]]
    ctx_class: ClassVar[type[FunctionCtx]] = FunctionCtx
    outputs: Any  # shape and dtype of each output, None for other values than tensors

    def __init__(self, inputs: Sequence[Any]) -> None:
        self.seq = next_seq()
        self.hooks = CALLS_USERS
        self.outputs = ()
        self.differentiable: tuple[bool, ...] = ()
        self.arity = len(inputs)
        self.positions = _shared(tuple([k for k, value in enumerate(inputs) if isinstance(value, Tensor)]))
        self.input_edges = tuple([inputs[k]._edge for k in self.positions])
        self.attributes: dict[str, Any] | None = None
        self.ctx: weakref.ref[FunctionCtx] | None = None
        self.materialize = True
        self.cleared = False
        self.saved: tuple[Saved, ...] | None = ()
        self.to_save: tuple[Tensor | None, ...] = ()
        self.forward_saved: tuple[Tensor | None, ...] | None = None
        self.dirty: tuple[Tensor, ...] = ()
        self.non_differentiable: tuple[Tensor, ...] = ()
        self.port_refs: tuple[weakref.ref[Port] | None, ...] = ()

    @property
    def shown(self) -> FunctionCtx:
        """The `ctx`: the one that somebody has, else a new one."""
        ctx = None if self.ctx is None else self.ctx()
        return self.ctx_class(self) if ctx is None else ctx

    def needs_of_inputs(self) -> tuple[bool, ...]:
        """Return for each argument whether its gradient is wanted; it follows from the edges, so it is not kept."""
        needs = [False] * self.arity
        for position, edge in zip(self.positions, self.input_edges, strict=True):
            needs[position] = edge is not None
        return tuple(needs)

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What was saved for backward, or, while `jvp` runs, for that; see `FunctionCtx.saved_tensors`."""
        if self.forward_saved is not None:
            return self.forward_saved
        if self.cleared:
            raise RuntimeError(
                f"{self.name()}: saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is "
                f"set on {self.function.__name__}; keep them in a variable, or set it to False"
            )
        if self.saved is None:
            raise_released(self)
        values = tuple([unpack(self, index, saved) for index, saved in enumerate(self.saved)])
        if self.function.clear_saved_tensors_on_access and values:
            self.saved, self.cleared = (), True
        return values

    @property
    def _raw_saved_tensors(self) -> "tuple[SavedTensor, ...]":
        """Handles of what was saved."""
        from .handles import handles_of_function

        if self.saved is None:
            raise_released(self)
        return handles_of_function(self)

    def port(self, index: int) -> Port:
        """Return the edge of an output, the same one as long as a tensor has it."""
        refs = self.port_refs
        ref = refs[index] if refs else None
        port = None if ref is None else ref()
        if port is None:
            port = Port(self, index)
            self.port_refs = _with(refs or (None,) * len(self.outputs), index, weakref.ref(port))
        return port

    def keep_saved(self, outputs: Sequence[Any]) -> None:
        """Take over what `save_for_backward` named, once it is known which of it are outputs with a gradient."""
        numbers = {id(outputs[k]): k for k, ref in enumerate(self.port_refs) if ref is not None}
        self.saved = tuple([keep(value, numbers.get(id(value))) for value in self.to_save])

    def edges_of_saved(self) -> list[Node]:
        """Return where gradients of saved tensors would go."""
        entries = self.saved or ()
        found = [
            self.port(entry.output) if entry.output is not None else entry.value._edge
            for entry in entries
            if entry.value is not None
        ]
        return [edge for edge in found if edge is not None]

    def forget_forward(self) -> None:
        """Drop what was needed only until the outputs were connected."""
        self.to_save = self.dirty = self.non_differentiable = ()
        self.forward_saved = None
        if not self.attributes and not is_held(self.attributes, _only_the_node):  # and no ctx that was kept
            self.attributes = self.ctx = None

    def name(self) -> str:
        """Return the function's name with ``Backward`` behind it."""
        return f"{self.function.__name__}Backward"

    @property
    def op(self) -> str:  # type: ignore[override]
        """The function's name."""
        return self.function.__name__

    def edge_labels(self) -> list[str]:
        """Return the name of the argument that each edge belongs to."""
        names = argument_names(self.function, self.arity)
        return [names[position] for position in self.positions]

    def edges(self) -> tuple[Node | None, ...]:
        """Return where the gradient of each tensor among the arguments goes."""
        return self.input_edges

    def replace_edges(self, edges: tuple[Node | None, ...]) -> None:
        """Take over edges set by hand."""
        self._check_replaceable(edges)
        self.input_edges = edges

    def release_variables(self) -> None:
        """Forget what was saved."""
        self.saved = None

    def apply(self, *args: Any) -> Any:
        """Run the backward on arrays: the engine's step; called by hand with gradients, just call it with them."""
        if len(args) != 4 or args[3].__class__ is not dict:
            return self._call_user(list(args))
        grads, _, keep_graph, _ = args
        tensors = [None if part is None else wrap(part) for part in grads]
        grads.clear()  # from here on the gradients belong to the backward, which may free them
        results = call_unrecorded(self._gradients, tensors)
        if not keep_graph:
            self.release_variables()
        return zip(self.input_edges, map(untracked, results), strict=True)

    def differentiate(self, grad: Any, needed: set[Node] | None) -> tuple[Tensor | None, ...]:
        """Run the backward in the present grad mode."""
        return self._gradients(grad)

    def _gradients(self, grads: list[Tensor | None]) -> tuple[Tensor | None, ...]:
        if self.materialize:
            self._fill(grads)
        return fitted(self, self._call_user(grads))

    def _fill(self, grads: list[Tensor | None]) -> None:
        """Put zeros where no gradient came."""
        everywhere = self.attributes is None or self.attributes.get("_materialize_non_diff_grads", True)
        for number, output in enumerate(self.outputs):
            if grads[number] is None and output is not None and (everywhere or self.differentiable[number]):
                grads[number] = wrap(np.zeros(*output))

    def _call_user(self, grads: list[Any]) -> Any:
        backward, ctx = self.function.backward_method(), self.shown
        if self.function.boxed_grads_call:
            return call_nested(backward, ctx, grads)
        return call_nested(backward, ctx, *grads)


def _with(refs: tuple[Any, ...], index: int, ref: "weakref.ref[Port]") -> tuple[Any, ...]:
    """Return the tuple of references with one item replaced."""
    return (ref,) if len(refs) == 1 else (*refs[:index], ref, *refs[index + 1 :])


@lru_cache(maxsize=1024)
def _shared(positions: tuple[int, ...]) -> tuple[int, ...]:
    """Intern a tuple: return the same object for equal tuples."""
    return positions


def _forgets(shared: bool) -> bool:
    node = FunctionNode(())
    node.attributes = {}
    kept = node.attributes if shared else None
    node.forget_forward()
    return node.attributes is not kept if shared else node.attributes is None


_only_the_node = NEVER
calibrate(globals(), "_only_the_node", _forgets)
