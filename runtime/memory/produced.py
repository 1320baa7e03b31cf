"""What becomes of the results of ops in the modes that ask for every result, recorded or not."""

from collections.abc import Sequence

from ..graph.tensor_base import TensorBase as Tensor
from ..graph.versions import UNCOUNTED
from ..modes.detecting import detector, is_anomaly_enabled
from ..modes.grad_mode import is_inference_mode_enabled
from ..modes.state import ANOMALY, INFERENCE, LISTENING, state


def produced(op: str, outs: Sequence[Tensor], /, **arguments: object) -> None:
    """Do with the results of an op what the modes ask for; `outs` is empty for an op that wrote into an argument."""
    if state.rare & INFERENCE:
        for out in outs:
            as_inference(out)
    if state.rare & ANOMALY and is_anomaly_enabled():
        detector.on_call(op, outs, arguments)
    if state.rare & LISTENING:
        from ..modes.listening import tell

        tell(op, outs, arguments)


def as_inference(tensor: Tensor) -> Tensor:
    """Make an inference tensor of a new tensor if the mode says so; a view stays what its base is."""
    if tensor._counter.__class__ is int and is_inference_mode_enabled():
        tensor._counter = UNCOUNTED
    return tensor
