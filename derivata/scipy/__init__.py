"""SciPy's functions for tensors: minimisation, roots, differential equations, densities, matrices.

Names, arguments and values are SciPy's, which is the extra ``derivata[scipy]`` and is loaded when it is first needed.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..support.missing_names import only_these

if TYPE_CHECKING:
    from . import integrate as integrate
    from . import linalg as linalg
    from . import optimize as optimize
    from . import sparse as sparse
    from . import special as special
    from . import stats as stats

__all__ = ["integrate", "linalg", "optimize", "sparse", "special", "stats"]

_unknown, __dir__ = only_these(globals())


def __getattr__(name: str) -> Any:
    return import_module(f".{name}", __name__) if name in __all__ else _unknown(name)
