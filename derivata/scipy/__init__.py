"""SciPy's functions for tensors: minimisation, roots, differential equations, densities, matrices.

Names, arguments and values are SciPy's, which is the extra ``derivata[scipy]`` and is loaded when it is first needed.
"""

from . import optimize as optimize

__all__ = ["optimize"]
