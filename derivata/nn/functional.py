"""Functions without state: activations, layers with their weights as arguments, losses; generated ops."""

from ..generated.namespaces.nn_functional import *  # noqa: F403
from ..generated.namespaces.nn_functional import __all__ as __all__
