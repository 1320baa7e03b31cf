"""Numba beside our own compiler: for loops that use more of Python, and for functions that users compile with it.

After `register()` functions that Numba compiles may call everything that loops may call:

>>> import numba
>>> from derivata.runtime.kernels import elementary, with_numba
>>> with_numba.register()
>>> numba.njit(lambda x: elementary.square(x))(3.0)
9.0

Importing this package imports Numba.
"""

from .bridge import register as register
