"""Linear algebra."""

from typing import TYPE_CHECKING

from . import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from .arrays.linear_algebra.errors import LinAlgError as LinAlgError
from .generated.namespaces import linalg as _ops
from .support.lazy_loading import names_elsewhere

__all__ = ["LinAlgError", *_ops.__all__]

if TYPE_CHECKING:
    from .generated.namespaces.linalg import *  # noqa: F403
else:
    __getattr__, __dir__ = names_elsewhere(globals(), _ops, {name: name for name in _ops.__all__})
