"""SciPy's sparse matrices times tensors, recorded: importing this lets ``A @ x`` and ``x @ A`` take both.

`linalg` solves systems with them.
"""

from ...support.missing_names import only_these
from . import linalg as linalg
from .products import matmul as matmul

__all__ = ["linalg", "matmul"]
__getattr__, __dir__ = only_these(globals())
