"""NumPy's namespace for functions that `derivata.hips` differentiates: ``import derivata.numpy as np``.

Its functions are NumPy's own, which record what they do with traced arrays, and do with others what they always do.
Only what would ask each element of a list for its number is defined here: `array`, `asarray`, `full`, functions of
lists, `r_` and `c_`; beside them `make_diagonal`, which NumPy has not.
"""

from typing import TYPE_CHECKING, Any

import numpy as _numpy

from .creation import make_diagonal as make_diagonal

if TYPE_CHECKING:
    from numpy import *  # noqa: F403
else:
    from . import fft as fft
    from . import linalg as linalg
    from . import random as random
    from .creation import Rows as _Rows
    from .creation import array as array
    from .creation import asarray as asarray
    from .creation import full as full
    from .creation import joining as _joining
    from .creation import of_lists as _of_lists

    _OF_LISTS = """
        all any append amax amin argmax argmin average cumprod cumsum dot inner max mean median min outer prod ptp
        ravel reshape squeeze std sum tensordot transpose var
    """
    _OF_SEQUENCES = "column_stack concatenate dstack hstack stack vstack"

    asanyarray = ascontiguousarray = asarray
    r_ = _Rows(_numpy.r_)
    c_ = _Rows(_numpy.c_)
    globals().update({_name: _of_lists(getattr(_numpy, _name)) for _name in _OF_LISTS.split()})
    globals().update({_name: _joining(getattr(_numpy, _name)) for _name in _OF_SEQUENCES.split()})

    def __getattr__(name: str) -> Any:
        """Return what NumPy has."""
        return getattr(_numpy, name)


def __dir__() -> list[str]:
    """List NumPy's names."""
    return sorted({*_numpy.__all__, "make_diagonal"})
