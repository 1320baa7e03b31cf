"""Reductions and normalizations of the elements where a mask is true."""

from typing import TYPE_CHECKING

from . import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from .generated.namespaces import masked as _ops
from .support.lazy_loading import names_elsewhere

__all__ = list(_ops.__all__)

if TYPE_CHECKING:
    from .generated.namespaces.masked import *  # noqa: F403
else:
    __getattr__, __dir__ = names_elsewhere(globals(), _ops, {name: name for name in __all__})
