"""Variables of the environment that change how fast NumPy's BLAS is, and are read when it is loaded."""

import os

SLOWING = (
    "OPENBLAS_CORETYPE",
    "OPENBLAS_L2_SIZE",
)  # set by some machines of ours, by no user's: half the speed


def set_blas(threads: int) -> None:
    """Give BLAS a number of threads and the kernels of this processor; call it before NumPy is imported."""
    for name in SLOWING:
        os.environ.pop(name, None)
    os.environ.update({name: str(threads) for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")})
