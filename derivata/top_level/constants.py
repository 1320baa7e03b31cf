"""Numbers with names, and what dtypes can hold. Names are PyTorch's; `finfo` and `iinfo` are NumPy's own."""

from math import e as e
from math import inf as inf
from math import nan as nan
from math import pi as pi

from numpy import finfo as finfo
from numpy import iinfo as iinfo

__all__ = ["e", "finfo", "iinfo", "inf", "nan", "newaxis", "pi"]

newaxis = None
