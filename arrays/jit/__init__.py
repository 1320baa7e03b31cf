"""From a loop in Python to a call: compiled by Numba, kept on disk, loaded without it, launched, on threads.

A loop is a plain function, which `compile` hands to `numba.njit`. What it calls is decorated with one of `decorators`,
with `numba.extending.intrinsic`, or with `numba.njit`. These modules import Numba; only a compilation imports them.
"""
