"""The names of `numpy.linalg`."""

from typing import TYPE_CHECKING, Any

import numpy.linalg as _linalg
from numpy import conjugate as _conjugate
from numpy import swapaxes as _swapaxes
from numpy import tril as _tril
from numpy import triu as _triu

from .creation import of_lists as _of_lists
from .traced import TracedArray as _TracedArray

if TYPE_CHECKING:
    from numpy.linalg import *  # noqa: F403
else:
    norm = _of_lists(_linalg.norm)

    def eigh(a: Any, UPLO: Any = "L") -> Any:
        """Return eigenvalues and eigenvectors, `numpy.linalg.eigh`'s; differentiated by the triangle it reads.

        Examples
        --------
        >>> import derivata.numpy as np
        >>> from derivata.hips import grad
        >>> grad(lambda a: np.linalg.eigh(a)[0][0])(np.array([[2.0, 1.0], [1.0, 2.0]])).round(6)
        array([[ 0.5,  0. ],
               [-1. ,  0.5]])
        """
        return _linalg.eigh(_from_triangle(a, UPLO), UPLO)

    def eigvalsh(a: Any, UPLO: Any = "L") -> Any:
        """Return eigenvalues, `numpy.linalg.eigvalsh`'s; differentiated by the triangle it reads.

        Examples
        --------
        >>> import derivata.numpy as np
        >>> from derivata.hips import grad
        >>> grad(lambda a: np.linalg.eigvalsh(a)[1])(np.array([[2.0, 1.0], [1.0, 2.0]])).round(6)
        array([[0.5, 0. ],
               [1. , 0.5]])
        """
        return _linalg.eigvalsh(_from_triangle(a, UPLO), UPLO)

    def _from_triangle(a: Any, UPLO: str) -> Any:
        """Return a traced matrix with its other triangle made of the one that is read."""
        if type(a) is not _TracedArray:
            return a
        read, others = (_tril(a), _tril(a, -1)) if UPLO in "Ll" else (_triu(a), _triu(a, 1))
        return read + _conjugate(_swapaxes(others, -1, -2))

    def __getattr__(name: str) -> Any:
        """Return what NumPy has."""
        return getattr(_linalg, name)


def __dir__() -> list[str]:
    """List NumPy's names."""
    return sorted(_linalg.__all__)
