"""Linear algebra in the signatures of `scipy.linalg`: systems, factors, functions and equations of matrices."""

from ...arrays.linear_algebra.errors import LinAlgError as LinAlgError
from ...support.missing_names import only_these
from .building import block_diag as block_diag
from .building import toeplitz as toeplitz
from .equations import solve_continuous_lyapunov as solve_continuous_lyapunov
from .equations import solve_sylvester as solve_sylvester
from .factors import cho_factor as cho_factor
from .factors import cho_solve as cho_solve
from .factors import cholesky as cholesky
from .factors import lu_factor as lu_factor
from .factors import lu_solve as lu_solve
from .functions import expm as expm
from .functions import logm as logm
from .functions import sqrtm as sqrtm
from .solving import det as det
from .solving import inv as inv
from .solving import lstsq as lstsq
from .solving import solve as solve
from .solving import solve_triangular as solve_triangular
from .structured import solve_banded as solve_banded
from .structured import solve_toeplitz as solve_toeplitz

__all__ = [
    "LinAlgError",
    "block_diag",
    "cho_factor",
    "cho_solve",
    "cholesky",
    "det",
    "expm",
    "inv",
    "logm",
    "lstsq",
    "lu_factor",
    "lu_solve",
    "solve",
    "solve_banded",
    "solve_continuous_lyapunov",
    "solve_sylvester",
    "solve_toeplitz",
    "solve_triangular",
    "sqrtm",
    "toeplitz",
]
__getattr__, __dir__ = only_these(globals())
