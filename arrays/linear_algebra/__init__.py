"""Factors of matrices and what follows from them: LAPACK by NumPy, or by SciPy where that is there and faster."""
