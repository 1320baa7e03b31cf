"""SciPy's functions for traced arrays, in SciPy's names and arguments; others are SciPy's own, for plain arrays.

Needs the extra ``derivata[scipy]``.
"""

from ...scipy.library import library as _library

_library("special", "derivata.hips.scipy")
