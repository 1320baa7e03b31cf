"""Whether a tensor may be changed in place: its memory, the current mode, leaves and views."""

from ..graph.accumulate_grad import AccumulateGrad
from ..graph.tensor_base import TensorBase as Tensor
from ..graph.versions import UNCOUNTED
from ..modes.grad_mode import is_inference_mode_enabled, recording
from ..modes.state import SAVED_HOOKS, state
from .saved_hooks import before_write


def check_writable(op: str, tensor: object, *sources: Tensor | None) -> None:
    """Raise unless the memory of a tensor may be overwritten; see `check_changeable`."""
    if isinstance(tensor, Tensor) and not tensor._array.flags.writeable:
        raise RuntimeError(
            f"{op}: self is on read-only memory: several of its elements are one number in memory, as in an "
            "expanded tensor or overlapping windows, or its array is read-only; .clone() it first"
        )
    check_changeable(op, tensor, *sources)


def check_changeable(op: str, tensor: object, *sources: Tensor | None) -> None:
    """Raise unless the tensor may be changed in place in the current mode, with values that depend on `sources`."""
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{op}: argument 'self' must be Tensor, not {type(tensor).__name__}")
    if tensor._counter is UNCOUNTED and not is_inference_mode_enabled():
        raise RuntimeError(
            f"{op}: Inplace update to inference tensor outside InferenceMode is not allowed; write to a .clone() of it"
        )
    active = state.active_modes
    if active:
        if active & SAVED_HOOKS:
            before_write(tensor)
        if not recording():
            return
    if isinstance(tensor._edge, AccumulateGrad):
        # A leaf may be a view that inference mode made: that is what to say then
        if tensor._extra is not None:
            check_view(op, tensor, tensor)
        raise RuntimeError(
            f"{op}: a leaf Variable that requires grad is being used in an in-place operation; use the op without the "
            "trailing underscore, or write inside `with derivata.no_grad():`"
        )
    if tensor._extra is not None:
        check_view(op, tensor, tensor, *sources)


def check_view(op: str, tensor: Tensor, *sources: Tensor | None) -> None:
    """Raise for a recorded write to a view whose history would be unknown afterwards."""
    extra = tensor._extra
    view = None if extra is None else extra.view
    if tensor.dtype.kind not in "fc":
        return
    if view is None:
        if extra is not None and extra.source is not None:
            check_view(op, extra.source, *sources)
        return
    needs_grad = any(source is not None and source._edge is not None for source in (view.base, *sources))
    if needs_grad and view.restriction is not None:
        node = tensor._edge
        subject = "self"
        if node is not None and node.__class__ is not AccumulateGrad:
            subject = f"Output {tensor.output_nr} of {node.target[0].op}"
        raise RuntimeError(
            f"{op}: {subject} is a view and is being modified inplace with grad mode enabled, but it "
            f"{view.restriction}; make the view anew by indexing where grad mode is enabled, write to a .clone(), or "
            "inside `with derivata.no_grad():`"
        )
    below = view.base._edge
    # A view of a constant has a history of its own only if requires_grad_() made it, or what it is a view of, a leaf
    if isinstance(below, AccumulateGrad) or (below is None and tensor._edge is not None):
        raise RuntimeError(
            f"{op}: a view of a leaf Variable that requires grad is being used in an in-place operation; write to a "
            ".clone() of the leaf, or inside `with derivata.no_grad():`"
        )
