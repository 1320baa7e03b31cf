"""From a loop in Python to object code, by Numba: the decorators of what loops call.

A loop is a plain function, which `compile` hands to `numba.njit`. What it calls is decorated with one of these, with
`numba.extending.intrinsic`, or with `numba.njit`. Importing this package imports Numba; only a compilation does.
"""

from .functions import inlined as inlined
from .functions import overload as overload
from .functions import part as part
