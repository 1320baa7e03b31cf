"""Python's containers and questions about types, under the names that HIPS autograd has its own versions of.

Containers of traced arrays are Python's own here; `isinstance` and `type` see a traced array as what it stands for.
"""

from __future__ import annotations

import builtins
from builtins import dict as dict
from builtins import list as list
from builtins import tuple as tuple
from typing import Any

from ..numpy.traced import TracedArray

__all__ = ["dict", "isinstance", "list", "tuple", "type"]


def isinstance(obj: Any, class_or_tuple: Any) -> bool:
    """Tell whether an object is an instance of a class; a traced array is what its array or number is.

    Examples
    --------
    >>> from derivata.hips import grad, isinstance
    >>> grad(lambda x: 2 * x if isinstance(x, float) else x)(1.0)
    np.float64(2.0)
    """
    return builtins.isinstance(_of(obj), class_or_tuple)


def type(obj: Any) -> builtins.type:
    """Return the class of an object; of a traced array, that of its array or number.

    Examples
    --------
    >>> from derivata.hips import grad, type
    >>> grad(lambda x: 2 * x if type(x).__name__ == "float64" else x)(1.0)
    np.float64(2.0)
    """
    return builtins.type(_of(obj))


def _of(obj: Any) -> Any:
    return obj._value if builtins.type(obj) is TracedArray else obj
