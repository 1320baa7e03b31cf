"""Tools for modules: gradients clipped, parameters as one vector, sequences packed, parameters that are computed."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ...support.lazy_loading import names_of_modules

if TYPE_CHECKING:
    from . import fusion as fusion
    from . import init as init
    from . import parametrizations as parametrizations
    from . import parametrize as parametrize
    from . import prune as prune
    from . import rnn as rnn
    from . import stateless as stateless
    from .fusion import fuse_conv_bn_eval as fuse_conv_bn_eval
    from .fusion import fuse_conv_bn_weights as fuse_conv_bn_weights
    from .fusion import fuse_linear_bn_eval as fuse_linear_bn_eval
    from .fusion import fuse_linear_bn_weights as fuse_linear_bn_weights
    from .gradients import clip_grad_norm_ as clip_grad_norm_
    from .gradients import clip_grad_value_ as clip_grad_value_
    from .gradients import clip_grads_with_norm_ as clip_grads_with_norm_
    from .gradients import get_total_norm as get_total_norm
    from .gradients import parameters_to_vector as parameters_to_vector
    from .gradients import vector_to_parameters as vector_to_parameters
    from .init import skip_init as skip_init
    from .spectral_norm_hook import remove_spectral_norm as remove_spectral_norm
    from .spectral_norm_hook import spectral_norm as spectral_norm
    from .weight_norm_hook import remove_weight_norm as remove_weight_norm
    from .weight_norm_hook import weight_norm as weight_norm

_ROOMS = ("fusion", "init", "parametrizations", "parametrize", "prune", "rnn", "stateless")
_HOMES = {
    ".fusion": (
        "fuse_conv_bn_eval",
        "fuse_conv_bn_weights",
        "fuse_linear_bn_eval",
        "fuse_linear_bn_weights",
    ),
    ".gradients": (
        "clip_grad_norm_",
        "clip_grad_value_",
        "clip_grads_with_norm_",
        "get_total_norm",
        "parameters_to_vector",
        "vector_to_parameters",
    ),
    ".init": ("skip_init",),
    ".spectral_norm_hook": ("remove_spectral_norm", "spectral_norm"),
    ".weight_norm_hook": ("remove_weight_norm", "weight_norm"),
}
_find, _list = names_of_modules(globals(), {**_HOMES, "": _ROOMS})
__all__ = sorted([name for names in _HOMES.values() for name in names] + list(_ROOMS))


def __getattr__(name: str) -> Any:
    """Load what is used for the first time."""
    return import_module(f".{name}", __name__) if name in _ROOMS else _find(name)


def __dir__() -> list[str]:
    """List what can be used, loaded or not."""
    return _list()
