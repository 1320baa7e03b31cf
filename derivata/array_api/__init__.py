"""The Python array API standard, 2024.12: its functions on tensors, recorded.

``x.__array_namespace__()`` is this module: programs that are written for the standard get a namespace from their
arrays, and run on tensors as they are. Its functions have the standard's signatures and promote as the standard says,
whatever the shapes; operators of tensors stay PyTorch's, where an array without axes gives way to one with some.

Examples
--------
>>> import derivata as dv
>>> x = dv.tensor([1.0, 2.0], requires_grad=True)
>>> xp = x.__array_namespace__()
>>> xp.sum(xp.square(x)).backward()
>>> x.grad
tensor([2., 4.])
"""

from math import e as e
from math import inf as inf
from math import nan as nan
from math import pi as pi
from typing import TYPE_CHECKING

from .. import tensor_methods as _tensor_methods  # noqa: F401  (gives them to Tensor)
from ..support.missing_names import only_these
from . import beyond as _beyond
from . import creation as _creation
from . import data_types as _data_types
from . import elementwise as _elementwise
from . import fft as fft
from . import linalg as linalg
from . import manipulation as _manipulation
from . import searching as _searching
from . import statistical as _statistical
from .beyond import *  # noqa: F403
from .creation import *  # noqa: F403
from .data_types import *  # noqa: F403
from .elementwise import *  # noqa: F403
from .info import Info as _Info
from .linalg import matmul as matmul
from .linalg import matrix_transpose as matrix_transpose
from .linalg import tensordot as tensordot
from .linalg import vecdot as vecdot
from .manipulation import *  # noqa: F403
from .searching import *  # noqa: F403
from .statistical import *  # noqa: F403

__array_api_version__: str = "2024.12"
newaxis: None = None


def __array_namespace_info__() -> _Info:
    """Return what the namespace tells of itself: dtypes, devices and what the standard leaves open."""
    return _Info()


__all__ = [
    "e",
    "fft",
    "inf",
    "linalg",
    "matmul",
    "matrix_transpose",
    "nan",
    "newaxis",
    "pi",
    "tensordot",
    "vecdot",
]
for _module in (_beyond, _creation, _data_types, _elementwise, _manipulation, _searching, _statistical):
    __all__ += _module.__all__

if not TYPE_CHECKING:  # to a type checker it would make every name a valid one
    __getattr__, __dir__ = only_these(globals())
