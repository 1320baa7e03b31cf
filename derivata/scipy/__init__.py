"""SciPy's functions for tensors: minimisation, roots, differential equations, densities, matrices.

Names, arguments and values are SciPy's, which is the extra ``derivata[scipy]`` and is loaded when it is first needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..support.missing_names import MissingName

if TYPE_CHECKING:
    from . import integrate as integrate
    from . import linalg as linalg
    from . import optimize as optimize
    from . import sparse as sparse
    from . import special as special
    from . import stats as stats

__all__ = ["integrate", "linalg", "optimize", "sparse", "special", "stats"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise MissingName(__name__, name, __all__)
    return import_module(f".{name}", __name__)
