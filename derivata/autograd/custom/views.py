"""Views that a `Function` returned."""

from ...runtime.graph.tensor_base import TensorBase as Tensor
from ...runtime.graph.tensor_base import wrap
from ...runtime.graph.versions import shared_counter
from ...runtime.modes.grad_mode import recording
from ...runtime.views.view import ONE_OF_SEVERAL, view_record
from ...runtime.views.views import unrecorded_mode

OF_FUNCTION = (
    "was created inside a custom Function (or is an input that it returned), whose backward would be lost"
)


def as_output_view(out: Tensor, several: bool) -> None:
    """Mark a view as returned by a custom Function: its history cannot be rebuilt by replaying the view."""
    view = out.extra().view
    assert view is not None
    if recording():
        view.limit = ONE_OF_SEVERAL if several else OF_FUNCTION
    else:
        view.mode = unrecorded_mode()


def identity_view(source: Tensor) -> Tensor:
    """Return a view of the whole tensor without history, for a custom Function that returns its input unchanged."""
    out = wrap(source._array)
    counter = out._counter = shared_counter(source)
    parent = None if source._extra is None else source._extra.view
    if parent is None:
        view = view_record(source, (), None, None if recording() else unrecorded_mode())
    else:
        view = view_record(parent.base, parent.chain, parent.limit, parent.mode)
    out.extra().view = view
    counter.add_view(out)
    return out
