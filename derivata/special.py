"""Special functions; some need SciPy."""

from .generated.namespaces import special as _ops
from .generated.namespaces.special import *  # noqa: F403

__all__ = list(_ops.__all__)
