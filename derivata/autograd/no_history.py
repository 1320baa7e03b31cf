"""Why a tensor has no history: what the error of a backward from it says."""

from ..runtime.graph.tensor_base import TensorBase as Tensor
from ..runtime.modes.observers import detector

LIKELY = """
Likely causes, in the order of how often they are met:
  no tensor that it was computed from had requires_grad=True
  it was computed under no_grad() or inference_mode()
  its history was cut by .detach(), .data, .item(), .numpy(), or by tensor(x) of a tensor x
  it went through NumPy or Python numbers: use the functions of derivata instead
  it was cast to integers, or comes from an op without gradient (a comparison, argmax)"""
_HINT = "\nRun forward and backward under autograd.set_detect_anomaly(True) to see the line"


def causes(tensor: Tensor) -> str:
    """Return the known cause, or the likely ones, as the end of an error message."""
    cuts = () if tensor._extra is None else getattr(tensor._extra, "cuts", ())
    if cuts:
        return "".join([f"\n  Its history was cut by {cut}" for cut in dict.fromkeys(map(str, cuts))])
    watching = detector()
    return LIKELY + (_HINT if watching is None else watching.latest_exits())
