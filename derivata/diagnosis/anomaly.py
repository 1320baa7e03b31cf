"""Anomaly mode: the first bad value of a forward or backward pass, and the line that it comes from."""

import sys
import warnings
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import get_ident
from typing import TYPE_CHECKING, Any, Self

from ..runtime.engine.passes import running
from ..runtime.graph.node import Node
from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.modes.blocks import Switch
from ..runtime.modes.observers import Detector, detection, is_anomaly_enabled
from ..runtime.modes.state import OBSERVED
from .calls import check_values, note_cuts
from .cuts import forget_exits, latest_exits, leave, wrapped
from .nodes import saved_values
from .origin import here
from .values import bad_values, described
from .writes import remember_write

if TYPE_CHECKING:
    from ..runtime.engine.graph_task import GraphTask
    from ..runtime.graph.versions import VersionCounter


@dataclass(frozen=True)
class Anomalies(Detector):
    """Looks for NaN in gradients, keeps where calls and writes came from, and how values left the graph.

    Attributes
    ----------
    nan : bool
        Bad values are errors, not lines alone.
    forward : bool
        The results of ops are looked at as well.
    inf : bool
        Infinite values are bad, too.
    """

    nan: bool
    forward: bool
    inf: bool

    def on_node(self, node: Node) -> None:
        """Keep the stack of the forward call in the node's hooks; in a backward pass also that of the running node."""
        origin = here()
        runs = _running_node()
        if runs is not None and runs.hooks is not None and runs.hooks.origin is not None:
            origin.running = runs.name(), runs.hooks.origin
        hooks = node.require_hooks()
        hooks.origin = origin
        hooks.thread_id = get_ident()
        hooks.parent = None if runs is None else weakref.ref(runs)

    def on_call(self, op: str, outs: Sequence[Tensor], arguments: Mapping[str, Any]) -> None:
        """Check what an op returned, unless it was called by a formula of a running backward."""
        if _running_node() is None:
            note_cuts(op, outs, arguments)
            if self.forward and self.nan:
                check_values(op, outs, arguments, self.inf)

    def on_write(self, counter: "VersionCounter") -> None:
        """Keep the line of the write."""
        remember_write(counter)

    def on_exit(self, how: str, source: Tensor, out: Any) -> None:
        """Remember what came out."""
        leave(how, source, out)

    def on_entry(self, tensor: Tensor, data: Any) -> None:
        """Remember whether the data has left the graph before."""
        wrapped(tensor, data)

    def watched(self, task: "GraphTask") -> Callable[[Node], Any]:
        """Return the engine's step, which on an error also tells where the node's op was called."""
        origin = here()

        def watched_step(node: Node) -> Any:
            try:
                grads = task.step(node)
            except Exception:
                _tell_origin(node)
                raise
            if not task.keep and node.age < 0:  # not a leaf
                node.require_hooks().released = origin
            return grads

        return watched_step

    def check_gradients(self, node: Node, grads: Sequence[Tensor | None], arrived: Any) -> None:
        """Raise for the first gradient that has a NaN, unless a hook has switched detection off meanwhile."""
        for index, grad in enumerate(grads) if self.nan and is_anomaly_enabled() else ():
            stored: Any = grad._values() if grad is not None and grad.is_sparse else grad  # type: ignore[attr-defined]
            kind = "" if stored is None else bad_values(stored._array, self.inf)
            if kind:
                where = (
                    ""
                    if node.hooks is None or node.hooks.origin is None
                    else f", called at {node.hooks.origin}"
                )
                values = {"grad": arrived, **saved_values(node)}
                raise RuntimeError(
                    f"Function '{node.name()}' returned {kind} values in its {index}th output. It is the gradient of "
                    f"argument {node.edge_labels()[index]!r} of op {node.op!r}{where}; the gradient that arrived, and "
                    f"what the op had saved:{described(values)}"
                )

    def latest_exits(self) -> str:
        """Describe the latest exits from the graph of values that are no longer tensors."""
        return latest_exits()


def _running_node() -> Node | None:
    """Return the node that runs in the backward pass that called this, if the pass is watched."""
    task = running()
    return None if task is None or task.detector is None else task.node


def _tell_origin(node: Node) -> None:
    origin = None if node.hooks is None else node.hooks.origin
    if origin is not None:
        message = (
            f"Error detected in {node.name()}. Traceback of the forward call that caused the error:\n"
            f"{origin.traceback()}"
        )
    else:
        message = (
            f"Error detected in {node.name()}. No forward pass information available. Run the forward inside "
            "detect_anomaly() as well"
        )
    try:
        warnings.warn(message, stacklevel=2)
    except Warning:  # warnings are errors here: this one must not hide the error that it explains
        print(message, file=sys.stderr)


class set_detect_anomaly(Switch):
    """Switch anomaly detection; usable as a function or as a context manager that restores.

    Parameters
    ----------
    mode : bool
    check_nan : bool
        Make NaN an error.
    check_forward : bool
        Look at the result of every op as well: the first op that returns a bad value is the one that is told.
    check_inf : bool
        Look for infinite values as well. Not by default: masks are often filled with ``-inf`` on purpose.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([-1.0, 4.0])
    >>> with dv.autograd.set_detect_anomaly(True, check_forward=True):
    ...     x.sqrt()
    Traceback (most recent call last):
        ...
    RuntimeError: Function 'sqrt' returned nan values in its 0th output of the forward pass...
    """

    variable = detection

    def __init__(
        self, mode: bool, check_nan: bool = True, *, check_forward: bool = False, check_inf: bool = False
    ) -> None:
        self._wanted = Anomalies(check_nan, check_forward, check_inf) if mode else None
        self._begins()
        self.switch(OBSERVED if mode else 0, self._wanted)

    def _begins(self) -> None:
        if self._wanted is not None and not is_anomaly_enabled():
            forget_exits()

    def __enter__(self) -> Self:
        self.begin(0 if self._wanted is None else OBSERVED, self._wanted)
        return self


class detect_anomaly(set_detect_anomaly):
    """Context in which nodes remember where they were made and a NaN in a backward is an error.

    Errors of a backward then tell the lines of the calls that they are about: of the op, of the write to what it saved,
    of the `detach()` that cut the history, of the earlier backward. The parameters are those of `set_detect_anomaly`.

    Examples
    --------
    >>> import derivata as dv
    >>> x = dv.tensor([0.0], requires_grad=True)
    >>> with dv.autograd.set_detect_anomaly(True):
    ...     (x.sqrt() * 0).sum().backward()
    Traceback (most recent call last):
        ...
    RuntimeError: Function 'SqrtBackward' returned nan values in its 0th output...
    """

    def __init__(
        self, check_nan: bool = True, *, check_forward: bool = False, check_inf: bool = False
    ) -> None:
        warnings.warn(
            "Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for "
            "debugging.",
            stacklevel=2,
        )
        self._wanted = Anomalies(check_nan, check_forward, check_inf)

    def __enter__(self) -> Self:
        self._begins()
        return super().__enter__()
