"""From a loop in Python to object code: what of Python loops need, translated to LLVM's instructions.

Importing this package imports llvmlite; only a compilation does.
"""

from . import types as types
from .marks import inlined as inlined
from .marks import light as light
from .marks import operation as operation
from .marks import overload as overload
from .marks import part as part
from .marks import plain as plain
from .marks import rolled as rolled
from .marks import separate as separate
