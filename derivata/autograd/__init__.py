"""Differentiation: gradients on request, forward mode, checks and diagnosis."""

from importlib import import_module
from typing import TYPE_CHECKING

from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives Tensor its methods)
from ..runtime.modes.grad_mode import enable_grad as enable_grad
from ..runtime.modes.grad_mode import inference_mode as inference_mode
from ..runtime.modes.grad_mode import no_grad as no_grad
from ..runtime.modes.grad_mode import set_grad_enabled as set_grad_enabled
from ..runtime.modes.observers import is_anomaly_enabled as is_anomaly_enabled
from ..support.missing_names import MissingName, public_names
from . import graph as graph
from . import variable as variable
from .calls import backward as backward
from .calls import grad as grad
from .variable import Variable as Variable

if TYPE_CHECKING:
    from ..compiler.backward.block import compiled as compiled
    from ..diagnosis.anomaly import detect_anomaly as detect_anomaly
    from ..diagnosis.anomaly import set_detect_anomaly as set_detect_anomaly
    from ..node_methods.saved_tensor import SavedTensor as SavedTensor
    from . import forward_ad as forward_ad
    from . import function as function
    from . import functional as functional
    from . import profiler as profiler
    from .custom.function import Function as Function
    from .multithreading import is_multithreading_enabled as is_multithreading_enabled
    from .multithreading import set_multithreading_enabled as set_multithreading_enabled

_HOMES = {
    "Function": ".custom.function",
    "GradcheckError": ".gradchecks",
    "SavedTensor": "..node_methods.saved_tensor",
    "compiled": "..compiler.backward.block",
    "detect_anomaly": "..diagnosis.anomaly",
    "gradcheck": ".gradchecks",
    "gradgradcheck": ".gradchecks",
    "is_multithreading_enabled": ".multithreading",
    "set_detect_anomaly": "..diagnosis.anomaly",
    "set_multithreading_enabled": ".multithreading",
}
_MODULES = ("forward_ad", "function", "functional", "graph", "profiler", "variable")


def __getattr__(name: str) -> object:
    """Import ops in Python, gradient checks, anomaly detection and the like when they are first used."""
    if name in _MODULES:
        return import_module(f".{name}", __name__)
    if name in _HOMES:
        return getattr(import_module(_HOMES[name], __name__), name)
    raise MissingName(__name__, name, __dir__())


def __dir__() -> list[str]:
    """List what can be used, loaded or not."""
    return public_names(globals(), [*_HOMES, *_MODULES])
