"""What has to be set so that a benchmark measures what users have: BLAS, and the code that launches loops."""

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


def compile_launchers() -> None:
    """Have loops launched by compiled code, as on any machine on which they were launched some 30,000 times."""
    from derivata.arrays.jit.direct.launcher import FLAT, ROWS

    FLAT.patience = ROWS.patience = 0
