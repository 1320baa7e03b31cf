"""Functions beyond the standard that programs ask of the namespace all the same, in NumPy's signature: xarray's are."""

from types import SimpleNamespace

from ..generated.numpy_functions import cumprod as cumprod
from ..generated.numpy_functions import cumsum as cumsum
from ..numpy_calls.calculus import gradient as gradient
from ..numpy_calls.joining import concatenate as concatenate
from ..numpy_calls.linear_algebra import cross as cross
from ..numpy_calls.products import einsum as einsum
from ..numpy_calls.quantiles import median as median
from ..numpy_calls.quantiles import quantile as quantile
from ..numpy_calls.shapes import pad as pad
from ..numpy_calls.shapes import sliding_window_view
from ..numpy_calls.shapes import transpose as transpose

lib = SimpleNamespace(stride_tricks=SimpleNamespace(sliding_window_view=sliding_window_view))
"""NumPy's module of this name, as far as xarray's windows need it."""

__all__ = [
    "concatenate",
    "cross",
    "cumprod",
    "cumsum",
    "einsum",
    "gradient",
    "lib",
    "median",
    "pad",
    "quantile",
    "transpose",
]
