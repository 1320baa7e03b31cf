"""Numbers with names, classes of shapes and dtypes, and what dtypes can hold.

Names are PyTorch's; `dtype`, `finfo` and `iinfo` are NumPy's own.
"""

from builtins import tuple as Size
from math import e as e
from math import inf as inf
from math import nan as nan
from math import pi as pi

from numpy import dtype as dtype
from numpy import finfo as finfo
from numpy import iinfo as iinfo

__all__ = ["Size", "dtype", "e", "finfo", "iinfo", "inf", "nan", "newaxis", "pi"]

newaxis = None
