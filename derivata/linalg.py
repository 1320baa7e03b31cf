"""Linear algebra."""

from .generated.namespaces import linalg as _ops
from .generated.namespaces.linalg import *  # noqa: F403

__all__ = list(_ops.__all__)
