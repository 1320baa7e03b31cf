"""Minimisation, roots, least squares and fixed points by `scipy.optimize`, with derivatives by derivata."""

from ...support.missing_names import only_these
from .fits import curve_fit as curve_fit
from .least_squares import least_squares as least_squares
from .minimize import minimize as minimize
from .roots import fixed_point as fixed_point
from .roots import root as root
from .scalar_roots import brentq as brentq
from .scalar_roots import newton as newton
from .scalar_roots import root_scalar as root_scalar

__all__ = [
    "brentq",
    "curve_fit",
    "fixed_point",
    "least_squares",
    "minimize",
    "newton",
    "root",
    "root_scalar",
]
__getattr__, __dir__ = only_these(globals())
