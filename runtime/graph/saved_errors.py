"""Errors about saved values that were released, changed or detached; in anomaly mode they name source lines, too."""

from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from .node import Array, Node
    from .versions import VersionCounter


def raise_released(node: "Node") -> NoReturn:
    """Raise the error of a second backward."""
    raise RuntimeError(
        f"{node.name()}: Trying to backward through the graph a second time (or directly access saved tensors after "
        f"they have already been freed): the saved values of op {node.op!r} have already been freed by the first "
        "backward. Usual cause: a tensor of the last iteration, such as a hidden state or a sum of losses, is used in "
        "this one: carry over its .detach(). Specify retain_graph=True in the first backward if you need to backward "
        f"through the graph again, or to read them.{_lines_of_both(node)}"
    )


def refuse_detached(node: "Node", name: str) -> None:
    """Raise if a saved argument had a history when the op was called, and has none any more."""
    edge = getattr(node, f"edge_{name}", None)
    if edge is not None and edge.age < 0:  # not a leaf: those may stop to require grad
        raise RuntimeError(
            f"{node.name()}: Trying to use a saved tensor that has been detached in-place, i.e. with .detach_(): its "
            f"argument {name!r}. Use out-of-place .detach() instead"
        )


def raise_changed(
    node: "Node", name: str, array: "Array", counter: "VersionCounter | int", expected: int
) -> NoReturn:
    """Raise the error about a write between forward and backward."""
    what = "output" if name in node.saved_outputs else "saved value" if name.startswith("ctx") else "argument"
    version = counter if isinstance(counter, int) else counter.version
    raise RuntimeError(
        f"{node.name()}: one of the variables needed for gradient computation has been modified by an inplace "
        f"operation: {what} {name!r} of op {node.op!r} ({array.dtype}, shape {array.shape}) is at version {version}, "
        f"expected version {expected}{_last_writer(counter)}. Write to a .clone() of it, or write before op "
        f"{node.op!r} uses it.{_lines_of_writes(node, counter, expected)}"
    )


def _lines_of_both(node: "Node") -> str:
    """Return the source lines of the op's call and of the first backward, as far as they are known."""
    hooks = node.hooks
    called = "" if hooks is None or hooks.origin is None else f"\n  {node.op} was called at {hooks.origin}"
    first = (
        "" if hooks is None or hooks.released is None else f"\n  the first backward was at {hooks.released}"
    )
    return (
        called + first
        or " Run under autograd.set_detect_anomaly(True) to see the lines of the call and of the first"
    )


def _last_writer(counter: "VersionCounter | int") -> str:
    """Return a clause that names the op of the last write."""
    writer = "" if isinstance(counter, int) else getattr(counter, "writer", "")
    return f"; the last write was by {shown_op(writer)}" if writer else ""


def _lines_of_writes(node: "Node", counter: "VersionCounter | int", expected: int) -> str:
    """Return the source lines of the op's call and of later writes; outside anomaly mode, how to get them."""
    called = None if node.hooks is None else node.hooks.origin
    writes = [] if isinstance(counter, int) else getattr(counter, "writes", ())
    lines = [] if called is None else [f"{node.op} was called at {called}"]
    lines += [
        f"{write.op} made version {write.version} at {write.origin}"
        for write in writes
        if write.version > expected
    ]
    if not lines:
        return " Run forward and backward under autograd.set_detect_anomaly(True) to see the lines of both"
    return "".join([f"\n  {line}" for line in lines])


def shown_op(op: str) -> str:
    """Return an op's name for messages, without the underscore of ops that users know by another syntax."""
    return op.strip("_") if op.startswith("_") else op or "a write past the ops"
