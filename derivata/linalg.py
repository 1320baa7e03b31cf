"""Linear algebra."""

from typing import TYPE_CHECKING

from .generated.namespaces import linalg as _ops
from .runtime.lazy_loading import names_elsewhere

__all__ = list(_ops.__all__)

if TYPE_CHECKING:
    from .generated.namespaces.linalg import *  # noqa: F403
else:
    __getattr__, __dir__ = names_elsewhere(globals(), _ops, {name: name for name in __all__})
