"""Systems with sparse matrices, in the signatures of `scipy.sparse.linalg`."""

from ....support.missing_names import only_these
from .solving import cg as cg
from .solving import gmres as gmres
from .solving import spsolve as spsolve

__all__ = ["cg", "gmres", "spsolve"]
__getattr__, __dir__ = only_these(globals())
