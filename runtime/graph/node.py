"""One recorded op: what it saved, where its gradients go, and how to compute them.

The generator writes one subclass per op. Its slots are

``edge_<argument>``     where the gradient of the argument goes, None if it needs none
``saved_<name>``        a saved Tensor, output array or Python value; unset if no gradient that was recorded needs it
``version_<argument>``  the version of a saved Tensor when it was saved
``counter_<output>``    the version counter of a saved output, created when it is first written to or aliased
                        (after release, saved values and this counter are `RELEASED`)
``shape_<argument>``    shape (``dtype_<argument>``: dtype) of an argument whose values are not needed
``sum_to``              None if every argument has the shape and dtype of the result, else those of each argument
"""

import itertools
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .hooks import CALLS_USERS, Hooks
from .saved import RELEASED
from .saved_value import RawSavedValue, SavedValue

if TYPE_CHECKING:
    from ...node_methods.hooking import NodeHooks
    from ...node_methods.linking import NodeLinks
    from ...node_methods.queries import NodeQueries
    from ..tensors.tensor import Tensor

    class NodeMethods(NodeQueries, NodeHooks, NodeLinks):
        """Methods that higher layers install."""

else:

    class NodeMethods:
        """The base on which `derivata.node_methods` installs its methods."""

        __slots__ = ()


Array: TypeAlias = NDArray[Any]
Buffers: TypeAlias = dict["Node", Any]
Heap: TypeAlias = list[tuple[int, "Node"]]

# Counts down: creation order is a topological order of the graph, and the smallest number is the newest node.
seqs: Iterator[int] = iter(range(-1, -(2**62), -1))
next_seq: Callable[[], int] = seqs.__next__


class Node(NodeMethods):
    """A step of the backward pass.

    Attributes
    ----------
    seq : int
        Creation number, counting down; leaves count up from 1, so that they come last.
    shape, dtype
        Shape and dtype of the output, hence of the gradient that arrives.
    hooks : Hooks or None
        None for nearly every node, so that the engine tests it once.
    """

    __slots__ = ("__weakref__", "dtype", "hooks", "seq", "shape")

    seq: int
    hooks: Hooks | None
    shape: tuple[int, ...]
    dtype: "np.dtype[Any]"

    op: ClassVar[str] = ""
    has_no_formula: ClassVar[bool] = False  # a leaf, a port, ...: `differentiate` says nothing about it
    of_user: ClassVar[bool] = False  # it runs code that a user wrote
    edge_names: ClassVar[tuple[str, ...]] = ()
    edge_lists: ClassVar[bool] = False  # some of these are tuples of edges: of an argument that is a list
    saved_names: ClassVar[tuple[str, ...]] = ()  # saved arguments that release() drops
    saved_outputs: ClassVar[tuple[str, ...]] = ()  # saved outputs that release() drops
    tangent: ClassVar[Callable[..., Any] | None] = None  # its rule for tangents; None: its gradients
    slots_by_part: ClassVar[Any] = None  # what forward mode knows of the class, once it has asked
    output_names: ClassVar[tuple[str, ...]] = ()  # outputs with gradients, by number, if one of them is saved

    def __init_subclass__(cls) -> None:
        """Derive from the slots the names of edges and saved values.

        Saved values also get PyTorch's names: ``_saved_self`` and ``_raw_saved_self``.
        """
        slots: tuple[str, ...] = cls.__dict__.get("__slots__", ())
        if any(slot.startswith("edge_") for slot in slots) and "edge_names" not in cls.__dict__:
            cls.edge_names = tuple([slot for slot in slots if slot.startswith("edge_")])
            cls.saved_names = tuple([slot[8:] for slot in slots if slot.startswith("version_")])
            cls.saved_outputs = tuple([slot[8:] for slot in slots if slot.startswith("counter_")])
        names = cls.__dict__.get("edge_names")
        if names and not cls.edge_lists:
            cls.edge = cls.__dict__[names[0]]  # type: ignore[method-assign]  # the same slot
        for slot in slots:
            if slot.startswith("saved_"):
                setattr(cls, f"_{slot}", SavedValue(slot[6:]))
                if slot[6:] in cls.saved_names or slot[6:] in cls.saved_outputs:
                    setattr(cls, f"_raw_{slot}", RawSavedValue(slot[6:]))

    def apply(self, grad: Any, needed: "set[Node] | None", keep: bool, buffers: Buffers) -> Any:
        """Return the gradients of the arguments, computed from arrays.

        A single gradient, for the first edge, is returned as it is; two are returned as ``edge, grad, edge, grad``,
        where an edge that the pass does not need is None; any node may return a list or zip of pairs (edge, gradient),
        in which either may be None. `buffers` are those of the pass: a loop may add to a gradient that waits there.
        """
        raise NotImplementedError(f"{self.name()} has no array backward")

    def differentiate(self, grad: Any, needed: "set[Node] | None") -> "tuple[Tensor | None, ...]":
        """Compute the gradients of the arguments with ops on Tensors, one per edge, None where not needed."""
        raise NotImplementedError(f"{self.name()} has no differentiable backward")

    @property
    def edge(self) -> "Node":
        """The first edge, to which a gradient goes that is returned alone."""
        return self.edges()[0]  # type: ignore[return-value]

    @property
    def shown(self) -> Any:
        """What users see of the node: itself, or the `ctx` of a `Function`."""
        return self

    @property
    def age(self) -> float:
        """The position in creation order: larger is older. Leaves, whose `seq` may change, are the oldest."""
        return self.seq

    def name(self) -> str:
        """Return the node's name, such as ``MulBackward``."""
        return type(self).__name__

    if TYPE_CHECKING:  # slots of generated nodes, which say what they save by their names alone

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def edges(self) -> "tuple[Node | None, ...]":
        """Return where each argument's gradient goes: a node, a leaf, a port, or None."""
        edges: list[Any] = [getattr(self, name) for name in self.edge_names]
        if self.edge_lists:
            edges = [edge if isinstance(edge, tuple) else () if edge is None else (edge,) for edge in edges]
            edges = list(itertools.chain.from_iterable(edges))
        return tuple(edges)

    def edge_labels(self) -> list[str]:
        """Return the name of the argument that each edge belongs to."""
        labels: list[str] = []
        for slot in self.edge_names:
            edge, name = getattr(self, slot), slot.removeprefix("edge_")
            labels += [f"{name}[{k}]" for k in range(len(edge))] if isinstance(edge, tuple) else [name]
        return labels or [str(number) for number in range(len(self.edges()))]  # of nodes linked by hand

    def replace_edges(self, edges: "tuple[Node | None, ...]") -> None:
        """Replace all edges; users call `set_next_edge`, which checks its arguments."""
        self._check_replaceable(edges)
        rest = iter(edges)
        for name in self.edge_names:
            before = getattr(self, name)
            several = isinstance(before, tuple)
            setattr(self, name, tuple(itertools.islice(rest, len(before))) if several else next(rest))

    def _check_replaceable(self, edges: "tuple[Node | None, ...]") -> None:
        before = self.edges()
        if len(edges) != len(before):
            raise RuntimeError(
                f"{self.name()}: expected {len(before)} edges, one for each argument of {self.op}, got {len(edges)}"
            )
        for index, (old, new) in enumerate(zip(before, edges, strict=True)):
            if old is None and new is not None:
                raise RuntimeError(
                    f"{self.name()}: cannot set an edge for argument {self.edge_labels()[index]!r}: it needed no "
                    "gradient when the op was called, so that nothing was saved for it"
                )

    @property
    def target(self) -> "tuple[Node, int]":
        """The edge as a pair (node, output number)."""
        return self, 0

    def release_variables(self) -> None:
        """Release saved values; a later backward through this node raises an error."""
        for name in self.saved_names:
            setattr(self, f"saved_{name}", RELEASED)
        for name in self.saved_outputs:
            setattr(self, f"saved_{name}", RELEASED)
            setattr(self, f"counter_{name}", RELEASED)

    def will_release_variables(self) -> None:
        """Prepare for a run that ends with `release_variables`; `CustomNode` overrides this."""

    def watch(self) -> None:
        """Called when a hook is registered; leaves and ports override it to get a position in the order of the pass."""

    def require_hooks(self) -> Hooks:
        """Return the node's hooks; the record is created on first use."""
        while (hooks := self.hooks) is None or hooks is CALLS_USERS:
            made = Hooks()
            if self.hooks is hooks:  # another thread may have been faster
                self.hooks = made
        return hooks

    def __repr__(self) -> str:
        return f"<{self.name()}>"

    def __reduce_ex__(self, protocol: Any) -> Any:
        """Refuse copies and pickles: a node belongs to one graph."""
        raise TypeError(
            f"{self.name()}: a node of the graph can be neither copied nor pickled; copy or save tensors, .detach() "
            "those that were computed"
        )
